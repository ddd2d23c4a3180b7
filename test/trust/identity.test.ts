import '../support/noComplaints';
import { undoRequested } from '../../src/history/historySlice';
import { taskDeleteRequested, taskSaveRequested, taskTickRequested } from '../../src/tasks/taskActions';
import { fieldsOf } from '../../src/tasks/task';
import { selectTask, selectTaskIdsIn } from '../../src/tasks/tasksSelectors';
import { taskAddRequested } from '../../src/tasks/tasksSlice';
import { deviceOn, type Page } from '../support/devices';
import { fakeDatabase } from '../support/fakeDatabase';
import { taskFields } from '../support/operations';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());
const calm = () => jest.advanceTimersByTimeAsync(10 * 60_000);
const soon = () => jest.advanceTimersByTimeAsync(50);

const tasksOf = (page: Page) =>
  selectTaskIdsIn.personal(page.getState()).map(id => selectTask(page.getState(), id)!);
const taskNamed = (page: Page, name: string) => tasksOf(page).find(({ taskName }) => taskName === name)!;
const namesIn = (records: object) =>
  Object.values(records)
    .map(record => (record as { taskName: string }).taskName)
    .sort();
const edit = (page: Page, name: string, change: Partial<ReturnType<typeof taskFields>>) => {
  const task = taskNamed(page, name);
  page.dispatch(taskSaveRequested(task, fieldsOf(task), { ...fieldsOf(task), ...change }));
};

/** Both devices draw the same taskIds, because they draw from the same numbers. */
async function offlineDevices(descriptions: [string, string] = ['Of A', 'Of B']) {
  const database = fakeDatabase();
  const [a, b] = [deviceOn(database), deviceOn(database)];
  const [pageOfA, pageOfB] = [await a.open(), await b.open()];
  a.goOffline();
  b.goOffline();
  pageOfA.dispatch(taskAddRequested(taskFields({ taskName: 'A', taskDescription: descriptions[0] })));
  pageOfB.dispatch(taskAddRequested(taskFields({ taskName: 'B', taskDescription: descriptions[1] })));
  await soon();
  expect(tasksOf(pageOfA)[0]!.taskId).toBe(tasksOf(pageOfB)[0]!.taskId);
  return { database, a, b, pageOfA, pageOfB };
}

test.each([
  ['with other descriptions', ['Of A', 'Of B']],
  ['without descriptions', ['', '']],
] as [string, [string, string]][])(
  'Two devices that drew the same taskId offline keep both tasks (%s)',
  async (_name, descriptions) => {
    const { database, a, b, pageOfA, pageOfB } = await offlineDevices(descriptions);
    a.goOnline();
    await calm();
    b.goOnline();
    await calm();
    expect(namesIn(database.lists.tasks)).toEqual(['A', 'B']);
    expect(database.lists['trash/tasks']).toEqual({});
    for (const page of [pageOfA, pageOfB]) {
      expect(
        tasksOf(page)
          .map(({ taskName }) => taskName)
          .sort(),
      ).toEqual(['A', 'B']);
      expect(page.unsent()).toBe(0);
    }
  },
);

test('Edits, ticks and deletes behind such adds reach each its own task', async () => {
  const { database, a, b, pageOfA, pageOfB } = await offlineDevices();
  edit(pageOfA, 'A', { taskDescription: 'A, edited' });
  pageOfB.dispatch(taskTickRequested(taskNamed(pageOfB, 'B'), true));
  await soon();
  a.goOnline();
  await calm();
  b.goOnline();
  await calm();
  const keyOf = (name: string) =>
    Object.keys(database.lists.tasks).find(
      key => (database.lists.tasks[key] as { taskName: string }).taskName === name,
    )!;
  expect(database.lists.tasks[keyOf('A')]).toMatchObject({ taskDescription: 'A, edited' });
  expect(database.lists.tasks[keyOf('B')]).toMatchObject({ taskDescription: 'Of B' });
  expect(Object.keys(database.lists.done)).toEqual([keyOf('B')]);
});

test('Undoing an add removes this device’s own task, also after a reload', async () => {
  const { database, a, b, pageOfA } = await offlineDevices();
  b.goOnline();
  await calm();
  a.goOnline();
  await calm();
  pageOfA.kill();
  const again = await a.open();
  await soon();
  again.dispatch(undoRequested());
  await calm();
  expect(namesIn(database.lists.tasks)).toEqual(['B']);
  expect(again.unsent()).toBe(0);
});

test('A lost answer finds this device’s own record beside one of the same number', async () => {
  const { database, a, b, pageOfA } = await offlineDevices();
  b.goOnline();
  await calm();
  // Its first attempt was offline; it is sent anew, arrives, and its answer is lost.
  a.cutOff('addTask');
  a.goOnline();
  await calm();
  a.goOnline();
  await calm();
  expect(namesIn(database.lists.tasks)).toEqual(['A', 'B']);
  edit(pageOfA, 'A', { taskDescription: 'A, edited' });
  pageOfA.dispatch(taskDeleteRequested(taskNamed(pageOfA, 'A')));
  await calm();
  expect(namesIn(database.lists.tasks)).toEqual(['B']);
  expect(JSON.stringify(database.lists['trash/tasks'])).toContain('A, edited');
});

test('An add that waited offline is made, although another of its number was deleted since', async () => {
  const { database, a, b, pageOfA, pageOfB } = await offlineDevices();
  b.goOnline();
  await calm();
  pageOfB.dispatch(taskDeleteRequested(taskNamed(pageOfB, 'B')));
  await soon();
  a.goOnline();
  await calm();
  expect(namesIn(database.lists.tasks)).toEqual(['A']);
  expect(Object.keys(database.lists['trash/tasks'])).toHaveLength(1);
  expect(pageOfA.unsent()).toBe(0);
});

test('An add that waited offline is made, although a record of the same number was made since', async () => {
  const { database, a, b, pageOfA } = await offlineDevices();
  b.goOnline();
  await calm();
  edit(pageOfA, 'A', { taskName: 'A2', taskDescription: 'All new' });
  await soon();
  a.goOnline();
  await calm();
  const everywhere = JSON.stringify([database.lists.tasks, database.lists['trash/tasks']]);
  for (const words of ['A2', 'All new', 'Of B']) expect(everywhere).toContain(words);
  expect(namesIn(database.lists.tasks)).toContain('B');
});
