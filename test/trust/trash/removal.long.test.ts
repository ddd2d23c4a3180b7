import '../../support/app/noComplaints';
import { undoRequested } from '../../../src/history/historySlice';
import { noteDeleteRequested } from '../../../src/notes/noteKinds';
import { selectNote } from '../../../src/notes/notesSelectors';
import { taskDeleteRequested } from '../../../src/tasks/taskActions';
import { selectTask, selectTaskOthers, selectTaskSync } from '../../../src/tasks/tasksSelectors';
import { editOf } from '../../support/devices/acts';
import { openDevice } from '../../support/devices/devices';
import { deleteElsewhere } from '../../support/devices/elsewhere';
import { noteFields, taskRecord } from '../../support/app/operations';
import { fakeTime, MINUTES_10 } from '../../support/app/time';

fakeTime();
const theirs = taskRecord(1, { taskName: 'Theirs' });

const opened = () => openDevice({ tasks: { k1: taskRecord(1) } });

describe('A delete and another device’s edit at the same moment', () => {
  test.each([
    ['before it is read', 'readRecord'],
    ['between the read and the update', 'apply'],
  ] as const)('leave the edit in the trash when it comes %s', async (_name, method) => {
    const { database, a, page } = await opened();
    a.before(method, () => database.put('tasks', 'k1', theirs));
    await page.send(taskDeleteRequested(selectTask(page.getState(), 1)!));
    expect(database.lists.tasks).toEqual({});
    expect(database.lists['trash/tasks']).toMatchObject({ k1: { record: theirs } });
    await page.send(undoRequested());
    expect([database.lists.tasks, page.unsent()]).toEqual([{ k1: theirs }, 0]);
  });

  test('leave every edit in the trash when many come', async () => {
    const { database, a, page } = await opened();
    for (let edit = 1; edit <= 5; edit++)
      a.before('apply', () => database.put('tasks', 'k1', taskRecord(1, { taskName: `Theirs ${edit}` })));
    await page.send(taskDeleteRequested(selectTask(page.getState(), 1)!));
    expect(database.lists.tasks).toEqual({});
    expect(database.lists['trash/tasks']).toMatchObject({ k1: { record: { taskName: 'Theirs 5' } } });
  });

  test('leave the edit in the trash also when the page is killed in between', async () => {
    const { database, a, page } = await opened();
    a.before('apply', () => {
      page.kill();
      return new Promise(() => undefined);
    });
    await page.send(taskDeleteRequested(selectTask(page.getState(), 1)!), 50);
    database.put('tasks', 'k1', theirs);
    const again = await a.open({ wait: MINUTES_10 });
    expect(database.lists.tasks).toEqual({});
    expect(database.lists['trash/tasks']).toMatchObject({ k1: { record: theirs } });
    expect(again.unsent()).toBe(0);
  });

  test('take a tick along that came in that moment', async () => {
    const { database, a, page } = await opened();
    a.before('apply', () => database.put('done', 'k1', '2026-03-10T11:00:00.000Z'));
    await page.send(taskDeleteRequested(selectTask(page.getState(), 1)!));
    expect([database.lists.tasks, selectTask(page.getState(), 1)]).toEqual([{}, undefined]);
    await page.send(undoRequested());
    expect(selectTask(page.getState(), 1)).toMatchObject({ doneAt: '2026-03-10T11:00:00.000Z' });
    expect(database.lists.done).toEqual({ k1: '2026-03-10T11:00:00.000Z' });
  });

  test('bring the task back with the edit, and say so, where the delete came first', async () => {
    const { database, a, page } = await opened();
    a.before('saveTask', () => deleteElsewhere(database, 'tasks', 'k1'));
    await page.send(editOf(page, { taskName: 'Mine' }));
    expect(database.lists.tasks).toEqual({ k1: taskRecord(1, { taskName: 'Mine' }) });
    expect(database.lists['trash/tasks']).toEqual({});
    expect(selectTaskOthers(page.getState(), 1)).toMatchObject({ isBack: true });
    expect(page.unsent()).toBe(0);
    await page.send(undoRequested());
    expect([database.lists.tasks, page.unsent()]).toEqual([{ k1: taskRecord(1) }, 0]);
  });
});

describe('One update takes a record', () => {
  test.each(['tasks', 'notes'] as const)('into the trash and back (%s)', async list => {
    const records = { tasks: { k1: taskRecord(1) }, notes: { n1: noteFields() } };
    const beside = { done: { k1: '2026-03-10T11:00:00.000Z' }, looks: { n1: { colour: 'mint' } } };
    const { database, page } = await openDevice({ ...records, ...beside });
    await page.send(
      list === 'tasks'
        ? taskDeleteRequested(selectTask(page.getState(), 1)!)
        : noteDeleteRequested(selectNote(page.getState(), 'n1')!),
    );
    expect(database.writes).toEqual(['apply']);
    expect(database.lists).toMatchObject({ [list]: {}, ...beside });
    await page.send(undoRequested());
    expect(database.writes).toEqual(['apply', 'apply']);
    expect(database.lists).toMatchObject({ ...records, ...beside, [`trash/${list}`]: {} });
    expect(page.unsent()).toBe(0);
  });
});

test.each([
  ['in the trash, where these may be', 'Mine', 1],
  ['nowhere, where they are too long', 'x'.repeat(10_001), 0],
])('A task whose edit was refused can be deleted; its words are then %s', async (_name, taskName, kept) => {
  const { database, page } = await opened();
  database.fail({ at: 'before', kind: 'refused' }, { at: 'before', kind: 'refused' });
  await page.send(editOf(page, { taskName }));
  expect(selectTaskSync(page.getState(), 1).type).toBe('blocked');
  await page.send(taskDeleteRequested(selectTask(page.getState(), 1)!));
  const { k1: copy, ...others } = database.lists['trash/tasks'];
  expect([database.lists.tasks, copy, page.unsent()]).toMatchObject([{}, { record: taskRecord(1) }, 0]);
  expect(Object.keys(others)).toHaveLength(kept);
});
