import '../../support/app/noComplaints';
import { undoRequested } from '../../../src/history/historySlice';
import { looksDone } from '../../../src/tasks/task';
import { stepRequested, taskTickRequested } from '../../../src/tasks/taskActions';
import { selectTask } from '../../../src/tasks/tasksSelectors';
import { deviceOn, type Page } from '../../support/devices/devices';
import { fakeDatabase } from '../../support/devices/fakeDatabase';
import { taskRecord } from '../../support/app/operations';
import { advance, MINUTES_10 } from '../../support/app/time';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-11-24T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

const bins = { rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', first: '2026-11-24', at: '2026-11-24' };
const filter = { rule: 'FREQ=MONTHLY;INTERVAL=3', first: '2026-11-24', at: '2026-11-24', after: true };

const taskOf = (page: Page) => selectTask(page.getState(), 1)!;

/** Ticks before the code of the rules is loaded. */
function tickEarly(page: Page) {
  const { payload } = taskTickRequested(taskOf(page), true).payload as ReturnType<
    typeof stepRequested
  >['payload'] & { payload: Parameters<typeof stepRequested>[0] };
  const { to: _to, ...early } = payload;
  page.dispatch(stepRequested(early));
}

const began = async (repeat: typeof bins) => {
  const database = fakeDatabase({
    tasks: { t1: taskRecord(1, { taskDueDate: '2026-11-24T00:00:00.000Z' }) },
    repeats: { t1: repeat },
  });
  const device = deviceOn(database);
  const page = await device.open();
  await advance(300);
  return { database, device, page };
};

test.each([
  ['by its rule', bins, '2026-12-01'],
  ['from the tick', filter, '2027-02-24'],
])('A tick without its next day shows as done, and moves on once it is sent: %s', async (_, repeat, next) => {
  const { database, device, page } = await began(repeat);
  device.goOffline();
  tickEarly(page);
  await advance(MINUTES_10);
  // The 5 s are over, and the ticked task still stands where it was.
  expect(taskOf(page)).toMatchObject({ taskDueDay: '2026-11-24', repeat: { at: '2026-11-24' } });
  expect(looksDone(taskOf(page))).toBe(true);
  device.goOnline();
  await advance(MINUTES_10);
  expect(looksDone(taskOf(page))).toBe(false);
  expect(taskOf(page)).toMatchObject({ taskDueDay: next, repeat: { at: next } });
  expect(database.lists.repeats).toMatchObject({ t1: { ...repeat, at: next } });
  page.dispatch(undoRequested());
  await advance(MINUTES_10);
  expect(database.lists.repeats).toEqual({ t1: repeat });
  expect(taskOf(page)).toMatchObject({ taskDueDay: '2026-11-24' });
});

test('Such a tick is not lost with its page, and its box takes it back', async () => {
  const { database, device, page } = await began(bins);
  device.goOffline();
  tickEarly(page);
  await advance(300);
  const next = await device.open();
  await advance(MINUTES_10);
  expect(looksDone(taskOf(next))).toBe(true);
  next.dispatch(taskTickRequested(taskOf(next), false));
  await advance(300);
  expect(looksDone(taskOf(next))).toBe(false);
  device.goOnline();
  await advance(MINUTES_10);
  expect(database.lists.repeats).toEqual({ t1: bins });
  expect(database.lists.occurrences).toEqual({});
});
