import { createSelector } from '@reduxjs/toolkit';
import {
  areSameGroups,
  countOf,
  groupsBetween,
  joinParts,
  type Calendar,
  type Group,
} from '../lib/days/calendar';
import type { Day } from '../lib/days/days';
import type { FirstCounts } from '../services/device';
import { syncStateOf, type SyncState } from '../sync/queue/syncState';
import { isTaskId, type Task } from './task';
import { calendarOf, rangeOf, VIEWS, type View } from './taskSections';
import { taskList, type TasksState } from './tasksState';

/** The part of the whole state that these selectors read. */
export type TasksRoot = { tasks: TasksState; ui: { today: Day } };
export { VIEWS, type View };
type Selector<Value> = (state: TasksRoot) => Value;

const selectToday = (state: TasksRoot) => state.ui.today;

/** Tasks under one heading; `key` says which (`taskSections.ts`). */
export type Section = { readonly key: string; readonly items: readonly number[] };

/**
 * A view is the days of one calendar in groups. They keep their identity while the view's own rows are the same,
 * whatever else changed.
 */
const selectGroupsOf = (view: View | 'done'): Selector<readonly Group[]> =>
  createSelector(
    [({ tasks: { days } }: TasksRoot) => days[calendarOf[view]], selectToday],
    (calendar, today) => {
      const { direction, keyOf, ...range } = rangeOf[view](today);
      return groupsBetween(calendar, range, direction, keyOf);
    },
    { memoizeOptions: { resultEqualityCheck: areSameGroups } },
  );

const forEachView = <Made>(make: (view: View) => Made) =>
  Object.fromEntries(VIEWS.map(view => [view, make(view)])) as Record<View, Made>;
const selectGroupsIn = forEachView(selectGroupsOf);
const partsOf = (groups: readonly Group[]) => groups.flatMap(({ parts }) => parts);
const idsOf = (groups: readonly Group[]) => joinParts(partsOf(groups));

/** The sections of each view, in its order: one memoised selector a view, so that lists never evict each other. */
export const selectSectionsIn = forEachView(view =>
  createSelector([selectGroupsIn[view]], (groups): Section[] =>
    groups.map(({ key, parts }) => ({ key, items: joinParts(parts) })),
  ),
);

/** The taskIds of each view, in its order. */
export const selectTaskIdsIn = forEachView(view => createSelector([selectGroupsIn[view]], idsOf));

/** The counts of the last visit, if it was today; null once the whole list is read. */
const selectFirstCounts = ({ tasks: { isKnown, firstCounts }, ui: { today } }: TasksRoot) =>
  !isKnown && firstCounts?.day === today ? firstCounts.of : null;

/** How many tasks each view holds, without listing them; as the last visit counted them until all are read. */
export const selectCountIn = forEachView(view =>
  createSelector(
    [selectGroupsIn[view], selectFirstCounts],
    (groups, first) => first?.[view] ?? groups.reduce((sum, { parts }) => sum + countOf(parts), 0),
  ),
);

/** The taskIds of what is done, the latest first. */
export const selectDoneIds = createSelector([selectGroupsOf('done')], idsOf);

/** More rows than a screen has. */
const SCREEN = 40;

/** The server's version of the tasks that the first screen of any view shows. */
export const selectFirstTasks = (state: TasksRoot) => {
  const ids = new Set(VIEWS.flatMap(view => selectTaskIdsIn[view](state).slice(0, SCREEN)));
  return [...ids].flatMap(taskId => {
    const task = taskList.serverItem(state.tasks, taskId);
    return task && task.fireId !== null && task.doneAt === null ? { ...task, fireId: task.fireId } : [];
  });
};

/** How many tasks each view holds today, to be kept; undefined while a task that is done still stands in one. */
export const selectTaskCounts = (state: TasksRoot): FirstCounts | undefined =>
  Object.keys(state.tasks.justDone).length === 0
    ? {
        day: state.ui.today,
        of: Object.fromEntries(VIEWS.map(view => [view, selectCountIn[view](state)])),
      }
    : undefined;

const isEmpty = (calendar: Calendar) => Object.keys(calendar).length === 0;
/** Whether any task is there, done or not. */
export const selectHasTasks = ({ tasks: { days } }: TasksRoot) => !isEmpty(days.open) || !isEmpty(days.done);

/** A task by whatever number an address gave, undefined when it is not (or no longer) in the list. */
export const selectTask = (state: TasksRoot, taskId: number): Task | undefined =>
  isTaskId(taskId) ? taskList.item(state.tasks, taskId) : undefined;

/** The task of a key, undefined when it is not listed. */
export const selectTaskOfKey = (state: TasksRoot, fireId: string): Task | undefined => {
  const taskId = taskList.idOfKey(state.tasks, fireId);
  return taskId === undefined ? undefined : selectTask(state, taskId);
};

/** Whether a task has this number; also one that is on its way, or waits to be deleted. */
export const selectIsTaken = (state: TasksRoot, taskId: number) =>
  selectPendingTask(state, taskId) !== undefined || selectTask(state, taskId) !== undefined;

/** The pending operations on a task and the server's version below them, undefined when the server has it all. */
export const selectPendingTask = (state: TasksRoot, taskId: number) =>
  taskList.pendingOf(state.tasks, taskId);

/** The state of a task's changes on their way to the server, as its row and form say it. */
export const selectTaskSync = (state: TasksRoot, taskId: number): SyncState =>
  syncStateOf(selectPendingTask(state, taskId)?.operations);

/** The notice at the task: another device changed or deleted it too. */
export const selectTaskOthers = (state: TasksRoot, taskId: number) => taskList.othersOf(state.tasks, taskId);

export const selectTasksPhase = (state: TasksRoot) => state.tasks.phase;
export const selectTasksFailure = (state: TasksRoot) => state.tasks.failure;
export const selectAreTasksKnown = (state: TasksRoot) => state.tasks.isKnown;
/** Whether the counts of all views can be said. */
export const selectAreCountsKnown = (state: TasksRoot) =>
  state.tasks.isKnown || selectFirstCounts(state) !== null;
export const selectAdding = (state: TasksRoot) => state.tasks.adding;
export const selectConfirmedId = (state: TasksRoot) => state.tasks.confirmedId;
/** The database's keys of all listed tasks. Costs the whole list: once a session. */
export const selectTaskKeys = (state: TasksRoot) => taskList.allKeys(state.tasks);
export const selectNewsCount = (state: TasksRoot) => state.tasks.newsCount;
export const selectPendingTaskCount = (state: TasksRoot) => state.tasks.pendingCount;
