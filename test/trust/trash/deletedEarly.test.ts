import '../../support/app/noComplaints';
import { undoRequested } from '../../../src/history/historySlice';
import type { Repeat } from '../../../src/repeats/repeat';
import type { Json } from '../../../src/services/database';
import { taskDeleteRequested } from '../../../src/tasks/taskActions';
import { selectTask } from '../../../src/tasks/tasksSelectors';
import { deviceOn, type Page } from '../../support/devices/devices';
import { fakeDatabase } from '../../support/devices/fakeDatabase';
import { taskRecord } from '../../support/app/operations';
import { advance, MINUTES_10 } from '../../support/app/time';

/** Deletions of a repeating task by a page that does not know all its occurrences. */

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-11-24T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

const tuesdays: Repeat = { rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', first: '2026-11-03', at: '2026-11-24' };
const done = '2026-11-10T08:00:00.000Z';
const logbook = { '2026-11-03': done, '2026-11-10': done, '2026-11-10-parts': '2/3' };
const older = '2026-11-17';

const begin = (repeats: Record<string, Json> = { t1: { ...tuesdays } }) => {
  const task = taskRecord(1, { taskName: 'Bins', taskDueDate: '2026-11-24T00:00:00.000Z' });
  return fakeDatabase({ tasks: { t1: task }, repeats, occurrences: { t1: logbook } });
};
const remove = (page: Page) => page.dispatch(taskDeleteRequested(selectTask(page.getState(), 1)!));
type Database = ReturnType<typeof begin>;
const copyIn = ({ lists }: Database) => lists['trash/tasks'].t1 as { beside: { occurrences: Json } };

test.each([
  ['that repeats', { t1: { ...tuesdays } }],
  ['whose repeat ended', {}],
])('A task %s takes its logbook along, before that has been read', async (_name, repeats) => {
  const database = begin(repeats);
  const device = deviceOn(database);
  // The live connection delivers nothing, so late events do not interfere.
  device.stopLiveEvents();
  const page = await device.open();
  expect(selectTask(page.getState(), 1)).not.toHaveProperty('occurrences');
  remove(page);
  await advance(MINUTES_10);
  expect(copyIn(database).beside.occurrences).toEqual(logbook);
  page.dispatch(undoRequested());
  await advance(MINUTES_10);
  expect(database.lists.occurrences).toEqual({ t1: logbook });
});

test('A deletion takes along what was noted of an older occurrence since it was read', async () => {
  const database = begin();
  const device = deviceOn(database);
  const page = await device.open();
  await advance(300);
  device.before('apply', () => database.put('occurrences', 't1', { ...logbook, [older]: done }));
  remove(page);
  await advance(MINUTES_10);
  expect(copyIn(database).beside.occurrences).toEqual({ ...logbook, [older]: done });
});

test('A deletion leaves out what another device took back of an older occurrence since', async () => {
  const database = begin();
  const device = deviceOn(database);
  const page = await device.open();
  await advance(300);
  device.before('apply', () => database.put('occurrences', 't1', { '2026-11-03': done }));
  remove(page);
  await advance(MINUTES_10);
  expect(copyIn(database).beside.occurrences).toEqual({ '2026-11-03': done });
});

test('A deletion whose logbook is known reads nothing more', async () => {
  const database = begin();
  const device = deviceOn(database);
  const page = await device.open();
  await advance(300);
  let reads = 0;
  device.before('read', () => (reads += 1));
  remove(page);
  await advance(300);
  expect([database.writes, reads, copyIn(database).beside.occurrences]).toEqual([['apply'], 0, logbook]);
});
