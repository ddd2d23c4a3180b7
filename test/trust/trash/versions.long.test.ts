/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import '../../support/app/noComplaints';
import { undoRequested } from '../../../src/history/historySlice';
import { noteChange, noteDeleteRequested, noteSaveRequested } from '../../../src/notes/noteKinds';
import { selectNote, selectNoteOthers, selectNoteSync } from '../../../src/notes/notesSelectors';
import { ServiceFailure } from '../../../src/services/failure';
import { requestChange } from '../../../src/sync/operations';
import { fieldsOf } from '../../../src/tasks/task';
import { taskDeleteRequested, taskSaveRequested } from '../../../src/tasks/taskActions';
import { taskChange } from '../../../src/tasks/taskKinds';
import {
  selectTask,
  selectTaskIdsIn,
  selectTaskOfKey,
  selectTaskOthers,
  selectTaskSync,
} from '../../../src/tasks/tasksSelectors';
import { taskAddRequested } from '../../../src/tasks/tasksSlice';
import { selectTrash } from '../../../src/trash/trashSelectors';
import { trashForgetRequested, trashRequested, trashRestoreRequested } from '../../../src/trash/trashSlice';
import { editOf } from '../../support/devices/acts';
import { deviceOn, openDevice, type Device, type Page } from '../../support/devices/devices';
import { deleteElsewhere, restoreElsewhere } from '../../support/devices/elsewhere';
import type { fakeDatabase } from '../../support/devices/fakeDatabase';
import { type FakeDatabase } from '../../support/devices/fakeDatabase';
import { noteFields, taskFields, taskRecord } from '../../support/app/operations';
import { advance, fakeTime, MINUTES_10 } from '../../support/app/time';

fakeTime();

const LISTS = ['tasks', 'notes'] as const;
type List = (typeof LISTS)[number];
const keyIn = { tasks: 'k1', notes: 'n1' };
const titleIn = { tasks: 'taskName', notes: 'noteTitle' };
const recordOf = (list: List, title: string) =>
  list === 'tasks' ? taskRecord(1, { taskName: title }) : { ...noteFields(title) };

/** Saves another title over the shown record; `base` is the old title of a note. */
const save = (page: Page, list: List, title: string, base = 'Old', changeId?: string) => {
  const options = changeId ? { id: changeId } : {};
  const task = selectTask(page.getState(), 1)!;
  page.dispatch(
    list === 'notes'
      ? noteSaveRequested({ fireId: 'n1', base: noteFields(base), fields: noteFields(title) }, options)
      : taskSaveRequested(task, fieldsOf(task), { ...fieldsOf(task), taskName: title }, options),
  );
};
const remove = (page: Page, list: List) =>
  page.dispatch(
    list === 'tasks'
      ? taskDeleteRequested(selectTask(page.getState(), 1)!)
      : noteDeleteRequested(selectNote(page.getState(), 'n1')!),
  );
const othersOf = (page: Page, list: List) =>
  list === 'tasks' ? selectTaskOthers(page.getState(), 1) : selectNoteOthers(page.getState(), 'n1');
const shownOf = (page: Page, list: List) =>
  list === 'tasks' ? selectTask(page.getState(), 1)?.taskName : selectNote(page.getState(), 'n1')?.noteTitle;
const titlesIn = (list: List, records: object) =>
  Object.values(records)
    .map(record => (record as Record<string, string>)[titleIn[list]])
    .sort();
/** The titles in the list, and those in the trash. */
const places = ({ lists }: FakeDatabase, list: List) => [
  titlesIn(list, lists[list]),
  titlesIn(
    list,
    Object.values(lists[`trash/${list}`]).map(copy => (copy as { record: object }).record),
  ),
];
const otherKey = ({ lists }: FakeDatabase, list: List = 'tasks') =>
  Object.keys(lists[`trash/${list}`]).find(key => key.includes('-other-'))!;

/** A device with an open page on a record that is called `Old`. */
const opened = (list: List, more: Parameters<typeof fakeDatabase>[0] = {}) =>
  openDevice({ [list]: { [keyIn[list]]: recordOf(list, 'Old') }, ...more });

/** A page renames the record to `Mine` offline, while another device renames it to `Theirs`; `happens` plans a fault. */
async function disputed(
  list: List,
  happens: (given: Awaited<ReturnType<typeof opened>>) => unknown = () => undefined,
  more: Parameters<typeof fakeDatabase>[0] = {},
) {
  const given = await opened(list, more);
  given.a.goOffline();
  happens(given);
  save(given.page, list, 'Mine');
  await advance(50);
  given.database.put(list, keyIn[list], recordOf(list, 'Theirs'));
  given.a.goOnline();
  await advance(MINUTES_10);
  return given;
}

describe.each(LISTS)('Of two versions (%s)', list => {
  const key = keyIn[list];
  const dismissal =
    list === 'tasks'
      ? taskChange('task/dismiss', { taskId: 1, fireId: 'k1' })
      : noteChange('note/dismiss', { fireId: 'n1' });
  const notice = { at: expect.any(String) as string, fields: { [titleIn[list]]: 'Theirs' } };

  test('the later one is written, and the other one is in the trash and told', async () => {
    const { database, page } = await disputed(list);
    expect(database.lists[list]).toEqual({ [key]: recordOf(list, 'Mine') });
    expect(database.lists[`trash/${list}`]).toEqual({
      [otherKey(database, list)]: {
        deletedAt: expect.any(String) as string,
        record: recordOf(list, 'Theirs'),
        otherOf: key,
      },
    });
    expect(database.lists[`others/${list}`]).toEqual({ [key]: notice });
    expect(othersOf(page, list)).toEqual(notice);
    expect([shownOf(page, list), page.unsent()]).toEqual(['Mine', 0]);
  });

  test('a reload and another device show the notice, until one of them dismisses it', async () => {
    const { database, a, page } = await disputed(list);
    page.kill();
    const pages = [await a.open(), await deviceOn(database).open()] as const;
    await advance(MINUTES_10);
    for (const page of pages) expect(othersOf(page, list)).toMatchObject(notice);
    await pages[0].send(requestChange(dismissal));
    for (const page of pages) expect(othersOf(page, list)).toBeUndefined();
    expect(database.lists[`others/${list}`]).toEqual({});
    expect(places(database, list)).toEqual([['Mine'], ['Theirs']]);
  });

  test('Take theirs writes the other one, and one Undo writes mine again', async () => {
    const { database, page } = await disputed(list);
    const changeId = 'take-theirs';
    save(page, list, 'Theirs', 'Mine', changeId);
    await page.send(requestChange(dismissal, { changeId }));
    expect([places(database, list)[0], othersOf(page, list)]).toEqual([['Theirs'], undefined]);
    await page.send(undoRequested());
    expect(places(database, list)).toEqual([['Mine'], ['Theirs']]);
    expect([shownOf(page, list), page.unsent()]).toEqual(['Mine', 0]);
  });

  test.each([
    ['at once', 'now'],
    ['once it is on the server', 'later'],
    ['offline', 'offline'],
    ['after a reload', 'reloaded'],
  ])('a deletion takes both along, and Undo %s brings mine and the notice back', async (_name, when) => {
    const { database, a, page } = await disputed(list);
    let current = page;
    if (when === 'offline') a.goOffline();
    remove(page, list);
    if (when === 'later' || when === 'reloaded') {
      await advance(MINUTES_10);
      expect(places(database, list)).toEqual([[], ['Mine', 'Theirs']]);
    }
    if (when === 'reloaded') {
      page.kill();
      current = await a.open();
    }
    await advance(50);
    await current.send(undoRequested(), 50);
    if (when === 'offline') a.goOnline();
    await advance(MINUTES_10);
    expect(places(database, list)).toEqual([['Mine'], ['Theirs']]);
    expect([shownOf(current, list), current.unsent()]).toEqual(['Mine', 0]);
    expect(othersOf(current, list)).toMatchObject(notice);
  });

  test.each(['apply', 'readRecord'] as const)(
    'each is kept once when the answer to %s is lost',
    async method => {
      const { database, page } = await disputed(list, ({ a }) => a.loseAnswer(method));
      expect([...places(database, list), page.unsent()]).toEqual([['Mine'], ['Theirs'], 0]);
      expect(othersOf(page, list)).toMatchObject(notice);
    },
  );

  test('each is kept once when the page is killed behind the write', async () => {
    const { database, a } = await disputed(list, given => given.a.after('apply', given.page.kill));
    const again = await a.open({ wait: MINUTES_10 });
    expect([...places(database, list), again.unsent()]).toEqual([['Mine'], ['Theirs'], 0]);
    expect(othersOf(again, list)).toMatchObject(notice);
  });

  test('a third one that comes in the moment of the write is kept, too', async () => {
    const { database, page } = await disputed(list, ({ a, database: shared }) =>
      a.before('apply', () => shared.put(list, key, recordOf(list, 'Third'))),
    );
    expect([...places(database, list), page.unsent()]).toEqual([['Mine'], ['Third'], 0]);
    expect(othersOf(page, list)).toMatchObject({ fields: { [titleIn[list]]: 'Third' } });
  });

  test('mine is not written again over a later edit when its answer was lost', async () => {
    const { database, page } = await disputed(list, ({ a, database: shared }) =>
      a.after('apply', () => {
        shared.put(list, key, recordOf(list, 'Since'));
        throw new ServiceFailure('network', 'network', 'No answer');
      }),
    );
    expect([...places(database, list), page.unsent()]).toEqual([['Since'], ['Theirs'], 0]);
  });

  test('the other one can be restored from the trash beside mine, and deleted for ever', async () => {
    const { database, page } = await disputed(list);
    await page.send(trashRequested(), 50);
    expect(selectTrash(page.getState())).toMatchObject([{ isOther: true, fireId: otherKey(database, list) }]);
    await page.send(trashRestoreRequested(selectTrash(page.getState())[0]!));
    expect([...places(database, list), page.unsent()]).toEqual([['Mine', 'Theirs'], [], 0]);
    await page.send(undoRequested());
    expect(places(database, list)).toEqual([['Mine'], ['Theirs']]);
    await page.send(trashForgetRequested(selectTrash(page.getState())));
    expect([...places(database, list), page.unsent()]).toEqual([['Mine'], [], 0]);
  });

  test('a dispute on each other’s heels leaves every version in the trash', async () => {
    const { database, a, page } = await disputed(list);
    a.goOffline();
    save(page, list, 'Mine again', 'Mine');
    await advance(50);
    database.put(list, key, recordOf(list, 'Theirs again'));
    await a.reconnect();
    expect(places(database, list)).toEqual([['Mine again'], ['Theirs', 'Theirs again']]);
    expect(page.unsent()).toBe(0);
  });
});

describe.each(LISTS)('Of two tabs that change one field before they hear of each other (%s)', list => {
  /** Both tabs rename it, to `One` and `Two`, while another device renames it to `Theirs` or deletes it (null). */
  async function twoTabs(theirs: string | null) {
    const { database, a, page } = await opened(list);
    const second = await a.open({ isLeader: false, wait: 50 });
    a.goOffline();
    save(page, list, 'One');
    save(second, list, 'Two');
    await advance(50);
    if (theirs !== null) database.put(list, keyIn[list], recordOf(list, theirs));
    else await deleteElsewhere(database, list, keyIn[list]);
    await a.reconnect();
    return { database, page, second };
  }

  test('the later one is listed, and the trash has the others', async () => {
    const { database, page, second } = await twoTabs('Theirs');
    expect(places(database, list)).toEqual([['Two'], ['One', 'Theirs']]);
    for (const tab of [page, second]) expect([shownOf(tab, list), tab.unsent()]).toEqual(['Two', 0]);
  });

  test('the later one is listed over a deletion, which is told', async () => {
    const { database, page, second } = await twoTabs(null);
    expect(places(database, list)).toEqual([['Two'], ['One']]);
    for (const tab of [page, second]) {
      expect([shownOf(tab, list), tab.unsent()]).toEqual(['Two', 0]);
      expect(othersOf(tab, list)).toMatchObject({ isBack: true, fields: { [titleIn[list]]: 'One' } });
    }
  });

  test('a deletion takes all into the trash, and Undo brings the later one back', async () => {
    const { database, page } = await twoTabs('Theirs');
    remove(page, list);
    await advance(MINUTES_10);
    expect(places(database, list)).toEqual([[], ['One', 'Theirs', 'Two']]);
    await page.send(undoRequested());
    expect([...places(database, list), page.unsent()]).toEqual([['Two'], ['One', 'Theirs'], 0]);
  });
});

/** A page edits and deletes a task offline that has another version on the server, so the trash gets both. */
async function deleteTwo(
  database: FakeDatabase,
  { a, page }: { a: Device; page: Page },
  mine: string,
  theirs: string,
) {
  a.goOffline();
  save(page, 'tasks', mine);
  await advance(50);
  remove(page, 'tasks');
  await advance(50);
  database.put('tasks', 'k1', taskRecord(1, { taskName: theirs }));
  await a.reconnect();
}

async function deletedTwo(more: Parameters<typeof fakeDatabase>[0] = {}) {
  const given = await opened('tasks', more);
  await deleteTwo(given.database, given, 'Mine', 'Theirs');
  expect(places(given.database, 'tasks')).toEqual([[], ['Mine', 'Theirs']]);
  return given;
}

test('A delete behind a disputed edit keeps both, and Undo brings mine back', async () => {
  const { database, page } = await deletedTwo();
  await page.send(undoRequested());
  expect(places(database, 'tasks')).toEqual([['Mine'], ['Theirs']]);
  expect([shownOf(page, 'tasks'), page.unsent()]).toEqual(['Mine', 0]);
});

test('One of two deleted versions that is restored elsewhere leaves the other there', async () => {
  const { database, page } = await deletedTwo();
  await restoreElsewhere(database, 'tasks', 'k1');
  await advance(MINUTES_10);
  expect(places(database, 'tasks')).toEqual([['Mine'], ['Theirs']]);
  await page.send(undoRequested());
  expect([...places(database, 'tasks'), page.unsent()]).toEqual([['Mine'], ['Theirs'], 0]);
});

test('Each other version stays in the trash when two are deleted once more', async () => {
  const { database, a, page } = await deletedTwo();
  await restoreElsewhere(database, 'tasks', 'k1');
  await advance(50);
  await deleteTwo(database, { a, page }, 'Mine again', 'Theirs again');
  expect(places(database, 'tasks')).toEqual([[], ['Mine again', 'Theirs', 'Theirs again']]);
  await page.send(undoRequested());
  expect(places(database, 'tasks')).toEqual([['Mine again'], ['Theirs', 'Theirs again']]);
});

test('The tick comes back with each of two versions of a task', async () => {
  const doneAt = '2026-03-10T11:00:00.000Z';
  const { database, page } = await deletedTwo({ done: { k1: doneAt } });
  const other = otherKey(database);
  await page.send(trashRequested(), 50);
  await page.send(trashRestoreRequested(selectTrash(page.getState()).find(item => item.fireId === other)!));
  expect(selectTaskOfKey(page.getState(), other)).toMatchObject({ doneAt });
  await page.send(undoRequested());
  await page.send(undoRequested());
  expect([...places(database, 'tasks'), selectTaskOfKey(page.getState(), 'k1')]).toMatchObject([
    ['Mine'],
    ['Theirs'],
    { doneAt },
  ]);
});

test('What lies beside goes when both versions are deleted for ever', async () => {
  const { database, page } = await deletedTwo({ done: { k1: '2026-03-10T11:00:00.000Z' } });
  await page.send(trashRequested(), 50);
  await page.send(trashForgetRequested(selectTrash(page.getState())));
  expect(database.lists).toMatchObject({ done: {}, tasks: {}, 'trash/tasks': {}, 'others/tasks': {} });
});

test('The look of a note stays with it through a dispute, Delete and Undo', async () => {
  const look = { colour: 'mint', place: 'V' };
  const { database, page } = await disputed('notes', undefined, { looks: { n1: look } });
  expect(database.lists.looks).toMatchObject({ n1: look });
  remove(page, 'notes');
  await advance(MINUTES_10);
  expect(places(database, 'notes')).toEqual([[], ['Mine', 'Theirs']]);
  await page.send(undoRequested());
  expect(places(database, 'notes')).toEqual([['Mine'], ['Theirs']]);
  expect(database.lists.looks).toMatchObject({ n1: look });
});

test('Edits behind each other tell the other version of every field', async () => {
  const { database, a, page } = await opened('tasks');
  a.goOffline();
  for (const change of [{ taskName: 'Mine' }, { taskDescription: 'My words' }]) {
    await page.send(editOf(page, change), 50);
  }
  const theirs = { taskName: 'Theirs', taskDescription: 'Their words' };
  database.put('tasks', 'k1', taskRecord(1, theirs));
  await a.reconnect();
  const mine = { taskName: 'Mine', taskDescription: 'My words' };
  expect(database.lists.tasks).toEqual({ k1: taskRecord(1, mine) });
  const trash = JSON.stringify(database.lists['trash/tasks']);
  for (const words of Object.values(theirs)) expect(trash).toContain(words);
  expect(selectTaskOthers(page.getState(), 1)).toMatchObject({ fields: theirs });
  expect([selectTaskSync(page.getState(), 1).type, page.unsent()]).toEqual(['saved', 0]);
});

test('Fields and lines that one side alone changed merge, and nothing is told', async () => {
  const words = (second: string, third: string) => `One\n${second}\n${third}`;
  const { database, a, page } = await opened('notes', {
    notes: { n1: noteFields('Old', words('Two', 'Three')) },
  });
  a.goOffline();
  const base = noteFields('Old', words('Two', 'Three'));
  await page.send(
    noteSaveRequested({ fireId: 'n1', base, fields: noteFields('Mine', words('2', 'Three')) }),
    50,
  );
  database.put('notes', 'n1', noteFields('Old', words('Two', '3')));
  await a.reconnect();
  expect(database.lists).toMatchObject({
    notes: { n1: noteFields('Mine', words('2', '3')) },
    'trash/notes': {},
    'others/notes': {},
  });
  expect(selectNoteSync(page.getState(), 'n1').type).toBe('saved');
});

/** A page adds a task offline and deletes it. */
async function addedAndDeleted() {
  const { database, a, page } = await openDevice();
  const listed = () => selectTaskIdsIn.personal(page.getState());
  a.goOffline();
  await page.send(taskAddRequested(taskFields()), 50);
  const [taskId] = listed();
  await page.send(taskDeleteRequested(selectTask(page.getState(), taskId!)!), 50);
  await a.reconnect();
  return { database, page, listed, taskId: taskId! };
}

test('What was added and deleted offline, and deleted for ever, stays so after Undo', async () => {
  const { database, page, listed } = await addedAndDeleted();
  await page.send(trashRequested(), 50);
  await page.send(trashForgetRequested(selectTrash(page.getState())));
  expect(database.lists).toMatchObject({ tasks: {}, 'trash/tasks': {} });
  for (let times = 0; times < 3; times++) {
    await page.send(undoRequested());
    expect(database.lists).toMatchObject({ tasks: {}, 'trash/tasks': {} });
    expect([listed(), page.unsent()]).toEqual([[], 0]);
  }
});

test('What was added and deleted offline comes back by Undo, and is no duplicate', async () => {
  const { database, page, listed, taskId } = await addedAndDeleted();
  await page.send(undoRequested());
  expect(Object.values(database.lists.tasks)).toEqual([taskRecord(taskId)]);
  expect(listed()).toEqual([taskId]);
  expect([database.lists['trash/tasks'], page.unsent()]).toEqual([{}, 0]);
});
