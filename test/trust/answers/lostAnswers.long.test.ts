import '../../support/app/noComplaints';
import { taskDeleteRequested } from '../../../src/tasks/taskActions';
import { selectTask, selectTaskIdsIn } from '../../../src/tasks/tasksSelectors';
import { taskAddRequested } from '../../../src/tasks/tasksSlice';
import { noteAddRequested } from '../../../src/notes/notesSlice';
import { noteSaveRequested } from '../../../src/notes/noteKinds';
import { selectNotes } from '../../../src/notes/notesSelectors';
import { selectTrash } from '../../../src/trash/trashSelectors';
import { trashForgetRequested, trashRequested } from '../../../src/trash/trashSlice';
import { changesOf, tickOf, editOf } from '../../support/devices/acts';
import { deviceOn, openDevice, type Page } from '../../support/devices/devices';
import { deleteElsewhere, restoreElsewhere } from '../../support/devices/elsewhere';
import { fakeDatabase } from '../../support/devices/fakeDatabase';
import { noteFields, taskFields, taskRecord } from '../../support/app/operations';
import { advance, fakeTime, MINUTES_10 } from '../../support/app/time';

fakeTime();

const only = (page: Page) => selectTask(page.getState(), selectTaskIdsIn.personal(page.getState())[0]!)!;
const words = (page: Page) =>
  selectTaskIdsIn.personal(page.getState()).map(id => selectTask(page.getState(), id)!.taskName);
const names = (records: object) =>
  Object.values(records).map(record => (record as { taskName: string }).taskName);

describe('An add whose answer was lost', () => {
  /** A adds a task and goes offline before the answer to its POST. */
  async function arrived(database = fakeDatabase()) {
    const a = deviceOn(database);
    const pageOfA = await a.open();
    a.cutOff('addTask');
    await pageOfA.send(taskAddRequested(taskFields({ taskName: 'Mine' })), 50);
    expect([names(database.lists.tasks), pageOfA.unsent()]).toEqual([['Mine'], 1]);
    return { database, a, pageOfA, key: Object.keys(database.lists.tasks)[0]! };
  }

  /** Another device changes each field that A sent, one after the other. */
  async function rewrittenByB(database: ReturnType<typeof fakeDatabase>) {
    const b = await deviceOn(database).open();
    for (const change of [{ taskDescription: 'All new' }, { taskName: 'Theirs' }]) {
      await b.send(editOf(b, change, only(b)), 50);
    }
    expect(names(database.lists.tasks)).toEqual(['Theirs']);
  }

  test('is found by a device that sleeps while it asks for the time', async () => {
    const shared = fakeDatabase();
    const { serverTime } = shared;
    let sleep = 0;
    shared.serverTime = async userId => {
      jest.setSystemTime(Date.now() + sleep);
      return serverTime(userId);
    };
    const { a, database, key, pageOfA } = await arrived(shared);
    sleep = 86_400_000;
    await a.reconnect();
    expect([Object.keys(database.lists.tasks), pageOfA.unsent()]).toEqual([[key], 0]);
  });

  test('is found by its taskId whatever another device has made of it since', async () => {
    const { a, database, key, pageOfA } = await arrived();
    await rewrittenByB(database);
    await a.reconnect();
    expect(Object.keys(database.lists.tasks)).toEqual([key]);
    expect(names(database.lists.tasks)).toEqual(['Theirs']);
    expect(pageOfA.unsent()).toBe(0);
  });

  test.each([false, true])(
    'is not made again when another device has deleted it (after rewriting it: %s)',
    async isRewritten => {
      const { a, database, key, pageOfA } = await arrived();
      if (isRewritten) await rewrittenByB(database);
      const b = await deviceOn(database).open();
      await b.send(taskDeleteRequested(only(b)), 50);
      await a.reconnect();
      expect(database.lists.tasks).toEqual({});
      expect(Object.keys(database.lists['trash/tasks'])).toEqual([key]);
      expect([words(pageOfA), pageOfA.unsent()]).toEqual([[], 0]);
    },
  );

  test('is found also by a page that was opened anew', async () => {
    const { a, database, key, pageOfA } = await arrived();
    pageOfA.kill();
    await rewrittenByB(database);
    a.goOnline();
    const again = await a.open({ wait: MINUTES_10 });
    expect(Object.keys(database.lists.tasks)).toEqual([key]);
    expect(again.unsent()).toBe(0);
  });

  test('merges the edits behind it onto what another device has made of it', async () => {
    const { a, database, key, pageOfA } = await arrived();
    const mine = only(pageOfA);
    await pageOfA.send(editOf(pageOfA, { taskDescription: 'My words' }, mine), 50);
    database.put('tasks', key, taskRecord(mine.taskId, { taskName: 'Theirs' }));
    await a.reconnect();
    expect(database.lists.tasks).toEqual({
      [key]: taskRecord(mine.taskId, { taskName: 'Theirs', taskDescription: 'My words' }),
    });
    expect(pageOfA.unsent()).toBe(0);
  });

  test.each([-9, 9])('is found when the server’s clock is %i minutes off', async minutes => {
    const { a, database, key, pageOfA } = await arrived();
    database.setServerAhead(minutes * 60_000);
    await rewrittenByB(database);
    await a.reconnect();
    expect(Object.keys(database.lists.tasks)).toEqual([key]);
    expect(pageOfA.unsent()).toBe(0);
  });
});

describe('A note whose answer was lost', () => {
  async function addedNote() {
    const { database, a, page } = await openDevice();
    a.cutOff('addNote');
    await page.send(noteAddRequested(noteFields('Mine')), 50);
    const [key] = Object.keys(database.lists.notes) as [string];
    return { database, a, page, key };
  }
  test('is not set again when it was deleted elsewhere', async () => {
    const { database, a, page, key } = await addedNote();
    const copy = { deletedAt: '2026-03-10T12:00:01.000Z', record: noteFields('Mine') };
    database.put('trash/notes', key, copy);
    database.put('notes', key, null);
    await a.reconnect();
    expect(database.lists.notes).toEqual({});
    expect([selectNotes(page.getState()), page.unsent()]).toEqual([[], 0]);
  });

  test('takes the edit behind it, over what another device has made of it', async () => {
    const { database, a, page, key } = await addedNote();
    await page.send(
      noteSaveRequested({ fireId: key, base: noteFields('Mine'), fields: noteFields('Mine', 'More') }),
      50,
    );
    database.put('notes', key, { ...noteFields('Theirs') });
    await a.reconnect();
    expect(database.lists.notes).toEqual({ [key]: noteFields('Theirs', 'More') });
    expect(page.unsent()).toBe(0);
  });
});

describe('A lost answer and the opposite change elsewhere', () => {
  const opened = () => openDevice({ tasks: { k1: taskRecord(1) }, notes: { n1: noteFields() } });

  test('a tick is not made again over its removal', async () => {
    const { database, a, page } = await opened();
    a.loseAnswer('apply');
    await page.send(tickOf(page), 50);
    expect(database.lists.done).toHaveProperty('k1');
    database.put('done', 'k1', null);
    await advance(MINUTES_10);
    expect(database.lists.done).toEqual({});
    expect(page.unsent()).toBe(0);
  });

  test.each(['tasks', 'notes'] as const)('a delete (%s) is not made again over a restore', async list => {
    const { database, a, page } = await opened();
    const key = list === 'tasks' ? 'k1' : 'n1';
    const record = database.lists[list][key]!;
    a.loseAnswer('apply');
    await page.send(changesOf[list].delete(), 50);
    expect(database.lists[list]).toEqual({});
    await restoreElsewhere(database, list, key);
    await advance(MINUTES_10);
    expect(database.lists[list]).toEqual({ [key]: record });
    expect(page.unsent()).toBe(0);
  });

  test('a restore is not made again over a delete', async () => {
    const { database, a, page } = await opened();
    await page.send(taskDeleteRequested(selectTask(page.getState(), 1)!), 50);
    a.loseAnswer('apply');
    await page.send(changesOf.tasks.restore(), 50);
    expect(Object.keys(database.lists.tasks)).toEqual(['k1']);
    await deleteElsewhere(database, 'tasks', 'k1');
    await advance(MINUTES_10);
    expect(database.lists.tasks).toEqual({});
    expect(Object.keys(database.lists['trash/tasks'])).toEqual(['k1']);
    expect([selectTask(page.getState(), 1), page.unsent()]).toEqual([undefined, 0]);
  });

  test('a deletion for ever is not made again over a copy of a later deletion', async () => {
    const { database, a, page } = await opened();
    await deleteElsewhere(database, 'tasks', 'k1');
    await page.send(trashRequested(), 50);
    a.loseAnswer('apply');
    await page.send(trashForgetRequested(selectTrash(page.getState())), 50);
    expect(database.lists['trash/tasks']).toEqual({});
    // Another device restores the task by an edit, and deletes it again.
    const other = await deviceOn(database).open();
    await other.send(changesOf.tasks.edit('Theirs'), 300);
    await other.send(taskDeleteRequested(selectTask(other.getState(), 1)!));
    expect(database.lists['trash/tasks']).toMatchObject({ k1: { record: { taskName: 'Theirs' } } });
    expect([page.unsent(), other.unsent()]).toEqual([0, 0]);
  });

  test('an edit is not made again over a later one without a copy of that in the trash', async () => {
    const { database, a, page } = await opened();
    a.loseAnswer('saveTask');
    await page.send(editOf(page, { taskName: 'Mine' }), 50);
    database.put('tasks', 'k1', taskRecord(1, { taskName: 'Since' }));
    await advance(MINUTES_10);
    const everywhere = JSON.stringify([database.lists.tasks, database.lists['trash/tasks']]);
    for (const words of ['Mine', 'Since']) expect(everywhere).toContain(words);
    expect(page.unsent()).toBe(0);
  });
});
