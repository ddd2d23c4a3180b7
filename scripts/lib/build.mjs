// The production build of app and server, made only when its sources have changed. `npm start` and `npm test` share
// it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = ['src', 'shared', 'public', 'webpack.config.mjs', 'package.json', 'package-lock.json'];

const SERVER_SOURCES = ['server', 'shared', 'firebase.json', 'package-lock.json', 'scripts/lib/build.mjs'];

/** The output folder of the app. The stamp in it is not served, because it is a dotfile. */
export const DIST = path.join(ROOT, 'dist');
const STAMP = path.join(DIST, '.sources');

/** Hashes everything that a build reads; equal sources give equal hashes on every machine. */
export function hashSources(root = ROOT, sources = SOURCES) {
  const hash = createHash('sha256');
  for (const source of sources) {
    const at = path.join(root, source);
    if (!existsSync(at)) continue;
    const files = statSync(at).isDirectory()
      ? readdirSync(at, { recursive: true, withFileTypes: true })
          .filter(entry => entry.isFile())
          .map(entry => path.join(entry.parentPath ?? entry.path, entry.name))
      : [at];
    for (const file of files.sort()) {
      hash
        .update(`${path.relative(root, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

/**
 * Builds into a temporary folder that replaces `dist` when complete, so that a failed build keeps the last one.
 * Resolves with whether it had to build; rejects when webpack fails or is stopped.
 */
export async function buildIfChanged() {
  const built = await buildAppIfChanged();
  return (await buildServerIfChanged()) || built;
}

async function buildAppIfChanged() {
  const sources = hashSources();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return false;
  const next = path.join(ROOT, '.cache', `dist-${process.pid}`);
  try {
    await mkdir(next, { recursive: true });
    await webpack(['--mode', 'production', '--output-path', next]);
    await writeFile(path.join(next, path.basename(STAMP)), sources);
    await keepAssets(DIST, next);
    await rm(DIST, { recursive: true, force: true });
    await rename(next, DIST);
  } finally {
    await rm(next, { recursive: true, force: true });
  }
  return true;
}

/** The server as a single file, which starts in half the time of its modules. As a dotfile it is not served. */
const serverFile = root => path.join(root, 'dist', '.server.cjs');
const serverMark = root => `// ${hashSources(root, SERVER_SOURCES)}\n`;

/** The file of the built server; null when it is missing or was built from other sources. */
export function builtServer(root = ROOT) {
  const file = serverFile(root);
  return existsSync(file) && readFileSync(file, 'utf8').startsWith(serverMark(root)) ? file : null;
}

/** Resolves with whether it had to build. Not bundled are Node's modules, the native one, and what only reminders need. */
export async function buildServerIfChanged(root = ROOT) {
  if (builtServer(root)) return false;
  const { build } = await import('esbuild');
  const next = path.join(root, 'dist', `.server-${process.pid}.cjs`);
  try {
    await build({
      absWorkingDir: root,
      entryPoints: ['server/main.ts'],
      outfile: next,
      bundle: true,
      platform: 'node',
      target: 'node20.19',
      external: ['classic-level', 'web-push'],
      banner: { js: serverMark(root).trim() },
      logLevel: 'error',
    });
    await rename(next, serverFile(root));
  } finally {
    await rm(next, { force: true });
  }
  return true;
}

/** Milliseconds for which the files of earlier builds are still served. */
const ASSETS_KEPT = 30 * 24 * 60 * 60 * 1000;

/** Copies the hashed files of the previous build, so that tabs opened with it can still load their chunks. */
export async function keepAssets(from, to, now = Date.now()) {
  for (const name of await readdir(path.join(from, 'assets')).catch(() => [])) {
    const before = path.join(from, 'assets', name);
    const after = path.join(to, 'assets', name);
    const { mtime } = await stat(before);
    if (existsSync(after) || now - mtime.getTime() > ASSETS_KEPT) continue;
    await copyFile(before, after);
    await utimes(after, mtime, mtime);
  }
}

/** Runs webpack as a child process, which frees its memory at the end, and forwards the signals that end this one. */
async function webpack(args) {
  const cli = createRequire(import.meta.url).resolve('webpack-cli/bin/cli.js');
  const child = spawn(process.execPath, [cli, ...args], { cwd: ROOT, stdio: 'inherit' });
  const stop = signal => child.kill(signal);
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const [code, killedBy] = await once(child, 'close');
  process.off('SIGINT', stop).off('SIGTERM', stop);
  if (code !== 0) throw new Error(`The build failed (${killedBy ?? `exit code ${code}`}).`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log((await buildIfChanged()) ? 'Built into dist/.' : 'dist/ is up to date.');
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
