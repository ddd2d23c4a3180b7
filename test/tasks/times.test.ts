import '../support/app/noComplaints';
import { describeChange } from '../../src/app/store/kinds';
import { redoRequested, selectToast, undoRequested } from '../../src/history/historySlice';
import { taskDeleteRequested, taskTimeRequested } from '../../src/tasks/taskActions';
import { manyRequested } from '../../src/tasks/selecting/manyTasks';
import type { Timing } from '../../src/tasks/task';
import { timingOfStored } from '../../shared/timing';
import { selectTask, selectTaskIdsIn } from '../../src/tasks/tasksSelectors';
import { taskAddAtOnceRequested } from '../../src/tasks/wire/taskAdding';
import { taskFields, taskRecord } from '../support/app/operations';
import { advance, MINUTES_10 } from '../support/app/time';
import { taskOf, tickOf } from '../support/devices/acts';
import { openDevice, type Page } from '../support/devices/devices';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

const open = (lists: Parameters<typeof openDevice>[0] = {}) =>
  openDevice({ tasks: { k1: taskRecord(1, { taskName: 'Call Ana' }) }, ...lists });
const time = (page: Page, timing: Timing | null) => page.send(taskTimeRequested(taskOf(page), timing));
const toast = (page: Page) =>
  describeChange(selectToast(page.getState())!.entry!, { today: '2026-03-10', isUndo: false });

test('A time is stored beside the task with its reminder, as one value, and said', async () => {
  const { database, page } = await open();
  const isSaved = time(page, { time: '14:30', remind: 15 });
  expect(taskOf(page)).toMatchObject({ time: '14:30', remind: 15 });
  await isSaved;
  expect([database.lists.times, database.writes]).toEqual([{ k1: { time: '14:30', remind: 15 } }, ['apply']]);
  expect(toast(page)).toBe('Set 14:30 for “Call Ana”');
  await time(page, { time: '14:30', remind: 60 });
  expect(toast(page)).toBe('Changed the reminder of “Call Ana”');
  await time(page, { time: '09:05' });
  expect(database.lists.times).toEqual({ k1: { time: '09:05' } });
  await time(page, null);
  expect(taskOf(page)).not.toHaveProperty('time');
  expect([database.lists.times, toast(page)]).toEqual([{}, 'Removed the time of “Call Ana”']);
});

test('A time is undone and done again, unless it was changed since', async () => {
  const { database, page } = await open({ times: { k1: { time: '08:00', remind: 5 } } });
  await time(page, { time: '14:30' });
  await page.send(undoRequested());
  expect(database.lists.times).toEqual({ k1: { time: '08:00', remind: 5 } });
  await page.send(redoRequested());
  expect(database.lists.times).toEqual({ k1: { time: '14:30' } });
  database.put('times', 'k1', { time: '20:00' });
  await advance(50);
  await page.send(undoRequested());
  expect(database.lists.times).toEqual({ k1: { time: '20:00' } });
});

test('A time with its day is one step for all tasks, named and undone as one', async () => {
  const tasks = { k1: taskRecord(1), k2: taskRecord(2, { taskDueDate: '' }) };
  const { database, page } = await open({ tasks, times: { k2: { time: '09:05', remind: 5 } } });
  await page.send(manyRequested([1, 2], { type: 'time', day: '2026-03-10', time: '18:00' }));
  expect(database.lists.times).toEqual({ k1: { time: '18:00' }, k2: { time: '18:00', remind: 5 } });
  expect(toast(page)).toBe('Set 18:00 for 2 tasks');
  await page.send(undoRequested());
  expect(database.lists.times).toEqual({ k2: { time: '09:05', remind: 5 } });
  expect(database.lists.tasks).toEqual(tasks);
});

test('A new task has its time and repeat in the same write, and Undo takes it all', async () => {
  const { database, page } = await open({ tasks: {} });
  const repeat = { rule: 'FREQ=DAILY', first: '2026-03-10', at: '2026-03-10' };
  page.dispatch(taskAddAtOnceRequested(taskFields(), { repeat, timing: { time: '14:30', remind: 5 } }));
  const shown = () => selectTaskIdsIn.today(page.getState()).map(id => selectTask(page.getState(), id)!);
  expect(shown()).toMatchObject([{ time: '14:30', remind: 5, repeat }]);
  await advance(MINUTES_10);
  expect(database.writes).toEqual(['apply']);
  expect(Object.values(database.lists.times)).toEqual([{ time: '14:30', remind: 5 }]);
  expect(shown()).toMatchObject([{ time: '14:30', remind: 5, repeat }]);
  await page.send(undoRequested());
  expect([shown(), database.lists.tasks]).toEqual([[], {}]);
});

test('A time stays through the trash, and through each round of what repeats', async () => {
  const times = { k1: { time: '14:30', remind: 5 } };
  const repeat = { rule: 'FREQ=DAILY', first: '2026-03-10', at: '2026-03-10' };
  const { database, page } = await open({ times, repeats: { k1: repeat } });
  await page.send(tickOf(page));
  expect(taskOf(page)).toMatchObject({ taskDueDay: '2026-03-11', ...times.k1 });
  await page.send(taskDeleteRequested(taskOf(page)));
  await page.send(undoRequested());
  expect(taskOf(page)).toMatchObject(times.k1);
  expect(database.lists.times).toEqual(times);
});

test.each([
  [{ time: '14:30', remind: 1.5 }, { time: '14:30' }],
  [{ time: '14:30', remind: 10_081 }, { time: '14:30' }],
  [{ time: '24:00', remind: 5 }, null],
  ['14:30', null],
  [{ remind: 5 }, null],
])('A stored time is read as far as it is readable: %j', (stored, timing) =>
  expect(timingOfStored(stored as never)).toEqual(timing),
);
