import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface ServerOptions {
  /** A rules file as text or value; by default the product's own rules. */
  rules?: string | object;
  env?: Record<string, string>;
  /** The folder of a built app. */
  dist?: string;
  /** Hashes passwords at the production cost instead of a minimal one. */
  dearPasswords?: boolean;
}

export interface TestServer {
  /** `http://127.0.0.1:PORT`, the same after a restart. */
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly pid: number;
  /** Its log, on stderr. */
  log(): string;
  /** Its output on stdout. */
  output(): string;
  /** Moves the server's clock forward. */
  advance(ms: number): Promise<void>;
  /** Throws an uncaught error in the server, and rejects an unhandled promise. */
  plantErrors(): void;
  /** Sends SIGTERM, waits for the end, removes the data folder; returns the exit code. */
  stop(): Promise<number | null>;
  /** Kills the process like a power cut; the data folder stays. */
  kill9(): Promise<void>;
  /** Restarts it on the same folder and port, after SIGTERM if it is running, with `more` added to its environment. */
  restart(more?: Record<string, string>): Promise<void>;
}

const root = resolve(__dirname, '../../..');
const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach(child => child.kill('SIGKILL')));

/** Starts the real server as a process on a free port with a fresh data folder. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'daywall-'));
  const dataDir = join(folder, 'data');
  const env: Record<string, string> = { DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...options.env };
  if (options.dearPasswords) env['DEAR_PASSWORDS'] = '1';
  if (options.rules !== undefined) {
    env['RULES'] = join(folder, 'rules.json');
    const { rules } = options;
    await writeFile(env['RULES'], typeof rules === 'string' ? rules : JSON.stringify(rules));
  }
  let offset = 0;
  let log = '';
  let output = '';
  let port = 0;
  let child = await start();

  async function start(): Promise<ChildProcess> {
    const args = [
      join(__dirname, 'serverProcess.mjs'),
      String(offset),
      ...(options.dist ? [options.dist] : []),
    ];
    const started = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, PORT: String(port), ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    running.add(started);
    started.once('exit', () => running.delete(started));
    started.stderr!.on('data', (chunk: Buffer) => (log += chunk.toString()));
    started.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()));
    port = await readyPort(started, () => log);
    return started;
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return child.exitCode;
  }

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    get pid() {
      return child.pid!;
    },
    log: () => log,
    output: () => output,
    async advance(ms) {
      offset += ms;
      const moved = once(child, 'message');
      child.send({ offset });
      await moved;
    },
    plantErrors: () => void child.send({ fault: true }),
    async stop() {
      const code = await end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
      return code;
    },
    kill9: async () => void (await end('SIGKILL')),
    async restart(more) {
      Object.assign(env, more);
      await end('SIGTERM');
      child = await start();
    },
  };
}

/** The port in the line that the server prints when it is ready; rejects when it ends before. */
function readyPort(child: ChildProcess, log: () => string): Promise<number> {
  return new Promise((done, failed) => {
    let output = '';
    child.stdout!.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /ready: http:\S*:(\d+)\/\n/.exec(output);
      if (ready) done(Number(ready[1]));
    });
    child.once('close', code => failed(new Error(`The server ended with ${code}: ${log()}`)));
  });
}
