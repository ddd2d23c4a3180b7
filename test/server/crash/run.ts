/** The long crash tests, of a server and of its follower: `npm run crash [seed]`. */
import { runCrash } from './crash';
import { runFollowCrash } from './follow';

async function main(): Promise<void> {
  const seed = Number(process.argv[2] ?? Math.floor(Math.random() * 2 ** 31));
  if (!Number.isInteger(seed)) throw new Error('The seed is a whole number: npm run crash 7');
  console.log(`seed ${seed}`);
  const result = await runCrash({ writes: 10_000, clients: 20, kills: 20, seed });
  const { answered, kills, lost, resurrected, halves } = result;
  console.log(
    `${answered} answered writes, ${kills} kills: ${lost.length} lost, ${resurrected.length} resurrected, ${halves.length} halves`,
  );
  const followed = await runFollowCrash({ writes: 10_000, clients: 20, losses: 10, seed });
  console.log(
    `${followed.answered} answered writes, ${followed.kills} kills, ${followed.losses} lost disks: ${followed.lostMs} ms of writes lost at most, ${followed.wrong.length} wrong`,
  );
  const stories = [...lost, ...resurrected, ...halves, ...followed.wrong];
  for (const story of stories) console.log(story);
  process.exitCode = stories.length === 0 ? 0 : 1;
}

void main();
