import '../support/app/noComplaints';
import { redoRequested, undoRequested } from '../../src/history/historySlice';
import { requestChange } from '../../src/sync/operations';
import { taskDeleteRequested, taskTickRequested } from '../../src/tasks/taskActions';
import type { TaskFields } from '../../src/tasks/task';
import { taskChange } from '../../src/tasks/taskKinds';
import { selectTask, selectTaskIdsIn } from '../../src/tasks/tasksSelectors';
import { taskAddRequested } from '../../src/tasks/tasksSlice';
import { changesOf, editOf } from '../support/devices/acts';
import { openDevice, openTwoDevices, type Page } from '../support/devices/devices';
import { taskFields, taskRecord } from '../support/app/operations';
import { advance, fakeTime, MINUTES_10 } from '../support/app/time';

fakeTime();

const tasksOf = (page: Page) =>
  selectTaskIdsIn.personal(page.getState()).map(id => selectTask(page.getState(), id)!);
const taskNamed = (page: Page, name: string) => tasksOf(page).find(({ taskName }) => taskName === name)!;
const namesIn = (records: object) =>
  Object.values(records)
    .map(record => (record as { taskName: string }).taskName)
    .sort();
const editNamed = (page: Page, name: string, change: Partial<TaskFields>) =>
  editOf(page, change, taskNamed(page, name));

/** Both devices draw the same taskId from the same random numbers. Each POST arrives when its function is called. */
async function devicesOfOneNumber(descriptions: [string, string] = ['Of A', 'Of B']) {
  const { database, a, b, pageOfA, pageOfB } = await openTwoDevices();
  const arrivals = [a.delay('addTask'), b.delay('addTask')] as const;
  pageOfA.dispatch(taskAddRequested(taskFields({ taskName: 'A', taskDescription: descriptions[0] })));
  pageOfB.dispatch(taskAddRequested(taskFields({ taskName: 'B', taskDescription: descriptions[1] })));
  await jest.advanceTimersByTimeAsync(4100); // afterwards they are listed as waiting
  expect(tasksOf(pageOfA)[0]!.taskId).toBe(tasksOf(pageOfB)[0]!.taskId);
  expect(database.writes).toEqual([]);
  const arrive = (arrival: () => void) => async () => {
    arrival();
    await advance(MINUTES_10);
  };
  return {
    ...{ database, a, b, pageOfA, pageOfB },
    arriveOfA: arrive(arrivals[0]),
    arriveOfB: arrive(arrivals[1]),
  };
}

test.each([
  ['with other descriptions', ['Of A', 'Of B']],
  ['without descriptions', ['', '']],
] as [string, [string, string]][])(
  'Two devices that drew the same taskId keep both tasks (%s)',
  async (_name, descriptions) => {
    const { database, pageOfA, pageOfB, arriveOfA, arriveOfB } = await devicesOfOneNumber(descriptions);
    await arriveOfA();
    await arriveOfB();
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
  const { database, pageOfA, pageOfB, arriveOfA, arriveOfB } = await devicesOfOneNumber();
  pageOfA.dispatch(editNamed(pageOfA, 'A', { taskDescription: 'A, edited' }));
  await pageOfB.send(taskTickRequested(taskNamed(pageOfB, 'B'), true), 50);
  await arriveOfA();
  await arriveOfB();
  const keyOf = (name: string) =>
    Object.keys(database.lists.tasks).find(
      key => (database.lists.tasks[key] as { taskName: string }).taskName === name,
    )!;
  expect(database.lists.tasks[keyOf('A')]).toMatchObject({ taskDescription: 'A, edited' });
  expect(database.lists.tasks[keyOf('B')]).toMatchObject({ taskDescription: 'Of B' });
  expect(Object.keys(database.lists.done)).toEqual([keyOf('B')]);
});

test('Undoing an add removes this device’s own task, also after a reload', async () => {
  const { database, a, pageOfA, arriveOfA, arriveOfB } = await devicesOfOneNumber();
  await arriveOfB();
  await arriveOfA();
  pageOfA.kill();
  const again = await a.open({ wait: 50 });
  await again.send(undoRequested());
  expect(namesIn(database.lists.tasks)).toEqual(['B']);
  expect(again.unsent()).toBe(0);
});

test('A late add is made, although another of its number was deleted since', async () => {
  const { database, pageOfA, pageOfB, arriveOfA, arriveOfB } = await devicesOfOneNumber();
  await arriveOfB();
  await pageOfB.send(taskDeleteRequested(taskNamed(pageOfB, 'B')), 50);
  await arriveOfA();
  expect(namesIn(database.lists.tasks)).toEqual(['A']);
  expect(Object.keys(database.lists['trash/tasks'])).toHaveLength(1);
  expect([pageOfA.unsent(), pageOfB.unsent()]).toEqual([0, 0]);
});

test('A late add takes the edit behind it beside another of its number', async () => {
  const { database, pageOfA, arriveOfA, arriveOfB } = await devicesOfOneNumber();
  await arriveOfB();
  await pageOfA.send(editNamed(pageOfA, 'A', { taskName: 'A2', taskDescription: 'All new' }), 50);
  await arriveOfA();
  expect(Object.values(database.lists.tasks)).toMatchObject([
    { taskName: 'B', taskDescription: 'Of B' },
    { taskName: 'A2', taskDescription: 'All new' },
  ]);
});

test('An add without an answer takes another one of its number for its own', async () => {
  // An add counts as arrived if a record has its number and a later key; this case remains open.
  const { database, a, pageOfA, arriveOfB } = await devicesOfOneNumber();
  await arriveOfB();
  pageOfA.kill();
  const again = await a.open({ wait: MINUTES_10 });
  expect(namesIn(database.lists.tasks)).toEqual(['B']);
  expect([namesIn(tasksOf(again)), again.unsent()]).toEqual([['B'], 0]);
});

describe('A task whose number is another one’s since it was deleted', () => {
  const names = (page: Page) => namesIn(tasksOf(page));

  /** Deletes a task after another record with its number became listed, which is known by that number since. */
  async function deletedBeside() {
    const record = taskRecord(1, { taskName: 'A', taskDescription: 'Of A' });
    const { database, a, page } = await openDevice({ tasks: { k1: record } });
    await page.send(editNamed(page, 'A', { taskDescription: 'A, edited' }));
    await page.send(taskDeleteRequested(taskNamed(page, 'A')));
    database.put('tasks', 'k2', taskRecord(1, { taskName: 'B', taskDescription: 'Of B' }));
    await advance(50);
    expect(tasksOf(page)).toMatchObject([{ taskId: 1, fireId: 'k2' }]);
    return { database, a, page };
  }

  test('stands beside that one after Undo, also offline', async () => {
    const { database, a, page } = await deletedBeside();
    a.goOffline();
    await page.send(undoRequested(), 50);
    expect(names(page)).toEqual(['A', 'B']);
    await page.send(editNamed(page, 'B', { taskName: 'B2' }), 50);
    await a.reconnect();
    expect(namesIn(database.lists.tasks)).toEqual(['A', 'B2']);
    expect([names(page), page.unsent()]).toEqual([['A', 'B2'], 0]);
    for (let times = 0; times < 2; times++) page.dispatch(undoRequested());
    await advance(MINUTES_10);
    expect(database.lists.tasks).toMatchObject({ k1: { taskDescription: 'Of A' }, k2: { taskName: 'B' } });
    for (let times = 0; times < 2; times++) page.dispatch(redoRequested());
    await advance(MINUTES_10);
    expect(database.lists.tasks).toMatchObject({
      k1: { taskDescription: 'A, edited' },
      k2: { taskName: 'B2' },
    });
    expect([names(page), page.unsent()]).toEqual([['A', 'B2'], 0]);
  });

  test('is deleted again, and that one alone stays, after Undo and Redo', async () => {
    const { database, page } = await deletedBeside();
    await page.send(undoRequested());
    await page.send(redoRequested());
    expect(namesIn(database.lists.tasks)).toEqual(['B']);
    expect([names(page), page.unsent()]).toEqual([['B'], 0]);
  });

  test('is deleted again offline, with both of its versions, after Undo and Redo', async () => {
    const record = taskRecord(1, { taskName: 'A', taskDescription: 'Of A' });
    const { database, a, page } = await openDevice({ tasks: { k1: record } });
    a.goOffline();
    await page.send(editNamed(page, 'A', { taskName: 'Mine' }), 50);
    await page.send(taskDeleteRequested(taskNamed(page, 'Mine')), 50);
    database.put('tasks', 'k1', { ...record, taskName: 'Theirs' });
    await a.reconnect();
    database.put('tasks', 'k2', taskRecord(1, { taskName: 'B', taskDescription: 'Of B' }));
    await advance(50);
    expect(tasksOf(page)).toMatchObject([{ taskId: 1, fireId: 'k2' }]);
    await page.send(undoRequested());
    expect(names(page)).toEqual(['B', 'Mine']);
    a.goOffline();
    await page.send(redoRequested(), 50);
    expect(names(page)).toEqual(['B']);
    await a.reconnect();
    expect([namesIn(database.lists.tasks), names(page), page.unsent()]).toEqual([['B'], ['B'], 0]);
    const trash = JSON.stringify(database.lists['trash/tasks']);
    for (const words of ['Mine', 'Theirs']) expect(trash).toContain(words);
  });

  test('stands beside that one on a tab that another tab’s Undo surprises', async () => {
    const { database, page } = await deletedBeside();
    const restored = { taskId: 1, fireId: 'k1', fields: taskFields({ taskName: 'A' }) };
    await page.send(requestChange(taskChange('task/restore', restored)));
    expect(namesIn(database.lists.tasks)).toEqual(['A', 'B']);
    expect([names(page), page.unsent()]).toEqual([['A', 'B'], 0]);
  });

  test('goes, and that one stays, on a tab that another tab’s delete surprises', async () => {
    const { database, page } = await deletedBeside();
    await page.send(undoRequested());
    expect(names(page)).toEqual(['A', 'B']);
    await page.send(changesOf.tasks.delete());
    expect(Object.keys(database.lists.tasks)).toEqual(['k2']);
    expect([names(page), page.unsent()]).toEqual([['B'], 0]);
  });
});
