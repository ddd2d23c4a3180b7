import { createSelector, weakMapMemoize } from '@reduxjs/toolkit';
import { shallowEqual } from 'react-redux';
import { looksDone, type Task } from '../tasks/task';
import type { TasksRoot } from '../tasks/tasksSelectors';

const isReminded = (task: Task) =>
  task.remind !== undefined && task.time !== undefined && task.taskDueDay !== null && !looksDone(task);

/** By bucket of the list: an edit changes one, of which the tasks with a reminder are found again. */
const remindedIn = weakMapMemoize((bucket: readonly Task[]) => bucket.filter(isReminded));

/** All open tasks with a reminder. */
export const selectReminded = createSelector(
  [({ tasks }: TasksRoot) => tasks.items],
  items => Object.values(items).flatMap(remindedIn),
  { memoizeOptions: { resultEqualityCheck: shallowEqual } },
);
export const selectHasReminded = (state: TasksRoot) => selectReminded(state).length > 0;
