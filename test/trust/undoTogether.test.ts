import '../support/app/noComplaints';
import { describeChange } from '../../src/app/store/kinds';
import { redoRequested, selectToast, undoRequested } from '../../src/history/historySlice';
import { noteLookRequested, noteSaveRequested } from '../../src/notes/noteKinds';
import { selectNote } from '../../src/notes/notesSelectors';
import { manyRequested, type ManyChange } from '../../src/tasks/selecting/manyTasks';
import { type TaskFields } from '../../src/tasks/task';
import { taskRepeatRequested } from '../../src/tasks/taskActions';
import { taskAddAtOnceRequested } from '../../src/tasks/wire/taskAdding';
import { noteFields, taskFields, taskRecord } from '../support/app/operations';
import { advance, fakeTime, MINUTES_10 } from '../support/app/time';
import { taskOf, tickOf, editOf } from '../support/devices/acts';
import { openTwoDevices, type Page } from '../support/devices/devices';
import { deleteElsewhere, restoreElsewhere } from '../support/devices/elsewhere';

const TODAY = '2026-03-10';
fakeTime(`${TODAY}T12:00:00.000Z`);

/** Two devices that show the same three tasks and the same note. */
async function twoDevices() {
  const tasks = Object.fromEntries(
    [1, 2, 3].map(id => [`k${id}`, taskRecord(id, { taskName: `Task ${id}` })]),
  );
  const {
    database,
    a,
    b,
    pageOfA: onA,
    pageOfB: onB,
  } = await openTwoDevices({ tasks, notes: { n1: noteFields() } });
  return { database, a, b, onA, onB, lists: database.lists };
}
type Two = Awaited<ReturnType<typeof twoDevices>>;

const edit = (page: Page, id: number, fields: Partial<TaskFields>) =>
  page.dispatch(editOf(page, fields, taskOf(page, id)));
const many = (change: ManyChange) => (page: Page) => void page.dispatch(manyRequested([1, 2, 3], change));
const tick = (page: Page, id: number, isDone: boolean) => page.dispatch(tickOf(page, isDone, id));
const weekly = { rule: 'FREQ=WEEKLY', first: TODAY, at: TODAY };
const add = (page: Page) =>
  page.dispatch(taskAddAtOnceRequested(taskFields({ taskName: 'New', taskDueDay: null })));

const addedId = ({ tasks }: Two['lists']) => (Object.values(tasks).at(-1) as { taskId: number }).taskId;

/** The words of the toast at a page. */
function words(page: Page) {
  const toast = selectToast(page.getState())!;
  return describeChange(toast.entry!, { today: TODAY, isUndo: toast.role === 'undo' }, toast.stays);
}

const TOMORROW = '2026-03-11';
const named = (id: number, more: Parameters<typeof taskRecord>[1] = {}) =>
  taskRecord(id, { taskName: `Task ${id}`, ...more });
const move = many({ type: 'move', to: { taskDueDay: TOMORROW } });

/** Act on A, what B does once it has heard of it, the server's lists after Undo on A, and the words there. */
type Case = [string, (a: Page) => unknown, (two: Two) => unknown, (lists: Two['lists']) => void, string];
const CASES: Case[] = [
  [
    'a move of three: another day, other words, a deletion',
    move,
    async ({ onB, database }) => {
      edit(onB, 1, { taskDueDay: '2026-03-20' });
      edit(onB, 2, { taskDescription: 'From B' });
      await deleteElsewhere(database, 'tasks', 'k3');
    },
    ({ tasks }) =>
      expect(tasks).toEqual({
        k1: named(1, { taskDueDate: '2026-03-20T00:00:00.000Z' }),
        k2: named(2, { taskDescription: 'From B' }),
      }),
    'Moved “Task 2” back to today. 2 have changed since and stay',
  ],
  [
    'an edit of two fields, one of which B wrote again',
    a => edit(a, 1, { taskName: 'A', taskList: 'work' }),
    ({ onB }) => edit(onB, 1, { taskName: 'B' }),
    ({ tasks }) => expect(tasks.k1).toEqual(taskRecord(1, { taskName: 'B' })),
    'Changed “Task 1” back. What has changed since stays',
  ],
  [
    'words of one line, when B wrote another line',
    a => edit(a, 1, { taskDescription: 'All of them\nA' }),
    ({ onB }) => edit(onB, 1, { taskDescription: 'B\nAll of them\nA' }),
    ({ tasks }) => expect(tasks.k1).toEqual(named(1, { taskDescription: 'B\nAll of them' })),
    'Changed “Task 1” back',
  ],
  [
    'ticks, one of which B took back and one of which B deleted',
    many({ type: 'tick', isDone: true }),
    async ({ onB, database }) => {
      tick(onB, 1, false);
      await deleteElsewhere(database, 'tasks', 'k2');
    },
    ({ tasks, done }) =>
      expect([Object.keys(tasks), done]).toEqual([['k1', 'k3'], { k2: expect.any(String) }]),
    'Marked 2 tasks as not done. 1 has changed since and stays',
  ],
  [
    'deletions, one of which B restored and changed',
    many({ type: 'delete' }),
    async ({ onB, database }) => {
      await restoreElsewhere(database, 'tasks', 'k1');
      await advance(100);
      edit(onB, 1, { taskName: 'B' });
    },
    ({ tasks }) =>
      expect(tasks).toEqual({ k1: taskRecord(1, { taskName: 'B' }), k2: named(2), k3: named(3) }),
    'Restored 2 tasks. 1 has changed since and stays',
  ],
  [
    'an add that B wrote into',
    add,
    ({ onB, lists }) => edit(onB, addedId(lists), { taskName: 'B' }),
    ({ tasks }) => expect(Object.values(tasks)).toContainEqual(expect.objectContaining({ taskName: 'B' })),
    '“New” has changed since and stays',
  ],
  [
    'an add that B ticked',
    add,
    ({ onB, lists }) => tick(onB, addedId(lists), true),
    ({ tasks }) => expect(Object.values(tasks)).toHaveLength(4),
    '“New” has changed since and stays',
  ],
  [
    'a rule that B ticked by',
    a => a.dispatch(taskRepeatRequested(taskOf(a, 1), { repeat: weekly })),
    ({ onB }) => tick(onB, 1, true),
    ({ repeats }) => expect(repeats.k1).toMatchObject({ at: '2026-03-17' }),
    '“Task 1” has changed since and stays',
  ],
  [
    'a tick of a task that B renamed',
    a => tick(a, 1, true),
    ({ onB }) => edit(onB, 1, { taskName: 'B' }),
    ({ tasks, done }) => expect([tasks.k1, done]).toEqual([taskRecord(1, { taskName: 'B' }), {}]),
    'Marked “Task 1” as not done',
  ],
  [
    'an edit of a note, one field of which B wrote again',
    a =>
      a.dispatch(
        noteSaveRequested({ fireId: 'n1', base: noteFields(), fields: noteFields('A', 'Three bottles') }),
      ),
    ({ onB }) =>
      onB.dispatch(
        noteSaveRequested({
          fireId: 'n1',
          base: noteFields('A', 'Three bottles'),
          fields: noteFields('B', 'Three bottles'),
        }),
      ),
    ({ notes }) => expect(notes.n1).toEqual(noteFields('B', 'Two bottles')),
    'Changed “Milk” back. What has changed since stays',
  ],
  [
    'a colour, when B chose another one',
    a => a.dispatch(noteLookRequested(selectNote(a.getState(), 'n1')!, { colour: 'mint' })),
    ({ onB }) => onB.dispatch(noteLookRequested(selectNote(onB.getState(), 'n1')!, { colour: 'rose' })),
    ({ looks }) => expect(looks.n1).toEqual({ colour: 'rose' }),
    '“Milk” has changed since and stays',
  ],
];

test.each(CASES)('Undo takes back %s', async (_name, act, since, expectLists, said) => {
  const two = await twoDevices();
  act(two.onA);
  await advance(MINUTES_10);
  await since(two);
  await advance(MINUTES_10);
  two.onA.dispatch(undoRequested());
  expect(words(two.onA)).toBe(said);
  await advance(MINUTES_10);
  expectLists(two.lists);
  expect([two.onA.unsent(), two.onB.unsent()]).toEqual([0, 0]);
});

test('Undo leaves, and says so, what was changed or deleted unheard', async () => {
  const two = await twoDevices();
  move(two.onA);
  await advance(MINUTES_10);
  two.a.stopLiveEvents();
  edit(two.onB, 1, { taskDueDay: '2026-03-20' });
  await deleteElsewhere(two.database, 'tasks', 'k3');
  await advance(MINUTES_10);
  two.onA.dispatch(undoRequested());
  await advance(100);
  expect(two.lists.tasks).toEqual({
    k1: named(1, { taskDueDate: '2026-03-20T00:00:00.000Z' }),
    k2: named(2),
  });
  expect(words(two.onA)).toBe('Moved “Task 2” back to today. 2 have changed since and stay');
  expect(Object.keys(two.lists['trash/tasks'])).toEqual(['k3']);
});

test('A change that stays whole is passed by the next Undo, and Redo leaves it too', async () => {
  const { onA, onB, lists } = await twoDevices();
  edit(onA, 2, { taskName: 'A' });
  edit(onA, 1, { taskName: 'A' });
  await advance(MINUTES_10);
  edit(onB, 1, { taskName: 'B' });
  await advance(MINUTES_10);
  for (const request of [undoRequested, undoRequested, redoRequested, redoRequested]) {
    await onA.send(request());
  }
  expect(lists.tasks).toMatchObject({ k1: { taskName: 'B' }, k2: { taskName: 'A' } });
});
