import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { openServer, type RunningServer, type Surroundings } from './app';
import { ConfigError, readConfig, type Config } from './config';
import { surviveErrors } from './lastResort';
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
  /** The words behind the command: `--repair [FOLDER]`, or none. */
  args?: readonly string[];
  /** Called once the server answers requests; prints its address when not given. */
  announce?: (
    url: string,
    hosts: readonly string[],
    operator: { site: string; token: string } | null,
  ) => void;
}

const printReady: NonNullable<Start['announce']> = (url, hosts, operator) => {
  const open = hosts.map(host => `  http://${host}/\n`);
  const heading = open.length > 0 ? 'It answers to the whole network, at these addresses alone:\n' : '';
  const page = operator
    ? `The operator's page is ${operator.site}/admin, its token until the next start ${operator.token}\n`
    : '';
  // Whoever reads the line may be gone afterwards.
  process.stdout
    .on('error', () => undefined)
    .write(`Daywall is ready: ${url}/\n${heading}${open.join('')}${page}`);
};

/** Faults that an operator can mend; each is one sentence. Anything else is a bug and stays loud. */
const expected = [ConfigError, ControlError, RulesError, StoreError];

/** Runs the server as a process: what goes wrong at the start is one sentence and code 1, signals end it cleanly. */
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

/** `--repair [FOLDER]` saves what can be saved of the data folder into another one, and tells about it. */
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

/** The system's reason why an address cannot be had, as a sentence. */
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

/** The first signal drains and ends with 0; a second one does not wait. */
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
