/** All hostile attacks in a small size, and in full size those that need it. */
import { runHostile } from './hostile';

jest.setTimeout(600_000);

test('with a heap of 256 MB a hostile set of requests leaves it serving and restarting', async () => {
  const { steps, restarted } = await runHostile({ heapMegabytes: 256, size: 0.25 });
  expect(steps.filter(({ served }) => !served)).toEqual([]);
  expect(steps).toHaveLength(21);
  expect(restarted).toBe(true);
});

test.each([
  'accounts at once with 60,000 records',
  'sockets with 2,000 small writes at once',
  'updates of 5,000 keys for the end of a connection',
  'accounts of 19 MB',
])('with a heap of 256 MB the whole attack of %s leaves it serving and restarting', async name => {
  const { steps, restarted } = await runHostile({ heapMegabytes: 256, size: 1, only: new RegExp(name) });
  expect(steps.length).toBeGreaterThan(0);
  expect(steps.filter(({ served }) => !served)).toEqual([]);
  expect(restarted).toBe(true);
});
