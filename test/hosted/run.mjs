// `npm run test:hosted [-- FILE]`: the build on Firebase's own emulators, and the rules in a second implementation.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildIfChanged } from '../../scripts/lib/build.mjs';
import { installPackages } from './packages.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
if (!installPackages()) {
  console.error('The packages could not be installed; what npm says above is why.');
  process.exit(1);
}
await buildIfChanged();
const run = (args, env = {}) =>
  spawnSync('npx', args, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1;
const [...stories] = process.argv.slice(2);
const emulators = run(['playwright', 'test', '--config', 'test/hosted/playwright.config.mts', ...stories]);
const rules = run(['jest', '--forceExit', 'test/server/rules/product'], { RULES_BY: 'targaryen' });
process.exitCode = emulators || rules;
