import { createSelector } from '@reduxjs/toolkit';
import type { Day } from '../lib/days';
import { syncOf, type SyncState } from '../sync/syncState';
import { haveSameRows, sizeOf, taskIdsInRange, type Order, type Range } from './order';
import { rangeOfDays, taskCount, taskIdsByKey, taskOf, type OrderName, type TaskList } from './taskList';
import { isTaskId, type Task } from './task';
import { changesOf, serverVersion, type TasksState } from './tasksState';

/** What these selectors need of the whole state. */
export type TasksRoot = { tasks: TasksState; ui: { today: Day } };
export const VIEWS = ['today', 'upcoming', 'previous', 'personal', 'work'] as const;
export type View = (typeof VIEWS)[number];
type Selector<Value> = (state: TasksRoot) => Value;

const selectList = (state: TasksRoot) => state.tasks.list;
const selectToday = (state: TasksRoot) => state.ui.today;

/** A view is a range of one order (docs/rules.md, Days). */
const viewIn: Record<View, { order: OrderName; range(list: TaskList, today: Day): Range }> = {
  today: {
    order: 'earliest',
    range: (list, today) => rangeOfDays(list, 'earliest', { from: today, to: after(today) }),
  },
  upcoming: {
    order: 'earliest',
    range: (list, today) => rangeOfDays(list, 'earliest', { from: after(today), to: '~' }),
  },
  previous: { order: 'latest', range: (list, today) => rangeOfDays(list, 'latest', { from: '', to: today }) },
  personal: { order: 'personal', range: list => rangeOfDays(list, 'personal') },
  work: { order: 'work', range: list => rangeOfDays(list, 'work') },
};
/** The first string behind a day and before the next one. */
const after = (day: Day) => `${day}~`;

type Rows = { order: Order; range: Range };

/** Keeps its identity while the view's own rows are the same, whatever else changed in the list. */
const selectRows = (view: View): Selector<Rows> =>
  createSelector(
    [selectList, selectToday],
    (list, today) => ({ order: list.orders[viewIn[view].order], range: viewIn[view].range(list, today) }),
    {
      memoizeOptions: {
        resultEqualityCheck: (a: Rows, b: Rows) => haveSameRows(a.order, a.range, b.order, b.range),
      },
    },
  );

const forEachView = <Made>(make: (view: View) => Made) =>
  Object.fromEntries(VIEWS.map(view => [view, make(view)])) as Record<View, Made>;

/** The taskIds of each view, in its order: one memoised selector a view, so that lists never evict each other. */
export const selectTaskIdsIn = forEachView(view =>
  createSelector([selectRows(view)], ({ order, range }) => taskIdsInRange(order, range)),
);

/** How many tasks each view holds, without listing them. */
export const selectCountIn = forEachView(view =>
  createSelector([selectList, selectToday], (list, today) => {
    const { from, to } = viewIn[view].range(list, today);
    return to - from;
  }),
);

/** The taskIds of what is done, the latest first. */
export const selectDoneIds = createSelector([(state: TasksRoot) => state.tasks.list.orders.done], order =>
  taskIdsInRange(order, { from: 0, to: sizeOf(order) }),
);

/** More rows than a screen has. */
const SCREEN = 40;

/** What the server has of the tasks that the first screen of any view shows. */
export const selectFirstTasks = (state: TasksRoot) => {
  const ids = new Set(VIEWS.flatMap(view => selectTaskIdsIn[view](state).slice(0, SCREEN)));
  return [...ids].flatMap(taskId => {
    const task = serverVersion(state.tasks, taskId);
    return task && task.fireId !== null && task.doneAt === null ? { ...task, fireId: task.fireId } : [];
  });
};

export const selectTaskCount = (state: TasksRoot) => taskCount(selectList(state));

/** One task by whatever number an address gave, undefined when it is not (or no longer) in the list. */
export const selectTask = (state: TasksRoot, taskId: number): Task | undefined =>
  isTaskId(taskId) ? taskOf(selectList(state), taskId) : undefined;

/** Whether a task has this number; also one that is on its way, or waits to be deleted. */
export const selectIsTaken = (state: TasksRoot, taskId: number) =>
  selectTaskChanges(state, taskId) !== undefined || selectTask(state, taskId) !== undefined;

/** The unsent operations on a task and the server's version below them, undefined when the server has it all. */
export const selectTaskChanges = (state: TasksRoot, taskId: number) => changesOf(state.tasks, taskId);

/** What the task's row and form say of its way to the server. */
export const selectTaskSync = (state: TasksRoot, taskId: number): SyncState =>
  syncOf(selectTaskChanges(state, taskId)?.operations);

export const selectTasksPhase = (state: TasksRoot) => state.tasks.phase;
export const selectTasksFailure = (state: TasksRoot) => state.tasks.failure;
export const selectAreTasksKnown = (state: TasksRoot) => state.tasks.isKnown;
export const selectAdding = (state: TasksRoot) => state.tasks.adding;
export const selectSettledId = (state: TasksRoot) => state.tasks.settledId;
/** The database's keys of all listed tasks. Costs the whole list: once a session. */
export const selectTaskKeys = (state: TasksRoot) =>
  Array.from(taskIdsByKey.all(state.tasks.list.keys), ({ fireId }) => fireId);
export const selectNewsCount = (state: TasksRoot) => state.tasks.newsCount;
export const selectUnsentTasks = (state: TasksRoot) => state.tasks.unsentCount;
