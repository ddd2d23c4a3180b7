import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { openServer, type RunningServer, type Surroundings } from './app';
import { type Config, ConfigError, readConfig } from './settings/config';
import { createLog } from './log';
import { RulesError } from './rules/expressions/source';
import { ControlError } from './storage/control';
import { repair, repairWords } from './storage/damage/repair';
import { StoreError } from './storage/store';
import { programVersion } from './version';

type Environment = Record<string, string | undefined>;
interface Start extends Partial<
  Pick<Surroundings, 'clock' | 'random' | 'dist' | 'version' | 'passwordCost'>
> {
  env: Environment;
  /** The command line arguments: `--repair [FOLDER]`, or none. */
  args?: readonly string[];
  /** Called once the server answers requests; by default prints its address. */
  announce?: (
    url: string,
    hosts: readonly string[],
    operator: { site: string; token: string } | null,
  ) => void;
}

const printReady: NonNullable<Start['announce']> = (url, hosts, operator) => {
  const open = hosts.map(host => `  http://${host}/\n`);
  const heading = open.length > 0 ? 'Other devices in your network reach it at these addresses:\n' : '';
  const page = operator
    ? `The operator's page is ${operator.site}/admin, its token until the next start ${operator.token}\n`
    : '';
  // The process that reads the line may exit afterwards.
  process.stdout
    .on('error', () => undefined)
    .write(`Daywall is ready: ${url}/\n${heading}${open.join('')}${page}`);
};

/** Errors that an operator can fix; each is one sentence. All others are bugs and are rethrown. */
const expected = [ConfigError, ControlError, RulesError, StoreError];

/**
 * Runs the server as a process: an error at the start is printed as one sentence with exit code 1; signals end the
 * process cleanly.
 */
export async function run(start: Start): Promise<void> {
  const {
    env,
    args = [],
    clock = Date.now,
    random = randomBytes,
    dist = null,
    version = programVersion(),
    passwordCost,
    announce = printReady,
  } = start;
  try {
    const config = readConfig(env);
    if (args.length > 0) return void process.stdout.write(await repairAsked(config, args));
    const log = createLog(config.logLevel);
    const server = await openServer(config, { clock, random, log, dist, version, passwordCost }).catch(
      error => explain(error, config),
    );
    stopOnSignals(server, log);
    surviveErrors(log);
    const { adminToken: token } = server;
    announce(
      server.url,
      server.hosts,
      token === null ? null : { site: config.publicUrl?.origin ?? server.url, token },
    );
    if (config.publicUrl) log.info({ publicUrl: config.publicUrl.origin }, 'reached through a proxy');
  } catch (error) {
    if (!expected.some(kind => error instanceof kind)) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}

/** `--repair [FOLDER]` saves the readable data of the data folder into another one, and prints the result. */
async function repairAsked(
  { dataDir }: Config,
  [option, folder, ...rest]: readonly string[],
): Promise<string> {
  if (option !== '--repair' || rest.length > 0)
    throw new ConfigError(
      `Unknown words: ${[option, folder, ...rest].join(' ')}; there is only --repair [FOLDER].`,
    );
  const now = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  return repairWords(dataDir, await repair(dataDir, folder ?? `${dataDir}-repaired-${now}`));
}

/** Describes, in a sentence, the system's error for an address that cannot be used. */
function explain(error: NodeJS.ErrnoException, { host, port }: Config): never {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken by another program; set PORT to a free one.`,
    EACCES: `Port ${port} may not be opened by this user; set PORT to one above 1023.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine; set HOST to one that is.`,
    ENOTFOUND: `${host} is not an address of this machine; set HOST to one that is.`,
  };
  const listening = error.syscall === 'listen' || error.syscall === 'getaddrinfo';
  const reason = listening ? reasons[error.code ?? ''] : undefined;
  throw reason === undefined ? error : new ConfigError(reason);
}

/** The first signal ends the process with code 0 after requests in progress; a second one ends it at once. */
function stopOnSignals(server: RunningServer, log: Logger): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    void server.close().then(
      () => process.exit(0),
      error => {
        log.error({ err: error }, 'did not end well');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/**
 * The handler for uncaught errors: each is logged as a bug, and the process continues. Answered writes are on disk by
 * then, and each part refuses or ends what it could not complete. Call it once the server is ready.
 */
function surviveErrors(log: Logger): void {
  process.on('uncaughtException', error => log.error({ err: error }, 'a bug: no part handled this error'));
}
