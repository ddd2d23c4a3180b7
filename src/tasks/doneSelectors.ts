import { createSelector } from '@reduxjs/toolkit';
import { dayOf, type Day } from '../lib/days';
import { taskOf } from './taskList';
import { selectDoneIds, type TasksRoot } from './tasksSelectors';

/** What is done as the logbook shows it: each local day on which something was, then the taskIds of that day. */
export const selectDoneRows = createSelector(
  [selectDoneIds, (state: TasksRoot) => state.tasks.list],
  (ids, list) => {
    const rows: (number | Day)[] = [];
    let day = '';
    for (const id of ids) {
      const doneDay = dayOf(Date.parse(taskOf(list, id)!.doneAt!));
      if (doneDay !== day) rows.push((day = doneDay));
      rows.push(id);
    }
    return rows;
  },
);
