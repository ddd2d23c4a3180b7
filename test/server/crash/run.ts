/** The long crash test: `npm run crash [seed]`. */
import { runCrash } from './crash';

async function main(): Promise<void> {
  const seed = Number(process.argv[2] ?? Math.floor(Math.random() * 2 ** 31));
  if (!Number.isInteger(seed)) throw new Error('The seed is a whole number: npm run crash 7');
  console.log(`seed ${seed}`);
  const result = await runCrash({ writes: 10_000, clients: 20, kills: 20, seed });
  const { answered, kills, lost, resurrected, halves } = result;
  console.log(
    `${answered} answered writes, ${kills} kills: ${lost.length} lost, ${resurrected.length} resurrected, ${halves.length} halves`,
  );
  const stories = [...lost, ...resurrected, ...halves];
  for (const story of stories) console.log(story);
  process.exitCode = stories.length === 0 ? 0 : 1;
}

void main();
