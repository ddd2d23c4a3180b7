/** `npm run fuzz -- [--seconds 60] [--seed N] [--heap 256]`: exits with 1 if it has findings. */
import { parseArgs } from 'node:util';
import { runFuzz } from './fuzz';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { seconds: { type: 'string' }, seed: { type: 'string' }, heap: { type: 'string' } },
  });
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const [seconds, heapMegabytes] = [Number(values.seconds ?? 60), Number(values.heap ?? 256)];
  if (![seed, seconds, heapMegabytes].every(Number.isFinite))
    throw new Error('--seconds, --seed and --heap are numbers');
  console.log(`seed ${seed}, ${seconds} s, heap of ${heapMegabytes} MB`);
  const { rounds, counts, findings } = await runFuzz({ seed, seconds, heapMegabytes, tell: console.log });
  console.log(
    `${rounds} rounds: ${Object.entries(counts)
      .map(([what, times]) => `${times} ${what}`)
      .join(', ')}`,
  );
  console.log(`${findings.length} findings`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}

void main();
