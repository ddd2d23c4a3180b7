/** The hostile set in small: `npm run hostile` is the whole of it. */
import { runHostile } from './hostile';

jest.setTimeout(600_000);

test('with a heap of 256 MB a hostile set of requests leaves it serving and restarting', async () => {
  const { steps, restarted } = await runHostile({ heapMegabytes: 256, size: 0.25 });
  expect(steps.filter(({ served }) => !served)).toEqual([]);
  expect(steps).toHaveLength(11);
  expect(restarted).toBe(true);
});
