import { createSelector } from '@reduxjs/toolkit';
import { dayOf, type Day } from '../lib/days';
import { selectDoneIds, type TasksRoot } from './tasksSelectors';
import { taskList } from './tasksState';

/** What is done as the logbook shows it: each local day on which something was, then the taskIds of that day. */
export const selectDoneRows = createSelector(
  [selectDoneIds, (state: TasksRoot) => state.tasks],
  (ids, tasks) => {
    const rows: (number | Day)[] = [];
    let day = '';
    for (const id of ids) {
      const doneDay = dayOf(Date.parse(taskList.item(tasks, id)!.doneAt!));
      if (doneDay !== day) rows.push((day = doneDay));
      rows.push(id);
    }
    return rows;
  },
);
