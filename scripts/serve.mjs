// Runs the server with the built app, for a service or a container: needs only production packages, and writes only
// its data.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { DIST } from './lib/build.mjs';
import { load } from './lib/typescript.mjs';

if (existsSync(path.join(DIST, 'index.html')))
  await load('server/main.ts').run({ env: process.env, args: process.argv.slice(2), dist: DIST });
else {
  console.error(`There is no app in ${DIST}: run "npm ci && npm run build" first.`);
  process.exitCode = 1;
}
