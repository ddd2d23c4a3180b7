import '../support/app/noComplaints';
import { selectNote, selectNotes } from '../../src/notes/notesSelectors';
import { noteAddRequested, notesRequested } from '../../src/notes/notesSlice';
import { tasksRequested } from '../../src/tasks/tasksSlice';
import { selectTask, selectTaskIdsIn } from '../../src/tasks/tasksSelectors';
import { daysLeft, titleOf } from '../../src/trash/trashItem';
import { selectTrash, selectTrashPhase } from '../../src/trash/trashSelectors';
import {
  trashClosed,
  trashForgetRequested,
  trashRequested,
  trashRestoreRequested,
} from '../../src/trash/trashSlice';
import { selectEntries, undoRequested } from '../../src/history/historySlice';
import { ServiceFailure } from '../../src/services/failure';
import { noteDeleteRequested } from '../../src/notes/noteKinds';
import { taskDeleteRequested, taskTickRequested } from '../../src/tasks/taskActions';
import { fakeServices, userDataOf } from '../support/devices/fakeServices';
import { noteFields, taskRecord } from '../support/app/operations';
import { startApp } from '../support/devices/startApp';
import { advance, MINUTES_10 } from '../support/app/time';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');
beforeEach(() => void jest.useFakeTimers({ now: NOW }));
afterEach(() => void jest.useRealTimers());

const copy = (record: ReturnType<typeof taskRecord>, deletedAt = '2026-03-09T12:00:00.000Z') => ({
  deletedAt,
  record,
});

async function open(lists: Parameters<typeof fakeServices>[0] = {}) {
  const services = fakeServices({ userData: userDataOf('anna', 20 * 86_400_000), ...lists });
  const app = startApp(services);
  app.dispatch(tasksRequested());
  app.dispatch(notesRequested());
  await advance(3000);
  return { ...services, ...app, lists: services.database.lists };
}

test('What was deleted is listed, the latest first, and put back under its very key', async () => {
  const app = await open({ tasks: { k1: taskRecord(1) }, notes: { n1: noteFields() } });
  app.dispatch(taskTickRequested(selectTask(app.getState(), 1)!, true));
  await advance(100);
  app.dispatch(taskDeleteRequested(selectTask(app.getState(), 1)!));
  await advance(100);
  app.dispatch(noteDeleteRequested(selectNote(app.getState(), 'n1')!));
  await advance(100);
  expect([app.lists.tasks, app.lists.notes]).toEqual([{}, {}]);
  app.dispatch(trashRequested());
  await advance(100);
  const trash = selectTrash(app.getState());
  expect(trash.map(titleOf)).toEqual(['Milk', 'Water the plants']);
  for (const item of trash) app.dispatch(trashRestoreRequested(item));
  await advance(100);
  expect(app.lists).toMatchObject({
    tasks: { k1: taskRecord(1) },
    notes: { n1: noteFields() },
    'trash/tasks': {},
    'trash/notes': {},
  });
  expect(app.lists.done).toHaveProperty('k1');
  expect(selectTrash(app.getState())).toEqual([]);
  app.dispatch(undoRequested());
  await advance(100);
  expect(app.lists).toMatchObject({ tasks: {}, notes: { n1: noteFields() } });
});

test('What is deleted without network is in the trash at once, and back at once', async () => {
  const app = await open({ tasks: { k1: taskRecord(1) } });
  app.database.fail(...Array.from({ length: 4 }, () => ({ at: 'before', kind: 'network' }) as const));
  app.dispatch(taskDeleteRequested(selectTask(app.getState(), 1)!));
  await advance(100);
  const [item] = selectTrash(app.getState());
  expect(item).toMatchObject({ list: 'tasks', fireId: 'k1', isPending: true });
  app.dispatch(trashRestoreRequested(item!));
  await advance(100);
  expect(selectTrash(app.getState())).toEqual([]);
  expect(selectTaskIdsIn.personal(app.getState())).toEqual([1]);
  await advance(MINUTES_10);
  expect(app.lists).toMatchObject({ tasks: { k1: taskRecord(1) }, 'trash/tasks': {} });
});

test('A restored task whose number is taken gets a new one, and keeps its record', async () => {
  const app = await open({ tasks: { k2: taskRecord(1) } });
  app.database.put('trash/tasks', 'k1', copy(taskRecord(1, { taskName: 'Old' })));
  app.dispatch(trashRequested());
  await advance(100);
  app.dispatch(trashRestoreRequested(selectTrash(app.getState())[0]!));
  await advance(100);
  expect(app.lists.tasks).toEqual({ k1: taskRecord(1, { taskName: 'Old' }), k2: taskRecord(1) });
  expect(selectTaskIdsIn.personal(app.getState())).toHaveLength(2);
});

test('What goes for ever takes its mark along; what was put back meanwhile keeps it', async () => {
  const app = await open();
  app.database.put('trash/tasks', 'k1', copy(taskRecord(1)));
  app.database.put('done', 'k1', '2026-03-09T10:00:00.000Z');
  app.database.put('trash/notes', 'n1', copy({ ...noteFields() }));
  app.dispatch(trashRequested());
  await advance(100);
  app.dispatch(trashForgetRequested(selectTrash(app.getState())));
  await advance(100);
  expect(app.lists).toMatchObject({ 'trash/tasks': {}, 'trash/notes': {}, done: {} });
});

test('What is deleted and forgotten offline is neither there nor in the trash after', async () => {
  const app = await open({ tasks: { k1: taskRecord(1) }, notes: { n1: noteFields() } });
  app.database.fail(...Array.from({ length: 4 }, () => ({ at: 'before', kind: 'network' }) as const));
  app.dispatch(taskDeleteRequested(selectTask(app.getState(), 1)!));
  app.dispatch(noteDeleteRequested(selectNote(app.getState(), 'n1')!));
  await advance(100);
  app.dispatch(trashForgetRequested(selectTrash(app.getState())));
  await advance(100);
  expect(selectTrash(app.getState())).toEqual([]);
  await advance(MINUTES_10);
  expect(app.lists).toMatchObject({ tasks: {}, notes: {}, 'trash/tasks': {}, 'trash/notes': {} });
  expect(app.unsent()).toBe(0);
});

/** The database 15 s after a start with these copies in the trash of tasks. */
async function afterAStart(
  copies: Record<string, ReturnType<typeof copy>>,
  prepare: (database: ReturnType<typeof fakeServices>['database']) => void,
) {
  const services = fakeServices({ userData: userDataOf('anna', 20 * 86_400_000) });
  for (const [key, one] of Object.entries(copies)) services.database.put('trash/tasks', key, one);
  prepare(services.database);
  startApp(services).dispatch(tasksRequested());
  await advance(15_000);
  return services.database.lists;
}

test('What lies there for more than 30 days goes by itself, with what lies beside it', async () => {
  const copies = {
    old: copy(taskRecord(1), '2026-02-08T11:59:59.000Z'),
    young: copy(taskRecord(2), '2026-02-08T12:00:20.000Z'),
  };
  const lists = await afterAStart(copies, ({ put }) => {
    for (const key of ['old', 'young', 'listed']) put('done', key, '2026-01-01T00:00:00.000Z');
    put('tasks', 'listed', taskRecord(3));
    put('trash/notes', 'old', copy({ ...noteFields() }, '2026-01-01T00:00:00.000Z'));
  });
  expect([Object.keys(lists['trash/tasks']), Object.keys(lists['trash/notes'])]).toEqual([['young'], []]);
  expect(Object.keys(lists.done)).toEqual(['young', 'listed']);
});

describe('Deleted for ever', () => {
  const words = (entries: unknown) => JSON.stringify(entries).match(/Secret/g) ?? [];

  test('nothing is brought back by Undo, and neither tab nor device keeps its words', async () => {
    const app = await open({ tasks: { k1: taskRecord(1, { taskName: 'Secret' }), k2: taskRecord(2) } });
    const other = startApp(app);
    await advance(3000);
    app.dispatch(taskTickRequested(selectTask(app.getState(), 2)!, true));
    app.dispatch(taskTickRequested(selectTask(app.getState(), 1)!, true));
    app.dispatch(taskDeleteRequested(selectTask(app.getState(), 1)!));
    await advance(100);
    expect(words(selectEntries(other.getState()))).toHaveLength(2); // of the tick and of the deletion
    app.dispatch(trashRequested());
    await advance(100);
    app.dispatch(trashForgetRequested(selectTrash(app.getState())));
    await advance(100);
    expect(words(selectEntries(app.getState()))).toEqual([]);
    expect(words(selectEntries(other.getState()))).toEqual([]);
    expect(words(await app.cache.readHistory('anna'))).toEqual([]);
    app.dispatch(undoRequested());
    await advance(MINUTES_10);
    expect(app.lists).toMatchObject({ tasks: { k2: taskRecord(2) }, 'trash/tasks': {} });
    expect([Object.keys(app.lists.tasks), app.lists.done]).toEqual([['k2'], {}]); // the tick belonged to the other task
  });

  test('what was added, deleted and forgotten without network is not brought back either', async () => {
    const app = await open();
    app.database.fail(...Array.from({ length: 4 }, () => ({ at: 'before', kind: 'network' }) as const));
    app.dispatch(noteAddRequested(noteFields('Secret')));
    await advance(100);
    app.dispatch(noteDeleteRequested(selectNotes(app.getState())[0]!));
    await advance(100);
    app.dispatch(trashForgetRequested(selectTrash(app.getState())));
    await advance(100);
    expect(words(await app.cache.readHistory('anna'))).toEqual([]);
    app.dispatch(undoRequested());
    await advance(MINUTES_10);
    expect([app.lists.notes, app.lists['trash/notes']]).toEqual([{}, {}]);
  });

  test('another task that has got the same number keeps its history', async () => {
    const app = await open({ tasks: { k2: taskRecord(1) } });
    app.dispatch(taskTickRequested(selectTask(app.getState(), 1)!, true));
    await advance(100);
    app.database.put('trash/tasks', 'k1', copy(taskRecord(1)));
    app.dispatch(trashRequested());
    await advance(100);
    app.dispatch(trashForgetRequested(selectTrash(app.getState())));
    await advance(100);
    expect(selectEntries(app.getState())).toHaveLength(1);
  });
});

describe('When this device’s clock is wrong', () => {
  test.each<[string, Parameters<typeof afterAStart>[1]]>([
    ['on a device whose clock is 40 days ahead', ({ setServerAhead }) => setServerAhead(-40 * 86_400_000)],
    [
      'while the server’s time is not known',
      database => {
        database.serverTime = () => Promise.reject(new ServiceFailure('network', 'x', 'No time'));
      },
    ],
  ])('nothing is removed %s', async (_when, prepare) => {
    const lists = await afterAStart({ k1: copy(taskRecord(1), '2026-02-01T12:00:00.000Z') }, prepare);
    expect(lists['trash/tasks']).toHaveProperty('k1');
  });

  test('what a device 31 days behind deletes has the server’s time, and stays 30 days', async () => {
    const app = await open({ tasks: { k1: taskRecord(1) }, notes: { n1: noteFields() } });
    app.database.setServerAhead(31 * 86_400_000);
    app.dispatch(taskDeleteRequested(selectTask(app.getState(), 1)!));
    app.dispatch(noteDeleteRequested(selectNote(app.getState(), 'n1')!));
    await advance(100);
    const { lists } = app.database;
    const now = { deletedAt: expect.stringMatching(/^2026-04-10T12:00:/) };
    expect([lists['trash/tasks'], lists['trash/notes']]).toMatchObject([{ k1: now }, { n1: now }]);
    await advance(15_000);
    expect([lists['trash/tasks'], lists['trash/notes']]).toMatchObject([{ k1: now }, { n1: now }]);
  });
});

test('A trash that can’t be loaded says so, and is tried again', async () => {
  const app = await open();
  const { load } = app.database;
  app.database.load = () => Promise.reject(new ServiceFailure('network', 'x', 'Cannot be reached'));
  app.dispatch(trashRequested());
  await advance(100);
  expect(selectTrashPhase(app.getState())).toBe('failed');
  app.database.load = load;
  app.dispatch(trashRequested());
  await advance(100);
  expect(selectTrashPhase(app.getState())).toBe('loaded');
});

test('The trash is followed live only while its page is open', async () => {
  const app = await open();
  const before = app.database.followers();
  app.dispatch(trashRequested());
  await advance(100);
  app.database.put('trash/notes', 'n1', copy({ ...noteFields() }));
  await advance(100);
  expect(selectTrash(app.getState()).map(titleOf)).toEqual(['Milk']);
  app.dispatch(trashClosed());
  expect(app.database.followers()).toBe(before);
});

test.each([
  ['2026-03-10T12:00:00.000Z', 30],
  ['2026-02-08T12:00:01.000Z', 1],
  ['2026-01-01T00:00:00.000Z', 0],
])('What was deleted at %s has %i days left', (deletedAt, left) => {
  const item = { list: 'notes', fireId: 'n', fields: noteFields(), deletedAt, isPending: false } as const;
  expect(daysLeft(item, NOW)).toBe(left);
});
