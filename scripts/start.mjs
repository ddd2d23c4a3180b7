// `npm start`: builds the app when it changed, then runs the server with it, in this process.
import { buildIfChanged } from './build.mjs';
import { load } from './typescript.mjs';

if (await buildIfChanged()) await load('server/main.ts').run({ env: process.env, dist: 'dist' });
else {
  console.error('The app could not be built; what webpack says above is why.');
  process.exitCode = 1;
}
