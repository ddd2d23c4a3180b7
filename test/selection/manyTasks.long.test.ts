/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import '../support/app/noComplaints';
import { selectEntries, undoRequested, redoRequested } from '../../src/history/historySlice';
import { manyRequested, type ManyChange } from '../../src/tasks/selecting/manyTasks';
import { selectTask, selectTaskSync } from '../../src/tasks/tasksSelectors';
import { selectTrash } from '../../src/trash/trashSelectors';
import { trashRequested } from '../../src/trash/trashSlice';
import { editOf, taskOf } from '../support/devices/acts';
import { openDevice, openTwoDevices, type Page } from '../support/devices/devices';
import type { FakeDatabase } from '../support/devices/fakeDatabase';
import { times } from '../support/long';
import { taskRecord } from '../support/app/operations';
import { advance, MINUTES_10 } from '../support/app/time';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

const TOMORROW = '2026-03-11';
const toTomorrow: ManyChange = { type: 'move', to: { taskDueDay: TOMORROW } };

/** A device that shows so many tasks. */
async function open(count: number) {
  const ids = Array.from({ length: count }, (_, n) => n + 1);
  const tasks = Object.fromEntries(ids.map(id => [`k${id}`, taskRecord(id)]));
  return { ids, ...(await openDevice({ tasks })) };
}
const dueDays = (page: Page, ids: number[]) =>
  new Set(ids.map(id => selectTask(page.getState(), id)?.taskDueDay));
const storedDays = ({ lists }: FakeDatabase) =>
  new Set(Object.values(lists.tasks!).map(record => (record as { taskDueDate: string }).taskDueDate));

describe('Several tasks that are moved together', () => {
  test('are one step of the history, which one Undo takes back and one Redo makes again', async () => {
    const { ids, database, page } = await open(3);
    const before = dueDays(page, ids);
    page.dispatch(manyRequested(ids, toTomorrow));
    await advance(50);
    expect(dueDays(page, ids)).toEqual(new Set([TOMORROW]));
    expect(selectEntries(page.getState()).map(({ steps }) => steps.length)).toEqual([3]);
    await advance(MINUTES_10);
    expect(storedDays(database)).toEqual(new Set([`${TOMORROW}T00:00:00.000Z`]));
    await page.send(undoRequested());
    expect(dueDays(page, ids)).toEqual(before);
    expect(storedDays(database)).not.toContain(`${TOMORROW}T00:00:00.000Z`);
    await page.send(redoRequested());
    expect(storedDays(database)).toEqual(new Set([`${TOMORROW}T00:00:00.000Z`]));
    expect(page.unsent()).toBe(0);
  });

  test('offline are kept over a reload, and still one step to undo', async () => {
    const { ids, database, a: device, page: first } = await open(3);
    device.goOffline();
    first.dispatch(manyRequested(ids, { type: 'move', to: { taskList: 'work' } }));
    await advance(50);
    first.kill();
    const page = await device.open();
    await device.reconnect();
    const lists = () =>
      Object.values(database.lists.tasks!).map(record => (record as { taskList: string }).taskList);
    expect(lists()).toEqual(['work', 'work', 'work']);
    await page.send(undoRequested());
    expect(lists()).toEqual(['personal', 'personal', 'personal']);
  });

  test('are taken back all at once by an Undo right after the move', async () => {
    const { ids, database, page } = await open(times(30, 120));
    const before = storedDays(database);
    page.dispatch(manyRequested(ids, toTomorrow));
    await jest.advanceTimersByTimeAsync(0);
    expect(dueDays(page, ids)).toEqual(new Set([TOMORROW]));
    await page.send(undoRequested());
    expect(storedDays(database)).toEqual(before);
    expect(dueDays(page, ids).has(TOMORROW)).toBe(false);
    expect(page.unsent()).toBe(0);
  });

  test('that are so already, or are not there any more, are left out', async () => {
    const { page } = await open(2);
    const { taskDueDay } = taskOf(page);
    await page.send(manyRequested([1, 2, 999], { type: 'move', to: { taskDueDay } }));
    expect(selectEntries(page.getState())).toEqual([]);
  });
});

test('A move on one device and a new name on another both stay', async () => {
  const { database, a, pageOfA, pageOfB } = await openTwoDevices({ tasks: { k1: taskRecord(1) } });
  a.goOffline();
  pageOfA.dispatch(manyRequested([1], toTomorrow));
  await pageOfB.send(editOf(pageOfB, { taskName: 'Renamed' }));
  await a.reconnect();
  expect(database.lists.tasks).toMatchObject({
    k1: { taskName: 'Renamed', taskDueDate: `${TOMORROW}T00:00:00.000Z` },
  });
  for (const page of [pageOfA, pageOfB])
    expect(taskOf(page)).toMatchObject({ taskName: 'Renamed', taskDueDay: TOMORROW });
  expect(selectTaskSync(pageOfA.getState(), 1)).toEqual(selectTaskSync(pageOfB.getState(), 1));
});

test('Several tasks are ticked, or deleted, as one step', async () => {
  const { ids, database, page } = await open(3);
  page.dispatch(trashRequested());
  await page.send(manyRequested(ids, { type: 'tick', isDone: true }));
  expect(ids.every(id => taskOf(page, id).doneAt !== null)).toBe(true);
  await page.send(undoRequested());
  expect(ids.every(id => taskOf(page, id).doneAt === null)).toBe(true);
  await page.send(manyRequested(ids, { type: 'delete' }));
  expect(database.lists.tasks).toEqual({});
  expect(selectTrash(page.getState())).toHaveLength(3);
  await page.send(undoRequested());
  expect(Object.keys(database.lists.tasks!).sort()).toEqual(['k1', 'k2', 'k3']);
});
