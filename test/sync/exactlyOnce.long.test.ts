import '../support/app/noComplaints';
import { coalesce } from '../../src/app/store/kinds';
import { noteDeleteRequested, noteSaveRequested } from '../../src/notes/noteKinds';
import { noteAddRequested, notesRequested } from '../../src/notes/notesSlice';
import { noteList } from '../../src/notes/notesState';
import { selectNote } from '../../src/notes/notesSelectors';
import type { Operation } from '../../src/sync/operations';
import { discardRequested, retryRequested } from '../../src/sync/queue/queueSlice';
import { openQueue } from '../../src/sync/queue/queue';
import { openMemoryStore, type ItemOperations } from '../../src/sync/queue/store/memoryStore';
import type { OperationStore } from '../../src/sync/queue/store/operationStore';
import type { LiveList, Records } from '../../src/services/database';
import type { FailureKind } from '../../src/services/failure';
import { taskList } from '../../src/tasks/tasksState';
import { taskDeleteRequested, taskSaveRequested, taskTickRequested } from '../../src/tasks/taskActions';
import { selectTask, selectTaskSync } from '../../src/tasks/tasksSelectors';
import { taskAddRequested, tasksRequested } from '../../src/tasks/tasksSlice';
import { fakeServices, userDataOf } from '../support/devices/fakeServices';
import { noteFields, taskDelete, taskFields, taskRecord } from '../support/app/operations';
import { startApp } from '../support/devices/startApp';
import { selectTasksIn } from '../support/app/selectTasksIn';
import { advance, MINUTES_10 } from '../support/app/time';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

/**
 * A device whose queue outlives its pages; a killed page's queue never answers again. Changes are made one after the
 * other; each is decided at once, and written when `disk` resolves.
 */
function device(
  { tasks = {}, notes = {} }: { tasks?: Records; notes?: Records } = {},
  disk: Promise<unknown> = Promise.resolve(),
) {
  const items: ItemOperations = new Map();
  const services = fakeServices({ userData: userDataOf('anna', 20 * 86_400_000), tasks, notes });
  const open = async () => {
    let isDead = false;
    const memory = openMemoryStore(items);
    let last: Promise<unknown> = Promise.resolve();
    const mortal: OperationStore = {
      ...memory,
      change(userId, itemKey, decide) {
        const changing = last.then(async () => {
          const stored = await memory.all(userId);
          const decided = decide(stored.filter(operation => operation.itemKey === itemKey));
          await disk;
          return isDead ? new Promise<never>(() => undefined) : memory.change(userId, itemKey, () => decided);
        });
        last = changing;
        return changing;
      },
    };
    const app = startApp({
      ...services,
      queue: openQueue({ coalesce, store: mortal }),
    });
    app.dispatch(tasksRequested());
    app.dispatch(notesRequested());
    await jest.advanceTimersByTimeAsync(0);
    return { ...app, kill: () => void (isDead = true) };
  };
  return { ...services, items, kept: () => [...items.values()].flat(), open };
}
const taskNow = (app: App, taskId: number) => selectTask(app.getState(), taskId)!;
type App = Awaited<ReturnType<ReturnType<typeof device>['open']>>;

const before = { tasks: { k1: taskRecord(1) }, notes: { n1: noteFields() } } as const;
const edited = taskFields({ taskName: 'Edited' });
const bodies = (list: Records) => Object.values(list);

/** The effect of each kind of operation on the records above; nothing else may change. */
const OPERATIONS: [string, (app: App) => void, (lists: Record<LiveList, Records>) => void][] = [
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
    const { open, database } = device(before);
    const app = await open();
    act(app);
    await advance(MINUTES_10);
    hasHappened(database.lists);
    expect([database.writes.length, app.unsent()]).toEqual([1, 0]);
  });

  test.each(PASSING)('when the server was not reached (%s)', async kind => {
    const { open, database, kept } = device(before);
    const app = await open();
    database.fail({ at: 'before', kind }, { at: 'before', kind }, { at: 'before', kind });
    act(app);
    await jest.advanceTimersByTimeAsync(100);
    expect([kept().length, app.unsent(), database.writes]).toEqual([1, 1, []]);
    await advance(MINUTES_10);
    hasHappened(database.lists);
    expect([kept(), app.unsent()]).toEqual([[], 0]);
  });

  test.each(PASSING)('when its answer was lost (%s)', async kind => {
    const { open, database, kept } = device(before);
    const app = await open();
    database.fail({ at: 'after', kind });
    act(app);
    await advance(MINUTES_10);
    hasHappened(database.lists);
    expect(database.writes.filter(name => name === 'addTask').length).toBeLessThanOrEqual(1);
    expect([kept(), app.unsent()]).toEqual([[], 0]);
  });

  test('when the page was killed before it was sent', async () => {
    const { open, database, connection, kept } = device(before);
    connection.set(false);
    const app = await open();
    database.fail({ at: 'before', kind: 'network' });
    act(app);
    await jest.advanceTimersByTimeAsync(100);
    app.kill();
    expect(kept()).toHaveLength(1);
    const next = await open();
    await advance(MINUTES_10);
    hasHappened(database.lists);
    expect([kept(), next.unsent()]).toEqual([[], 0]);
  });

  test('when the page was killed after the answer and before it was noted', async () => {
    const { open, database, kept } = device(before);
    const follow = database.follow;
    database.follow = () => () => undefined; // otherwise the live event would confirm the operation
    const app = await open();
    const { writes } = database;
    const push = writes.push.bind(writes);
    writes.push = (...names) => (app.kill(), push(...names));
    act(app);
    await advance(MINUTES_10);
    // The add may be sent before the device has written it.
    expect(database.writes).toHaveLength(1);
    if (name !== 'adding a task') expect(kept()).toHaveLength(1);
    database.follow = follow;
    const next = await open();
    await advance(MINUTES_10);
    hasHappened(database.lists);
    expect([kept(), next.unsent()]).toEqual([[], 0]);
  });

  test('or is blocked with the reason when the server refuses it, and sent again', async () => {
    const { open, database } = device(before);
    const app = await open();
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
    app.dispatch(retryRequested({ itemKey: operation.itemKey }));
    await advance(MINUTES_10);
    hasHappened(database.lists);
    expect(app.unsent()).toBe(0);
  });
});

const [, act, hasHappened] = OPERATIONS[0]!; // adding a task

test('An awaited add that arrives while the device is still writing it happens once', async () => {
  let write = (_: unknown) => {};
  const { open, database, kept } = device(before, new Promise(resolve => (write = resolve)));
  const app = await open();
  act(app);
  await jest.advanceTimersByTimeAsync(100);
  hasHappened(database.lists);
  expect([database.writes.length, kept()]).toEqual([1, []]);
  write(null);
  await advance(MINUTES_10);
  hasHappened(database.lists);
  expect([database.writes.length, kept(), app.unsent()]).toEqual([1, [], 0]);
});

test('An awaited add takes effect once when the page was killed in that moment', async () => {
  const { open, database, kept } = device(before, new Promise(() => undefined));
  const app = await open();
  act(app);
  await jest.advanceTimersByTimeAsync(100);
  app.kill();
  const next = await open();
  await advance(MINUTES_10);
  hasHappened(database.lists);
  expect([database.writes.length, kept(), next.unsent()]).toEqual([1, [], 0]);
});

const pendingIn = async ({ getState }: App): Promise<Operation[]> => {
  const { tasks, notes } = getState();
  return [...taskList.allPending(tasks), ...noteList.allPending(notes)].flatMap(
    ({ operations }) => operations,
  );
};

test('A refused operation holds up no other item, and can be given up', async () => {
  const { open, database } = device({ tasks: { k1: taskRecord(1), k2: taskRecord(2) } });
  const app = await open();
  const refusal = { at: 'before', kind: 'refused' } as const;
  database.fail(refusal, refusal);
  app.dispatch(taskSaveRequested(taskNow(app, 1), taskFields(), edited));
  await jest.advanceTimersByTimeAsync(0);
  app.dispatch(taskSaveRequested(taskNow(app, 2), taskFields(), edited));
  await jest.advanceTimersByTimeAsync(0);
  expect(database.lists.tasks).toEqual({ k1: taskRecord(1), k2: taskRecord(2, { taskName: 'Edited' }) });
  expect(selectTaskSync(app.getState(), 1)).toMatchObject({ type: 'blocked' });
  app.dispatch(discardRequested({ itemKey: 'task:1' }));
  await advance(MINUTES_10);
  expect(taskList.allPending(app.getState().tasks)).toEqual([]);
  expect(selectTasksIn.personal(app.getState()).map(({ taskName }) => taskName)).toEqual([
    'Water the plants',
    'Edited',
  ]);
});

test('What was changed without network is replayed in order, with its key', async () => {
  const { open, database, connection } = device();
  connection.set(false);
  const app = await open();
  database.fail(...Array.from({ length: 4 }, () => ({ at: 'before', kind: 'network' }) as const));
  app.dispatch(taskAddRequested(taskFields({ taskName: 'One' })));
  await jest.advanceTimersByTimeAsync(0);
  const [added] = selectTasksIn.personal(app.getState());
  expect(added).toMatchObject({ taskName: 'One', fireId: null });
  const { taskId } = added!;
  app.dispatch(taskSaveRequested(added!, taskFields({ taskName: 'One' }), edited));
  app.dispatch(taskAddRequested(taskFields({ taskName: 'Two' })));
  await jest.advanceTimersByTimeAsync(0);
  const two = selectTasksIn.personal(app.getState()).find(({ taskName }) => taskName === 'Two')!;
  app.dispatch(taskDeleteRequested(two));
  await jest.advanceTimersByTimeAsync(0);
  connection.set(true);
  await advance(MINUTES_10);
  expect(bodies(database.lists.tasks)).toEqual([{ ...taskRecord(taskId), taskName: 'Edited' }]);
  expect(app.unsent()).toBe(0);
});

test('Fields that one side changed merge, also between reading and writing', async () => {
  const { open, database } = device(before);
  const app = await open();
  jest.spyOn(database, 'readRecord').mockImplementationOnce(async () => {
    const found = { record: database.lists.tasks['k1']!, etag: 'older' };
    database.put('tasks', 'k1', taskRecord(1, { taskList: 'work' }));
    return found;
  });
  app.dispatch(taskSaveRequested(taskNow(app, 1), taskFields(), edited));
  await advance(MINUTES_10);
  expect(database.lists.tasks).toEqual({ k1: taskRecord(1, { taskName: 'Edited', taskList: 'work' }) });
  expect(app.unsent()).toBe(0);
});

test('A delete appended while its add was being confirmed finds the key by itself', async () => {
  const { open, database, items } = device({ tasks: { k7: taskRecord(7) } });
  const earlier = openQueue({ coalesce, store: openMemoryStore(items) });
  await earlier.append({ ...taskDelete('d', 7, null), status: 'saving' });
  await open();
  await advance(MINUTES_10);
  expect(database.lists.tasks).toEqual({});
});
