import { createSelector } from '@reduxjs/toolkit';
import { dayOf, type Day } from '../../../lib/days/days';
import { SKIPPED } from '../../../repeats/repeat';
import type { Task } from '../../task';
import { selectDoneIds, type TasksRoot } from '../../tasksSelectors';
import { taskList } from '../../tasksState';

/** A row of the logbook: a task, or one of its occurrences (`day`). */
export type DoneItem = { taskId: number; doneAt: string; day?: Day };
export type DoneSection = { readonly key: Day; readonly items: readonly DoneItem[] };

const areSameItems = (a: readonly Task[], b: readonly Task[]) =>
  a.length === b.length && a.every((task, at) => task === b[at]);

const latestFirst = (a: DoneItem, b: DoneItem) => (a.doneAt === b.doneAt ? 0 : a.doneAt > b.doneAt ? -1 : 1);

const selectItems = createSelector(
  [(state: TasksRoot) => state.tasks],
  tasks => [...taskList.allItems(tasks)].filter(({ occurrences }) => occurrences !== undefined),
  { memoizeOptions: { resultEqualityCheck: areSameItems } },
);

/** The done occurrences of repeating tasks; the last one of a series is its task itself. */
const selectDoneOccurrences = createSelector([selectItems], items => {
  const done: DoneItem[] = [];
  for (const { taskId, occurrences = {}, doneAt: ofTask } of items)
    for (const [day, doneAt] of Object.entries(occurrences))
      if (doneAt !== SKIPPED && doneAt !== ofTask) done.push({ taskId, doneAt, day });
  return done;
});

/** The logbook: rows by the local day on which they were done, the latest first. */
export const selectDoneSections = createSelector(
  [selectDoneIds, selectDoneOccurrences, (state: TasksRoot) => state.tasks],
  (ids, occurrences, tasks) => {
    const tickedOff = ids.map(taskId => ({ taskId, doneAt: taskList.item(tasks, taskId)!.doneAt! }));
    const all = occurrences.length > 0 ? [...tickedOff, ...occurrences].sort(latestFirst) : tickedOff;
    const sections: { key: Day; items: DoneItem[] }[] = [];
    for (const item of all) {
      const day = dayOf(Date.parse(item.doneAt));
      const last = sections.at(-1);
      if (last?.key === day) last.items.push(item);
      else sections.push({ key: day, items: [item] });
    }
    return sections as DoneSection[];
  },
);
