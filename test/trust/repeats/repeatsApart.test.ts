import '../../support/app/noComplaints';
import { undoRequested } from '../../../src/history/historySlice';
import { taskDeleteRequested, taskRepeatRequested, taskSkipRequested } from '../../../src/tasks/taskActions';
import type { Repeat } from '../../../src/repeats/repeat';
import { taskOf, tickOf } from '../../support/devices/acts';
import { bins, daysLater, tuesdays } from '../../support/devices/bins';
import type { Page } from '../../support/devices/devices';
import { advance, fakeTime, MINUTES_10 } from '../../support/app/time';

/**
 * Devices that have not heard of each other, in both orders of arrival; docs/rules.md has the case in which an
 * operation waits for the user.
 */

fakeTime('2026-11-24T12:00:00.000Z');

const skip = (page: Page) =>
  page.dispatch(taskSkipRequested(taskOf(page) as Parameters<typeof taskSkipRequested>[0]));

test('A device unaware of a repeat ticks the task off, and unticking brings it back', async () => {
  const { database, devices, pages, expectAt } = await bins(2);
  const [a, b] = pages as [Page, Page];
  await a.send(taskRepeatRequested(taskOf(a), { repeat: null }));
  devices[1]!.goOffline();
  a.dispatch(taskRepeatRequested(taskOf(a), { repeat: tuesdays }));
  await b.send(tickOf(b));
  await devices[1]!.reconnect();
  expect(database.lists).toMatchObject({ repeats: { t1: tuesdays }, occurrences: {} });
  expect(database.lists.done).toHaveProperty('t1');
  await a.send(tickOf(a, false));
  expectAt('2026-11-24', []);
});

/** Two devices change the same occurrence, and their changes arrive in this order; returns the open day afterwards. */
async function inOrder(
  repeat: Repeat,
  acts: readonly [(page: Page) => Promise<void>, (page: Page) => Promise<void>],
  order: readonly [number, number],
) {
  const { database, devices, pages } = await bins(2, { repeat });
  for (const device of devices) device.goOffline();
  for (const [n, act] of acts.entries()) await act(pages[n]!);
  for (const n of order) {
    await devices[n]!.reconnect();
  }
  return (database.lists.repeats.t1 as Repeat | undefined)?.at ?? null;
}
const tickNow = async (page: Page) => {
  await page.send(tickOf(page), 300);
};

test('A count from the tick counts a day that two devices tick once', async () => {
  const repeat: Repeat = { rule: 'FREQ=DAILY;COUNT=2', first: '2026-11-24', at: '2026-11-24', after: true };
  const acts = [
    tickNow,
    async (page: Page) => {
      daysLater(3);
      await tickNow(page);
    },
  ] as const;
  expect(await inOrder(repeat, acts, [0, 1])).toBe('2026-11-28');
  jest.setSystemTime(Date.parse('2026-11-24T12:00:00.000Z'));
  expect(await inOrder(repeat, acts, [1, 0])).toBe('2026-11-28');
});

test('Of a skip ahead of its day and the tick of the next, the one made last stands', async () => {
  const repeat: Repeat = {
    rule: 'FREQ=DAILY;INTERVAL=3',
    first: '2026-12-24',
    at: '2026-12-24',
    after: true,
  };
  const skipNow = async (page: Page) => {
    skip(page);
    await advance(300);
  };
  const both = async (page: Page) => {
    await skipNow(page);
    await tickNow(page);
  };
  expect(await inOrder(repeat, [skipNow, both], [0, 1])).toBe('2026-11-27');
  jest.setSystemTime(Date.parse('2026-11-24T12:00:00.000Z'));
  expect(await inOrder(repeat, [skipNow, both], [1, 0])).toBe('2026-11-27');
});

test('An undo that arrives beside a tick of the next day does not go back over that', async () => {
  const { devices, pages, expectAt } = await bins(2);
  const [a, b] = pages as [Page, Page];
  await tickNow(a);
  await advance(MINUTES_10);
  devices[0]!.before('apply', async () => {
    await b.send(tickOf(b), 300);
  });
  await a.send(undoRequested());
  expectAt('2026-12-08', ['2026-12-01']);
});

test('A deletion takes along a later tick of the same day that arrives meanwhile', async () => {
  const repeat: Repeat = {
    rule: 'FREQ=DAILY;INTERVAL=7',
    first: '2026-11-24',
    at: '2026-11-24',
    after: true,
  };
  const { database, devices, pages } = await bins(2, { repeat });
  const [a, b] = pages as [Page, Page];
  devices[1]!.goOffline();
  await tickNow(a);
  await advance(MINUTES_10);
  await tickNow(b);
  const earlier = database.lists.repeats.t1 as Repeat;
  let later = earlier;
  devices[0]!.before('apply', async () => {
    await devices[1]!.reconnect();
    later = database.lists.repeats.t1 as Repeat;
  });
  await a.send(taskDeleteRequested(taskOf(a)));
  await advance(MINUTES_10); // the first ten minutes may end within its `apply`
  expect(later).toEqual({ ...earlier, since: expect.any(String) });
  expect(later.since! > earlier.since!).toBe(true);
  expect(database.lists).toMatchObject({ tasks: {}, repeats: { t1: later } });
  expect([a.unsent(), b.unsent()]).toEqual([0, 0]);
});
