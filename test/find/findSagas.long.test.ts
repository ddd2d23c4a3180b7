/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import '../support/app/noComplaints';
import { signOutRequested } from '../../src/auth/authSlice';
import { findRequested } from '../../src/find/findSlice';
import { notesRequested } from '../../src/notes/notesSlice';
import { taskRecordsArrived, tasksRequested, tasksSidecarsArrived } from '../../src/tasks/tasksSlice';
import { trashClosed, trashRequested } from '../../src/trash/trashSlice';
import { noteRecordsArrived } from '../../src/notes/noteKinds';
import { fakeFindWorker, fakeServices, userDataOf } from '../support/devices/fakeServices';
import { noteFields, taskRecord } from '../support/app/operations';
import { startApp } from '../support/devices/startApp';
import { advance } from '../support/app/time';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

type Post = { type: string; changes: { put: { key: string }[]; gone: string[] } };

async function begin(tasks: Record<string, never> = { k1: taskRecord(1) as never }) {
  const services = fakeServices({
    userData: userDataOf('anna'),
    tasks,
    notes: { '-n1': noteFields('Milk') },
  });
  const workers: ReturnType<typeof fakeFindWorker>[] = [];
  services.startFindWorker = () => {
    workers.push(fakeFindWorker());
    return workers.at(-1)!;
  };
  const app = startApp(services);
  await advance(0);
  app.dispatch(tasksRequested());
  app.dispatch(notesRequested());
  await advance(100);
  const find = async (query: string) => {
    app.dispatch(findRequested({ query }));
    await advance(100);
  };
  return {
    app,
    services,
    workers,
    find,
    keys: () => app.getState().find!.found.map(({ key }) => key),
    /** The messages to the worker since the last call. */
    changesSent: () =>
      (workers[0]!.posts.splice(0) as Post[])
        .filter(({ type }) => type === 'change')
        .map(({ changes: { put, gone } }) => [put.map(({ key }) => key), gone]),
  };
}

test('Nothing is indexed before somebody looks for something', async () => {
  const { workers, find } = await begin();
  expect(workers).toHaveLength(0);
  await find('');
  expect(workers).toHaveLength(1);
});

test('Tasks, notes and commands are found by what was typed before they were all read', async () => {
  const { find, keys, app } = await begin();
  await find('wat');
  expect(keys()).toEqual(['task 1']);
  await find('mil');
  expect(keys()).toEqual(['note -n1']);
  await find('undo');
  expect(keys()).toEqual(['command undo']);
  expect(app.getState().find).toMatchObject({ query: 'undo', answered: 'undo', isComplete: true });
});

test('A task is found by the words of its rule, and one without a date by that', async () => {
  const { app, find, keys } = await begin({
    k1: taskRecord(1, { taskName: 'Bins' }) as never,
    k2: taskRecord(2, { taskName: 'Learn to knit', taskDueDate: '' }) as never,
  });
  const rule = 'FREQ=WEEKLY;BYDAY=TU;WKST=MO';
  const repeats = { k1: { rule, first: '2026-03-10', at: '2026-03-10' } };
  app.dispatch(tasksSidecarsArrived({ list: 'repeats', type: 'changes', records: repeats }));
  await advance(100);
  await find('every tue');
  expect(keys()).toEqual(['task 1']);
  await find('no date');
  expect(keys()).toContain('task 2');
  expect(keys()).not.toContain('task 1');
});

test('A search is complete only once tasks and notes were read, or could not be', async () => {
  const services = fakeServices({ userData: userDataOf('anna'), tasks: { k1: taskRecord(1) } });
  services.startFindWorker = fakeFindWorker;
  const app = startApp(services);
  await advance(0);
  app.dispatch(findRequested({ query: 'wat' }));
  await advance(100);
  expect(app.getState().find).toMatchObject({ answered: 'wat', found: [], isComplete: false });
  app.dispatch(tasksRequested());
  await advance(100);
  expect(app.getState().find).toMatchObject({ found: [{ key: 'task 1' }], isComplete: false });
  services.database.fail({ at: 'before', kind: 'refused' });
  app.dispatch(notesRequested());
  await advance(100);
  expect(app.getState().find!.isComplete).toBe(true);
});

describe('A slow worker', () => {
  /** A worker that starts after a second and takes 10 ms for each message. */
  function slowWorker() {
    const worker = fakeFindWorker();
    const post = worker.postMessage;
    let busy = 1000;
    worker.postMessage = (message: never) => void setTimeout(() => post(message), (busy += 10));
    return worker;
  }

  /** Counts of results in the complete answers of the next two seconds. */
  async function completeAnswers(app: ReturnType<typeof startApp>, query: string) {
    app.dispatch(findRequested({ query }));
    const counts = new Set<number>();
    for (let waited = 0; waited < 2000; waited++) {
      await advance(1);
      const { answered, found, isComplete } = app.getState().find!;
      if (answered === query && isComplete) counts.add(found.length);
    }
    return [...counts];
  }

  test('gives answers late, and those are complete that were asked of the whole index', async () => {
    const { app, services } = await begin();
    services.startFindWorker = slowWorker;
    expect(await completeAnswers(app, 'wat')).toEqual([1]);
  });

  test('that comes after one which has ended begins with nothing', async () => {
    const { app, services, workers, find } = await begin();
    await find('wat');
    (workers[0]!.onerror as (event: unknown) => void)({});
    await find('wate');
    services.startFindWorker = slowWorker;
    expect(await completeAnswers(app, 'water')).toEqual([1]);
  });
});

test('A change sends the worker only what changed, and the results are updated', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 1200 }, (_, n) => [`k${n}`, taskRecord(n, { taskName: `Task ${n}` })]),
  ) as Record<string, never>;
  const { app, find, changesSent, keys } = await begin(many);
  await find('');
  await advance(1000);
  const [_commands, ...items] = changesSent().map(([put]) => put!.length);
  expect(items).toEqual([500, 500, 201]);
  await find('changed');
  expect(keys()).toEqual([]);
  app.dispatch(taskRecordsArrived({ k7: taskRecord(7, { taskName: 'Changed' }) }));
  await advance(100);
  expect(changesSent()).toEqual([[['task 7'], []]]);
  expect(keys()).toEqual(['task 7']);
  app.dispatch(taskRecordsArrived({ k7: null }));
  app.dispatch(noteRecordsArrived({ '-n1': null, '-n2': noteFields('Changed too') }));
  await advance(100);
  expect(keys()).toEqual(['note -n2']);
  const last = changesSent();
  expect(last.flatMap(([put]) => put)).toEqual(['note -n2']);
  expect(last.flatMap(([, gone]) => gone).sort()).toEqual(['note -n1', 'task 7']);
});

test('The trash is found while it is known', async () => {
  const { app, services, find, keys } = await begin();
  services.database.lists['trash/tasks']['-t1'] = {
    deletedAt: '2026-03-01T12:00:00.000Z',
    record: taskRecord(9, { taskName: 'Deleted long ago' }),
  };
  await find('long ago');
  expect(keys()).toEqual([]);
  app.dispatch(trashRequested());
  await advance(3000);
  expect(keys()).toEqual(['trash tasks -t1']);
  app.dispatch(trashClosed());
  await advance(100);
  expect(keys()).toEqual([]);
});

test('The worker ends with the session, and nothing that was found stays', async () => {
  const { app, workers, find } = await begin();
  await find('wat');
  app.dispatch(signOutRequested());
  await advance(100);
  expect(workers[0]!.isOver).toBe(true);
  expect(app.getState().find).toEqual({
    query: '',
    answered: '',
    found: [],
    isComplete: false,
    failure: null,
  });
});

test('When the worker’s code does not arrive that is said; the next letter begins anew', async () => {
  const { app, workers, find, keys } = await begin();
  await find('');
  const [worker] = workers;
  (worker!.onerror as (event: unknown) => void)({});
  await find('w');
  expect(app.getState().find!.failure).toBe('It did not load.');
  expect(worker!.isOver).toBe(true);
  await find('wa');
  expect(workers).toHaveLength(2);
  expect(keys()).toContain('task 1');
  expect(app.getState().find!.failure).toBeNull();
});
