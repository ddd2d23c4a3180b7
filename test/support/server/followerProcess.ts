import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { scriptArgs } from './command';

const root = resolve(__dirname, '../../..');
const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach(child => child.kill('SIGKILL')));

/** Starts `npm run backup -- --follow` for a data folder, as a process that a test can kill. */
export function startFollowerProcess(
  dataDir: string,
  target: string,
  env: Record<string, string> = {},
): ChildProcess {
  const args = [...scriptArgs('scripts/backup.ts'), '--follow', target];
  const follower = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env, DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  running.add(follower);
  follower.once('exit', () => running.delete(follower));
  return follower;
}
