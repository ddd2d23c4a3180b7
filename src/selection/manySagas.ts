import { put, select, type Saga } from '../lib/effects';
import type { manyRequested } from '../tasks/selecting/manyTasks';
import { selectTask } from '../tasks/tasksSelectors';
import { changesOf } from './changeOf';

/**
 * Changes several tasks by an operation or two each, as one step of the history. All are requested in one turn, so that the
 * device stores all or none of them. Deleted and unchanged tasks are left out.
 */
export function* changeMany({ payload }: ReturnType<typeof manyRequested>): Saga {
  const { taskIds, change, changeId } = payload;
  for (const taskId of taskIds) {
    const task = yield* select(selectTask, taskId);
    const requested = task && changesOf(task, change, { changeId, isOfMany: taskIds.length > 1 });
    for (const operation of requested ?? []) yield* put(operation);
  }
}
