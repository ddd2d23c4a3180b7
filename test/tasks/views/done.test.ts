/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import type { SidecarArrival } from '../../../src/sync/records/list/sidecarArrivals';
import '../../support/app/noComplaints';
import { selectDoneSections } from '../../../src/tasks/views/done/doneSelectors';
import { undoRequested } from '../../../src/history/historySlice';
import { JUST_DONE_MS } from '../../../src/tasks/wire/tasksSagas';
import { selectCountIn, selectTask, selectTaskIdsIn } from '../../../src/tasks/tasksSelectors';
import {
  taskListArrived,
  tasksSidecarsArrived,
  tasksLoaded,
  tasksRequested,
} from '../../../src/tasks/tasksSlice';
import type { RootState } from '../../../src/app/store/rootReducer';
import { createStore } from '../../../src/app/store';
import { taskTickRequested } from '../../../src/tasks/taskActions';
import { fakeServices, userDataOf } from '../../support/devices/fakeServices';
import { taskRecord } from '../../support/app/operations';
import { startApp } from '../../support/devices/startApp';
import { advance } from '../../support/app/time';

const marks = (type: SidecarArrival['type'], records: SidecarArrival['records']) =>
  tasksSidecarsArrived({ list: 'done', type, records });

/** Each section of the logbook: its day, then its taskIds. */
const rowsOf = (state: RootState) =>
  selectDoneSections(state).map(({ key, items }) => [
    key,
    ...items.map(({ taskId, day }) => (day === undefined ? taskId : `${taskId} of ${day}`)),
  ]);

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());
const AT = '2026-03-09T10:00:00.000Z';
const tasksHeard = () => taskListArrived({ k1: taskRecord(1), k2: taskRecord(2) });

async function open(done: Record<string, string> = {}) {
  const services = fakeServices({
    userData: userDataOf('anna', 20 * 86_400_000),
    tasks: { k1: taskRecord(1), k2: taskRecord(2) },
  });
  for (const [key, at] of Object.entries(done)) services.database.put('done', key, at);
  const app = startApp(services);
  app.dispatch(tasksRequested());
  await advance(100);
  return { ...services, ...app };
}

test('What is done is known with the first answer, before anything is told live', async () => {
  const services = fakeServices({
    userData: userDataOf('anna', 20 * 86_400_000),
    tasks: { k1: taskRecord(1), k2: taskRecord(2) },
  });
  services.database.put('done', 'k1', AT);
  const database = { ...services.database, follow: () => () => undefined };
  const { dispatch, getState } = startApp({ ...services, database });
  dispatch(tasksRequested());
  await advance(100);
  expect(selectTask(getState(), 1)?.doneAt).toBe(AT);
  expect(selectTaskIdsIn.today(getState())).toEqual([2]);
});

test('A ticked task stays for five seconds, then leaves the views and the counts', async () => {
  const { dispatch, getState, database } = await open();
  dispatch(taskTickRequested(selectTask(getState(), 1)!, true));
  await advance(JUST_DONE_MS - 200);
  expect(selectTaskIdsIn.today(getState())).toEqual([1, 2]);
  expect(selectTask(getState(), 1)?.doneAt).toBe('2026-03-10T12:00:00.100Z');
  expect(database.lists.done).toEqual({ k1: '2026-03-10T12:00:00.100Z' });
  await advance(400);
  expect(selectTaskIdsIn.today(getState())).toEqual([2]);
  expect(selectCountIn.personal(getState())).toBe(1);
  expect(rowsOf(getState())).toEqual([['2026-03-10', 1]]);
});

test('Unticked and ticked again within the moment, it gets a whole moment again', async () => {
  const { dispatch, getState } = await open();
  dispatch(taskTickRequested(selectTask(getState(), 1)!, true));
  await advance(3000);
  dispatch(taskTickRequested(selectTask(getState(), 1)!, false));
  await advance(1000);
  dispatch(taskTickRequested(selectTask(getState(), 1)!, true));
  await advance(JUST_DONE_MS - 500);
  expect(selectTaskIdsIn.today(getState())).toEqual([1, 2]);
  await advance(1000);
  expect(selectTaskIdsIn.today(getState())).toEqual([2]);
});

test.each([
  ['deleted for ever elsewhere leaves no mark', null, []],
  ['in the trash is kept', { deletedAt: AT, record: taskRecord(1) }, ['k1']],
])('A tick of a task that is %s', async (_name, copy, ticked) => {
  const { dispatch, getState, database, connection, unsent } = await open();
  connection.set(false);
  database.fail({ at: 'before', kind: 'network' });
  dispatch(taskTickRequested(selectTask(getState(), 1)!, true));
  database.put('tasks', 'k1', null);
  database.put('trash/tasks', 'k1', copy);
  connection.set(true);
  await advance(10 * 60_000);
  expect([Object.keys(database.lists.done), unsent()]).toEqual([ticked, 0]);
  expect(selectTask(getState(), 1)).toBeUndefined();
});

test('Ticked twice it is ticked once, at the instant of the first tick', async () => {
  const { dispatch, getState, database, unsent } = await open();
  dispatch(taskTickRequested(selectTask(getState(), 1)!, true));
  await advance(100);
  dispatch(taskTickRequested(selectTask(getState(), 1)!, true));
  await advance(100);
  expect(database.lists.done).toEqual({ k1: '2026-03-10T12:00:00.100Z' });
  dispatch(undoRequested());
  dispatch(undoRequested());
  await advance(10_000);
  expect([database.lists.done, unsent()]).toEqual([{}, 0]);
});

test('What is done never shows as to be done: the marks come before their tasks', async () => {
  const app = await open({ k1: AT });
  expect(selectTaskIdsIn.personal(app.getState())).toEqual([2]);
  expect(app.cache.kept.get('anna/done')).toEqual({ k1: AT });
  const seen: (readonly number[])[] = [];
  const again = startApp(app);
  again.subscribe(() => void seen.push(selectTaskIdsIn.personal(again.getState())));
  again.dispatch(tasksRequested());
  await advance(100);
  expect(seen.flat()).not.toContain(1);
  expect(seen.flat()).toContain(2);
});

test('A tick elsewhere takes the task out at once, and a mark may come first', async () => {
  const { getState, database } = await open();
  database.put('done', 'k1', AT);
  database.put('done', 'k9', AT);
  database.put('tasks', 'k9', taskRecord(9));
  await advance(100);
  expect(selectTaskIdsIn.personal(getState())).toEqual([2]);
  expect(rowsOf(getState())).toEqual([['2026-03-09', 1, 9]]);
  database.put('done', 'k1', null);
  await advance(100);
  expect(selectTaskIdsIn.personal(getState())).toEqual([1, 2]);
});

describe('An answer that is older than what is known', () => {
  const loaded = () => {
    const { store } = createStore();
    store.dispatch(tasksLoaded({ k1: taskRecord(1), k2: taskRecord(2) }));
    store.dispatch(tasksRequested());
    return {
      ...store,
      done: () =>
        selectDoneSections(store.getState()).flatMap(({ items }) => items.map(({ taskId }) => taskId)),
    };
  };

  test('does not take back a mark that arrived since it was asked for', () => {
    const { dispatch, done } = loaded();
    dispatch(marks('changes', { k1: AT }));
    dispatch(marks('loaded', { k2: AT }));
    expect(done()).toEqual([1, 2]);
  });

  test('is passed over whole once the live list is there', () => {
    const { dispatch, done } = loaded();
    dispatch(marks('list', { k1: AT }));
    dispatch(marks('loaded', {}));
    expect(done()).toEqual([1]);
  });

  test.each([
    ['after the live list of marks', [marks('list', {}), tasksHeard(), marks('changes', { k1: AT })]],
    ['before the live list of marks', [tasksHeard(), marks('list', {}), marks('changes', { k1: AT })]],
    ['before a mark', [tasksHeard(), marks('changes', { k1: AT })]],
  ])('is passed over where the live list of tasks came %s', (_name, actions) => {
    const { dispatch, done } = loaded();
    actions.forEach(dispatch);
    dispatch(marks('loaded', {}));
    expect(done()).toEqual([1]);
    dispatch(tasksLoaded({}));
    expect(done()).toEqual([1]);
  });
});

test('A mark that is no instant marks nothing', () => {
  const { store } = createStore();
  store.dispatch(tasksLoaded({ k1: taskRecord(1), k2: taskRecord(2) }));
  store.dispatch(marks('changes', { k1: true, k2: 'yesterday' }));
  expect(rowsOf(store.getState())).toEqual([]);
});

test('The logbook has each occurrence of a series, and its last one once', () => {
  const { store } = createStore();
  store.dispatch(tasksLoaded({ k1: taskRecord(1), k2: taskRecord(2) }));
  store.dispatch(marks('changes', { k2: '2026-03-10T10:00:00.000Z' }));
  const occurrences = {
    k1: {
      '2026-03-08': '2026-03-08T10:00:00.000Z',
      '2026-03-09': 'skipped',
      '2026-03-01': '2026-03-10T11:00:00.000Z',
    },
    k2: { '2026-03-09': '2026-03-09T10:00:00.000Z', '2026-03-10': '2026-03-10T10:00:00.000Z' },
  };
  store.dispatch(tasksSidecarsArrived({ list: 'occurrences', type: 'changes', records: occurrences }));
  expect(rowsOf(store.getState())).toEqual([
    ['2026-03-10', '1 of 2026-03-01', 2],
    ['2026-03-09', '2 of 2026-03-09'],
    ['2026-03-08', '1 of 2026-03-08'],
  ]);
});
