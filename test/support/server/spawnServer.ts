/** Starts `databaseProcess.ts`, and ends it one way or the other. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bundleOf } from './command';

export type ServerProcess = {
  host: string;
  /** Milliseconds from the start of opening the data to listening. */
  startMs: number;
  process: ChildProcess;
  /** The process's memory, garbage collected before. */
  memory(): Promise<NodeJS.MemoryUsage>;
  /** Resolves once the process is gone. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
};

/** `fileKilobytes` makes the operating system refuse longer files, as a full disk would. */
export async function spawnServer(
  folder: string,
  { fileKilobytes, heapMegabytes }: { fileKilobytes?: number; heapMegabytes?: number } = {},
): Promise<ServerProcess> {
  const script = bundleOf(join(__dirname, 'databaseProcess.ts'));
  const heap = heapMegabytes === undefined ? [] : [`--max-old-space-size=${heapMegabytes}`];
  const args = ['--expose-gc', ...heap, script, folder];
  const limited = [
    '-c',
    `trap '' XFSZ; ulimit -f ${fileKilobytes}; exec "$0" "$@"`,
    process.execPath,
    ...args,
  ];
  const [command, options] = fileKilobytes ? ['bash', limited] : [process.execPath, args];
  const child = spawn(command, options, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout! });
  const line = await Promise.race([
    once(lines, 'line'),
    exited.then(([code]) => Promise.reject(new Error(`ended: ${code}`))),
  ]);
  const { host, startMs } = JSON.parse(String((line as [string])[0])) as { host: string; startMs: number };
  const memory = async () => {
    child.send('memory');
    const [usage] = (await once(child, 'message')) as [NodeJS.MemoryUsage];
    return usage;
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    await exited;
  };
  return { host, startMs, process: child, memory, end };
}
