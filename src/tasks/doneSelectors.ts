import { createSelector } from '@reduxjs/toolkit';
import { dayOf, type Day } from '../lib/days';
import { selectDoneIds, type TasksRoot } from './tasksSelectors';
import { taskList } from './tasksState';

/** What is done as the logbook shows it: the taskIds of each local day on which something was, the latest first. */
export const selectDoneSections = createSelector(
  [selectDoneIds, (state: TasksRoot) => state.tasks],
  (ids, tasks) => {
    const sections: { key: Day; items: number[] }[] = [];
    for (const id of ids) {
      const day = dayOf(Date.parse(taskList.item(tasks, id)!.doneAt!));
      const last = sections.at(-1);
      if (last?.key === day) last.items.push(id);
      else sections.push({ key: day, items: [id] });
    }
    return sections;
  },
);
