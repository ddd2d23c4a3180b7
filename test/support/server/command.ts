import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a script under Node until it exits, TypeScript as `npm run` does. */
export async function runScript(
  script: string,
  { args = [], env = {}, cwd }: { args?: string[]; env?: Record<string, string>; cwd?: string } = {},
): Promise<Ended> {
  const root = resolve(__dirname, '../../..');
  const loader = script.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const child = spawn(process.execPath, [...loader, resolve(root, script), ...args], {
    cwd: cwd ?? root,
    env: { ...process.env, ...env },
  });
  const ended: Ended = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (ended.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (ended.stderr += chunk.toString()));
  [ended.code] = (await once(child, 'close')) as [number | null];
  return ended;
}
