import '../../support/app/noComplaints';
import { noteAddRequested } from '../../../src/notes/notesSlice';
import { noteDeleteRequested, noteSaveRequested } from '../../../src/notes/noteKinds';
import { selectNote, selectNotes } from '../../../src/notes/notesSelectors';
import { taskDeleteRequested, taskSaveRequested } from '../../../src/tasks/taskActions';
import { selectTask, selectTaskIdsIn } from '../../../src/tasks/tasksSelectors';
import { taskAddRequested } from '../../../src/tasks/tasksSlice';
import { changesOf, taskOf, tickOf } from '../../support/devices/acts';
import { openDevice, type Device, type Page } from '../../support/devices/devices';
import { deleteElsewhere, restoreElsewhere } from '../../support/devices/elsewhere';
import type { fakeDatabase } from '../../support/devices/fakeDatabase';
import { type FakeDatabase } from '../../support/devices/fakeDatabase';
import { noteFields, taskFields, taskRecord } from '../../support/app/operations';
import { advance, fakeTime, MINUTES_10 } from '../../support/app/time';

fakeTime();

/** Milliseconds that a request takes; within them the device's other tabs learn of the operation. */
const REQUEST_MS = 20;
const AT = '2026-03-10T11:00:00.000Z';
const mine = taskFields({ taskName: 'Mine' });
const theirs = taskRecord(1, { taskName: 'Theirs' });
const copy = { deletedAt: AT, record: taskRecord(1) };
const ofTask = (page: Page) => selectTask(page.getState(), 1);

/** The act of this device, the call that it makes, and the act of another device before the answer arrives. */
type Case = {
  first?: Parameters<typeof fakeDatabase>[0];
  act(page: Page): unknown;
  call: Parameters<Device['after']>[0];
  then(database: FakeDatabase): unknown;
  select(page: Page): unknown;
  expected: unknown;
};
const task = { tasks: { k1: taskRecord(1) } };
const note = { notes: { n1: noteFields() } };
const onlyKey = ({ lists }: FakeDatabase, list: 'tasks' | 'notes') => Object.keys(lists[list])[0]!;
const cases: Record<string, Case> = {
  'a tick': {
    first: task,
    act: page => page.dispatch(tickOf(page)),
    call: 'apply',
    then: database => database.put('done', 'k1', null),
    select: page => taskOf(page).doneAt,
    expected: null,
  },
  'the end of a tick': {
    first: { ...task, done: { k1: AT } },
    act: page => page.dispatch(tickOf(page, false)),
    call: 'apply',
    then: database => database.put('done', 'k1', '2026-03-10T12:30:00.000Z'),
    select: page => taskOf(page).doneAt,
    expected: '2026-03-10T12:30:00.000Z',
  },
  'an edit of a task': {
    first: task,
    act: page => page.dispatch(taskSaveRequested(taskOf(page), taskFields(), mine)),
    call: 'saveTask',
    then: database => database.put('tasks', 'k1', theirs),
    select: page => ofTask(page)?.taskName,
    expected: 'Theirs',
  },
  'an added task': {
    act: page => page.dispatch(taskAddRequested(mine)),
    call: 'addTask',
    then(database) {
      const key = onlyKey(database, 'tasks');
      database.put('tasks', key, { ...(database.lists.tasks[key] as object), taskName: 'Theirs' });
    },
    select: page =>
      selectTaskIdsIn.personal(page.getState()).map(id => selectTask(page.getState(), id)!.taskName),
    expected: ['Theirs'],
  },
  'a deleted task': {
    first: task,
    act: page => page.dispatch(taskDeleteRequested(taskOf(page))),
    call: 'apply',
    async then(database) {
      await restoreElsewhere(database, 'tasks', 'k1');
      database.put('tasks', 'k1', theirs);
    },
    select: page => ofTask(page)?.taskName,
    expected: 'Theirs',
  },
  'a restored task': {
    first: { 'trash/tasks': { k1: copy } },
    act: page => page.dispatch(changesOf.tasks.restore()),
    call: 'apply',
    then: database => deleteElsewhere(database, 'tasks', 'k1'),
    select: page => ofTask(page),
    expected: undefined,
  },
  'an edit of a note': {
    first: note,
    act: page =>
      page.dispatch(noteSaveRequested({ fireId: 'n1', base: noteFields(), fields: noteFields('Mine') })),
    call: 'saveNote',
    then: database => database.put('notes', 'n1', noteFields('Theirs')),
    select: page => selectNote(page.getState(), 'n1')?.noteTitle,
    expected: 'Theirs',
  },
  'an added note': {
    act: page => page.dispatch(noteAddRequested(noteFields('Mine'))),
    call: 'addNote',
    then: database => database.put('notes', onlyKey(database, 'notes'), noteFields('Theirs')),
    select: page => selectNotes(page.getState()).map(({ noteTitle }) => noteTitle),
    expected: ['Theirs'],
  },
  'a deleted note': {
    first: note,
    act: page => page.dispatch(noteDeleteRequested(selectNote(page.getState(), 'n1')!)),
    call: 'apply',
    async then(database) {
      await restoreElsewhere(database, 'notes', 'n1');
      database.put('notes', 'n1', noteFields('Theirs'));
    },
    select: page => selectNote(page.getState(), 'n1')?.noteTitle,
    expected: 'Theirs',
  },
};

describe('What another device made of it is shown though the answer comes later:', () => {
  test.each(Object.entries(cases))('%s', async (_name, { first, act, call, then, select, expected }) => {
    const { database, a, page } = await openDevice(first);
    const other = await a.open({ isLeader: false, wait: MINUTES_10 });
    a.after(call, () => then(database), REQUEST_MS);
    act(page);
    await advance(MINUTES_10);
    expect([select(page), select(other)]).toEqual([expected, expected]);
    expect([page.unsent(), other.unsent()]).toEqual([0, 0]);
  });
});

describe('Without a live connection the answer is shown:', () => {
  test.each(Object.entries(cases))('%s', async (_name, { first, act, call, then, select, expected }) => {
    const { database, a, page } = await openDevice(first);
    a.stopLiveEvents();
    a.after(call, () => then(database));
    act(page);
    await advance(MINUTES_10);
    expect(select(page)).not.toEqual(expected);
    expect(page.unsent()).toBe(0);
  });
});

test('An answer changes nothing where the list was read since with another version', async () => {
  const { database, a, page } = await openDevice(task);
  // The write takes effect while the live connection is off.
  const writeUnheard = () => {
    database.put('tasks', 'k1', theirs);
    a.goOnline();
  };
  a.after('saveTask', writeUnheard, REQUEST_MS);
  page.dispatch(taskSaveRequested(taskOf(page), taskFields(), mine));
  await jest.advanceTimersByTimeAsync(REQUEST_MS / 2);
  a.goOffline();
  await advance(MINUTES_10);
  expect(ofTask(page)?.taskName).toBe('Theirs');
  expect(page.unsent()).toBe(0);
});

test('An edit is shown at its answer over what another device wrote before it', async () => {
  const { database, a, page } = await openDevice(task);
  a.before('saveTask', () => {
    database.put('tasks', 'k1', taskRecord(1, { taskDescription: 'Theirs' }));
    a.stopLiveEvents();
  });
  await page.send(taskSaveRequested(taskOf(page), taskFields(), mine));
  expect(ofTask(page)).toMatchObject({ taskName: 'Mine', taskDescription: 'Theirs' });
  expect(page.unsent()).toBe(0);
});
