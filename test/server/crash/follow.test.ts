/** A short run of the crash test of followers; `npm run crash` is the long one. */
import { runFollowCrash } from './follow';

jest.setTimeout(180_000);

test('whoever is killed, a lost disk costs 2 s of writes at most, and no halves', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.log(`seed ${seed}`);
  const result = await runFollowCrash({ writes: 1_000, clients: 10, losses: 2, seed, heapMegabytes: 256 });
  expect(result.wrong).toEqual([]);
  expect(result.losses).toBeGreaterThanOrEqual(2);
  expect(result.answered).toBeGreaterThanOrEqual(1_000);
});
