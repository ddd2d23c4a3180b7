// Runs before `npm start`: checks Node and installs the lockfile's packages. Imports only Node's own modules, because
// no package may be installed yet.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Why this Node cannot run the project; null if it can. */
export function nodeProblem(version) {
  const [major, minor] = version.split('.').map(Number);
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major > 22;
  return fits
    ? null
    : `Daywall needs Node 24, or 20 (from 20.19), 22 (from 22.13) or newer; this is Node ${version}.`;
}

/**
 * True when a package of the lockfile is missing or has another version. npm lists installed packages in
 * `node_modules/.package-lock.json`, as its last step; missing optional packages are those for other systems.
 */
export function needsInstall(folder) {
  const wanted = packagesOf(join(folder, 'package-lock.json'));
  const installed = packagesOf(join(folder, 'node_modules', '.package-lock.json'));
  return Object.entries(wanted).some(([path, { version, optional }]) => {
    if (path === '') return false;
    return installed[path] ? installed[path].version !== version : !optional;
  });
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return {};
  }
}

function prepare(folder) {
  const problem = nodeProblem(process.versions.node);
  if (problem) return fail(problem);
  if (!needsInstall(folder)) return;
  console.log('Installing the packages of package-lock.json …');
  const npm = process.env.npm_execpath;
  const [command, ...args] = npm ? [process.execPath, npm, 'ci'] : ['npm', 'ci'];
  const { status } = spawnSync(command, args, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) fail('The packages could not be installed; what npm says above is why.');
}

function fail(sentence) {
  console.error(sentence);
  process.exitCode = 1;
}

const thisFile = fileURLToPath(import.meta.url);
if (process.argv[1] && resolve(process.argv[1]) === thisFile) prepare(resolve(thisFile, '../..'));
