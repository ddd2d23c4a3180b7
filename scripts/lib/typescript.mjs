// Loads the server's TypeScript into this process, or its built file.
import { createRequire } from 'node:module';
import { builtServer } from './build.mjs';

const require = createRequire(import.meta.url);
let unregister;

/** @param {string} path relative to the project's folder */
export function load(path) {
  const built = path === 'server/main.ts' ? builtServer() : null;
  if (built) return require(built);
  unregister ??= require('tsx/cjs/api').register();
  return require(`../../${path}`);
}
