// `npm run server`: the embedded Firebase alone, without the app.
import { load } from './lib/typescript.mjs';

await load('server/main.ts').run({ env: process.env, args: process.argv.slice(2) });
