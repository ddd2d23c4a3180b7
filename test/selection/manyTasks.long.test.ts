/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import '../support/app/noComplaints';
import { selectEntries, undoRequested, redoRequested } from '../../src/history/historySlice';
import { manyRequested, type ManyChange } from '../../src/tasks/selecting/manyTasks';
import { fieldsOf } from '../../src/tasks/task';
import { taskSaveRequested } from '../../src/tasks/taskActions';
import { selectTask, selectTaskSync } from '../../src/tasks/tasksSelectors';
import { selectTrash } from '../../src/trash/trashSelectors';
import { trashRequested } from '../../src/trash/trashSlice';
import { deviceOn, type Page } from '../support/devices/devices';
import { fakeDatabase } from '../support/devices/fakeDatabase';
import { times } from '../support/long';
import { taskRecord } from '../support/app/operations';
import { advance, MINUTES_10 } from '../support/app/time';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

const TOMORROW = '2026-03-11';
const toTomorrow: ManyChange = { type: 'move', to: { taskDueDay: TOMORROW } };

function world(count: number) {
  const ids = Array.from({ length: count }, (_, n) => n + 1);
  const database = fakeDatabase({ tasks: Object.fromEntries(ids.map(id => [`k${id}`, taskRecord(id)])) });
  return { ids, database, device: deviceOn(database) };
}
const dueDays = (page: Page, ids: number[]) =>
  new Set(ids.map(id => selectTask(page.getState(), id)?.taskDueDay));
const storedDays = ({ lists }: ReturnType<typeof fakeDatabase>) =>
  new Set(Object.values(lists.tasks!).map(record => (record as { taskDueDate: string }).taskDueDate));

describe('Several tasks that are moved together', () => {
  test('are one step of the history, which one Undo takes back and one Redo makes again', async () => {
    const { ids, database, device } = world(3);
    const page = await device.open();
    await advance(MINUTES_10);
    const before = dueDays(page, ids);
    page.dispatch(manyRequested(ids, toTomorrow));
    await advance(50);
    expect(dueDays(page, ids)).toEqual(new Set([TOMORROW]));
    expect(selectEntries(page.getState()).map(({ steps }) => steps.length)).toEqual([3]);
    await advance(MINUTES_10);
    expect(storedDays(database)).toEqual(new Set([`${TOMORROW}T00:00:00.000Z`]));
    page.dispatch(undoRequested());
    await advance(MINUTES_10);
    expect(dueDays(page, ids)).toEqual(before);
    expect(storedDays(database)).not.toContain(`${TOMORROW}T00:00:00.000Z`);
    page.dispatch(redoRequested());
    await advance(MINUTES_10);
    expect(storedDays(database)).toEqual(new Set([`${TOMORROW}T00:00:00.000Z`]));
    expect(page.unsent()).toBe(0);
  });

  test('offline are kept over a reload, and still one step to undo', async () => {
    const { ids, database, device } = world(3);
    const first = await device.open();
    await advance(MINUTES_10);
    device.goOffline();
    first.dispatch(manyRequested(ids, { type: 'move', to: { taskList: 'work' } }));
    await advance(50);
    first.kill();
    const page = await device.open();
    device.goOnline();
    await advance(MINUTES_10);
    const lists = () =>
      Object.values(database.lists.tasks!).map(record => (record as { taskList: string }).taskList);
    expect(lists()).toEqual(['work', 'work', 'work']);
    page.dispatch(undoRequested());
    await advance(MINUTES_10);
    expect(lists()).toEqual(['personal', 'personal', 'personal']);
  });

  test('are taken back all at once by an Undo right after the move', async () => {
    const { ids, database, device } = world(times(30, 120));
    const page = await device.open();
    await advance(MINUTES_10);
    const before = storedDays(database);
    page.dispatch(manyRequested(ids, toTomorrow));
    await jest.advanceTimersByTimeAsync(0);
    expect(dueDays(page, ids)).toEqual(new Set([TOMORROW]));
    page.dispatch(undoRequested());
    await advance(MINUTES_10);
    expect(storedDays(database)).toEqual(before);
    expect(dueDays(page, ids).has(TOMORROW)).toBe(false);
    expect(page.unsent()).toBe(0);
  });

  test('that are so already, or are not there any more, are left out', async () => {
    const { device } = world(2);
    const page = await device.open();
    await advance(MINUTES_10);
    const { taskDueDay } = selectTask(page.getState(), 1)!;
    page.dispatch(manyRequested([1, 2, 999], { type: 'move', to: { taskDueDay } }));
    await advance(MINUTES_10);
    expect(selectEntries(page.getState())).toEqual([]);
  });
});

test('A move on one device and a new name on another both stay', async () => {
  const { database, device } = world(1);
  const other = deviceOn(database);
  const [page, otherPage] = [await device.open(), await other.open()];
  await advance(MINUTES_10);
  device.goOffline();
  page.dispatch(manyRequested([1], toTomorrow));
  const task = selectTask(otherPage.getState(), 1)!;
  otherPage.dispatch(taskSaveRequested(task, fieldsOf(task), { ...fieldsOf(task), taskName: 'Renamed' }));
  await advance(MINUTES_10);
  device.goOnline();
  await advance(MINUTES_10);
  expect(database.lists.tasks).toMatchObject({
    k1: { taskName: 'Renamed', taskDueDate: `${TOMORROW}T00:00:00.000Z` },
  });
  for (const eachPage of [page, otherPage])
    expect(selectTask(eachPage.getState(), 1)).toMatchObject({ taskName: 'Renamed', taskDueDay: TOMORROW });
  expect(selectTaskSync(page.getState(), 1)).toEqual(selectTaskSync(otherPage.getState(), 1));
});

test('Several tasks are ticked, or deleted, as one step', async () => {
  const { ids, database, device } = world(3);
  const page = await device.open();
  await advance(MINUTES_10);
  page.dispatch(trashRequested());
  page.dispatch(manyRequested(ids, { type: 'tick', isDone: true }));
  await advance(MINUTES_10);
  expect(ids.every(id => selectTask(page.getState(), id)!.doneAt !== null)).toBe(true);
  page.dispatch(undoRequested());
  await advance(MINUTES_10);
  expect(ids.every(id => selectTask(page.getState(), id)!.doneAt === null)).toBe(true);
  page.dispatch(manyRequested(ids, { type: 'delete' }));
  await advance(MINUTES_10);
  expect(database.lists.tasks).toEqual({});
  expect(selectTrash(page.getState())).toHaveLength(3);
  page.dispatch(undoRequested());
  await advance(MINUTES_10);
  expect(Object.keys(database.lists.tasks!).sort()).toEqual(['k1', 'k2', 'k3']);
});
