/** Some hostile attacks in a small size; `hostile.long.test.ts` and `npm run hostile` have all. */
import { runHostile } from './hostile';

jest.setTimeout(120_000);

test('with a heap of 256 MB hostile requests leave it serving and restarting', async () => {
  const only = /half a|bounds of|writes of .* by|end of a connection|do not read|numbers, three/;
  const { steps, restarted } = await runHostile({ heapMegabytes: 256, size: 0.1, only });
  expect(steps.filter(({ served }) => !served)).toEqual([]);
  expect(steps).toHaveLength(9);
  expect(restarted).toBe(true);
});
