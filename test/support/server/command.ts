import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { buildSync } from 'esbuild';

const root = resolve(__dirname, '../../..');

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a script under Node until it exits. */
export async function runScript(
  script: string,
  { args = [], env = {}, cwd }: { args?: string[]; env?: Record<string, string>; cwd?: string } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [...scriptArgs(script), ...args], {
    cwd: cwd ?? root,
    env: { ...process.env, ...env },
  });
  const ended: Ended = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (ended.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (ended.stderr += chunk.toString()));
  [ended.code] = (await once(child, 'close')) as [number | null];
  return ended;
}

/** TypeScript that is run again and again; tsx takes four times a bundle's processor time to start it. */
const BUNDLED = ['backup', 'data', 'keys', 'restore', 'users'].map(name => `scripts/${name}.ts`);
const SOURCES = ['server', 'scripts', 'test/support/server'];
let sources: string | undefined;

/** Node's arguments for a script: its bundle, or the file itself, TypeScript as `npm run` loads it. */
export function scriptArgs(script: string): string[] {
  const file = resolve(root, script);
  if (BUNDLED.includes(relative(root, file))) return [bundleOf(file)];
  return script.endsWith('.ts') ? ['--import', 'tsx', file] : [file];
}

/** The file that holds a script and all that it imports, made anew when a source has changed. */
export function bundleOf(file: string): string {
  // In a folder of the root, as the script is: it finds the program's files above its own.
  const bundle = resolve(root, '.cache', `${basename(file, '.ts')}.cjs`);
  const mark = `// ${(sources ??= hashSources())}\n`;
  if (existsSync(bundle) && readFileSync(bundle, 'utf8').startsWith(mark)) return bundle;
  const next = `${bundle}-${process.pid}`;
  mkdirSync(resolve(root, '.cache'), { recursive: true });
  buildSync({
    entryPoints: [file],
    outfile: next,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    external: ['classic-level'],
    banner: { js: mark.trim() },
    logLevel: 'error',
  });
  renameSync(next, bundle); // at once, because other tests run it
  return bundle;
}

function hashSources(): string {
  const files = SOURCES.flatMap(folder => {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    return names.filter(name => /\.(ts|mjs|json)$/.test(name)).map(name => join(root, folder, name));
  });
  const hash = createHash('sha256');
  for (const file of [join(root, 'package-lock.json'), ...files.sort()])
    hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}
