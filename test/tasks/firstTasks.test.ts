import { createStore } from '../../src/app/store';
import { selectCountIn, selectFirstTasks, selectTaskIdsIn, VIEWS } from '../../src/tasks/tasksSelectors';
import { bodyOf } from '../../src/tasks/task';
import { firstTasksRestored, tasksLoaded, tasksRestored } from '../../src/tasks/tasksSlice';
import { dayChanged } from '../../src/ui/uiSlice';
import { taskRecord } from '../support/operations';

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

test('What is kept of a long list draws the first screen of every view as the whole list does', () => {
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
