/** A short run of the crash test; `npm run crash` is the long one. */
import { runCrash } from './crash';

jest.setTimeout(60_000);

test('kills in the middle of writing lose nothing answered, and bring nothing back', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.log(`seed ${seed}`);
  const result = await runCrash({ writes: 1_000, clients: 10, kills: 4, seed, heapMegabytes: 256 });
  expect(result).toMatchObject({ kills: 4, lost: [], resurrected: [], halves: [] });
  expect(result.answered).toBeGreaterThanOrEqual(1_000);
});
