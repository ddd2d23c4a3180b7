import '../../support/app/noComplaints';
import { undoRequested } from '../../../src/history/historySlice';
import { requestChange } from '../../../src/sync/operations';
import { noteDeleteRequested, noteLookRequested } from '../../../src/notes/noteKinds';
import { selectNote } from '../../../src/notes/notesSelectors';
import { taskDeleteRequested, taskTickRequested } from '../../../src/tasks/taskActions';
import { taskChange } from '../../../src/tasks/taskKinds';
import { selectTask } from '../../../src/tasks/tasksSelectors';
import { deviceOn, openDevice } from '../../support/devices/devices';
import { changesOf } from '../../support/devices/acts';
import { deleteElsewhere, forgetElsewhere, restoreElsewhere } from '../../support/devices/elsewhere';
import type { fakeDatabase } from '../../support/devices/fakeDatabase';
import { noteFields, taskRecord } from '../../support/app/operations';
import { advance, fakeTime, MINUTES_10 } from '../../support/app/time';

fakeTime();
const AT = '2026-03-10T11:00:00.000Z';

/** A device that ticks or unticks the task while another one moves it. */
async function opened(first: Parameters<typeof fakeDatabase>[0] = {}) {
  const { database, a, page } = await openDevice({
    tasks: { k1: taskRecord(1) },
    notes: { n1: noteFields() },
    ...first,
  });
  const task = selectTask(page.getState(), 1)!;
  return { database, a, page, task, note: selectNote(page.getState(), 'n1')! };
}

test('A tick of a task that is deleted elsewhere meanwhile is there when restored', async () => {
  const { database, a, page, task } = await opened();
  a.before('apply', () => deleteElsewhere(database, 'tasks', 'k1'));
  await page.send(taskTickRequested(task, true));
  expect(selectTask(page.getState(), 1)).toBeUndefined();
  await restoreElsewhere(database, 'tasks', 'k1');
  await advance(MINUTES_10);
  expect(Object.keys(database.lists.done)).toEqual(['k1']);
  expect([selectTask(page.getState(), 1)?.doneAt, page.unsent()]).toEqual([expect.any(String), 0]);
});

test.each([
  ['', 'apply'],
  [' though an answer is lost', 'read'],
] as const)('The end of a tick reaches a deleted task%s', async (_name, method) => {
  const { database, a, page, task } = await opened({ done: { k1: AT } });
  a.before('apply', () => deleteElsewhere(database, 'tasks', 'k1'));
  if (method === 'read') a.loseAnswer('read');
  await page.send(taskTickRequested(task, false));
  await restoreElsewhere(database, 'tasks', 'k1');
  await advance(MINUTES_10);
  expect([database.lists.done, page.unsent()]).toEqual([{}, 0]);
});

test('A tick whose answer was lost hides nothing that another device did since', async () => {
  const { database, a, page, task } = await opened();
  a.stopLiveEvents();
  a.loseAnswer('apply');
  await page.send(taskTickRequested(task, true), 50);
  database.put('done', 'k1', null);
  await advance(MINUTES_10);
  expect([database.lists.done, selectTask(page.getState(), 1)?.doneAt, page.unsent()]).toEqual([{}, null, 0]);
});

test('A task that Undo brings back is done at once, though no live event says so', async () => {
  const { a, page, task } = await opened({ done: { k1: AT } });
  await page.send(taskDeleteRequested(task), 100);
  a.stopLiveEvents();
  await page.send(undoRequested(), 100);
  expect(page.unsent()).toBe(0);
  expect(selectTask(page.getState(), 1)).toMatchObject({ doneAt: AT });
});

test('A task that Undo brings back is done, though the server cannot be reached', async () => {
  const { a, page, task } = await opened({ done: { k1: AT } });
  await page.send(taskDeleteRequested(task), 100);
  a.goOffline();
  await page.send(undoRequested(), 100);
  expect(page.unsent()).toBe(1);
  expect(selectTask(page.getState(), 1)).toMatchObject({ doneAt: AT });
});

test('A look of a note that is deleted elsewhere meanwhile is there when restored', async () => {
  const { database, a, page, note } = await opened();
  a.before('apply', () => deleteElsewhere(database, 'notes', 'n1'));
  await page.send(noteLookRequested(note, { colour: 'mint' }));
  await restoreElsewhere(database, 'notes', 'n1');
  await advance(MINUTES_10);
  expect([database.lists.looks, page.unsent()]).toEqual([{ n1: { colour: 'mint' } }, 0]);
});

test.each([
  ['tick', 'tasks', 'done', AT],
  ['look', 'notes', 'looks', { colour: 'mint' }],
] as const)('A deletion that does not know the %s leaves it on the copy that stands', async (...given) => {
  const [, list, sidecar, value] = given;
  const key = list === 'tasks' ? 'k1' : 'n1';
  const { database, a, page, task, note } = await opened();
  a.stopLiveEvents();
  database.put(sidecar, key, value);
  a.before('apply', () => deleteElsewhere(database, list, key, AT));
  await page.send(list === 'tasks' ? taskDeleteRequested(task) : noteDeleteRequested(note));
  expect(page.unsent()).toBe(0);
  await restoreElsewhere(database, list, key);
  expect(database.lists[sidecar]).toEqual({ [key]: value });
});

test('A tick of a task that is deleted for ever meanwhile is dropped', async () => {
  const { database, a, page, task } = await opened();
  a.before('apply', async () => {
    await deleteElsewhere(database, 'tasks', 'k1');
    await forgetElsewhere(database, 'tasks', 'k1');
  });
  await page.send(taskTickRequested(task, true));
  expect(database.lists).toMatchObject({ tasks: {}, done: {}, 'trash/tasks': {} });
  expect(page.unsent()).toBe(0);
});

test('A task that is deleted before its logbook was read has that again after Undo', async () => {
  const day = { '2026-03-03': AT };
  const { database, a, page, task } = await opened();
  a.stopLiveEvents();
  database.put('occurrences', 'k1', day);
  await page.send(taskDeleteRequested(task));
  await page.send(undoRequested());
  expect(database.lists).toMatchObject({ tasks: { k1: taskRecord(1) }, occurrences: { k1: day } });
  page.kill();
  const again = await deviceOn(database).open({ wait: MINUTES_10 });
  expect(selectTask(again.getState(), 1)).toMatchObject({ occurrences: day });
});

test('The end of a tick reaches a task in the trash', async () => {
  const copy = { deletedAt: AT, record: taskRecord(1) };
  const { database, page } = await openDevice({ 'trash/tasks': { k1: copy }, done: { k1: AT } });
  const tick = { taskId: 1, fireId: 'k1', taskName: 'Task 1', doneAt: null, before: AT };
  await page.send(requestChange(taskChange('task/tick', tick)));
  await page.send(changesOf.tasks.restore());
  expect(database.lists).toMatchObject({ tasks: { k1: taskRecord(1) }, done: {} });
  expect(page.unsent()).toBe(0);
});
