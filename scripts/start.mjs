// `npm start`: builds the app if it changed, then runs the server with it, in this process.
import { buildIfChanged, DIST } from './lib/build.mjs';
import { load } from './lib/typescript.mjs';

const problem = await buildIfChanged().then(
  () => null,
  error => error,
);
if (problem) {
  console.error(`${problem.message} What webpack says above is why.`);
  process.exitCode = 1;
} else await load('server/main.ts').run({ env: process.env, args: process.argv.slice(2), dist: DIST });
