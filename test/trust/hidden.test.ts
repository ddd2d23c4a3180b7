import '../support/noComplaints';
import { undoRequested } from '../../src/history/historySlice';
import { noteChange, noteDeleteRequested, noteSaveRequested } from '../../src/notes/noteKinds';
import { selectNote, selectNoteSync } from '../../src/notes/notesSelectors';
import { noteKeepRequested, noteVersionChosen } from '../../src/notes/notesSlice';
import { requestChange, type Operation } from '../../src/sync/operations';
import { discardRequested } from '../../src/sync/queueSlice';
import { fieldsOf } from '../../src/tasks/task';
import { taskDeleteRequested, taskSaveRequested } from '../../src/tasks/taskActions';
import { selectTask, selectTaskSync } from '../../src/tasks/tasksSelectors';
import { taskKeepRequested, taskVersionChosen } from '../../src/tasks/tasksSlice';
import { deviceOn } from '../support/devices';
import { fakeDatabase } from '../support/fakeDatabase';
import { noteEdit, noteFields, taskRecord } from '../support/operations';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());
const calm = () => jest.advanceTimersByTimeAsync(10 * 60_000);
const soon = () => jest.advanceTimersByTimeAsync(50);

const LISTS = ['tasks', 'notes'] as const;
type List = (typeof LISTS)[number];

/**
 * Two tabs give a task or a note the titles `One` and `Two` before they hear of each other, while another device gives it
 * `Theirs`, or deletes it (null).
 */
async function hidden(list: List, theirs: string | null) {
  const key = list === 'tasks' ? 'k1' : 'n1';
  const recordOf = (title: string) =>
    list === 'tasks' ? taskRecord(1, { taskName: title }) : noteFields(title);
  const database = fakeDatabase({ [list]: { [key]: recordOf('Old') } });
  const a = deviceOn(database);
  const pages = [await a.open(), await a.open({ isLeader: false })] as const;
  const [page] = pages;
  await soon();
  a.goOffline();
  for (const [at, title] of ['One', 'Two'].entries()) {
    const { getState, dispatch } = pages[at]!;
    const task = selectTask(getState(), 1);
    dispatch(
      list === 'notes'
        ? noteSaveRequested({ fireId: key, base: noteFields('Old'), fields: noteFields(title) })
        : taskSaveRequested(task!, fieldsOf(task!), { ...fieldsOf(task!), taskName: title }),
    );
  }
  await soon();
  if (theirs === null)
    database.put(`trash/${list}`, key, { deletedAt: new Date().toISOString(), record: recordOf('Old') });
  database.put(list, key, theirs === null ? null : recordOf(theirs));
  a.goOnline();
  await calm();

  const titlesIn = (records: object) =>
    Object.values(records).map(
      record =>
        (record as { taskName?: string; noteTitle?: string })[list === 'tasks' ? 'taskName' : 'noteTitle'],
    );
  const state = () => page.getState();
  return {
    database,
    page,
    key,
    shown: () => (list === 'tasks' ? selectTask(state(), 1)?.taskName : selectNote(state(), key)?.noteTitle),
    sync: () => (list === 'tasks' ? selectTaskSync(state(), 1) : selectNoteSync(state(), key)),
    listed: () => titlesIn(database.lists[list]).sort(),
    trash: () =>
      titlesIn(
        Object.values(database.lists[`trash/${list}`]).map(copy => (copy as { record: object }).record),
      ).sort(),
    itemKey: list === 'tasks' ? 'task:1' : 'note:n1',
    choose: (version: 'mine' | 'theirs') =>
      page.dispatch(
        list === 'tasks'
          ? taskVersionChosen({ taskId: 1, version })
          : noteVersionChosen({ fireId: key, version }),
      ),
    keepAsNew: () => page.dispatch(list === 'tasks' ? taskKeepRequested(1) : noteKeepRequested(key)),
    remove: () =>
      page.dispatch(
        list === 'tasks'
          ? taskDeleteRequested(selectTask(state(), 1)!)
          : requestChange(noteChange('note/delete', { fireId: key, fields: noteFields('Two') })),
      ),
  };
}

describe.each(LISTS)('Of two versions of two tabs, of which one hides the other (%s),', list => {
  test('taking theirs gives up the one that is shown, then the other one', async () => {
    const { choose, shown, sync, listed, page } = await hidden(list, 'Theirs');
    expect([shown(), sync()]).toMatchObject(['Two', { reason: '2 versions' }]);
    choose('theirs');
    await calm();
    expect([shown(), sync()]).toMatchObject(['One', { reason: '2 versions' }]);
    choose('theirs');
    await calm();
    expect([shown(), listed(), page.unsent()]).toEqual(['Theirs', ['Theirs'], 0]);
  });

  test('keeping mine asks about the other one, too', async () => {
    const { choose, shown, sync, listed, page } = await hidden(list, 'Theirs');
    choose('mine');
    await calm();
    expect([shown(), sync()]).toMatchObject(['Two', { reason: '2 versions' }]);
    choose('mine');
    await calm();
    expect([shown(), listed(), page.unsent()]).toEqual(['Two', ['Two'], 0]);
  });

  test('discarding what was deleted elsewhere discards the one that is shown, then the other one', async () => {
    const { page, shown, sync, listed, itemKey } = await hidden(list, null);
    expect([shown(), sync()]).toMatchObject(['Two', { reason: 'Deleted elsewhere' }]);
    page.dispatch(discardRequested({ itemKey }));
    await calm();
    expect([shown(), sync()]).toMatchObject(['One', { reason: 'Deleted elsewhere' }]);
    page.dispatch(discardRequested({ itemKey }));
    await calm();
    expect([shown(), listed(), page.unsent()]).toEqual([undefined, [], 0]);
  });

  test('keeping as new keeps both', async () => {
    const { page, keepAsNew, shown, sync, listed, trash } = await hidden(list, null);
    keepAsNew();
    await calm();
    if (list === 'notes') {
      expect([shown(), sync()]).toMatchObject(['One', { reason: 'Deleted elsewhere' }]);
      keepAsNew();
      await calm();
    }
    expect([...listed(), ...trash()]).toEqual(expect.arrayContaining(['One', 'Two']));
    expect(page.unsent()).toBe(0);
  });

  test('deleting puts all of them into the trash, and Undo brings them back or leaves them there', async () => {
    const { page, remove, listed, trash, shown, choose } = await hidden(list, 'Theirs');
    remove();
    await calm();
    expect([listed(), trash(), page.unsent()]).toEqual([[], ['One', 'Theirs', 'Two'], 0]);
    page.dispatch(undoRequested());
    await calm();
    expect([listed(), trash(), shown()]).toEqual([['Theirs'], ['One'], 'Two']);
    choose('mine');
    await calm();
    expect([listed(), trash(), page.unsent()]).toEqual([['Two'], ['One'], 0]);
  });
});

test('A note that is deleted with what it overwrote, and with words that another device disputes, loses neither', async () => {
  const database = fakeDatabase({ notes: { n1: noteFields('Mine', 'Theirs') } });
  const a = deviceOn(database);
  const conflict = {
    type: 'versions',
    theirs: noteFields('Overwritten', 'Theirs'),
    isOverwritten: true,
  } as const;
  const blocked = noteEdit('e', 'n1', noteFields('Mine', 'Mine, too'), noteFields('Old', 'Old'));
  a.keep([{ ...blocked, status: 'blocked', reason: '2 versions', conflict }] as Operation[]);
  const page = await a.open();
  await calm();
  page.dispatch(noteDeleteRequested(selectNote(page.getState(), 'n1')!));
  await calm();
  const copies = Object.values(database.lists['trash/notes']).map(
    copy => (copy as { record: object }).record,
  );
  expect([database.lists.notes, page.unsent()]).toEqual([{}, 0]);
  expect(copies).toHaveLength(3);
  expect(copies).toEqual(
    expect.arrayContaining([
      noteFields('Mine', 'Theirs'),
      noteFields('Overwritten', 'Theirs'),
      noteFields('Mine', 'Mine, too'),
    ]),
  );
});

test('Taking what was overwritten overwrites nothing that an edit behind it hides', async () => {
  const base = noteFields('Old', 'Old');
  const wrote = noteFields('Old', 'Mine');
  const database = fakeDatabase({ notes: { n1: noteFields('Since', 'Mine') } });
  const a = deviceOn(database);
  const conflict = { type: 'versions', theirs: noteFields('Theirs', 'Mine'), isOverwritten: true } as const;
  a.keep([
    { ...noteEdit('e', 'n1', wrote, base), status: 'blocked', reason: '2 versions', conflict },
    noteEdit('f', 'n1', noteFields('Behind', 'Mine'), wrote),
  ] as Operation[]);
  const page = await a.open();
  await calm();
  expect(selectNote(page.getState(), 'n1')).toMatchObject(noteFields('Behind', 'Mine'));
  page.dispatch(noteVersionChosen({ fireId: 'n1', version: 'theirs' }));
  await calm();
  expect(database.lists.notes).toEqual({ n1: noteFields('Since', 'Mine') });
  expect(selectNoteSync(page.getState(), 'n1')).toMatchObject({
    conflict: { theirs: { noteTitle: 'Since' } },
  });
});
