/** The long crash test of the server and of its follower: `npm run crash -- [SEED] [--heap 256]`. */
import { parseArgs } from 'node:util';
import { runCrash } from './crash';

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { heap: { type: 'string', default: '256' } },
    allowPositionals: true,
  });
  const seed = Number(positionals[0] ?? Math.floor(Math.random() * 2 ** 31));
  const heapMegabytes = Number(values.heap);
  if (![seed, heapMegabytes].every(Number.isInteger))
    throw new Error('The seed and --heap are whole numbers: npm run crash -- 7 --heap 256');
  console.log(`seed ${seed}, heap of ${heapMegabytes} MB`);
  const result = await runCrash({ writes: 20_000, clients: 20, losses: 10, seed, heapMegabytes });
  console.log(
    `${result.answered} answered writes, ${result.kills} kills, ${result.losses} lost disks: ${result.lostMs} ms of writes lost at most, ${result.wrong.length} wrong`,
  );
  for (const story of result.wrong) console.log(story);
  process.exitCode = result.wrong.length === 0 ? 0 : 1;
}

void main();
