// Builds the app when what it is made from has changed since the last build.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = ['src', 'public', 'webpack.config.ts', '.babelrc', 'tsconfig.json', 'package-lock.json'];
const marker = join('dist', '.sources');

/** Resolves to true when `dist` holds the app of these sources, built now or before. */
export async function buildIfChanged() {
  const hash = hashOf(sources);
  if (existsSync(marker) && readFileSync(marker, 'utf8') === hash && existsSync('dist/index.html'))
    return true;
  console.log('Building the app …');
  rmSync(marker, { force: true });
  if ((await runBuild()) !== 0) return false;
  writeFileSync(marker, hash);
  return true;
}

/** One hash over the names and contents of all files under the paths. */
function hashOf(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesUnder)) {
    const content = readFileSync(file);
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap(name => filesUnder(join(path, name)));
}

/** `npm run build`, ended with us; resolves to its exit code. */
function runBuild() {
  const npm = process.env.npm_execpath;
  const [command, ...args] = npm ? [process.execPath, npm] : ['npm'];
  const child = spawn(command, [...args, 'run', '--silent', 'build'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const stop = () => child.kill();
  process.on('exit', stop);
  return new Promise(resolve => {
    child.on('error', () => resolve(1));
    child.on('close', code => {
      process.off('exit', stop);
      resolve(code);
    });
  });
}
