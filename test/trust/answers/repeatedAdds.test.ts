import '../../support/app/noComplaints';
import { createPushKeys } from '../../../src/device/pushKey';
import { undoRequested } from '../../../src/history/historySlice';
import type { Json, ListName } from '../../../src/services/database';
import { requestChange } from '../../../src/sync/operations';
import { fieldsOf } from '../../../src/tasks/task';
import {
  taskDeleteRequested,
  taskRepeatRequested,
  taskSaveRequested,
  taskTickRequested,
} from '../../../src/tasks/taskActions';
import { taskChange } from '../../../src/tasks/taskKinds';
import { taskAddRequested } from '../../../src/tasks/tasksSlice';
import { selectTask, selectTaskIdsIn } from '../../../src/tasks/tasksSelectors';
import { deviceOn, type Page } from '../../support/devices/devices';
import { deleteElsewhere, restoreElsewhere } from '../../support/devices/elsewhere';
import { fakeDatabase, type FakeDatabase } from '../../support/devices/fakeDatabase';
import { taskFields } from '../../support/app/operations';
import { advance, MINUTES_1, MINUTES_10 } from '../../support/app/time';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

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
const mine = taskFields({ taskName: 'Mine', taskDueDay: '2026-03-10' });
const daily = { rule: 'FREQ=DAILY', first: '2026-03-10', at: '2026-03-10' };

/** Expects one record on the server, shown by every page under its key, and no pending operation. */
function isOne({ lists }: FakeDatabase, pages: Page[], record: object = { taskName: 'Mine' }) {
  expect(Object.values(lists.tasks)).toMatchObject([record]);
  const [fireId] = Object.keys(lists.tasks);
  for (const page of pages) {
    expect(only(page)).toMatchObject({ ...record, fireId });
    expect(page.unsent()).toBe(0);
  }
}

describe('Two tabs that take different records for the answer to one add', () => {
  test.each([0, 3, 8, 20])('keep the same one (made %i ms apart)', async apart => {
    const database = fakeDatabase();
    const a = deviceOn(database);
    const pages = [await a.open(), await a.open({ isLeader: false })] as const;
    await advance(MINUTES_10);
    a.repeat('addTask', () => advance(apart));
    pages[0].dispatch(taskAddRequested(mine));
    await advance(MINUTES_10);
    isOne(database, [...pages]);
    expect(database.lists['trash/tasks']).toEqual({});
    pages[1].dispatch(undoRequested());
    await advance(MINUTES_10);
    expect(database.lists.tasks).toEqual({});
  });
});

/**
 * A page has added a task. `twin` makes a second record of that add, with an `earlier` or a later key than the known
 * record.
 */
async function added() {
  const database = fakeDatabase();
  const a = deviceOn(database);
  const page = await a.open();
  await advance(MINUTES_10);
  page.dispatch(taskAddRequested(mine));
  await advance(50);
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
  test('leaves one task: the later record goes', async () => {
    const { database, page, key, earlier, twin } = await added();
    twin(isEarlier);
    await advance(MINUTES_10);
    isOne(database, [page]);
    expect(Object.keys(database.lists.tasks)).toEqual([isEarlier ? earlier : key]);
    expect(database.lists['trash/tasks']).toEqual({}); // nobody deleted the task
  });

  test('leaves the task that the person changed meanwhile', async () => {
    const { database, a, page, key, twin } = await added();
    edit(page, { taskDescription: 'One' });
    await advance(50);
    page.kill();
    twin(isEarlier);
    const again = await a.open();
    await advance(MINUTES_10);
    isOne(database, [again], { taskDescription: 'One' });
    expect(Object.keys(database.lists.tasks)).toEqual([key]);
  });

  test('is a task of its own when somebody changed it', async () => {
    const { database, a, page, twin } = await added();
    edit(page, { taskDescription: 'One' });
    await advance(50);
    page.kill();
    twin(isEarlier, { taskDescription: 'Other' });
    const again = await a.open();
    await advance(MINUTES_10);
    expect(
      tasksOf(again)
        .map(({ taskDescription }) => taskDescription)
        .sort(),
    ).toEqual(['One', 'Other']);
    expect([Object.keys(database.lists.tasks).length, database.lists['trash/tasks']]).toEqual([2, {}]);
    expect(again.unsent()).toBe(0);
  });

  test('stays with its tick', async () => {
    const { database, a, page, earlier, later, twin } = await added();
    page.kill();
    const second = isEarlier ? earlier : later;
    twin(isEarlier);
    database.put('done', second, '2026-03-10T12:00:01.000Z');
    const again = await a.open();
    await advance(MINUTES_10);
    expect(Object.keys(database.lists.tasks)).toEqual([second]);
    expect(Object.keys(database.lists.done)).toEqual([second]);
    expect(again.unsent()).toBe(0);
  });

  test('loses no edit and no tick that a person makes meanwhile', async () => {
    const { database, a, page, key, twin } = await added();
    const known = () => tasksOf(page).find(({ fireId }) => fireId === key)!;
    const go = a.delay('find');
    twin(isEarlier);
    await advance(50);
    page.dispatch(taskSaveRequested(known(), mine, { ...mine, taskDescription: 'More' }));
    page.dispatch(taskTickRequested(known(), true));
    await advance(50);
    go();
    await advance(MINUTES_10);
    expect(Object.values(database.lists.tasks)).toContainEqual(
      expect.objectContaining({ taskName: 'Mine', taskDescription: 'More' }),
    );
    expect(Object.keys(database.lists.done)).toHaveLength(1);
    expect(page.unsent()).toBe(0);
  });

  test('stays when another program removed the other one meanwhile', async () => {
    const { database, a, page, key, twin } = await added();
    const go = a.delay('find');
    database.put('tasks', key, null);
    twin(isEarlier);
    await advance(50);
    go();
    await advance(MINUTES_10);
    isOne(database, [page]);
  });

  test('goes, too, when a person deletes the task meanwhile', async () => {
    const { database, page, twin } = await added();
    page.dispatch(taskDeleteRequested(only(page)));
    await advance(50);
    twin(isEarlier);
    await advance(MINUTES_10);
    expect([database.lists.tasks, tasksOf(page), page.unsent()]).toEqual([{}, [], 0]);
    expect(Object.keys(database.lists['trash/tasks'])).toHaveLength(1);
  });

  test('goes, too, when another device moved the known one into the trash', async () => {
    const { database, page, key, twin } = await added();
    await deleteElsewhere(database, 'tasks', key);
    twin(isEarlier);
    await advance(MINUTES_10);
    expect([database.lists.tasks, tasksOf(page), page.unsent()]).toEqual([{}, [], 0]);
    expect(Object.keys(database.lists['trash/tasks'])).toEqual([key]);
  });

  test('loses no edit of another device that comes in the moment of the removal', async () => {
    const { database, a, page, key, record, twin } = await added();
    a.before('update', () => database.put('tasks', key, { ...record, taskName: 'Theirs' }));
    twin(isEarlier);
    await advance(MINUTES_10);
    expect(Object.values(database.lists.tasks)).toContainEqual({ ...record, taskName: 'Theirs' });
    expect(page.unsent()).toBe(0);
  });

  test('is in no trash from which another device could restore it', async () => {
    const { database, a, page, twin } = await added();
    a.after('update', async () => {
      for (const key of Object.keys(database.lists['trash/tasks']))
        await restoreElsewhere(database, 'tasks', key);
    });
    twin(isEarlier);
    await advance(MINUTES_10);
    isOne(database, [page]);
  });

  test('goes once when the page is killed before the answer to its removal', async () => {
    const { database, a, page, twin } = await added();
    a.after('update', () => page.kill());
    twin(isEarlier);
    await advance(50);
    const again = await a.open();
    await advance(MINUTES_10);
    isOne(database, [again]);
  });
});

describe('Of three records of one add', () => {
  test('the first one stays', async () => {
    const { database, page, earlier, twin } = await added();
    twin(false);
    twin(true);
    await advance(MINUTES_10);
    isOne(database, [page]);
    expect(Object.keys(database.lists.tasks)).toEqual([earlier]);
  });

  test('the first one stays where the last one is the one that is known', async () => {
    const { database, page, key, record, twin } = await added();
    const first = `${key.slice(0, -2)}-0`;
    database.put('tasks', first, { ...record });
    twin(true);
    await advance(MINUTES_10);
    isOne(database, [page]);
    expect(Object.keys(database.lists.tasks)).toEqual([first]);
  });

  test('the one stays that another device changed while their device was away', async () => {
    const { database, a, page, later, twin } = await added();
    a.goOffline();
    twin(true);
    twin(false, { taskDescription: 'One' });
    await advance(50);
    a.goOnline();
    await advance(MINUTES_10);
    isOne(database, [page], { taskDescription: 'One' });
    expect(Object.keys(database.lists.tasks)).toEqual([later]);
  });
});

test('A repeated add whose answers were all lost is one task, the first that was made', async () => {
  const database = fakeDatabase();
  const a = deviceOn(database);
  const page = await a.open();
  await advance(MINUTES_10);
  a.repeat('addTask', () => a.goOffline());
  page.dispatch(taskAddRequested(mine));
  await advance(50);
  expect(Object.keys(database.lists.tasks)).toHaveLength(2);
  const [first] = Object.keys(database.lists.tasks).sort();
  a.goOnline();
  await advance(MINUTES_10);
  isOne(database, [page]);
  expect(Object.keys(database.lists.tasks)).toEqual([first]);
});

test.each([0, 3, 8, 20, 60])(
  'Another device leaves the record that is edited (made %i ms apart)',
  async apart => {
    const database = fakeDatabase();
    const a = deviceOn(database);
    const pages = [await a.open(), await deviceOn(database).open()] as const;
    await advance(MINUTES_10);
    a.repeat('addTask', () => advance(apart));
    pages[0].dispatch(taskAddRequested(mine));
    await advance(10);
    edit(pages[0], { taskDescription: 'More' });
    await advance(MINUTES_10);
    isOne(database, [...pages], { taskDescription: 'More' });
  },
);

/** Sets the place of the only task within its day. */
const place = (page: Page) => {
  const { taskId, fireId, taskName } = only(page);
  const order = { day: '2026-03-10', place: 'a1' };
  page.dispatch(requestChange(taskChange('task/place', { taskId, fireId, taskName, order, before: null })));
};
const repeat = (page: Page) => page.dispatch(taskRepeatRequested(only(page), { repeat: daily }));
const tick = (page: Page) => page.dispatch(taskTickRequested(only(page), true));

describe('Where another device removed the record that is known, the one that stays gets', () => {
  test.each([
    ['a tick', [tick], { done: expect.any(String) }],
    ['a repeat', [repeat], { repeats: expect.objectContaining(daily) }],
    ['a place', [place], { order: { day: '2026-03-10', place: 'a1' } }],
    [
      'a repeat and its first step',
      [repeat, tick],
      {
        repeats: expect.objectContaining({ ...daily, at: '2026-03-11' }),
        occurrences: { '2026-03-10': expect.any(String) },
      },
    ],
  ])('%s', async (_name, changes, stored) => {
    const { database, a, page, later, twin } = await added();
    a.goOffline();
    for (const change of changes) change(page);
    const other = await deviceOn(database).open();
    twin(false);
    await advance(MINUTES_10);
    isOne(database, [other]);
    expect(Object.keys(database.lists.tasks)).toEqual([later]);
    a.goOnline();
    await advance(MINUTES_10);
    expect(Object.keys(database.lists.tasks)).toEqual([later]);
    for (const [list, value] of Object.entries(stored))
      expect(database.lists[list as ListName]).toEqual({ [later]: value });
    expect(page.unsent()).toBe(0);
  });
});

test('The record that another device left goes with a deletion', async () => {
  const { database, a, page, twin } = await added();
  a.goOffline();
  page.dispatch(taskDeleteRequested(only(page)));
  const other = await deviceOn(database).open();
  twin(false);
  await advance(MINUTES_10);
  a.goOnline();
  await advance(MINUTES_10);
  expect([tasksOf(page), tasksOf(other), page.unsent()]).toEqual([[], [], 0]);
  expect(database.lists.tasks).toEqual({});
  expect(Object.keys(database.lists['trash/tasks'])).toHaveLength(1);
});

describe('Two records of an add whose device signed out', () => {
  /** Both records stand on the server; the device that added them does not come back. */
  async function left(change: Record<string, Json> = {}) {
    const { database, page, key, later, record, twin } = await added();
    page.kill();
    const b = deviceOn(database);
    const putTwin = () => twin(false, change);
    return { database, b, key, later, record, putTwin };
  }

  test('are one on another device that is open: the last one, whose answer arrived', async () => {
    const { database, b, later, putTwin } = await left();
    const page = await b.open();
    await advance(MINUTES_10);
    putTwin();
    await advance(50);
    isOne(database, [page]);
    expect(Object.keys(database.lists.tasks)).toEqual([later]);
    expect(database.lists['trash/tasks']).toEqual({});
  });

  test('are one on a device that opens later', async () => {
    const { database, b, later, putTwin } = await left();
    putTwin();
    const page = await b.open();
    await advance(50);
    isOne(database, [page]);
    expect(Object.keys(database.lists.tasks)).toEqual([later]);
  });

  test('are one for two devices that see them at once', async () => {
    const { database, b, later, putTwin } = await left();
    const pages = [await b.open(), await deviceOn(database).open()];
    await advance(MINUTES_10);
    putTwin();
    await advance(50);
    isOne(database, pages);
    expect(Object.keys(database.lists.tasks)).toEqual([later]);
  });

  test('are two tasks where somebody changed one of them', async () => {
    const { database, b, putTwin } = await left({ taskDescription: 'More' });
    const page = await b.open();
    putTwin();
    await advance(MINUTES_10);
    expect(tasksOf(page)).toHaveLength(2);
    expect(Object.keys(database.lists.tasks)).toHaveLength(2);
  });

  test('are two tasks if they have no number, or were made minutes apart', async () => {
    const { database, b, record } = await left();
    const at = (minutes: number, rest: number) =>
      createPushKeys(
        () => Date.now() + minutes * MINUTES_1,
        () => rest,
      )();
    const { taskId: _taskId, ...unnumbered } = record;
    const page = await b.open();
    database.put('tasks', at(0, 1), { ...unnumbered, taskName: 'Other' } as Json);
    database.put('tasks', at(0, 2), { ...unnumbered, taskName: 'Other' } as Json);
    database.put('tasks', at(3, 3), { ...record } as Json);
    await advance(MINUTES_10);
    expect(tasksOf(page)).toHaveLength(4);
    expect(Object.keys(database.lists.tasks)).toHaveLength(4);
  });
});
