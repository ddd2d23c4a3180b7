import '../support/app/noComplaints';
import { noteDeleteRequested, noteSaveRequested } from '../../src/notes/noteKinds';
import { noteAddRequested } from '../../src/notes/notesSlice';
import { noteList } from '../../src/notes/notesState';
import { selectNote } from '../../src/notes/notesSelectors';
import type { Operation } from '../../src/sync/operations';
import { discardRequested, retryRequested } from '../../src/sync/queue/queueSlice';
import type { OperationStore } from '../../src/sync/queue/store/operationStore';
import type { LiveList, Records } from '../../src/services/database';
import type { FailureKind } from '../../src/services/failure';
import { taskList } from '../../src/tasks/tasksState';
import { taskDeleteRequested, taskSaveRequested, taskTickRequested } from '../../src/tasks/taskActions';
import { selectTask, selectTaskSync } from '../../src/tasks/tasksSelectors';
import { taskAddRequested } from '../../src/tasks/tasksSlice';
import { deviceOn, type Page } from '../support/devices/devices';
import { fakeDatabase } from '../support/devices/fakeDatabase';
import { noteFields, taskDelete, taskFields, taskRecord } from '../support/app/operations';
import { selectTasksIn } from '../support/app/selectTasksIn';
import { advance, fakeTime, MINUTES_10 } from '../support/app/time';

fakeTime();

/** A store whose changes are decided at once, one after the other, and written when `disk` resolves. */
const onSlowDisk =
  (disk: Promise<unknown>) =>
  (store: OperationStore): OperationStore => {
    let last: Promise<unknown> = Promise.resolve();
    return {
      ...store,
      change(userId, itemKey, decide) {
        const changing = last.then(async () => {
          const stored = await store.all(userId);
          const decided = decide(stored.filter(operation => operation.itemKey === itemKey));
          await disk;
          return store.change(userId, itemKey, () => decided);
        });
        last = changing;
        return changing;
      },
    };
  };
const taskNow = (app: Page, taskId: number) => selectTask(app.getState(), taskId)!;

const before = { tasks: { k1: taskRecord(1) }, notes: { n1: noteFields() } } as const;

/** A device on a database with these records; `opened` has its page, too. */
function closed(
  records: Parameters<typeof fakeDatabase>[0] = before,
  onDisk?: Parameters<typeof deviceOn>[1],
) {
  const database = fakeDatabase(records);
  return { database, a: deviceOn(database, onDisk) };
}
async function opened(...given: Parameters<typeof closed>) {
  const device = closed(...given);
  return { ...device, page: await device.a.open() };
}

const edited = taskFields({ taskName: 'Edited' });
const bodies = (list: Records) => Object.values(list);

/** The effect of each kind of operation on the records above; nothing else may change. */
const OPERATIONS: [string, (app: Page) => void, (lists: Record<LiveList, Records>) => void][] = [
  [
    'adding a task',
    ({ dispatch }) => dispatch(taskAddRequested(edited)),
    ({ tasks }) => {
      const taskId: unknown = expect.any(Number);
      expect(bodies(tasks)).toEqual([taskRecord(1), { ...taskRecord(0, { taskName: 'Edited' }), taskId }]);
    },
  ],
  [
    'editing a task',
    app => app.dispatch(taskSaveRequested(taskNow(app, 1), taskFields(), edited)),
    ({ tasks }) => expect(tasks).toEqual({ k1: taskRecord(1, { taskName: 'Edited' }) }),
  ],
  [
    'deleting a task',
    app => app.dispatch(taskDeleteRequested(taskNow(app, 1))),
    ({ tasks, 'trash/tasks': trash }) => {
      expect(tasks).toEqual({});
      const deletedAt: unknown = expect.stringMatching(/^2026-03-10T12:/);
      expect(trash).toEqual({ k1: { deletedAt, record: taskRecord(1) } });
    },
  ],
  [
    'ticking a task off',
    app => app.dispatch(taskTickRequested(taskNow(app, 1), true)),
    ({ tasks, done }) => {
      expect(tasks).toEqual({ k1: taskRecord(1) });
      expect(done).toEqual({ k1: '2026-03-10T12:00:00.000Z' });
    },
  ],
  [
    'adding a note',
    ({ dispatch }) => dispatch(noteAddRequested(noteFields('New'))),
    ({ notes }) => expect(bodies(notes)).toEqual([noteFields(), noteFields('New')]),
  ],
  [
    'editing a note',
    ({ dispatch }) =>
      dispatch(noteSaveRequested({ fireId: 'n1', base: noteFields(), fields: noteFields('Edited') })),
    ({ notes }) => expect(notes).toEqual({ n1: noteFields('Edited') }),
  ],
  [
    'deleting a note',
    app => app.dispatch(noteDeleteRequested(selectNote(app.getState(), 'n1')!)),
    ({ notes, 'trash/notes': trash }) => {
      expect(notes).toEqual({});
      const deletedAt: unknown = expect.stringMatching(/^2026-03-10T12:/);
      expect(trash).toEqual({ n1: { deletedAt, record: noteFields() } });
    },
  ],
];

describe.each(OPERATIONS)('%s takes effect exactly once', (name, act, hasHappened) => {
  const PASSING: FailureKind[] = ['network', 'server', 'signIn'];

  test('when nothing fails', async () => {
    const { database, page: app } = await opened();
    act(app);
    await advance(MINUTES_10);
    hasHappened(database.lists);
    expect([database.writes.length, app.unsent()]).toEqual([1, 0]);
  });

  test.each(PASSING)('when the server was not reached (%s)', async kind => {
    const { database, a, page: app } = await opened();
    database.fail({ at: 'before', kind }, { at: 'before', kind }, { at: 'before', kind });
    act(app);
    await jest.advanceTimersByTimeAsync(100);
    expect([a.kept().length, app.unsent(), database.writes]).toEqual([1, 1, []]);
    await advance(MINUTES_10);
    hasHappened(database.lists);
    expect([a.kept(), app.unsent()]).toEqual([[], 0]);
  });

  test.each(PASSING)('when its answer was lost (%s)', async kind => {
    const { database, a, page: app } = await opened();
    database.fail({ at: 'after', kind });
    act(app);
    await advance(MINUTES_10);
    hasHappened(database.lists);
    expect(database.writes.filter(name => name === 'addTask').length).toBeLessThanOrEqual(1);
    expect([a.kept(), app.unsent()]).toEqual([[], 0]);
  });

  test('when the page was killed before it was sent', async () => {
    const { database, a } = closed();
    a.services.connection.set(false);
    const app = await a.open();
    database.fail({ at: 'before', kind: 'network' });
    act(app);
    await jest.advanceTimersByTimeAsync(100);
    app.kill();
    expect(a.kept()).toHaveLength(1);
    const next = await a.open({ wait: MINUTES_10 });
    hasHappened(database.lists);
    expect([a.kept(), next.unsent()]).toEqual([[], 0]);
  });

  test('when the page was killed after the answer and before it was noted', async () => {
    const { database, a } = closed();
    const follow = database.follow;
    database.follow = () => () => undefined; // otherwise the live event would confirm the operation
    const app = await a.open();
    const { writes } = database;
    const push = writes.push.bind(writes);
    writes.push = (...names) => (app.kill(), push(...names));
    act(app);
    await advance(MINUTES_10);
    // The add may be sent before the device has written it.
    expect(database.writes).toHaveLength(1);
    if (name !== 'adding a task') expect(a.kept()).toHaveLength(1);
    database.follow = follow;
    const next = await a.open({ wait: MINUTES_10 });
    hasHappened(database.lists);
    expect([a.kept(), next.unsent()]).toEqual([[], 0]);
  });

  test('or is blocked with the reason when the server refuses it, and sent again', async () => {
    const { database, page: app } = await opened();
    // After one refusal all operations except adds are rebuilt from the current record and sent again.
    const refusal = { at: 'before', kind: 'refused' } as const;
    const isBuiltAgain = !name.startsWith('adding');
    database.fail(refusal, ...(isBuiltAgain ? [refusal] : []));
    act(app);
    await jest.advanceTimersByTimeAsync(3000);
    const [operation] = await pendingIn(app);
    if (!operation) {
      // The form keeps the text of a refused add, so no blocked operation is needed.
      expect(app.getState().tasks.adding?.failure).toMatch(/^No addTask/);
      expect(app.unsent()).toBe(0);
      return;
    }
    expect([operation.status, operation.reason]).toEqual(['blocked', expect.stringMatching(/^No /)]);
    await advance(MINUTES_10);
    expect(database.writes).toEqual([]);
    await app.send(retryRequested({ itemKey: operation.itemKey }));
    hasHappened(database.lists);
    expect(app.unsent()).toBe(0);
  });
});

const [, act, hasHappened] = OPERATIONS[0]!; // adding a task

test('An awaited add that arrives while the device is still writing it happens once', async () => {
  let write = (_: unknown) => {};
  const disk = new Promise(resolve => (write = resolve));
  const { database, a, page: app } = await opened(before, onSlowDisk(disk));
  act(app);
  await jest.advanceTimersByTimeAsync(100);
  hasHappened(database.lists);
  expect([database.writes.length, a.kept()]).toEqual([1, []]);
  write(null);
  await advance(MINUTES_10);
  hasHappened(database.lists);
  expect([database.writes.length, a.kept(), app.unsent()]).toEqual([1, [], 0]);
});

test('An awaited add takes effect once when the page was killed in that moment', async () => {
  const { database, a, page: app } = await opened(before, onSlowDisk(new Promise(() => undefined)));
  act(app);
  await jest.advanceTimersByTimeAsync(100);
  app.kill();
  const next = await a.open({ wait: MINUTES_10 });
  hasHappened(database.lists);
  expect([database.writes.length, a.kept(), next.unsent()]).toEqual([1, [], 0]);
});

const pendingIn = async ({ getState }: Page): Promise<Operation[]> => {
  const { tasks, notes } = getState();
  return [...taskList.allPending(tasks), ...noteList.allPending(notes)].flatMap(
    ({ operations }) => operations,
  );
};

test('A refused operation holds up no other item, and can be given up', async () => {
  const { database, page: app } = await opened({ tasks: { k1: taskRecord(1), k2: taskRecord(2) } });
  const refusal = { at: 'before', kind: 'refused' } as const;
  database.fail(refusal, refusal);
  await app.send(taskSaveRequested(taskNow(app, 1), taskFields(), edited), 0);
  await app.send(taskSaveRequested(taskNow(app, 2), taskFields(), edited), 0);
  expect(database.lists.tasks).toEqual({ k1: taskRecord(1), k2: taskRecord(2, { taskName: 'Edited' }) });
  expect(selectTaskSync(app.getState(), 1)).toMatchObject({ type: 'blocked' });
  await app.send(discardRequested({ itemKey: 'task:1' }));
  expect(taskList.allPending(app.getState().tasks)).toEqual([]);
  expect(selectTasksIn.personal(app.getState()).map(({ taskName }) => taskName)).toEqual([
    'Water the plants',
    'Edited',
  ]);
});

test('What was changed without network is replayed in order, with its key', async () => {
  const { database, a } = closed({});
  a.services.connection.set(false);
  const app = await a.open();
  database.fail(...Array.from({ length: 4 }, () => ({ at: 'before', kind: 'network' }) as const));
  await app.send(taskAddRequested(taskFields({ taskName: 'One' })), 0);
  const [added] = selectTasksIn.personal(app.getState());
  expect(added).toMatchObject({ taskName: 'One', fireId: null });
  const { taskId } = added!;
  app.dispatch(taskSaveRequested(added!, taskFields({ taskName: 'One' }), edited));
  await app.send(taskAddRequested(taskFields({ taskName: 'Two' })), 0);
  const two = selectTasksIn.personal(app.getState()).find(({ taskName }) => taskName === 'Two')!;
  await app.send(taskDeleteRequested(two), 0);
  a.services.connection.set(true);
  await advance(MINUTES_10);
  expect(bodies(database.lists.tasks)).toEqual([{ ...taskRecord(taskId), taskName: 'Edited' }]);
  expect(app.unsent()).toBe(0);
});

test('Fields that one side changed merge, also between reading and writing', async () => {
  const { database, a, page: app } = await opened();
  a.after('readRecord', () => database.put('tasks', 'k1', taskRecord(1, { taskList: 'work' })));
  await app.send(taskSaveRequested(taskNow(app, 1), taskFields(), edited));
  expect(database.lists.tasks).toEqual({ k1: taskRecord(1, { taskName: 'Edited', taskList: 'work' }) });
  expect(app.unsent()).toBe(0);
});

test('A delete appended while its add was being confirmed finds the key by itself', async () => {
  const { database, a } = closed({ tasks: { k7: taskRecord(7) } });
  a.keep([taskDelete('d', 7, null)]);
  await a.open({ wait: MINUTES_10 });
  expect(database.lists.tasks).toEqual({});
});
