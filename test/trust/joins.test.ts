import '../support/noComplaints';
import { undoRequested } from '../../src/history/historySlice';
import type { Json } from '../../src/services/database';
import { requestChange, type Operation } from '../../src/sync/operations';
import { fieldsOf } from '../../src/tasks/task';
import { taskDeleteRequested, taskSaveRequested, taskTickRequested } from '../../src/tasks/taskActions';
import { taskChange } from '../../src/tasks/taskKinds';
import { taskAddRequested } from '../../src/tasks/tasksSlice';
import { selectTask, selectTaskIdsIn } from '../../src/tasks/tasksSelectors';
import { deviceOn, type Page } from '../support/devices';
import { fakeDatabase, type FakeDatabase } from '../support/fakeDatabase';
import { taskFields } from '../support/operations';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());
const calm = () => jest.advanceTimersByTimeAsync(10 * 60_000);
const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

const tasksOf = (page: Page) =>
  selectTaskIdsIn.personal(page.getState()).map(id => selectTask(page.getState(), id)!);
const only = (page: Page) => {
  expect(tasksOf(page)).toHaveLength(1);
  return tasksOf(page)[0]!;
};
const edit = (page: Page, change: Partial<ReturnType<typeof taskFields>>) => {
  const task = only(page);
  page.dispatch(taskSaveRequested(task, fieldsOf(task), { ...fieldsOf(task), ...change }));
};
const mine = taskFields({ taskName: 'Mine' });

/** One record is listed on the server, and every page shows it under its key, with nothing on its way. */
function isOne({ lists }: FakeDatabase, pages: Page[], record: object = { taskName: 'Mine' }) {
  expect(Object.values(lists.tasks)).toMatchObject([record]);
  const [fireId] = Object.keys(lists.tasks);
  for (const page of pages) {
    expect(only(page)).toMatchObject({ ...record, fireId });
    expect(page.unsent()).toBe(0);
  }
}

describe('Two tabs that take different records for the answer to one add', () => {
  test.each([0, 3, 8, 20])('keep the same one (the second is made %i ms after the first)', async apart => {
    const database = fakeDatabase();
    const a = deviceOn(database);
    const pages = [await a.open(), await a.open({ isLeader: false })] as const;
    await calm();
    a.repeat('addTask', () => pass(apart));
    pages[0].dispatch(taskAddRequested(mine));
    await calm();
    isOne(database, [...pages]);
    expect(database.lists['trash/tasks']).toEqual({});
    pages[1].dispatch(undoRequested());
    await calm();
    expect(database.lists.tasks).toEqual({});
  });
});

/** A page has added a task. `twin` makes the second record of that add, `earlier` or later than the known one. */
async function added() {
  const database = fakeDatabase();
  const a = deviceOn(database);
  const page = await a.open();
  await calm();
  page.dispatch(taskAddRequested(mine));
  await pass(50);
  const [key] = Object.keys(database.lists.tasks) as [string];
  const record = database.lists.tasks[key] as { [field: string]: Json };
  const earlier = `${key.slice(0, -1)}0`;
  const later = `${key.slice(0, -1)}z`;
  const twin = (isEarlier: boolean, change: Partial<typeof record> = {}) =>
    database.put('tasks', isEarlier ? earlier : later, { ...record, ...change } as Json);
  return { database, a, page, key, record, earlier, later, twin };
}

describe.each([
  ['later', false],
  ['earlier', true],
] as const)('A second record of an add that was made %s than the one that is known', (_name, isEarlier) => {
  test('is joined with it: the first one that was made stays', async () => {
    const { database, page, key, earlier, twin } = await added();
    twin(isEarlier);
    await calm();
    isOne(database, [page]);
    expect(Object.keys(database.lists.tasks)).toEqual([isEarlier ? earlier : key]);
  });

  test('gives what was changed in it, and takes what was changed in the other one', async () => {
    const { database, a, page, twin } = await added();
    edit(page, { taskDescription: 'One' });
    await pass(50);
    page.kill();
    twin(isEarlier, { taskList: 'work' });
    const again = await a.open();
    await calm();
    expect(Object.values(database.lists.tasks)).toMatchObject([
      { taskName: 'Mine', taskDescription: 'One', taskList: 'work' },
    ]);
    expect([database.lists['trash/tasks'], again.unsent()]).toEqual([{}, 0]);
  });

  test('keeps the version of a field that both changed in the trash', async () => {
    const { database, a, page, twin } = await added();
    edit(page, { taskDescription: 'One' });
    await pass(50);
    page.kill();
    twin(isEarlier, { taskDescription: 'Other' });
    const again = await a.open();
    await calm();
    expect(Object.keys(database.lists.tasks)).toHaveLength(1);
    const [listed] = Object.entries(database.lists.tasks) as [string, { taskDescription: string }][];
    const other = isEarlier ? 'One' : 'Other';
    expect(listed).toMatchObject([expect.any(String), { taskDescription: isEarlier ? 'Other' : 'One' }]);
    expect(Object.values(database.lists['trash/tasks'])).toMatchObject([
      { record: { taskDescription: other } },
    ]);
    expect(again.unsent()).toBe(0);
  });

  test('hands on its tick to the version that goes into the trash, too', async () => {
    const { database, a, page, earlier, later, twin } = await added();
    edit(page, { taskDescription: 'One' });
    await pass(50);
    page.kill();
    twin(isEarlier, { taskDescription: 'Other' });
    database.put('done', isEarlier ? earlier : later, '2026-03-10T12:00:01.000Z');
    await a.open();
    await calm();
    const keys = ['tasks', 'trash/tasks'].flatMap(list => Object.keys(database.lists[list as 'tasks']));
    expect(keys).toHaveLength(2);
    expect(Object.keys(database.lists.done).sort()).toEqual(keys.sort());
  });

  test('hands on its tick', async () => {
    const { database, a, page, earlier, later, twin } = await added();
    page.kill();
    const second = isEarlier ? earlier : later;
    twin(isEarlier);
    database.put('done', second, '2026-03-10T12:00:01.000Z');
    const again = await a.open();
    await calm();
    expect(Object.keys(database.lists.done)).toEqual(Object.keys(database.lists.tasks));
    expect(again.unsent()).toBe(0);
  });

  test('takes along the edit, the tick and the undo that a person made before it was joined', async () => {
    const { database, a, page, twin } = await added();
    const go = a.delay('readRecord');
    twin(isEarlier);
    await pass(50);
    edit(page, { taskDescription: 'More' });
    page.dispatch(taskTickRequested(only(page), true));
    await pass(50);
    go();
    await calm();
    expect(Object.values(database.lists.tasks)).toMatchObject([
      { taskName: 'Mine', taskDescription: 'More' },
    ]);
    expect(Object.keys(database.lists.done)).toEqual(Object.keys(database.lists.tasks));
    expect(page.unsent()).toBe(0);
    for (let change = 0; change < 3; change++) {
      page.dispatch(undoRequested());
      await calm();
    }
    expect([database.lists.tasks, tasksOf(page)]).toEqual([{}, []]);
  });

  test('is not shown while it waits to be joined', async () => {
    const { a, page, twin } = await added();
    const go = a.delay('readRecord');
    twin(isEarlier);
    await pass(50);
    expect(tasksOf(page)).toHaveLength(1);
    go();
    await calm();
  });

  test('stays when the other one was deleted for ever meanwhile', async () => {
    const { database, a, page, key, twin } = await added();
    const go = a.delay('readRecord');
    twin(isEarlier);
    await pass(50);
    database.put('tasks', key, null);
    go();
    await calm();
    isOne(database, [page]);
  });

  test('goes, too, when a person deletes the task meanwhile, and one copy is in the trash', async () => {
    const { database, a, page, twin } = await added();
    const go = a.delay('readRecord');
    twin(isEarlier);
    await pass(50);
    page.dispatch(taskDeleteRequested(only(page)));
    await pass(50);
    go();
    await calm();
    expect([database.lists.tasks, tasksOf(page), page.unsent()]).toEqual([{}, [], 0]);
    expect(Object.keys(database.lists['trash/tasks'])).toHaveLength(1);
  });

  test('goes, too, when another device moved the known one into the trash', async () => {
    const { database, a, page, key, record, twin } = await added();
    const go = a.delay('readRecord');
    twin(isEarlier);
    await pass(50);
    database.put('trash/tasks', key, { deletedAt: new Date().toISOString(), record });
    database.put('tasks', key, null);
    go();
    await calm();
    expect([database.lists.tasks, tasksOf(page), page.unsent()]).toEqual([{}, [], 0]);
    expect(Object.keys(database.lists['trash/tasks'])).toEqual([key]);
  });

  test('takes an edit of another device that comes while they are joined', async () => {
    const { database, a, page, key, record, twin } = await added();
    a.before('removeRecord', () => database.put('tasks', key, { ...record, taskName: 'Theirs' }));
    twin(isEarlier);
    await calm();
    isOne(database, [page], { taskName: 'Theirs' });
  });

  test('is joined once when the answer is lost or the page is killed', async () => {
    const { database, a, page, twin } = await added();
    a.after('removeRecord', () => {
      page.kill();
    });
    twin(isEarlier);
    await pass(50);
    const again = await a.open();
    await calm();
    isOne(database, [again]);
  });
});

test('Of three records of one add the first one stays', async () => {
  const { database, page, earlier, twin } = await added();
  twin(false);
  twin(true);
  await calm();
  isOne(database, [page]);
  expect(Object.keys(database.lists.tasks)).toEqual([earlier]);
});

test('A repeated add whose answers were all lost is found as one task, the first that was made', async () => {
  const database = fakeDatabase();
  const a = deviceOn(database);
  const page = await a.open();
  await calm();
  a.repeat('addTask', () => a.goOffline());
  page.dispatch(taskAddRequested(mine));
  await pass(50);
  expect(Object.keys(database.lists.tasks)).toHaveLength(2);
  const [first] = Object.keys(database.lists.tasks).sort();
  a.goOnline();
  await calm();
  isOne(database, [page]);
  expect(Object.keys(database.lists.tasks)).toEqual([first]);
});

test('A join that an earlier version kept removes nothing by itself, and what is twice is joined anew', async () => {
  const { database, a, page, key, later, record } = await added();
  page.kill();
  // Each tab of the earlier version kept the record that it knew, and removed the other one.
  const joinOf = (fireId: string, taskId: number, number: number) => {
    const payload = { taskId, fireId, added: mine, deleted: null };
    return { ...requestChange(taskChange('task/join', payload as never)).payload, userId: 'anna', number };
  };
  const taskId = record['taskId'] as number;
  a.keep(
    [joinOf(key, taskId, 1), joinOf(later, 4711, 2)].map((one): Operation => ({ ...one, status: 'pending' })),
  );
  database.put('tasks', later, record);
  const again = await a.open();
  await calm();
  isOne(database, [again]);
});

test('A join waits behind an edit that waits for a choice, and takes nothing of it', async () => {
  const { database, a, page, key, record, later } = await added();
  a.before('saveTask', () => database.put('tasks', key, { ...record, taskName: 'Theirs' }));
  edit(page, { taskName: 'My words' });
  await calm();
  expect(a.kept()).toMatchObject([{ status: 'blocked' }]);
  database.put('tasks', later, record);
  await calm();
  expect(a.kept()).toMatchObject([
    { status: 'blocked', payload: { fields: { taskName: 'My words' } } },
    { kind: 'task/join' },
  ]);
});
