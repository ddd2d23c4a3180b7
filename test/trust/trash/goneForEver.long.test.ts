import '../../support/app/noComplaints';
import { describeGone } from '../../../src/app/store/kinds';
import { redoRequested, selectEntries, selectToast, undoRequested } from '../../../src/history/historySlice';
import { noteDeleteRequested, noteSaveRequested } from '../../../src/notes/noteKinds';
import { selectNote } from '../../../src/notes/notesSelectors';
import { manyRequested } from '../../../src/tasks/selecting/manyTasks';
import { taskDeleteRequested } from '../../../src/tasks/taskActions';
import { selectTaskIdsIn } from '../../../src/tasks/tasksSelectors';
import { taskAddRequested } from '../../../src/tasks/tasksSlice';
import { taskOf, tickOf, editOf } from '../../support/devices/acts';
import { deviceOn, openDevice, type Page } from '../../support/devices/devices';
import { deleteElsewhere, forgetElsewhere } from '../../support/devices/elsewhere';
import { fakeDatabase } from '../../support/devices/fakeDatabase';
import { noteFields, taskFields, taskRecord } from '../../support/app/operations';
import { advance, fakeTime, MINUTES_10 } from '../../support/app/time';

fakeTime();

/** The toast's text about a record that is gone; null for any other toast. */
const goneText = (page: Page) => {
  const toast = selectToast(page.getState());
  return toast?.gone ? describeGone(toast.gone) : null;
};

const daily = { rule: 'FREQ=DAILY', first: '2026-03-10', at: '2026-03-10' };

describe('What another device deleted for ever', () => {
  test.each([
    ['an edit', (page: Page) => editOf(page, { taskName: 'New' })],
    ['a tick', (page: Page) => tickOf(page)],
  ])('is not brought back by Undo of its deletion, nor of %s before that', async (_what, change) => {
    const { database, page } = await openDevice({ tasks: { k1: taskRecord(1, { taskName: 'Milk' }) } });
    await page.send(change(page));
    await page.send(taskDeleteRequested(taskOf(page)));
    await forgetElsewhere(database, 'tasks', 'k1');
    page.dispatch(undoRequested());
    await page.send(undoRequested());
    expect(database.lists).toMatchObject({ tasks: {}, done: {}, 'trash/tasks': {} });
    expect(goneText(page)).toMatch(/^“(Milk|New)” is gone: deleted forever on another device$/);
    for (const again of [undoRequested(), redoRequested(), redoRequested()]) page.dispatch(again);
    await advance(MINUTES_10);
    expect(database.lists.tasks).toEqual({});
    expect([selectEntries(page.getState()), page.unsent()]).toEqual([[], 0]);
  });

  test.each([
    ['here', 'New'],
    ['elsewhere, unheard of', 'Old'],
  ])('is not brought back by one Undo where it was deleted %s, which says so', async (where, title) => {
    const { database, a, page } = await openDevice({ notes: { n1: noteFields('Old') } });
    await page.send(noteSaveRequested({ fireId: 'n1', base: noteFields('Old'), fields: noteFields('New') }));
    if (where !== 'here') a.stopLiveEvents();
    if (where !== 'here') await deleteElsewhere(database, 'notes', 'n1');
    else await page.send(noteDeleteRequested(selectNote(page.getState(), 'n1')!));
    await forgetElsewhere(database, 'notes', 'n1');
    await page.send(undoRequested());
    expect(database.lists.notes).toEqual({});
    expect(goneText(page)).toBe(`“${title}” is gone: deleted forever on another device`);
  });

  test('comes back with what somebody typed', async () => {
    const { database, page } = await openDevice({ tasks: { k1: taskRecord(1) } });
    const before = taskOf(page);
    database.put('tasks', 'k1', null);
    await page.send(editOf(page, { taskName: 'Typed' }, before));
    expect(Object.values(database.lists.tasks!)).toMatchObject([{ taskName: 'Typed' }]);
    expect(goneText(page)).toBeNull();
  });

  test.each([
    ['a tick', {}],
    ['a step of a repeating task', { repeats: { k1: daily } }],
  ])('is not changed by %s, which says that it is gone', async (_what, beside) => {
    const { database, a, page } = await openDevice({
      tasks: { k1: taskRecord(1, { taskName: 'Milk' }) },
      ...beside,
    });
    a.goOffline();
    page.dispatch(tickOf(page));
    await deleteElsewhere(database, 'tasks', 'k1');
    await forgetElsewhere(database, 'tasks', 'k1');
    await a.reconnect();
    expect(goneText(page)).toBe('“Milk” is gone: deleted forever on another device');
    expect(database.lists).toMatchObject({ tasks: {}, done: {}, occurrences: {}, 'trash/tasks': {} });
    expect(page.unsent()).toBe(0);
  });

  test('is left out when a deletion of several is undone, and counted', async () => {
    const ids = [1, 2, 3];
    const { database, page } = await openDevice({
      tasks: Object.fromEntries(ids.map(id => [`k${id}`, taskRecord(id)])),
    });
    await page.send(manyRequested(ids, { type: 'delete' }));
    for (const key of ['k1', 'k2']) await forgetElsewhere(database, 'tasks', key);
    await page.send(undoRequested());
    expect(Object.keys(database.lists.tasks!)).toEqual(['k3']);
    expect(goneText(page)).toBe('2 tasks are gone: deleted forever on another device');
  });
});

test('A task confirmed before the next page read its history is known to Undo by key', async () => {
  const database = fakeDatabase();
  const a = deviceOn(database);
  const first = await a.open({ wait: MINUTES_10 });
  a.goOffline();
  await first.send(taskAddRequested(taskFields({ taskName: 'Milk' })), 50);
  const [taskId] = selectTaskIdsIn.personal(first.getState());
  await first.send(taskDeleteRequested(taskOf(first, taskId)), 50);
  first.kill();
  a.goOnline();
  const read = a.services.cache.readHistory;
  // Reading the history takes longer than sending.
  const slow = async (userId: string) => (
    await new Promise(resolve => setTimeout(resolve, 60_000)),
    read(userId)
  );
  a.services.cache.readHistory = slow;
  const page = await a.open({ wait: MINUTES_10 });
  const [key] = Object.keys(database.lists['trash/tasks']!);
  await forgetElsewhere(database, 'tasks', key!);
  await page.send(undoRequested());
  expect(database.lists.tasks).toEqual({});
});
