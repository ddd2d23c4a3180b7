import '../../support/app/noComplaints';
import type { Json } from '../../../src/services/database';
import { fromVersion2, type OperationOfVersion2 } from '../../../src/sync/queue/store/operationUpgrade';
import type { Operation } from '../../../src/sync/operations';
import { selectTask, selectTaskOthers, selectTaskSync } from '../../../src/tasks/tasksSelectors';
import { deviceOn } from '../../support/devices/devices';
import { fakeDatabase } from '../../support/devices/fakeDatabase';
import {
  noteDelete,
  noteEdit,
  noteFields,
  taskDelete,
  taskEdit,
  taskFields,
  taskRecord,
} from '../../support/app/operations';
import { advance, MINUTES_10 } from '../../support/app/time';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

type Stored = OperationOfVersion2;

/** Counts the ids and numbers of stored operations. */
let number = 100;
const stored = (itemKey: string, kind: string, payload: unknown, more: Partial<Stored> = {}): Stored => ({
  id: `v2-${++number}`,
  userId: 'anna',
  number,
  itemKey,
  kind,
  payload,
  madeAt: '2026-03-10T11:00:00.000Z',
  status: 'pending',
  isAttempted: true,
  ...more,
});

/** A device with these operations of version 2, opened by today's app. */
async function upgraded(operations: Stored[], first: Parameters<typeof fakeDatabase>[0]) {
  const database = fakeDatabase(first);
  const device = deviceOn(database);
  device.keep(operations.flatMap(operation => fromVersion2(operation) ?? []));
  const page = await device.open();
  await advance(MINUTES_10);
  return { database, device, page };
}

const deletedAt = '2026-03-10T10:00:00.000Z';

test('What version 2 left on the device is sent whole', async () => {
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
      stored('trash', 'trash/forget', { items: [{ list: 'tasks', fireId: 'k6', deletedAt, itemKey: null }] }),
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

test('An operation of an unknown kind is blocked with a sentence, and holds up none', async () => {
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

describe('What version 2 left on the device', () => {
  const blocked = { status: 'blocked', reason: '2 versions' } as const;
  const trashed = (database: ReturnType<typeof fakeDatabase>, list: 'tasks' | 'notes') =>
    Object.values(database.lists[`trash/${list}`]).map(copy => (copy as { record: Json }).record);
  const ofVersion2 = (operation: Operation, payload: object): OperationOfVersion2 => ({
    ...operation,
    payload: { ...(operation.payload as object), ...payload },
  });

  test('blocked by two versions: mine is written, and theirs is in the trash and told', async () => {
    const theirs = taskRecord(1, { taskName: 'Theirs' });
    const conflict = { type: 'versions', theirs: taskFields({ taskName: 'Theirs' }) } as const;
    const edit = taskEdit('e', 1, taskFields({ taskName: 'Mine' }));
    const { database, device, page } = await upgraded([{ ...edit, ...blocked, conflict }], {
      tasks: { k1: theirs },
    });
    expect(database.lists.tasks).toEqual({ k1: taskRecord(1, { taskName: 'Mine' }) });
    expect(trashed(database, 'tasks')).toEqual([theirs]);
    expect(selectTaskOthers(page.getState(), 1)).toMatchObject({ fields: { taskName: 'Theirs' } });
    expect([device.kept(), page.unsent()]).toEqual([[], 0]);
  });

  test('blocked by words that it overwrote unseen: they are in the trash', async () => {
    const theirs = noteFields('Milk', 'Theirs');
    const conflict = { type: 'versions', theirs, isOverwritten: true } as const;
    const edit = noteEdit('e', 'n1', noteFields('Mine'));
    const { database, device, page } = await upgraded([{ ...edit, ...blocked, conflict }], {
      notes: { n1: noteFields('Mine') },
    });
    expect(database.lists.notes).toEqual({ n1: noteFields('Mine') });
    expect(trashed(database, 'notes')).toEqual([theirs]);
    expect([device.kept(), page.unsent()]).toEqual([[], 0]);
  });

  test.each(['in the trash', 'nowhere'])('blocked by a deletion: the words come back (%s)', async where => {
    const conflict = { type: 'gone' } as const;
    const more = { ...blocked, reason: 'Deleted elsewhere', conflict };
    const edits = [
      { ...taskEdit('e', 1, taskFields({ taskName: 'Mine' })), ...more },
      { ...noteEdit('f', 'n1', noteFields('Mine')), ...more },
    ];
    const { database, device, page } = await upgraded(
      edits,
      where === 'nowhere'
        ? {}
        : {
            'trash/tasks': { k1: { deletedAt, record: taskRecord(1) } },
            'trash/notes': { n1: { deletedAt, record: { ...noteFields() } } },
          },
    );
    expect(database.lists).toMatchObject({
      tasks: { k1: taskRecord(1, { taskName: 'Mine' }) },
      notes: { n1: noteFields('Mine') },
      'trash/tasks': {},
      'trash/notes': {},
    });
    expect(selectTaskOthers(page.getState(), 1)).toMatchObject({ isBack: true });
    expect([device.kept(), page.unsent()]).toEqual([[], 0]);
  });

  test('a deletion with a version of its own: both are in the trash', async () => {
    const mine = { base: taskFields(), fields: taskFields({ taskName: 'Mine' }) };
    const removal = ofVersion2(taskDelete('d', 1), { fields: taskFields({ taskName: 'Mine' }), mine });
    const theirs = taskRecord(1, { taskName: 'Theirs' });
    const { database, device, page } = await upgraded([removal], { tasks: { k1: theirs } });
    expect(database.lists.tasks).toEqual({});
    expect(trashed(database, 'tasks')).toHaveLength(2);
    expect(trashed(database, 'tasks')).toEqual(
      expect.arrayContaining([taskRecord(1, { taskName: 'Mine' }), theirs]),
    );
    expect([device.kept(), page.unsent()]).toEqual([[], 0]);
  });

  test('a deletion of a record that is gone: its own version is in the trash', async () => {
    const mine = { base: noteFields(), fields: noteFields('Mine') };
    const removal = ofVersion2(noteDelete('d', 'n1'), { fields: noteFields('Mine'), mine });
    const { database, page } = await upgraded([removal], {});
    expect([database.lists.notes, trashed(database, 'notes')]).toEqual([{}, [noteFields('Mine')]]);
    expect(page.unsent()).toBe(0);
  });

  test('a join of two records removes nothing, and holds up nothing', async () => {
    const join = { ...taskDelete('j', 1), kind: 'task/join' } as never as OperationOfVersion2;
    const tick = { ...taskEdit('e', 1, taskFields({ taskName: 'Mine' })) };
    const { database, device, page } = await upgraded([join, tick], {
      tasks: { k1: taskRecord(1), k2: taskRecord(1) },
    });
    expect(database.lists.tasks).toEqual({ k1: taskRecord(1, { taskName: 'Mine' }), k2: taskRecord(1) });
    expect([device.kept(), page.unsent()]).toEqual([[], 0]);
  });

  test('a refused edit is sent once more, and blocked again when it is refused again', async () => {
    const refused = { ...blocked, reason: 'Permission denied' };
    const long = 'x'.repeat(10_001);
    const { database, page } = await upgraded(
      [
        { ...taskEdit('e', 1, taskFields({ taskName: long })), ...refused },
        { ...taskEdit('f', 2, taskFields({ taskName: 'Mine' })), ...refused },
      ],
      { tasks: { k1: taskRecord(1), k2: taskRecord(2) } },
    );
    expect(database.lists.tasks).toEqual({ k1: taskRecord(1), k2: taskRecord(2, { taskName: 'Mine' }) });
    expect(selectTaskSync(page.getState(), 1)).toMatchObject({ type: 'blocked' });
    expect([selectTask(page.getState(), 1)?.taskName, page.unsent()]).toEqual([long, 1]);
  });

  test.each(['apply', 'saveTask'] as const)(
    'is kept once when the answer to %s is lost in the first attempt',
    async method => {
      const conflict = {
        type: 'versions',
        theirs: taskFields({ taskName: 'Overwritten' }),
        isOverwritten: true,
      } as const;
      const database = fakeDatabase({ tasks: { k1: taskRecord(1) } });
      const device = deviceOn(database);
      const edit = taskEdit('e', 1, taskFields({ taskName: 'Mine' }));
      device.keep([fromVersion2({ ...edit, ...blocked, conflict })!]);
      device.loseAnswer(method);
      const page = await device.open();
      await advance(MINUTES_10);
      expect(database.lists.tasks).toEqual({ k1: taskRecord(1, { taskName: 'Mine' }) });
      expect(trashed(database, 'tasks')).toEqual([taskRecord(1, { taskName: 'Overwritten' })]);
      expect([device.kept(), page.unsent()]).toEqual([[], 0]);
    },
  );
});
