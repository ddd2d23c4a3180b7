import { select, type Saga } from '../lib/effects';
import type { Random } from '../services/device';
import type { Change } from '../sync/operations';
import { freeTaskId } from './task';
import { isTaskOperation, taskChange } from './taskKinds';
import { selectIsTaken, type TasksRoot } from './tasksSelectors';
import { taskList } from './tasksState';

/**
 * The number that this page knows a task by, which it may not have listed: the one that its key has here, or else its own
 * if nobody else has it, or a new one. Two records may have one number; which of them goes by it, each page decides.
 */
export function taskIdHere(
  state: TasksRoot,
  { fireId, taskId }: { fireId: string | null; taskId: number | null },
  { below }: Random,
): number {
  if (fireId === null && taskId !== null) return taskId;
  const known = fireId === null ? undefined : taskList.idOfKey(state.tasks, fireId);
  if (known !== undefined) return known;
  if (taskId !== null && !selectIsTaken(state, taskId)) return taskId;
  return freeTaskId(id => selectIsTaken(state, id), below);
}

const selectAll = (state: TasksRoot) => state;

/** A step of the history under the number that its task has here by now: another page may have made it, or long ago. */
export function* withTaskIdHere({ random }: { random: Random }, step: Change): Saga<Change> {
  if (!isTaskOperation(step)) return step;
  const { kind, payload } = step;
  const taskId = taskIdHere(yield* select(selectAll), payload, random);
  return taskChange(kind, { ...payload, taskId } as never);
}
