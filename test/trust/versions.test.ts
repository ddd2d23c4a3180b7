import '../support/noComplaints';
import { taskChange } from '../../src/tasks/taskKinds';
import { requestChange } from '../../src/sync/operations';
import { undoRequested } from '../../src/history/historySlice';
import { noteDeleteRequested, noteSaveRequested } from '../../src/notes/noteKinds';
import { noteVersionChosen } from '../../src/notes/notesSlice';
import { selectNote, selectNoteSync } from '../../src/notes/notesSelectors';
import type { Operation } from '../../src/sync/operations';
import { fieldsOf } from '../../src/tasks/task';
import { taskDeleteRequested, taskSaveRequested } from '../../src/tasks/taskActions';
import { selectTask, selectTaskIdsIn, selectTaskSync } from '../../src/tasks/tasksSelectors';
import { taskAddRequested, taskVersionChosen } from '../../src/tasks/tasksSlice';
import { doneAtOf } from '../../src/tasks/tasksState';
import type { Json } from '../../src/services/database';
import { selectTrash } from '../../src/trash/trashSelectors';
import { trashForgetRequested, trashRequested, trashRestoreRequested } from '../../src/trash/trashSlice';
import { deviceOn, type Device, type Page } from '../support/devices';
import { fakeDatabase, type FakeDatabase } from '../support/fakeDatabase';
import { noteEdit, noteFields, taskFields, taskRecord } from '../support/operations';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());
const calm = () => jest.advanceTimersByTimeAsync(10 * 60_000);
const soon = () => jest.advanceTimersByTimeAsync(50);

describe('Two versions of a task that is deleted', () => {
  async function twoVersions() {
    const database = fakeDatabase({ tasks: { k1: taskRecord(1) } });
    const a = deviceOn(database);
    const page = await a.open();
    await soon();
    a.before('saveTask', () => database.put('tasks', 'k1', taskRecord(1, { taskName: 'Theirs' })));
    const task = selectTask(page.getState(), 1)!;
    page.dispatch(taskSaveRequested(task, fieldsOf(task), { ...fieldsOf(task), taskName: 'Mine' }));
    await calm();
    expect(selectTaskSync(page.getState(), 1)).toMatchObject({ reason: '2 versions' });
    return { database, a, page };
  }
  const remove = (page: Awaited<ReturnType<typeof twoVersions>>['page']) =>
    page.dispatch(taskDeleteRequested(selectTask(page.getState(), 1)!));

  test('are both in the trash', async () => {
    const { database, page } = await twoVersions();
    remove(page);
    await calm();
    expect(database.lists.tasks).toEqual({});
    const trash = JSON.stringify(database.lists['trash/tasks']);
    for (const words of ['Mine', 'Theirs']) expect(trash).toContain(words);
    expect(page.unsent()).toBe(0);
  });

  test.each([
    ['at once', 'now'],
    ['once it is on the server', 'later'],
    ['offline', 'offline'],
    ['after a reload', 'reloaded'],
  ])('are both there again after Undo %s', async (_name, when) => {
    const { database, a, page } = await twoVersions();
    let current = page;
    if (when === 'offline') a.goOffline();
    remove(page);
    if (when === 'later' || when === 'reloaded') await calm();
    if (when === 'reloaded') {
      page.kill();
      current = await a.open();
      await soon();
    }
    await soon();
    current.dispatch(undoRequested());
    await soon();
    if (when === 'offline') a.goOnline();
    await calm();
    expect(database.lists.tasks).toEqual({ k1: taskRecord(1, { taskName: 'Theirs' }) });
    expect(selectTask(current.getState(), 1)).toMatchObject({ taskName: 'Mine' });
    expect(selectTaskSync(current.getState(), 1)).toMatchObject({
      type: 'blocked',
      conflict: { theirs: { taskName: 'Theirs' } },
    });
    current.dispatch(taskVersionChosen({ taskId: 1, version: 'mine' }));
    await calm();
    expect(database.lists.tasks).toEqual({ k1: taskRecord(1, { taskName: 'Mine' }) });
    expect(database.lists['trash/tasks']).toEqual({});
    expect(current.unsent()).toBe(0);
  });
});

/** A page edits and deletes a task offline, which gets another version on the server: the trash has both. */
async function deleteTwo(
  database: FakeDatabase,
  { a, page }: { a: Device; page: Page },
  mine: string,
  theirs: string,
) {
  a.goOffline();
  const task = selectTask(page.getState(), 1)!;
  page.dispatch(taskSaveRequested(task, fieldsOf(task), { ...fieldsOf(task), taskName: mine }));
  await soon();
  page.dispatch(taskDeleteRequested(selectTask(page.getState(), 1)!));
  await soon();
  database.put('tasks', 'k1', taskRecord(1, { taskName: theirs }));
  a.goOnline();
  await calm();
}

async function deletedTwo() {
  const database = fakeDatabase({ tasks: { k1: taskRecord(1) } });
  const a = deviceOn(database);
  const page = await a.open();
  await soon();
  await deleteTwo(database, { a, page }, 'Mine', 'Theirs');
  return { database, a, page };
}

/** Another device restores the task under its own key. */
async function restoreElsewhere(database: FakeDatabase) {
  const other = await deviceOn(database).open();
  const fields = taskFields({ taskName: 'Theirs' });
  other.dispatch(requestChange(taskChange('task/restore', { taskId: 1, fireId: 'k1', fields })));
  await calm();
}

test('A delete behind an edit that meets another version keeps both, and Undo brings both back', async () => {
  const { database, page } = await deletedTwo();
  const trash = JSON.stringify(database.lists['trash/tasks']);
  for (const words of ['Mine', 'Theirs']) expect(trash).toContain(words);
  page.dispatch(undoRequested());
  await calm();
  expect(database.lists.tasks).toEqual({ k1: taskRecord(1, { taskName: 'Theirs' }) });
  expect(selectTask(page.getState(), 1)).toMatchObject({ taskName: 'Mine' });
});

test('One of two versions that another device restores from the trash leaves the other one there', async () => {
  const { database } = await deletedTwo();
  await restoreElsewhere(database);
  expect(database.lists.tasks).toEqual({ k1: taskRecord(1, { taskName: 'Theirs' }) });
  expect(Object.values(database.lists['trash/tasks'])).toMatchObject([{ record: { taskName: 'Mine' } }]);
});

test('Each version that was deleted beside another one stays in the trash when that happens again', async () => {
  const { database, a, page } = await deletedTwo();
  await restoreElsewhere(database);
  await deleteTwo(database, { a, page }, 'Mine again', 'Theirs again');
  const names = () =>
    Object.values(database.lists['trash/tasks']).map(
      copy => (copy as { record: { taskName: string } }).record.taskName,
    );
  expect(names().sort()).toEqual(['Mine', 'Mine again', 'Theirs again']);
  page.dispatch(undoRequested());
  await calm();
  expect(database.lists.tasks).toEqual({ k1: taskRecord(1, { taskName: 'Theirs again' }) });
  expect(selectTask(page.getState(), 1)).toMatchObject({ taskName: 'Mine again' });
  expect(names()).toEqual(['Mine']);
});

test('A version that is listed, restored from the trash, is not in the trash under its key once more', async () => {
  const { database, a, page } = await deletedTwo();
  const [key] = Object.keys(database.lists['trash/tasks']).filter(one => one !== 'k1') as [string];
  const listed = taskRecord(2, { taskName: 'Mine' });
  database.put('trash/tasks', key, null);
  database.put('tasks', key, listed);
  await restoreElsewhere(database);
  await deleteTwo(database, { a, page }, 'Mine', 'Theirs again');
  expect(database.lists.tasks).toEqual({ [key]: listed });
  expect(database.lists['trash/tasks']).not.toHaveProperty(key);
  const words = JSON.stringify(database.lists['trash/tasks']);
  for (const one of ['Mine', 'Theirs again']) expect(words).toContain(one);
});

test('A version that is deleted again while another device restores it is in the trash once, beside the list', async () => {
  const { database, a, page } = await deletedTwo();
  const [key] = Object.keys(database.lists['trash/tasks']).filter(one => one !== 'k1') as [string];
  const taken = database.lists['trash/tasks'][key]!;
  await restoreElsewhere(database);
  await deleteTwo(database, { a, page }, 'Mine', 'Theirs again');
  // The other device has taken the copy, and puts it back and removes it now.
  const { record, deletedAt } = taken as { record: Json; deletedAt: string };
  database.put('tasks', key, record);
  await database.removeCopy('anna', 'tasks', key, deletedAt).catch(() => undefined);
  expect(database.lists['trash/tasks']).not.toHaveProperty(key);
  const words = JSON.stringify(database.lists['trash/tasks']);
  for (const one of ['Mine', 'Theirs again']) expect(words).toContain(one);
});

test('A restore of both that the version before stored takes both copies out of the trash', async () => {
  const deletedAt = '2026-03-10T11:00:00.000Z';
  const database = fakeDatabase({
    'trash/tasks': {
      k1: { deletedAt, record: taskRecord(1, { taskName: 'Theirs' }) },
      'k1-mine': { deletedAt, record: taskRecord(1, { taskName: 'Mine' }) },
    },
  });
  const page = await deviceOn(database).open();
  const restored = { taskId: 1, fireId: 'k1', fields: taskFields(), isBoth: true } as const;
  page.dispatch(requestChange(taskChange('task/restore', restored)));
  await calm();
  expect(database.lists.tasks).toEqual({ k1: taskRecord(1, { taskName: 'Theirs' }) });
  expect(database.lists['trash/tasks']).toEqual({});
});

test('Two versions of a note are both there again after Delete and Undo, each with its look until then', async () => {
  const look = { colour: 'mint', place: 4 };
  const database = fakeDatabase({ notes: { n1: { ...noteFields('Milk', 'Two') } }, looks: { n1: look } });
  const a = deviceOn(database);
  const page = await a.open();
  await soon();
  a.goOffline();
  const base = noteFields('Milk', 'Two');
  page.dispatch(noteSaveRequested({ fireId: 'n1', base, fields: noteFields('Mine', 'Two') }));
  await soon();
  database.put('notes', 'n1', { ...noteFields('Theirs', 'Two') });
  a.goOnline();
  await calm();
  expect(selectNoteSync(page.getState(), 'n1')).toMatchObject({ reason: '2 versions' });
  page.dispatch(noteDeleteRequested(selectNote(page.getState(), 'n1')!));
  await calm();
  const trash = JSON.stringify(database.lists['trash/notes']);
  for (const words of ['Mine', 'Theirs']) expect(trash).toContain(words);
  const looks = Object.keys(database.lists['trash/notes']).map(key => [key, look]);
  expect(database.lists.looks).toEqual(Object.fromEntries(looks));
  page.dispatch(undoRequested());
  await calm();
  expect(database.lists.notes).toEqual({ n1: noteFields('Theirs', 'Two') });
  expect(selectNote(page.getState(), 'n1')).toMatchObject(noteFields('Mine', 'Two'));
  expect(database.lists.looks).toEqual({ n1: look });
});

test('A version that was overwritten unseen and the one that overwrote it are both there again after Delete and Undo', async () => {
  const database = fakeDatabase({ notes: { n1: { ...noteFields('Milk', 'Two') } } });
  const a = deviceOn(database);
  const page = await a.open();
  await soon();
  a.before('saveNote', () => database.put('notes', 'n1', { ...noteFields('Theirs', 'Two') }));
  const base = noteFields('Milk', 'Two');
  page.dispatch(noteSaveRequested({ fireId: 'n1', base, fields: noteFields('Mine', 'Two') }));
  await calm();
  expect(selectNoteSync(page.getState(), 'n1')).toMatchObject({ conflict: { isOverwritten: true } });
  page.dispatch(noteDeleteRequested(selectNote(page.getState(), 'n1')!));
  await calm();
  page.dispatch(undoRequested());
  await calm();
  const everywhere = JSON.stringify([database.lists, a.kept()]);
  for (const words of ['Mine', 'Theirs']) expect(everywhere).toContain(words);
  expect(selectNoteSync(page.getState(), 'n1')).toMatchObject({ reason: '2 versions' });
});

describe('What shows with a record of which two versions are deleted', () => {
  const DONE_AT = '2026-03-10T11:00:00.000Z';
  const otherKey = ({ lists }: FakeDatabase) =>
    Object.keys(lists['trash/tasks']).find(key => key !== 'k1') as string;

  /** Two versions of a task that is done are in the trash. */
  async function deletedDone() {
    const database = fakeDatabase({ tasks: { k1: taskRecord(1) }, done: { k1: DONE_AT } });
    const a = deviceOn(database);
    const page = await a.open();
    await soon();
    await deleteTwo(database, { a, page }, 'Mine', 'Theirs');
    return { database, a, page };
  }

  test('shows with each: the other version is done, too, also once it is restored', async () => {
    const { database, page } = await deletedDone();
    const key = otherKey(database);
    expect(database.lists.done).toEqual({ k1: DONE_AT, [key]: DONE_AT });
    page.dispatch(trashRequested());
    await soon();
    const other = selectTrash(page.getState()).find(({ fireId }) => fireId === key)!;
    page.dispatch(trashRestoreRequested(other));
    await calm();
    expect(database.lists.tasks).toMatchObject({ [key]: { taskName: 'Mine' } });
    const { tasks } = page.getState();
    expect(doneAtOf(tasks, key)).toBe(DONE_AT);
  });

  test('goes with the copy of the other version when Undo brings back both', async () => {
    const { database, page } = await deletedDone();
    page.dispatch(undoRequested());
    await calm();
    expect(Object.keys(database.lists.tasks)).toEqual(['k1']);
    expect(database.lists.done).toEqual({ k1: DONE_AT });
  });

  test('stays with the other version that another device restored before Undo', async () => {
    const { database, page } = await deletedDone();
    const key = otherKey(database);
    const { record } = database.lists['trash/tasks'][key] as { record: Json };
    database.put('tasks', key, record);
    database.put('trash/tasks', key, null);
    page.dispatch(undoRequested());
    await calm();
    expect(database.lists.done).toEqual({ k1: DONE_AT, [key]: DONE_AT });
  });

  test('goes when both are deleted for ever', async () => {
    const { database, page } = await deletedDone();
    page.dispatch(trashRequested());
    await soon();
    page.dispatch(trashForgetRequested(selectTrash(page.getState())));
    await calm();
    expect(database.lists).toMatchObject({ done: {}, 'trash/tasks': {} });
  });
});

test('A task that was deleted for ever elsewhere is done again after Undo of its deletion', async () => {
  const doneAt = '2026-03-10T11:00:00.000Z';
  const database = fakeDatabase({ tasks: { k1: taskRecord(1) }, done: { k1: doneAt } });
  const page = await deviceOn(database).open();
  await soon();
  page.dispatch(taskDeleteRequested(selectTask(page.getState(), 1)!));
  await calm();
  database.put('trash/tasks', 'k1', null);
  database.put('done', 'k1', null);
  page.dispatch(undoRequested());
  await calm();
  expect(database.lists).toMatchObject({ tasks: { k1: taskRecord(1) }, done: { k1: doneAt } });
  expect(selectTask(page.getState(), 1)).toMatchObject({ doneAt });
});

test('What was added and deleted offline, and deleted for ever, stays so after Undo', async () => {
  const database = fakeDatabase();
  const a = deviceOn(database);
  const page = await a.open();
  const listed = () => selectTaskIdsIn.personal(page.getState());
  a.goOffline();
  page.dispatch(taskAddRequested(taskFields()));
  await soon();
  page.dispatch(taskDeleteRequested(selectTask(page.getState(), listed()[0]!)!));
  await soon();
  a.goOnline();
  await calm();
  page.dispatch(trashRequested());
  await soon();
  page.dispatch(trashForgetRequested(selectTrash(page.getState())));
  await calm();
  expect(database.lists).toMatchObject({ tasks: {}, 'trash/tasks': {} });
  for (let times = 0; times < 3; times++) {
    page.dispatch(undoRequested());
    await calm();
    expect(database.lists).toMatchObject({ tasks: {}, 'trash/tasks': {} });
    expect([listed(), page.unsent()]).toEqual([[], 0]);
  }
});

test('What was added and deleted offline comes back by Undo, and is no duplicate of itself', async () => {
  const database = fakeDatabase();
  const a = deviceOn(database);
  const page = await a.open();
  a.goOffline();
  page.dispatch(taskAddRequested(taskFields()));
  await soon();
  const [taskId] = selectTaskIdsIn.personal(page.getState());
  page.dispatch(taskDeleteRequested(selectTask(page.getState(), taskId!)!));
  await soon();
  a.goOnline();
  await calm();
  page.dispatch(undoRequested());
  await calm();
  expect(Object.values(database.lists.tasks)).toEqual([taskRecord(taskId!)]);
  expect(selectTaskIdsIn.personal(page.getState())).toEqual([taskId]);
  expect([database.lists['trash/tasks'], page.unsent()]).toEqual([{}, 0]);
});

test('An edit behind one that meets another version overwrites nothing that its person did not see', async () => {
  const database = fakeDatabase({ tasks: { k1: taskRecord(1) } });
  const a = deviceOn(database);
  const page = await a.open();
  await soon();
  a.goOffline();
  for (const change of [{ taskName: 'Mine' }, { taskDescription: 'My words' }]) {
    const task = selectTask(page.getState(), 1)!;
    page.dispatch(taskSaveRequested(task, fieldsOf(task), { ...fieldsOf(task), ...change }));
    await soon();
  }
  const theirs = taskRecord(1, { taskName: 'Theirs', taskDescription: 'Their words' });
  database.put('tasks', 'k1', theirs);
  a.goOnline();
  await calm();
  expect(database.lists.tasks).toEqual({ k1: theirs });
  expect(selectTask(page.getState(), 1)).toMatchObject({ taskName: 'Mine', taskDescription: 'My words' });
  expect(selectTaskSync(page.getState(), 1)).toMatchObject({
    type: 'blocked',
    conflict: { theirs: { taskName: 'Theirs', taskDescription: 'Their words' } },
  });
});

test('Two tabs that change one field before they hear of each other lose nothing to a third version', async () => {
  const database = fakeDatabase({ tasks: { k1: taskRecord(1) } });
  const a = deviceOn(database);
  const pages = [await a.open(), await a.open({ isLeader: false })] as const;
  await soon();
  a.goOffline();
  const names = ['One', 'Two'];
  for (const [at, page] of pages.entries()) {
    const task = selectTask(page.getState(), 1)!;
    page.dispatch(taskSaveRequested(task, fieldsOf(task), { ...fieldsOf(task), taskName: names[at]! }));
  }
  await soon();
  database.put('tasks', 'k1', taskRecord(1, { taskName: 'Theirs' }));
  a.goOnline();
  await calm();
  expect(JSON.stringify(a.kept())).toContain('One');
  pages[0].dispatch(taskVersionChosen({ taskId: 1, version: 'mine' }));
  await calm();
  expect(database.lists.tasks).toEqual({ k1: taskRecord(1, { taskName: 'One' }) });
  expect(selectTaskSync(pages[0].getState(), 1)).toMatchObject({
    type: 'blocked',
    conflict: { theirs: { taskName: 'One' } },
  });
  expect(selectTask(pages[0].getState(), 1)).toMatchObject({ taskName: 'Two' });
});

describe('Of two versions of a note of which one was overwritten unseen', () => {
  const [first, second] = [noteFields('Old', 'Mine'), noteFields('New', 'Mine')];

  /** This device wrote `wrote`, was told of `theirs`, and the note has been written again since by another device. */
  async function blocked(wrote: typeof first, theirs: typeof first, since: typeof first) {
    const database = fakeDatabase({ notes: { n1: { ...since } } });
    const a = deviceOn(database);
    const conflict = { type: 'versions', theirs, isOverwritten: true } as const;
    a.keep([
      { ...noteEdit('e', 'n1', wrote, wrote), status: 'blocked', reason: '2 versions', conflict },
    ] as Operation[]);
    const page = await a.open();
    await calm();
    return { database, page };
  }

  test('keeping mine keeps what is shown as mine, though this device had written less', async () => {
    const { database, page } = await blocked(first, second, second);
    expect(selectNote(page.getState(), 'n1')).toMatchObject(second);
    page.dispatch(noteVersionChosen({ fireId: 'n1', version: 'mine' }));
    await calm();
    expect(database.lists.notes).toEqual({ n1: second });
    expect(page.unsent()).toBe(0);
  });

  test('taking theirs takes what is shown as theirs, though this device had written it, too', async () => {
    const { database, page } = await blocked(second, second, first);
    expect(selectNote(page.getState(), 'n1')).toMatchObject(first);
    page.dispatch(noteVersionChosen({ fireId: 'n1', version: 'theirs' }));
    await calm();
    expect(database.lists.notes).toEqual({ n1: second });
    expect(page.unsent()).toBe(0);
  });
});
