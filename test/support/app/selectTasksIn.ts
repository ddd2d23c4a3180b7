import type { Task } from '../../../src/tasks/task';
import {
  selectTask,
  selectTaskIdsIn,
  VIEWS,
  type TasksRoot,
  type View,
} from '../../../src/tasks/tasksSelectors';

/** The tasks of each view, in its order, as its rows read them. */
export const selectTasksIn = Object.fromEntries(
  VIEWS.map(view => [
    view,
    (state: TasksRoot) => selectTaskIdsIn[view](state).map(id => selectTask(state, id)!),
  ]),
) as Record<View, (state: TasksRoot) => Task[]>;
