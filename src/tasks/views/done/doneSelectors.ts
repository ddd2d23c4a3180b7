import { createSelector } from '@reduxjs/toolkit';
import { joinMonth, type Calendar, type Month } from '../../../lib/days/calendar';
import { dayOf, type Day } from '../../../lib/days/days';
import { SKIPPED } from '../../../repeats/repeat';
import type { Task } from '../../task';
import type { TasksRoot } from '../../tasksSelectors';
import { taskList, type TasksState } from '../../tasksState';

/** A row of the logbook: a task, or one of its occurrences (`day`). */
export type DoneItem = { taskId: number; doneAt: string; day?: Day };
type Items = readonly DoneItem[];
export type DoneSection = { readonly key: Day; readonly items: Items };
type Days = ReadonlyMap<Day, Items>;

const selectTasks = (state: TasksRoot) => state.tasks;

const areSame = <Item>(a: readonly Item[], b: readonly Item[]) =>
  a.length === b.length && a.every((item, at) => item === b[at]);

const latestFirst = (a: DoneItem, b: DoneItem) => (a.doneAt === b.doneAt ? 0 : a.doneAt > b.doneAt ? -1 : 1);

const selectRepeated = createSelector(
  [selectTasks],
  tasks => [...taskList.allItems(tasks)].filter(({ occurrences }) => occurrences !== undefined),
  { memoizeOptions: { resultEqualityCheck: areSame<Task> } },
);

/** By their local day, in the order of `items`. */
function byLocalDay(items: Items): Days {
  const days = new Map<Day, DoneItem[]>();
  for (const item of items) {
    const day = dayOf(Date.parse(item.doneAt));
    const same = days.get(day);
    if (same) same.push(item);
    else days.set(day, [item]);
  }
  return days;
}

/** The done occurrences of repeating tasks; the last one of a series is its task itself. */
const selectOccurrences = createSelector([selectRepeated], items => {
  const done: DoneItem[] = [];
  for (const { taskId, occurrences = {}, doneAt: ofTask } of items)
    for (const [day, doneAt] of Object.entries(occurrences))
      if (doneAt !== SKIPPED && doneAt !== ofTask) done.push({ taskId, doneAt, day });
  return byLocalDay(done);
});

/** Each month's tasks by their local day. A month of the calendar is never mutated, so it is read only once. */
const daysOfMonths = new WeakMap<Month, Days>();
function daysOfMonth(month: Month, tasks: TasksState): Days {
  let days = daysOfMonths.get(month);
  if (!days) {
    const ids = joinMonth(month, 'latest');
    days = byLocalDay(ids.map(taskId => ({ taskId, doneAt: taskList.item(tasks, taskId)!.doneAt! })));
    daysOfMonths.set(month, days);
  }
  return days;
}

function sectionsOf(calendar: Calendar, occurrences: Days, tasks: TasksState): DoneSection[] {
  const days = new Map<Day, Items>();
  const months = Object.keys(calendar).map(name => daysOfMonth(calendar[name]!, tasks));
  // The calendar's days are those of UTC: a local day may be in two months.
  for (const ofMonth of [...months, occurrences])
    for (const [day, items] of ofMonth) {
      const others = days.get(day);
      days.set(day, others ? [...others, ...items].sort(latestFirst) : items);
    }
  return [...days].map(([key, items]) => ({ key, items })).sort((a, b) => (a.key < b.key ? 1 : -1));
}

/** The logbook: rows by the local day on which they were done, the latest first. */
export const selectDoneSections = createSelector(
  [({ tasks }: TasksRoot) => tasks.days.done, selectOccurrences, selectTasks],
  sectionsOf,
);
