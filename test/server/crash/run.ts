/** The long crash tests of the server and of its follower: `npm run crash -- [SEED] [--heap 256]`. */
import { parseArgs } from 'node:util';
import { runCrash } from './crash';
import { runFollowCrash } from './follow';

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
  const result = await runCrash({ writes: 10_000, clients: 20, kills: 20, seed, heapMegabytes });
  const { answered, kills, lost, resurrected, halves } = result;
  console.log(
    `${answered} answered writes, ${kills} kills: ${lost.length} lost, ${resurrected.length} resurrected, ${halves.length} halves`,
  );
  const followed = await runFollowCrash({ writes: 10_000, clients: 20, losses: 10, seed, heapMegabytes });
  console.log(
    `${followed.answered} answered writes, ${followed.kills} kills, ${followed.losses} lost disks: ${followed.lostMs} ms of writes lost at most, ${followed.wrong.length} wrong`,
  );
  const stories = [...lost, ...resurrected, ...halves, ...followed.wrong];
  for (const story of stories) console.log(story);
  process.exitCode = stories.length === 0 ? 0 : 1;
}

void main();
