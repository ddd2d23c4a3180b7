import { select, type Saga } from '../../lib/effects';
import type { Random } from '../../services/device';
import type { Change } from '../../sync/operations';
import { isTaskOperation, taskChange } from '../taskKinds';
import { selectFreeTaskId, selectIsTaken, type TasksRoot } from '../tasksSelectors';
import { taskList } from '../tasksState';

/**
 * The taskId of a task on this page, which may not list it: that of its key, else its own if it is free, or a new one.
 * Two records may have the same taskId; each page decides which of them keeps it.
 */
export function localTaskId(
  state: TasksRoot,
  { fireId, taskId }: { fireId: string | null; taskId: number | null },
  random: Random,
): number {
  if (fireId === null && taskId !== null) return taskId;
  const known = fireId === null ? undefined : taskList.idOfKey(state.tasks, fireId);
  if (known !== undefined) return known;
  if (taskId !== null && !selectIsTaken(state, taskId)) return taskId;
  return selectFreeTaskId(state, random);
}

/** A step of the history, with the current taskId of its task on this page. */
export function* withLocalTaskId({ random }: { random: Random }, step: Change): Saga<Change> {
  if (!isTaskOperation(step)) return step;
  const { kind, payload } = step;
  const taskId = yield* select(localTaskId, payload, random);
  return taskChange(kind, { ...payload, taskId } as never);
}
