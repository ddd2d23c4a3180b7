import '../support/noComplaints';
import { upgradeOperation } from '../../src/sync/operationUpgrade';
import { selectTask, selectTaskSync } from '../../src/tasks/tasksSelectors';
import { deviceOn } from '../support/devices';
import { fakeDatabase } from '../support/fakeDatabase';
import { noteFields, taskFields, taskRecord } from '../support/operations';
import version1 from '../sync/fixtures/outbox-1.json';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());
const calm = () => jest.advanceTimersByTimeAsync(10 * 60_000);

type Stored = Parameters<typeof upgradeOperation>[0];

/** An operation as version 1 stored it. */
let number = 100;
const stored = (lane: string, kind: string, payload: unknown, more: Partial<Stored> = {}) =>
  ({
    id: `v1-${++number}`,
    userId: 'anna',
    number,
    lane,
    kind,
    payload,
    madeAt: '2026-03-10T11:00:00.000Z',
    status: 'waiting',
    isAttempted: true,
    ...more,
  }) as Stored;

/** A device that version 1 left with these operations, opened by the app of today. */
async function upgraded(operations: Stored[], first: Parameters<typeof fakeDatabase>[0]) {
  const database = fakeDatabase(first);
  const device = deviceOn(database);
  device.keep(operations.map(upgradeOperation));
  const page = await device.open();
  await calm();
  return { database, device, page };
}

const deletedAt = '2026-03-10T10:00:00.000Z';

test('What version 1 left on the device is sent whole', async () => {
  const { database, page } = await upgraded(
    [
      stored('task:1', 'task/edit', {
        taskId: 1,
        fireId: 'k1',
        base: taskFields(),
        fields: taskFields({ taskName: 'Edited' }),
      }),
      stored('task:1', 'task/tick', { taskId: 1, fireId: 'k1', doneAt: deletedAt, before: null }),
      stored('task:2', 'task/delete', { taskId: 2, fireId: 'k2' }),
      stored('task:3', 'task/restore', { taskId: 3, fireId: 'k3', fields: taskFields(), doneAt: null }),
      stored('task:4', 'task/forget', { taskId: 4, fireId: 'k4' }),
      stored('task:5', 'task/add', { taskId: 5, fireId: null, fields: taskFields({ taskName: 'Added' }) }),
      stored('note:n1', 'note/edit', { fireId: 'n1', base: noteFields(), fields: noteFields('Edited') }),
      stored('note:n2', 'note/delete', { fireId: 'n2' }),
      stored('note:n3', 'note/restore', { fireId: 'n3', fields: noteFields('Restored') }),
      stored('note:n4', 'note/forget', { fireId: 'n4' }),
      stored('note:n5', 'note/add', { fireId: 'n5', fields: noteFields('Added') }),
      stored('trash', 'trash/forget', { paths: { 'ext/trash/tasks/k6': null } }),
      stored('import:i', 'import/made', { importId: 'i', keys: { tasks: ['k7'], notes: [] } }),
      stored('import:i', 'import/add', {
        importId: 'i',
        counts: { tasks: 1, notes: 0 },
        paths: JSON.stringify({ 'tasks/k7': taskRecord(7) }),
      }),
    ],
    {
      tasks: { k1: taskRecord(1), k2: taskRecord(2) },
      notes: { n1: { ...noteFields() }, n2: { ...noteFields() } },
      'trash/tasks': Object.fromEntries(
        [3, 4, 6].map(taskId => [`k${taskId}`, { deletedAt, record: taskRecord(taskId) }]),
      ),
      'trash/notes': Object.fromEntries(
        ['n3', 'n4'].map(key => [key, { deletedAt, record: noteFields('Restored') }]),
      ),
    },
  );
  const { tasks, notes, done } = database.lists;
  expect(tasks).toMatchObject({
    k1: taskRecord(1, { taskName: 'Edited' }),
    k3: taskRecord(3),
    k7: taskRecord(7),
  });
  expect(Object.values(tasks)).toContainEqual(taskRecord(5, { taskName: 'Added' }));
  expect(Object.keys(tasks)).toHaveLength(4);
  expect(notes).toEqual({
    n1: noteFields('Edited'),
    n3: noteFields('Restored'),
    n5: noteFields('Added'),
  });
  expect(Object.keys(done)).toEqual(['k1']);
  expect(Object.keys(database.lists['trash/tasks'])).toEqual(['k2']);
  expect(Object.keys(database.lists['trash/notes'])).toEqual(['n2']);
  expect(page.unsent()).toBe(0);
});

test('The stored example of version 1 is sent, and what was held stays blocked with its words', async () => {
  const { database, device, page } = await upgraded(version1.operations as Stored[], {});
  expect(Object.values(database.lists.tasks)).toMatchObject([{ taskId: 4711, taskName: 'Water the plants' }]);
  expect(database.lists.notes).toEqual({ '-Oz0': noteFields('Milk', 'Two bottles') });
  expect(selectTaskSync(page.getState(), 12)).toEqual({
    type: 'blocked',
    reason: 'Deleted elsewhere',
    conflict: { type: 'gone' },
  });
  expect(selectTask(page.getState(), 12)).toMatchObject({ taskDescription: 'Berta' });
  expect(
    device
      .kept()
      .map(({ userId }) => userId)
      .sort(),
  ).toEqual(['anna', 'bert']);
});

test('An operation of an unknown kind is blocked with a sentence, and holds up no other item', async () => {
  const { database, device, page } = await upgraded(
    [
      stored('task:1', 'task/fold', { taskId: 1, fireId: 'k1', corners: 4 }),
      stored('task:2', 'task/delete', { taskId: 2, fireId: 'k2' }),
      stored('shelf:1', 'shelf/add', { shelf: 1 }),
    ],
    { tasks: { k1: taskRecord(1), k2: taskRecord(2) } },
  );
  expect(Object.keys(database.lists.tasks)).toEqual(['k1']);
  expect(device.kept()).toMatchObject(
    ['task/fold', 'shelf/add'].map(kind => ({
      kind,
      status: 'blocked',
      reason: 'It was made by a newer version of Daywall: reload the page',
    })),
  );
  expect([page.unsent(), selectTask(page.getState(), 1)]).toMatchObject([2, { fireId: 'k1' }]);
});
