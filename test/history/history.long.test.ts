import '../support/app/noComplaints';
import fc from 'fast-check';
import {
  MAX_CHANGES,
  redoRequested,
  selectEntries,
  selectToast,
  toastClosed,
  undoRequested,
} from '../../src/history/historySlice';
import { noteAddRequested } from '../../src/notes/notesSlice';
import { fieldsOf as noteFieldsOf } from '../../src/notes/note';
import { selectNotes } from '../../src/notes/notesSelectors';
import { signOutRequested } from '../../src/auth/authSlice';
import { taskList } from '../../src/tasks/tasksState';
import { selectTask, selectTaskOthers } from '../../src/tasks/tasksSelectors';
import { taskAddRequested } from '../../src/tasks/tasksSlice';
import { taskAddAtOnceRequested } from '../../src/tasks/wire/taskAdding';
import { noteDeleteRequested, noteSaveRequested } from '../../src/notes/noteKinds';
import { taskDeleteRequested, taskSaveRequested, taskTickRequested } from '../../src/tasks/taskActions';
import { editOf, tickOf } from '../support/devices/acts';
import { deviceOn } from '../support/devices/devices';
import { fakeDatabase } from '../support/devices/fakeDatabase';
import { noteFields, shownNote, taskFields, taskRecord, shownTask } from '../support/app/operations';
import { times } from '../support/long';
import { advance, MINUTES_10 } from '../support/app/time';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

/** A device with one task and one note, whose page can be closed and reopened. */
async function device() {
  const database = fakeDatabase({ tasks: { k1: taskRecord(1) }, notes: { n1: noteFields() } });
  const { services, before, ...own } = deviceOn(database);
  let page = await own.open();
  /** Opens a page; the previous one is closed, and its queue never answers again. */
  const open = async (after = 3000) => {
    page.kill();
    page = await own.open();
    await advance(after);
    return page;
  };
  await advance(3000);
  return { ...services, ...page, database, before, open, lists: database.lists };
}

type Device = Awaited<ReturnType<typeof device>>;
const edited = taskFields({ taskName: 'Edited' });
function goOffline({ connection, database }: Device) {
  connection.set(false);
  database.fail(...Array.from({ length: 6 }, () => ({ at: 'before', kind: 'network' }) as const));
}

/** Reading what earlier pages stored takes half a second from now on. */
function delayHistory({ cache }: Device) {
  const { readHistory } = cache;
  cache.readHistory = async userId => {
    await new Promise(resolve => setTimeout(resolve, 500));
    return readHistory(userId);
  };
}

const CHANGES: [string, (app: Device) => void][] = [
  ['a tick', ({ dispatch }) => dispatch(taskTickRequested(shownTask(1), true))],
  ['an edit of a task', ({ dispatch }) => dispatch(taskSaveRequested(shownTask(1), taskFields(), edited))],
  ['a deleted task', ({ dispatch }) => dispatch(taskDeleteRequested(shownTask(1)))],
  [
    'an edit of a note',
    ({ dispatch }) =>
      dispatch(noteSaveRequested({ fireId: 'n1', base: noteFields(), fields: noteFields('Edited') })),
  ],
  ['a deleted note', ({ dispatch }) => dispatch(noteDeleteRequested(shownNote('n1')))],
];

/** The lists without the messages between devices. */
function visibleLists({ applied: _applied, leases: _leases, ...lists }: Device['lists']) {
  return structuredClone({ ...lists, 'taken/tasks': {}, 'taken/notes': {} });
}

/** Expects the lists as before; only the trash may differ. */
const expectAsBefore = ({ tasks, notes, done }: Device['lists']) =>
  expect({ tasks, notes, done }).toEqual({
    tasks: { k1: taskRecord(1) },
    notes: { n1: noteFields() },
    done: {},
  });

test.each(CHANGES)('%s is taken back without network, over a reload', async (_name, change) => {
  const app = await device();
  goOffline(app);
  change(app);
  await advance(100);
  const next = await app.open();
  await next.send(undoRequested());
  expectAsBefore(app.lists);
  expect(next.unsent()).toBe(0);
});

test('An add that is taken back goes into the trash, and made again has its key again', async () => {
  const app = await device();
  app.dispatch(taskAddRequested(edited));
  app.dispatch(noteAddRequested(noteFields('New')));
  await advance(100);
  const after = visibleLists(app.lists);
  app.dispatch(undoRequested());
  app.dispatch(undoRequested());
  await advance(100);
  expectAsBefore(app.lists);
  expect(Object.keys(app.lists['trash/tasks'])).toHaveLength(1);
  app.dispatch(redoRequested());
  app.dispatch(redoRequested());
  await advance(100);
  expect(visibleLists(app.lists)).toEqual(after);
});

test('Whatever is changed in any order, all of it is taken back, and made again', async () => {
  const kinds = fc.constantFrom('tick', 'rename', 'delete', 'rewrite', 'tear');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ kind: kinds, at: fc.nat() }), { maxLength: 12 }), async steps => {
      const app = await device();
      for (const taskId of [2, 3]) app.database.put('tasks', `k${taskId}`, taskRecord(taskId));
      for (const key of ['n2', 'n3']) app.database.put('notes', key, noteFields());
      await advance(100);
      const before = visibleLists(app.lists);
      let word = 0;
      for (const { kind, at } of steps) {
        const tasks = [...taskList.allItems(app.getState().tasks)];
        const notes = selectNotes(app.getState());
        const task = tasks[at % tasks.length];
        const note = notes[at % notes.length];
        if (kind === 'tick' && task) app.dispatch(taskTickRequested(task, task.doneAt === null));
        if (kind === 'rename' && task) app.dispatch(editOf(app, { taskName: `${++word}` }, task));
        if (kind === 'delete' && task) app.dispatch(taskDeleteRequested(task));
        if (kind === 'rewrite' && note)
          app.dispatch(
            noteSaveRequested({
              fireId: note.notesFireId,
              base: noteFieldsOf(note),
              fields: noteFields(`${++word}`),
            }),
          );
        if (kind === 'tear' && note) app.dispatch(noteDeleteRequested(note));
        await advance(1 + (at % 5));
      }
      await advance(MINUTES_10);
      const after = visibleLists(app.lists);
      const made = selectEntries(app.getState()).length;
      for (let undone = 0; undone < made; undone++) app.dispatch(undoRequested());
      await advance(MINUTES_10);
      expect(visibleLists(app.lists)).toEqual(before);
      for (let redone = 0; redone < made; redone++) app.dispatch(redoRequested());
      await advance(MINUTES_10);
      const withoutTrash = { 'trash/tasks': {}, 'trash/notes': {} };
      expect({ ...visibleLists(app.lists), ...withoutTrash }).toEqual({ ...after, ...withoutTrash });
      expect(app.unsent()).toBe(0);
      app.dispatch(signOutRequested());
      await advance(100);
    }),
    { numRuns: times(10, 40) },
  );
});

test('The last 200 changes are kept, over a reload, and none after Sign out', async () => {
  const app = await device();
  for (let made = 0; made < MAX_CHANGES + 5; made++) {
    app.dispatch(tickOf(app, made % 2 === 0));
    await advance(1);
  }
  await advance(MINUTES_10);
  const entries = selectEntries(app.getState());
  expect(entries).toHaveLength(MAX_CHANGES);
  const next = await app.open();
  expect(selectEntries(next.getState())).toEqual(entries);
  await next.send(signOutRequested());
  expect(selectEntries(next.getState())).toEqual([]);
  expect(await app.cache.readHistory('anna')).toEqual([]);
});

test('A repeat that comes with an add is told by no toast of its own', async () => {
  const app = await device();
  const repeat = { rule: 'FREQ=DAILY', first: '2026-03-10', at: '2026-03-10' };
  app.dispatch(taskAddAtOnceRequested(edited, { repeat }));
  await advance(100);
  expect(selectToast(app.getState())).toMatchObject({
    role: 'change',
    entry: { steps: [{ kind: 'task/add' }] },
  });
});

test('An unsent change that the history dropped is no new one after a reload', async () => {
  const app = await device();
  goOffline(app);
  app.dispatch(taskTickRequested(shownTask(1), true));
  app.dispatch(noteDeleteRequested(shownNote('n1')));
  await advance(100);
  const [dropped, ...entries] = selectEntries(app.getState());
  await app.cache.changeHistory('anna', [], [dropped!.id]);
  expect(selectEntries((await app.open()).getState())).toEqual(entries);
});

test('Undo takes back at once a change that the device is still writing', async () => {
  const app = await device();
  app.dispatch(tickOf(app));
  await advance(100);
  app.dispatch(taskSaveRequested(shownTask(1), taskFields(), edited));
  expect(selectTask(app.getState(), 1)).toMatchObject(edited);
  app.dispatch(undoRequested());
  expect(selectTask(app.getState(), 1)).toMatchObject({ ...taskFields(), doneAt: expect.any(String) });
  app.dispatch(redoRequested());
  app.dispatch(undoRequested());
  app.dispatch(undoRequested());
  expect(selectTask(app.getState(), 1)).toMatchObject({ ...taskFields(), doneAt: null });
  await advance(MINUTES_10);
  expectAsBefore(app.lists);
  expect(selectEntries(app.getState()).map(({ isUndone }) => isUndone)).toEqual([true, true]);
  expect(app.unsent()).toBe(0);
});

test('Undo and Redo right after a reload wait until the history is read', async () => {
  const app = await device();
  app.dispatch(tickOf(app));
  await advance(100);
  delayHistory(app);
  const next = await app.open(0);
  await next.send(undoRequested());
  expectAsBefore(app.lists);
  const last = await app.open(0);
  last.dispatch(redoRequested());
  last.dispatch(undoRequested());
  await last.send(redoRequested());
  expect(app.lists.done).toHaveProperty('k1');
  expect(last.unsent()).toBe(0);
});

test('A change made before the history is read forgets what was taken back before', async () => {
  const app = await device();
  app.dispatch(tickOf(app));
  await advance(100);
  app.dispatch(undoRequested());
  await advance(100);
  delayHistory(app);
  const next = await app.open(100);
  next.dispatch(noteDeleteRequested(shownNote('n1')));
  await advance(1000);
  expect(selectEntries(next.getState())).toMatchObject([
    { isUndone: false, steps: [{ kind: 'note/delete' }] },
  ]);
  await next.send(redoRequested());
  expect(app.lists.done).toEqual({});
  expect(selectEntries((await app.open()).getState())).toHaveLength(1);
});

test('Undo of a change of this page does not wait for what earlier pages stored', async () => {
  const app = await device();
  app.cache.readHistory = () => new Promise(() => undefined);
  const next = await app.open(100);
  next.dispatch(tickOf(next));
  next.dispatch(undoRequested());
  expect(selectTask(next.getState(), 1)).toMatchObject({ doneAt: null });
  next.dispatch(redoRequested());
  expect(selectTask(next.getState(), 1)).toMatchObject({ doneAt: expect.any(String) });
});

test('Undo right after a reload takes back all of a change, stored in part or not', async () => {
  const app = await device();
  goOffline(app);
  const changeHistory = app.cache.changeHistory;
  // The page ends before the history is written a second time.
  app.cache.changeHistory = async (...change) => {
    app.cache.changeHistory = () => new Promise(() => undefined);
    return changeHistory(...change);
  };
  const tick = taskTickRequested(shownTask(1), true);
  app.dispatch({ ...tick, payload: { ...tick.payload, changeId: 'both' } });
  await advance(100);
  const edit = noteSaveRequested({ fireId: 'n1', base: noteFields(), fields: noteFields('Edited') });
  app.dispatch({ ...edit, payload: { ...edit.payload, changeId: 'both' } });
  await advance(100);
  app.cache.changeHistory = changeHistory;
  const next = await app.open(0);
  await next.send(undoRequested());
  expectAsBefore(app.lists);
  expect(next.unsent()).toBe(0);
  const last = await app.open();
  await last.send(redoRequested());
  expect([app.lists.done, app.lists.notes]).toEqual([
    { k1: expect.any(String) },
    { n1: noteFields('Edited') },
  ]);
});

test('A refused change that is given up leaves the history, and takes nothing with it', async () => {
  const app = await device();
  app.dispatch(tickOf(app));
  await advance(100);
  const refusal = { at: 'before', kind: 'refused' } as const;
  app.database.fail(refusal, refusal);
  app.dispatch(taskSaveRequested(shownTask(1), taskFields(), edited));
  await advance(100);
  expect(selectEntries(app.getState())).toHaveLength(2);
  app.dispatch({ type: 'queue/discardRequested', payload: { itemKey: 'task:1' } });
  await advance(100);
  expect(selectEntries(app.getState()).map(({ steps }) => steps[0]!.kind)).toEqual(['task/tick']);
});

test('Undo takes back a deletion that the server refused', async () => {
  const app = await device();
  const refusal = { at: 'before', kind: 'refused' } as const;
  app.database.fail(refusal, refusal);
  app.dispatch(taskDeleteRequested(shownTask(1)));
  await advance(100);
  expect(app.getState().queue.counts).toMatchObject({ blocked: 1 });
  app.dispatch(undoRequested());
  await advance(100);
  expect([app.unsent(), selectTask(app.getState(), 1)]).toEqual([0, expect.anything()]);
});

test('Behind a change that both sides made only the last one is taken back', async () => {
  const app = await device();
  app.before('readRecord', () => app.database.put('tasks', 'k1', taskRecord(1, { taskName: 'Theirs' })));
  app.dispatch(taskSaveRequested(shownTask(1), taskFields(), edited));
  await advance(100);
  const again = { ...edited, taskDescription: 'And this' };
  app.dispatch(taskSaveRequested(shownTask(1), edited, again));
  await advance(100);
  expect(selectTask(app.getState(), 1)).toMatchObject(again);
  app.dispatch(undoRequested());
  await advance(100);
  expect(selectTask(app.getState(), 1)).toMatchObject(edited);
  expect(selectTaskOthers(app.getState(), 1)).toMatchObject({ fields: { taskName: 'Theirs' } });
});

test('What was changed last is told once, until it is dismissed or something else is', async () => {
  const app = await device();
  expect(selectToast(app.getState())).toBeNull();
  app.dispatch(tickOf(app));
  const toast = selectToast(app.getState())!;
  expect(toast).toMatchObject({ role: 'change', entry: { steps: [{ kind: 'task/tick' }] } });
  app.dispatch(toastClosed({ operationId: toast.operationId }));
  await advance(100); // the change is on the device now
  expect(selectToast(app.getState())).toBeNull();
  app.dispatch(undoRequested());
  await advance(100);
  expect(selectToast(app.getState())).toMatchObject({ role: 'undo', entryId: toast.entryId });
  app.dispatch(toastClosed({ operationId: toast.operationId }));
  expect(selectToast(app.getState())).not.toBeNull();
  app.dispatch(toastClosed({ operationId: selectToast(app.getState())!.operationId }));
  expect(selectToast(app.getState())).toBeNull();
});
