/**
 * `npm run hostile -- [--heap 256] [--size 1] [--rounds 1] [--only TEXT]`: exits with 1 if the server stops serving
 * or does not restart.
 */
import { parseArgs } from 'node:util';
import { runHostile } from './hostile';

const { values } = parseArgs({
  options: {
    heap: { type: 'string', default: '256' },
    size: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
});

async function main(): Promise<void> {
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    const [heapMegabytes, size] = [Number(values.heap), Number(values.size)];
    const plan = { heapMegabytes, size, only: new RegExp(values.only), each: console.log };
    const { steps, restarted, log } = await runHostile(plan);
    console.log(restarted ? 'restarted, with what was stored' : 'DID NOT RESTART');
    if (restarted && steps.every(({ served }) => served)) continue;
    console.log(log.slice(-4_000));
    process.exitCode = 1;
    return;
  }
}

void main();
