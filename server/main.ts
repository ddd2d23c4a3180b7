import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { openServer, type RunningServer, type Surroundings } from './app';
import { ConfigError, readConfig, type Config } from './config';
import { surviveErrors } from './lastResort';
import { createLog } from './log';
import { RulesError } from './rules/source';
import { ControlError } from './storage/control';
import { StoreError } from './storage/store';

type Environment = Record<string, string | undefined>;
interface Start extends Partial<Pick<Surroundings, 'clock' | 'random' | 'dist'>> {
  env: Environment;
  /** Called once it answers, with where it listens; prints that when left out. */
  announce?: (url: string) => void;
}

const printReady = (url: string) => {
  // Whoever reads the line may be gone afterwards.
  process.stdout.on('error', () => undefined).write(`Daywall is ready: ${url}/\n`);
};

/** What an operator can mend; each is one sentence. Anything else is a bug and stays loud. */
const expected = [ConfigError, ControlError, RulesError, StoreError];

/** Runs the server as a process: what goes wrong at the start is one sentence and code 1, signals end it cleanly. */
export async function run(start: Start): Promise<void> {
  const { env, clock = Date.now, random = randomBytes, dist = null, announce = printReady } = start;
  try {
    const config = readConfig(env);
    const log = createLog(config.logLevel);
    const server = await openServer(config, { clock, random, log, dist }).catch(error =>
      explain(error, config),
    );
    stopOnSignals(server, log);
    surviveErrors(log);
    announce(server.url);
    if (config.publicUrl) log.info({ publicUrl: config.publicUrl.origin }, 'reached through a proxy');
  } catch (error) {
    if (!expected.some(kind => error instanceof kind)) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}

/** What the system says of an address that cannot be had, as a sentence. */
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
