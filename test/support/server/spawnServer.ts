/** Starts `databaseProcess.ts`, and ends it one way or the other. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bundleOf } from './command';

export type ServerProcess = {
  host: string;
  process: ChildProcess;
  /** Resolves once the process is gone. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
};

/** `fileKilobytes` makes the operating system refuse longer files, as a full disk would. */
export async function spawnServer(
  folder: string,
  { fileKilobytes }: { fileKilobytes?: number } = {},
): Promise<ServerProcess> {
  const script = bundleOf(join(__dirname, 'databaseProcess.ts'));
  const args = [script, folder];
  const limited = [
    '-c',
    `trap '' XFSZ; ulimit -f ${fileKilobytes}; exec "$0" "$@"`,
    process.execPath,
    ...args,
  ];
  const [command, options] = fileKilobytes ? ['bash', limited] : [process.execPath, args];
  const child = spawn(command, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout! });
  const line = await Promise.race([
    once(lines, 'line'),
    exited.then(([code]) => Promise.reject(new Error(`ended: ${code}`))),
  ]);
  const { host } = JSON.parse(String((line as [string])[0])) as { host: string };
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    await exited;
  };
  return { host, process: child, end };
}
