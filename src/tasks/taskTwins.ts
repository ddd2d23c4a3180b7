import { fork, select, take, type Saga } from '../lib/effects';
import { operationSettled } from '../sync/operations';
import type { Outbox } from '../sync/queue';
import type { Json, Records } from '../services/database';
import { fieldsOf, fieldsOfRecord, isTaskId, sameFields, standInId, type Task } from './task';
import { taskLane } from './taskOperations';
import type { TasksRoot } from './tasksSelectors';
import { changesOf, knownAs } from './tasksState';
import { taskListArrived, taskRecordsArrived } from './tasksSlice';

const selectTasks = (state: TasksRoot) => state.tasks;

/**
 * One add, one record. A browser sends a POST again by itself when a connection that it has used before breaks before
 * the answer, so one add may make two records; the app hears of the one that was answered. Another one that arrives
 * with the same taskId and the same words is taken away.
 */
export function* removeTwins({ outbox }: { outbox: Outbox }, userId: string): Saga {
  /** The tasks that were added while this tab is open, as they were answered, and the records that might be theirs. */
  const added = new Map<number, Task>();
  const seen = new Map<string, Json>();
  for (;;) {
    const action = yield* take([operationSettled, taskRecordsArrived, taskListArrived]);
    const tasks = yield* select(selectTasks);
    if (operationSettled.match(action)) {
      const { operation, result } = action.payload;
      if (operation.kind !== 'task/add') continue;
      added.set((result as Task).taskId, result as Task);
    } else {
      if (added.size === 0 && tasks.unsentCount === 0) continue;
      for (const [fireId, record] of Object.entries((action as unknown as { payload: Records }).payload)) {
        const taskId = taskIdOfRecord(record);
        if (taskId !== null && (added.has(taskId) || changesOf(tasks, taskId))) seen.set(fireId, record);
      }
    }
    for (const [fireId, record] of seen) {
      const task = added.get(taskIdOfRecord(record)!);
      if (!task) continue;
      seen.delete(fireId);
      if (fireId === task.fireId || !sameFields(task, fieldsOfRecord(record)!)) continue;
      const taskId = knownAs(tasks, fireId) ?? standInId(fireId, id => id === task.taskId);
      const twin = {
        id: `twin-${fireId}`,
        lane: taskLane(taskId),
        kind: 'task/delete',
        payload: { taskId, fireId, twinOf: fieldsOf(task) },
        act: 'none' as const,
      };
      yield* fork(outbox.append, userId, twin);
    }
  }
}

function taskIdOfRecord(record: Json): number | null {
  if (record === null || typeof record !== 'object' || Array.isArray(record)) return null;
  return isTaskId(record['taskId']) ? record['taskId'] : null;
}
