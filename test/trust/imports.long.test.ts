/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import '../support/app/noComplaints';
import { expectSaga } from 'redux-saga-test-plan';
import { rootReducer } from '../../src/app/store/rootReducer';
import { redoRequested, undoRequested } from '../../src/history/historySlice';
import { fork, put, take, type Saga } from '../../src/lib/effects';
import type { Json } from '../../src/services/database';
import { operationConfirmed, type Operation } from '../../src/sync/operations';
import { daywallJson } from '../../src/transfer/formats/daywall/daywallJson';
import { importOperation } from '../../src/transfer/import/importBatches';
import { resumeImport } from '../../src/transfer/transferSagas';
import {
  arrivedOf,
  importFilesChosen,
  importRequested,
  importResumed,
  importUndoRequested,
  isAllThere,
  selectImport,
  selectImportFile,
  transferSlice,
} from '../../src/transfer/transferSlice';
import { work } from '../../src/transfer/work';
import { emptyContent } from '../support/app/content';
import { deviceOn, type Device, type Page } from '../support/devices/devices';
import { deleteElsewhere, forgetElsewhere, restoreElsewhere } from '../support/devices/elsewhere';
import { fakeDatabase } from '../support/devices/fakeDatabase';
import { taskRecord } from '../support/app/operations';
import { advance, fakeTime, MINUTES_1 } from '../support/app/time';

rootReducer.inject(transferSlice);
fakeTime();

const COUNT = 500;
const tasks = Object.fromEntries(
  Array.from({ length: COUNT }, (_, at) => [`-t${at}`, taskRecord(at + 1, { taskName: `Task ${at}` })]),
);

/** A device whose every file has 500 tasks, imported in parts of 100. */
function device() {
  const database = fakeDatabase();
  const a = deviceOn(database);
  const bytes = new TextEncoder().encode(daywallJson({ ...emptyContent, tasks })).buffer as ArrayBuffer;
  a.services.transfer.read = async (_file, options) => {
    const result = work({ type: 'read', files: [{ name: 'file.json', bytes }], options });
    if (!('reading' in result)) throw new Error('It is unreadable');
    return result.reading;
  };
  return { database, a };
}

async function choose(a: Device) {
  const page = await a.open({ lists: [], wait: 50 });
  await page.send(importFilesChosen([new File(['{}'], 'file.json')]), 50);
  expect(selectImportFile(page.getState())?.preview?.counts).toEqual({ tasks: COUNT, notes: 0 });
  return page;
}
const arrived = (page: Page) => arrivedOf(selectImport(page.getState())!).tasks;

test('An import that is killed on its way goes on whole, with the right numbers', async () => {
  const { database, a } = device();
  const page = await choose(a);
  a.after('apply', () => undefined);
  a.after('apply', () => {
    page.kill();
    a.goOffline();
  });
  await page.send(importRequested(), MINUTES_1);
  expect(Object.keys(database.lists.tasks)).toHaveLength(200);
  const again = await a.open({ lists: [], wait: 50 });
  expect(selectImport(again.getState())).toMatchObject({ total: { tasks: COUNT, notes: 0 } });
  expect([arrived(again), isAllThere(selectImport(again.getState())!)]).toEqual([100, false]);
  await a.reconnect(MINUTES_1);
  expect(database.lists.tasks).toEqual(tasks);
  expect([arrived(again), isAllThere(selectImport(again.getState())!), again.unsent()]).toEqual([
    COUNT,
    true,
    0,
  ]);
});

test('An import that is killed before it is kept leaves nothing, and claims nothing', async () => {
  const { database, a } = device();
  const page = await choose(a);
  page.dispatch(importRequested());
  page.kill();
  await advance(MINUTES_1);
  const again = await a.open({ lists: [], wait: MINUTES_1 });
  expect([a.kept(), database.lists.tasks, selectImport(again.getState())]).toEqual([[], {}, null]);
});

test('An import that waits is counted where waiting changes are', async () => {
  const { a } = device();
  const page = await choose(a);
  a.goOffline();
  await page.send(importRequested(), 50);
  expect(page.unsent()).toBe(a.kept().length);
  expect(page.unsent()).toBeGreaterThanOrEqual(5);
});

test('A part that arrives while an import is read again is counted once', async () => {
  const counts = { tasks: 100, notes: 0 };
  const total = { tasks: 300, notes: 0 };
  const [first, second] = ['a', 'b'].map(() =>
    importOperation('anna', {
      kind: 'import/add',
      payload: { importId: 'i', counts, total, paths: '{}' },
    }),
  ) as [Operation, Operation];
  let read: (operations: Operation[]) => void = () => undefined;
  const queue = { all: () => new Promise<Operation[]>(resolve => (read = resolve)) };
  jest.useRealTimers(); // expectSaga waits in real time
  function* page(): Saga {
    yield* fork(resumeImport, { queue } as never, 'anna');
    yield* put(operationConfirmed({ operation: first }));
    read([first, second]);
    yield* take(importResumed);
    // Another tab may later report a part that had arrived before.
    yield* put(operationConfirmed({ operation: first }));
  }
  const { storeState } = await expectSaga(page)
    .withReducer(rootReducer as never)
    .run();
  expect(arrivedOf(selectImport(storeState as never)!)).toEqual({ tasks: 200, notes: 0 });
});

describe('Undoing an import', () => {
  async function imported() {
    const given = device();
    const page = await choose(given.a);
    await page.send(importRequested(), MINUTES_1);
    expect(Object.keys(given.database.lists.tasks)).toHaveLength(COUNT);
    return { ...given, page };
  }
  const recordIn = (copy: Json | undefined) => (copy as { record: Json }).record;

  test('keeps in the trash what another device saved at the same moment', async () => {
    const { database, a, page } = await imported();
    const theirs = taskRecord(8, { taskName: 'Theirs' });
    a.before('apply', () => database.put('tasks', '-t7', theirs));
    await page.send(importUndoRequested(), MINUTES_1);
    expect(database.lists.tasks).toEqual({});
    expect(recordIn(database.lists['trash/tasks']['-t7'])).toEqual(theirs);
    expect(recordIn(database.lists['trash/tasks']['-t8'])).toEqual(tasks['-t8']);
    expect(page.unsent()).toBe(0);
  });

  test('does not take away again what was restored after its answer was lost', async () => {
    const { database, a, page } = await imported();
    a.loseAnswer('apply');
    await page.send(undoRequested(), 50);
    await restoreElsewhere(database, 'tasks', '-t7');
    await advance(MINUTES_1);
    expect(Object.keys(database.lists.tasks)).toEqual(['-t7']);
    expect(page.unsent()).toBe(0);
  });

  test('takes one update for 500 tasks, and Redo another one', async () => {
    const { database, page } = await imported();
    const { length } = database.writes;
    await page.send(undoRequested(), MINUTES_1);
    expect(database.writes.slice(length)).toEqual(['apply']);
    await page.send(redoRequested(), MINUTES_1);
    expect(database.writes.slice(length)).toEqual(['apply', 'apply']);
    expect([database.lists.tasks, database.lists['trash/tasks']]).toEqual([tasks, {}]);
    expect(page.unsent()).toBe(0);
  });

  test('and Redo brings nothing back again that was deleted after its answer was lost', async () => {
    const { database, a, page } = await imported();
    await page.send(undoRequested(), MINUTES_1);
    a.loseAnswer('apply');
    await page.send(redoRequested(), 50);
    expect(database.lists.tasks).toHaveProperty('-t7');
    await deleteElsewhere(database, 'tasks', '-t7');
    await advance(MINUTES_1);
    expect(Object.keys(database.lists['trash/tasks'])).toEqual(['-t7']);
    expect([Object.keys(database.lists.tasks).length, page.unsent()]).toEqual([COUNT - 1, 0]);
  });

  test('and Redo leave alone what another device restored, changed or deleted for ever', async () => {
    const { database, a, page } = await imported();
    a.before('apply', () => deleteElsewhere(database, 'tasks', '-t1'));
    await page.send(undoRequested(), MINUTES_1);
    expect(Object.keys(database.lists['trash/tasks'])).toHaveLength(COUNT);
    a.before('apply', async () => {
      await forgetElsewhere(database, 'tasks', '-t2');
      await restoreElsewhere(database, 'tasks', '-t3');
      database.put('tasks', '-t3', taskRecord(4, { taskName: 'Theirs' }));
    });
    await page.send(redoRequested(), MINUTES_1);
    expect(database.lists.tasks).not.toHaveProperty('-t2');
    expect(database.lists.tasks['-t3']).toMatchObject({ taskName: 'Theirs' });
    expect([Object.keys(database.lists.tasks).length, page.unsent()]).toEqual([COUNT - 1, 0]);
    expect(database.lists['trash/tasks']).toEqual({});
  });
});

test('A part whose answer was lost is not written again over its records', async () => {
  const { database, a } = device();
  const page = await choose(a);
  a.loseAnswer('apply');
  await page.send(importRequested(), 300);
  expect(database.lists.tasks).toHaveProperty('-t10');
  const theirs = taskRecord(11, { taskName: 'Theirs' });
  database.put('tasks', '-t10', theirs);
  database.put('tasks', '-t100', null);
  await advance(MINUTES_1);
  expect(database.lists.tasks['-t10']).toEqual(theirs);
  expect(database.lists.tasks).not.toHaveProperty('-t100');
  expect([Object.keys(database.lists.tasks).length, page.unsent()]).toEqual([COUNT - 1, 0]);
});
