// The packages that only `npm run test:hosted` needs: 230 MB that a plain `npm ci` leaves out. They are installed
// into .cache/hosted by the lockfile here, without optional packages and install scripts, which would download more.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { needsInstall } from '../../scripts/prepare.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The folder of the packages. */
export const PACKAGES = join(root, '.cache', 'hosted');

/** Installs the packages of the lockfile unless they are installed; false if npm fails. */
export function installPackages() {
  mkdirSync(PACKAGES, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(folder, file), join(PACKAGES, file));
  copyFileSync(join(root, '.npmrc'), join(PACKAGES, '.npmrc'));
  if (!needsInstall(PACKAGES)) return true;
  console.log('Installing firebase-tools into .cache/hosted …');
  const npm = process.env.npm_execpath;
  const command = npm ? [process.execPath, npm] : ['npm'];
  const args = [...command.slice(1), 'ci', '--omit=optional', '--ignore-scripts'];
  return spawnSync(command[0], args, { cwd: PACKAGES, stdio: 'inherit' }).status === 0;
}
