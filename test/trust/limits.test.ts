import '../support/app/noComplaints';
import { undoRequested } from '../../src/history/historySlice';
import { noteChange, noteSaveRequested } from '../../src/notes/noteKinds';
import type { Json } from '../../src/services/database';
import { requestChange } from '../../src/sync/operations';
import { selectTask, selectTaskIdsIn } from '../../src/tasks/tasksSelectors';
import { taskAddRequested } from '../../src/tasks/tasksSlice';
import { importOperation } from '../../src/transfer/import/importBatches';
import { tickOf, editOf } from '../support/devices/acts';
import { openDevice, openTwoDevices, type Device } from '../support/devices/devices';
import { deleteElsewhere, forgetElsewhere } from '../support/devices/elsewhere';
import { noteFields, taskFields, taskRecord } from '../support/app/operations';
import { advance, fakeTime, MINUTES_10 } from '../support/app/time';

/** The limits of docs/limits.md with their behaviour of today. */

const NOW = Date.parse('2026-03-10T12:00:00.000Z');
const DAY_MS = 86_400_000;
fakeTime(NOW);

const milk = noteFields('Milk', 'Two');

/** Two devices that show the same task and the same note. */
const twoDevices = () => openTwoDevices({ tasks: { k1: taskRecord(1) }, notes: { n1: { ...milk } } });
const noteEditOf = (title: string, description: string, base = milk) =>
  noteSaveRequested({ fireId: 'n1', base, fields: noteFields(title, description) });
const namesIn = (records: Record<string, Json>) =>
  Object.values(records).map(record => (record as { taskName: string }).taskName);

test('An edit without an answer is made again over a device that set the field back', async () => {
  const { database, a, pageOfA, pageOfB } = await twoDevices();
  a.cutOff('saveTask');
  await pageOfA.send(editOf(pageOfA, { taskName: 'Mine' }), 300);
  await pageOfB.send(editOf(pageOfB, { taskName: 'Water the plants' }), 300);
  expect(namesIn(database.lists.tasks)).toEqual(['Water the plants']);
  await a.reconnect();
  expect(namesIn(database.lists.tasks)).toEqual(['Mine']);
  expect(database.lists['trash/tasks']).toEqual({});
});

describe('What arrives late of a note replaces what another device wrote since:', () => {
  test('a PATCH', async () => {
    const { database, a, pageOfA, pageOfB } = await twoDevices();
    const arrive = a.holdBack('saveNote');
    await pageOfA.send(noteEditOf('Oat milk', 'Two'));
    await pageOfB.send(noteEditOf('Oat milk', 'Three', noteFields('Oat milk', 'Two')));
    await arrive();
    await advance(MINUTES_10);
    expect(database.lists.notes).toEqual({ n1: noteFields('Oat milk', 'Two') });
    expect(database.lists['trash/notes']).toEqual({});
  });

  test('a PATCH of a page that is gone, after its lease ran out', async () => {
    const { database, a, pageOfA, pageOfB } = await twoDevices();
    const arrive = a.delay('saveNote');
    await pageOfA.send(noteEditOf('Oat milk', 'Two'), 300);
    pageOfA.kill();
    await pageOfB.send(noteEditOf('Milk', 'Three'));
    expect(database.lists.notes).toEqual({ n1: noteFields('Milk', 'Three') });
    arrive();
    await advance(300);
    expect(database.lists.notes).toEqual({ n1: noteFields('Oat milk', 'Two') });
    expect(database.lists['trash/notes']).toEqual({});
  });

  test('the first write of a new note', async () => {
    const { database, a, pageOfA, pageOfB } = await twoDevices();
    const arrive = a.holdBack('addNote');
    await pageOfA.send(requestChange(noteChange('note/add', { fireId: 'n2', fields: milk })));
    const fields = noteFields('Milk', 'Three');
    await pageOfB.send(noteSaveRequested({ fireId: 'n2', base: milk, fields }));
    expect(database.lists.notes['n2']).toEqual(fields);
    await arrive();
    expect(database.lists.notes['n2']).toEqual(milk);
    expect(database.lists['trash/notes']).toEqual({});
  });
});

test('What another program writes just before a PATCH is lost where it is not heard', async () => {
  const { database, a, pageOfA } = await twoDevices();
  a.stopLiveEvents();
  a.before('saveNote', () => database.put('notes', 'n1', { ...noteFields('Milk', 'Theirs') }));
  await pageOfA.send(noteEditOf('Oat milk', 'Two'));
  expect(database.lists.notes).toEqual({ n1: noteFields('Oat milk', 'Two') });
  expect([database.lists['trash/notes'], database.lists['others/notes']]).toEqual([{}, {}]);
});

test('Of two edits that bring back what was deleted for ever, the later one stands', async () => {
  const { database, a, b, pageOfA, pageOfB } = await twoDevices();
  a.goOffline();
  b.goOffline();
  pageOfA.dispatch(editOf(pageOfA, { taskName: 'Of A' }));
  pageOfB.dispatch(editOf(pageOfB, { taskName: 'Of B' }));
  await deleteElsewhere(database, 'tasks', 'k1');
  await forgetElsewhere(database, 'tasks', 'k1');
  const release = a.delay('apply');
  await a.reconnect(5000);
  await b.reconnect(5000);
  expect(namesIn(database.lists.tasks)).toEqual(['Of B']);
  release();
  await advance(MINUTES_10);
  expect(namesIn(database.lists.tasks)).toEqual(['Of A']);
  expect(database.lists['trash/tasks']).toEqual({});
  expect(database.lists['others/tasks']).toMatchObject({ k1: { isBack: true } });
});

test('A tab shows another’s edit at a task of the same number until it is confirmed', async () => {
  const { database, a, page } = await openDevice({ tasks: { k1: taskRecord(1) } });
  a.stopLiveEvents();
  await deleteElsewhere(database, 'tasks', 'k1');
  database.put('tasks', 'k2', taskRecord(1, { taskName: 'Second' }));
  const other = await a.open({ isLeader: false, wait: 300 });
  const release = a.delay('apply');
  await page.send(editOf(page, { taskName: 'Edited' }), 300);
  expect(selectTask(other.getState(), 1)).toMatchObject({ fireId: 'k2', taskName: 'Edited' });
  release();
  await advance(MINUTES_10);
  expect(selectTask(other.getState(), 1)).toMatchObject({ fireId: 'k2', taskName: 'Second' });
  expect(namesIn(database.lists.tasks).sort()).toEqual(['Edited', 'Second']);
});

describe('A change without an answer is made once more', () => {
  test('after 30 days, because its mark is gone', async () => {
    const { database, a, b, pageOfA, pageOfB } = await twoDevices();
    a.cutOff('apply');
    await pageOfA.send(tickOf(pageOfA, true), 300);
    await pageOfB.send(tickOf(pageOfB, false), 300);
    expect(database.lists.done).toEqual({});
    pageOfB.kill();
    jest.setSystemTime(NOW + 31 * DAY_MS);
    await b.open({ wait: MINUTES_10 });
    await a.reconnect();
    expect(Object.keys(database.lists.done)).toEqual(['k1']);
  });

  test('when it added a task that another device has deleted for ever since', async () => {
    const { database, a, pageOfA } = await twoDevices();
    a.cutOff('addTask');
    await pageOfA.send(taskAddRequested(taskFields({ taskName: 'Added' })), 300);
    const key = Object.keys(database.lists.tasks).find(known => known !== 'k1')!;
    await deleteElsewhere(database, 'tasks', key);
    await forgetElsewhere(database, 'tasks', key);
    expect(namesIn(database.lists.tasks)).toEqual(['Water the plants']);
    await a.reconnect();
    expect(namesIn(database.lists.tasks)).toEqual(['Water the plants', 'Added']);
  });
});

/** Adds a task whose POST happens twice: as `fault` says, and when the result is called. */
async function addTwice(fault: (a: Device) => unknown) {
  const { database, a, page } = await openDevice();
  const arrive = fault(a) as undefined | (() => Promise<unknown>);
  await page.send(taskAddRequested(taskFields({ taskName: 'Mine' })), 300);
  await a.reconnect();
  await arrive?.();
  await advance(MINUTES_10);
  expect(selectTaskIdsIn.personal(page.getState())).toHaveLength(2);
  expect(page.unsent()).toBe(0);
  return namesIn(database.lists.tasks);
}

describe('A new task is there twice', () => {
  test('whose POST the browser repeated before its answer was lost', async () =>
    expect(await addTwice(a => a.repeat('addTask', () => a.goOffline()))).toEqual(['Mine', 'Mine']));

  test('whose POST arrives after it was looked for', async () =>
    expect(await addTwice(a => a.holdBack('addTask'))).toEqual(['Mine', 'Mine']));
});

test('An import is written over what another device made of the same file before', async () => {
  const { database, a, pageOfA, pageOfB } = await twoDevices();
  pageOfA.kill();
  await pageOfB.send(editOf(pageOfB, { taskName: 'Edited' }), 300);
  const paths = JSON.stringify({ 'tasks/k1': taskRecord(1), 'ext/taken/tasks/k1': null });
  const payload = { importId: 'i1', counts: { tasks: 1, notes: 0 }, paths };
  a.keep([{ ...importOperation('anna', { kind: 'import/add', payload }), number: 1, status: 'pending' }]);
  await a.open({ wait: MINUTES_10 });
  expect(namesIn(database.lists.tasks)).toEqual(['Water the plants']);
  expect(database.lists['trash/tasks']).toEqual({});
});

describe('Of a tick', () => {
  test('and another device’s tick the last that is sent stands', async () => {
    const { database, a, pageOfA, pageOfB } = await twoDevices();
    a.goOffline();
    pageOfA.dispatch(tickOf(pageOfA, true));
    const doneAt = selectTask(pageOfA.getState(), 1)!.doneAt;
    await advance(MINUTES_10);
    await pageOfB.send(tickOf(pageOfB, true), 300);
    expect(database.lists.done).not.toEqual({ k1: doneAt });
    await a.reconnect();
    expect(database.lists.done).toEqual({ k1: doneAt });
  });

  test('on a clock that is set before it is sent, the instant is that of the wrong clock', async () => {
    const { database, a, pageOfA } = await twoDevices();
    database.setServerAhead(40 * DAY_MS);
    a.goOffline();
    pageOfA.dispatch(tickOf(pageOfA, true));
    const doneAt = selectTask(pageOfA.getState(), 1)!.doneAt;
    await advance(300);
    jest.setSystemTime(Date.now() + 40 * DAY_MS);
    database.setServerAhead(0);
    await a.reconnect();
    expect(database.lists.done).toEqual({ k1: doneAt });
  });

  test('that was taken off unsent, Undo brings back the instant of the wrong clock', async () => {
    const { database, a, pageOfA } = await twoDevices();
    database.setServerAhead(40 * DAY_MS);
    a.goOffline();
    await pageOfA.send(tickOf(pageOfA, true), 300);
    const { doneAt } = selectTask(pageOfA.getState(), 1)!;
    await pageOfA.send(tickOf(pageOfA, false), 300);
    await pageOfA.send(undoRequested(), 300);
    await a.reconnect();
    expect(database.lists.done).toEqual({ k1: doneAt });
  });

  test('Undo takes off another device’s that came after', async () => {
    const { database, pageOfA, pageOfB } = await twoDevices();
    await pageOfA.send(tickOf(pageOfA, true), 300);
    for (const isDone of [false, true]) {
      await pageOfB.send(tickOf(pageOfB, isDone), 300);
    }
    await pageOfA.send(undoRequested());
    expect(database.lists.done).toEqual({});
  });
});
