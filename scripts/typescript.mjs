// Loads the server's TypeScript into this process.
import { createRequire } from 'node:module';
import { register } from 'tsx/cjs/api';

register();
const require = createRequire(import.meta.url);

/** @param {string} path relative to the project's folder */
export const load = path => require(`../${path}`);
