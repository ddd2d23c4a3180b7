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
import type { Random } from '../services/device';
import { syncStateOf, type SyncState } from '../sync/queue/syncState';
import { freeTaskId, isTaskId, type Task } from './task';
import { calendarOf, EARLIER, rangeOf, VIEWS, withNextDays, type Section, type View } from './taskSections';
import { taskList, type TasksState } from './tasksState';

/** The part of the whole state that these selectors read. */
export type TasksRoot = { tasks: TasksState; ui: { today: Day; isEarlierShown: boolean } };
export { VIEWS, type View };
type Selector<Value> = (state: TasksRoot) => Value;

const selectToday = (state: TasksRoot) => state.ui.today;

/** A view's days of a calendar, in groups. They keep their identity while the view's own rows are unchanged. */
const selectGroupsOf = (
  view: View,
  selectDays: Selector<Calendar> = ({ tasks: { days } }) => days[calendarOf[view]],
): Selector<readonly Group[]> =>
  createSelector(
    [selectDays, selectToday],
    (calendar, today) => {
      const { direction, keyOf, ...range } = rangeOf[view](today);
      return groupsBetween(calendar, range, direction, keyOf);
    },
    { memoizeOptions: { resultEqualityCheck: areSameGroups } },
  );

const forEachView = <Made>(make: (view: View) => Made) =>
  Object.fromEntries(VIEWS.map(view => [view, make(view)])) as Record<View, Made>;
const partsOf = (groups: readonly Group[]) => groups.flatMap(({ parts }) => parts);
const idsOf = (groups: readonly Group[]) => joinParts(partsOf(groups));

/** The selectors of all views; `selectDays`: the days of the tasks that a filter leaves. */
export function viewsOf(selectDays?: Selector<Calendar>) {
  const groupsIn = forEachView(view => selectGroupsOf(view, selectDays));
  const selectTaskIdsIn = forEachView(view => createSelector([groupsIn[view]], idsOf));
  const ownSectionsIn = forEachView(view =>
    createSelector([groupsIn[view]], (groups): Section[] =>
      groups.map(({ key, parts }) => ({ key, items: joinParts(parts) })),
    ),
  );
  const selectSectionsIn: Record<View, Selector<readonly Section[]>> = {
    ...ownSectionsIn,
    today: createSelector(
      [
        selectTaskIdsIn.today,
        selectTaskIdsIn.previous,
        selectToday,
        ({ ui }: TasksRoot) => ui.isEarlierShown,
      ],
      (items, earlier, today, isShown): Section[] => [
        ...(earlier.length > 0 ? [{ key: EARLIER, items: isShown ? earlier : [] }] : []),
        { key: today, items },
      ],
    ),
    upcoming: createSelector([ownSectionsIn.upcoming, selectToday], withNextDays),
  };
  const selectCountIn = forEachView(view =>
    createSelector([groupsIn[view]], groups => groups.reduce((sum, { parts }) => sum + countOf(parts), 0)),
  );
  return {
    /** The taskIds of each view, in order. */
    selectTaskIdsIn,
    /**
     * The sections of each view, in order: one memoised selector per view, so that they never evict each other's result.
     * Those of earlier days in Today, and of the next days in Upcoming, may be empty.
     */
    selectSectionsIn,
    /** The number of tasks in each view, without listing them. */
    selectCountIn,
  };
}

/** The views of all tasks. */
export const allViews = viewsOf();
export const { selectTaskIdsIn, selectSectionsIn, selectCountIn } = allViews;

const isEmpty = (calendar: Calendar) => Object.keys(calendar).length === 0;
/** Whether there is any task, done or not. */
export const selectHasTasks = ({ tasks: { days } }: TasksRoot) => !isEmpty(days.open) || !isEmpty(days.done);

/** A task by the number in an address; undefined when it is not in the list. */
export const selectTask = (state: TasksRoot, taskId: number): Task | undefined =>
  isTaskId(taskId) ? taskList.item(state.tasks, taskId) : undefined;

/** The task with a record key; undefined when it is not listed. */
export const selectTaskOfKey = (state: TasksRoot, fireId: string): Task | undefined => {
  const taskId = taskList.idOfKey(state.tasks, fireId);
  return taskId === undefined ? undefined : selectTask(state, taskId);
};

/** Whether a task has this number, including one whose add or deletion is pending. */
export const selectIsTaken = (state: TasksRoot, taskId: number) =>
  selectPendingTask(state, taskId) !== undefined || selectTask(state, taskId) !== undefined;

/** A number that no task has, drawn at random. */
export const selectFreeTaskId = (state: TasksRoot, { below }: Random) =>
  freeTaskId(taskId => selectIsTaken(state, taskId), below);

/** The pending operations on a task and its server version; undefined without pending operations. */
export const selectPendingTask = (state: TasksRoot, taskId: number) =>
  taskList.pendingOf(state.tasks, taskId);

/** The sync state of a task, for its row and form. */
export const selectTaskSync = (state: TasksRoot, taskId: number): SyncState =>
  syncStateOf(selectPendingTask(state, taskId)?.operations);

/** The notice at a task that another device also changed or deleted. */
export const selectTaskOthers = (state: TasksRoot, taskId: number) => taskList.othersOf(state.tasks, taskId);

export const selectTasksPhase = (state: TasksRoot) => state.tasks.phase;
export const selectTasksFailure = (state: TasksRoot) => state.tasks.failure;
export const selectAreTasksKnown = (state: TasksRoot) => state.tasks.isKnown;
export const selectAdding = (state: TasksRoot) => state.tasks.adding;
export const selectConfirmedId = (state: TasksRoot) => state.tasks.confirmedId;
