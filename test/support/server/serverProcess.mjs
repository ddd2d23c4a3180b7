// The real server as a separate process, with a clock and errors controlled by the test: `serverProcess.mjs OFFSET
// [DIST]`. Password hashes are cheap unless DEAR_PASSWORDS is set.
import { load } from '../../../scripts/lib/typescript.mjs';

let offset = Number(process.argv[2]);
const dist = process.argv[3] ?? null;
process.on('message', message => {
  if (message.fault) {
    setTimeout(() => {
      throw new Error('a planted error');
    });
    void Promise.reject(new Error('a planted rejection'));
    return;
  }
  offset = message.offset;
  process.send('moved');
});
process.channel?.unref();
const passwordCost = process.env.DEAR_PASSWORDS ? undefined : { N: 16, r: 1, p: 1 };
await load('server/main.ts').run({
  env: process.env,
  clock: () => Date.now() + offset,
  dist,
  passwordCost,
});
