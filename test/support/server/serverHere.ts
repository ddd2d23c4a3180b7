import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openServer, type RunningServer } from '../../../server/app';
import { createLog } from '../../../server/log';
import { readConfig } from '../../../server/settings/config';
import type { ServerOptions, TestServer } from './server';

export type ServerHere = Pick<
  TestServer,
  'url' | 'port' | 'dataDir' | 'log' | 'advance' | 'restart' | 'stop'
> & { hosts: readonly string[] };

/** The real server in the test's own process, on a free port with a fresh data folder: cheap, but not to be killed. */
export async function startHere(options: ServerOptions = {}): Promise<ServerHere> {
  const folder = await mkdtemp(join(tmpdir(), 'daywall-'));
  const env: Record<string, string> = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn', ...options.env };
  if (options.rules !== undefined) {
    env['RULES'] = join(folder, 'rules.json');
    const { rules } = options;
    await writeFile(env['RULES'], typeof rules === 'string' ? rules : JSON.stringify(rules));
  }
  let offset = 0;
  let log = '';
  let port = 0;
  let running = await start();

  async function start(): Promise<RunningServer> {
    const config = readConfig({ PORT: String(port), ...env });
    const server = await openServer(config, {
      clock: () => Date.now() + offset,
      random: randomBytes,
      log: createLog(config.logLevel, { write: line => (log += line) }),
      dist: options.dist ?? null,
      version: 'test',
      passwordCost: options.dearPasswords ? undefined : { N: 16, r: 1, p: 1 },
    });
    port = Number(new URL(server.url).port);
    return server;
  }

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDir: env['DATA_DIR']!,
    hosts: running.hosts,
    log: () => log,
    advance: async ms => void (offset += ms),
    async restart(more) {
      Object.assign(env, more);
      await running.close();
      running = await start();
    },
    async stop() {
      await running.close();
      await rm(folder, { recursive: true, force: true });
      return 0;
    },
  };
}
