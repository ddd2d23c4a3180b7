import { createStore } from '../../src/app/store';
import { undoRequested } from '../../src/history/historySlice';
import {
  selectAreCountsKnown,
  selectCountIn,
  selectFirstTasks,
  selectPendingTaskCount,
  selectTask,
  selectTaskIdsIn,
  VIEWS,
} from '../../src/tasks/tasksSelectors';
import { bodyOf, looksDone } from '../../src/tasks/task';
import { firstTasksRestored, tasksLoaded, tasksRequested, tasksRestored } from '../../src/tasks/tasksSlice';
import { dayChanged } from '../../src/ui/uiSlice';
import { taskSaveRequested, taskTickRequested } from '../../src/tasks/taskActions';
import { fakeServices, userDataOf } from '../support/devices/fakeServices';
import { taskFields, taskRecord, shownTask } from '../support/app/operations';
import { startApp } from '../support/devices/startApp';
import { advance } from '../support/app/time';

const DAYS = ['2026-03-09', '2026-03-10', '2026-03-11'];
const records = Object.fromEntries(
  Array.from({ length: 1500 }, (_, at) => [
    `k${at}`,
    taskRecord(at, { taskList: at % 2 ? 'work' : 'personal', taskDueDate: `${DAYS[at % 3]}T00:00:00.000Z` }),
  ]),
);
function open() {
  const { store } = createStore();
  store.dispatch(dayChanged('2026-03-10'));
  return store;
}
function firstOf(store: ReturnType<typeof open>) {
  const first = selectFirstTasks(store.getState());
  return Object.fromEntries(first.map(task => [task.fireId, bodyOf(task, task.taskId)]));
}

test('What is kept of a long list draws every view’s first screen as the whole does', () => {
  const whole = open();
  whole.dispatch(tasksLoaded(records));
  const first = open();
  first.dispatch(firstTasksRestored(firstOf(whole)));
  for (const view of VIEWS) {
    const ids = selectTaskIdsIn[view];
    expect(ids(first.getState()).slice(0, 40)).toEqual(ids(whole.getState()).slice(0, 40));
  }
});

test('The whole list follows, and what was changed meanwhile stands over what was kept', () => {
  const whole = open();
  whole.dispatch(tasksLoaded(records));
  const store = open();
  store.dispatch(firstTasksRestored({ ...firstOf(whole), gone: taskRecord(9999, {}) }));
  expect(store.getState().tasks.isKnown).toBe(false);
  store.dispatch(tasksRestored(records));
  expect(store.getState().tasks.isKnown).toBe(true);
  for (const view of VIEWS) {
    expect(selectCountIn[view](store.getState())).toBe(selectCountIn[view](whole.getState()));
  }
});

describe('What is kept for the next start', () => {
  beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
  afterEach(() => void jest.useRealTimers());
  const anna = () => fakeServices({ userData: userDataOf('anna'), tasks: { k1: taskRecord(1) } });
  const edit = (taskName: string) => taskSaveRequested(shownTask(1), taskFields(), taskFields({ taskName }));

  test('It is there before anything is asked', async () => {
    const services = anna();
    services.cache.writeFirst('anna', {
      tasks: { k1: taskRecord(1), k2: taskRecord(2) },
      repeats: {},
      order: {},
    });
    const app = startApp(services);
    expect(selectTaskIdsIn.personal(app.getState())).toEqual([1, 2]);
    expect(app.getState().tasks).toMatchObject({ isKnown: false, phase: 'idle' });
    await advance(0);
  });

  test('It has the places of its tasks, so that the first paint has their order', async () => {
    const services = anna();
    services.database.put('tasks', 'k2', taskRecord(2, { taskName: 'Zebra' }));
    services.database.put('order', 'k2', { day: '2026-03-10', place: 'a0' });
    const app = startApp(services);
    app.dispatch(tasksRequested());
    await advance(2000);
    const first = services.cache.readFirst('anna');
    expect(first!.order).toEqual({ k2: { day: '2026-03-10', place: 'a0' } });
    const again = fakeServices({ userData: userDataOf('anna') });
    again.cache.writeFirst('anna', first!);
    const next = startApp(again);
    expect(selectTaskIdsIn.today(next.getState())).toEqual([2, 1]);
    await advance(0);
  });

  test('It is what the server said last, once nothing has changed for a second', async () => {
    const services = anna();
    const app = startApp(services);
    app.dispatch(tasksRequested());
    await advance(900);
    expect(services.cache.readFirst('anna')).toBeFalsy();
    await advance(200);
    expect(services.cache.readFirst('anna')).toMatchObject({
      tasks: { k1: taskRecord(1) },
      repeats: {},
      order: {},
    });
    app.dispatch(edit('Edited'));
    await advance(2000);
    expect(services.cache.readFirst('anna')).toMatchObject({
      tasks: { k1: taskRecord(1, { taskName: 'Edited' }) },
      repeats: {},
      order: {},
    });
  });

  test('It has the counts of all views, which are said until the whole list is read', async () => {
    const services = fakeServices({ userData: userDataOf('anna'), tasks: records });
    const app = startApp(services);
    app.dispatch(tasksRequested());
    await advance(2000);
    const counts = () => VIEWS.map(view => selectCountIn[view](next.getState()));
    const first = services.cache.readFirst('anna')!;
    const again = fakeServices({ userData: userDataOf('anna') });
    again.cache.writeFirst('anna', first);
    const next = startApp(again);
    expect(selectAreCountsKnown(next.getState())).toBe(true);
    expect(counts()).toEqual([500, 500, 500, 750, 750, 0]);
    next.dispatch(tasksRestored({ k1: taskRecord(1) }));
    expect(counts()).toEqual([1, 0, 0, 1, 0, 0]);
    await advance(0);
  });

  test('The counts of another day are not said', async () => {
    const services = fakeServices({ userData: userDataOf('anna') });
    services.cache.writeFirst('anna', {
      tasks: { k1: taskRecord(1) },
      repeats: {},
      order: {},
      counts: { day: '2026-03-09', of: { today: 500 } },
    });
    const { getState } = startApp(services);
    expect(selectAreCountsKnown(getState())).toBe(false);
    expect(selectCountIn.today(getState())).toBe(1);
    await advance(0);
  });

  test('A ticked task that still stands in its view is not counted for the next start', async () => {
    const services = anna();
    const app = startApp(services);
    app.dispatch(tasksRequested());
    await advance(2000);
    app.dispatch(taskTickRequested(selectTask(app.getState(), 1)!, true));
    await advance(3000);
    expect(services.cache.readFirst('anna')?.counts).toBeUndefined();
    await advance(7000);
    expect(services.cache.readFirst('anna')?.counts?.of).toMatchObject({ today: 0, personal: 0 });
  });

  test('It is forgotten with a change, until the server has that', async () => {
    const services = anna();
    const app = startApp(services);
    app.dispatch(tasksRequested());
    await advance(2000);
    const refusal = { at: 'before', kind: 'refused' } as const;
    services.database.fail(refusal, refusal);
    app.dispatch(edit('Unsent'));
    await advance(0);
    expect(services.cache.readFirst('anna')).toBeNull();
    app.dispatch(tasksRequested());
    await advance(1500);
    expect(selectPendingTaskCount(app.getState())).toBe(1);
    expect(services.cache.readFirst('anna')).toBeNull();
  });

  test('A tick of what repeats, on the rows of the first paint, moves it on', async () => {
    const services = anna();
    const weekly = { rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', first: '2026-03-10', at: '2026-03-10' };
    services.database.put('repeats', 'k1', weekly);
    const before = startApp(services);
    before.dispatch(tasksRequested());
    await advance(2000);
    const app = startApp(services);
    app.dispatch(taskTickRequested(selectTask(app.getState(), 1)!, true));
    expect(looksDone(selectTask(app.getState(), 1)!)).toBe(true);
    app.dispatch(tasksRequested());
    await advance(10_000);
    expect(services.database.lists.done).toEqual({});
    expect(services.database.lists.repeats).toMatchObject({ k1: { ...weekly, at: '2026-03-17' } });
    expect(selectTask(app.getState(), 1)).toMatchObject({ doneAt: null, taskDueDay: '2026-03-17' });
    app.dispatch(undoRequested());
    await advance(10_000);
    expect(services.database.lists.repeats).toEqual({ k1: weekly });
  });
});
