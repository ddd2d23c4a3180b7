import { put, select, takeEvery, type Saga } from '../lib/effects';
import type { Json, Records } from '../services/database';
import { operationConfirmed, requestChange } from '../sync/operations';
import { sortKeys, wereMadeWithin } from './joinRecords';
import { areAkin, fieldsOfRecord, isTaskId, sameFields, type TaskFields } from './task';
import { isTaskOperation, taskChange } from './taskKinds';
import type { TasksRoot } from './tasksSelectors';
import { taskListArrived, taskRecordsArrived, tasksLoaded } from './tasksSlice';
import { taskList } from './tasksState';

/**
 * An add of this device that was confirmed: what was sent, and the key that was answered. `instead` is the deleted record
 * that it replaced, which may be restored.
 */
export type ConfirmedAdd = { taskId: number; fireId: string; fields: TaskFields; instead?: string };

/** A POST that is still under way when its record was deleted arrives within this time. Milliseconds. */
const LATE = 2 * 60_000;

const selectTasks = (state: TasksRoot) => state.tasks;

const taskIdOf = (record: Json) => {
  const { taskId } = (record ?? {}) as { taskId?: Json };
  return isTaskId(taskId) ? taskId : null;
};

/**
 * One add, one record. A POST can arrive twice: a browser repeats it by itself when a used connection breaks, and one
 * whose answer was lost can arrive after it was looked up. The second record has the same taskId, was made within the
 * hour and says the same; it is joined with the first (`joinRecords`). `earlier` are the adds of this device's history.
 */
export function* joinDuplicates(earlier: (state: never) => ConfirmedAdd[]): Saga {
  const confirmed = new Map<number, ConfirmedAdd>();
  const joined = new Set<string>();

  function* look(records: Records): Saga {
    const adds = new Map((yield* select(earlier)).map(add => [add.taskId, add]));
    for (const add of confirmed.values()) adds.set(add.taskId, add);
    if (adds.size === 0) return;
    const tasks = yield* select(selectTasks);
    for (const [fireId, record] of Object.entries(records)) {
      const taskId = taskIdOf(record);
      const add = taskId === null ? undefined : adds.get(taskId);
      const fields = fieldsOfRecord(record);
      if (!add || !fields || add.fireId === fireId || joined.has(fireId)) continue;
      if (add.instead === fireId) continue;
      if (!wereMadeWithin(add.fireId, fireId) || !areAkin(fields, add.fields)) continue;
      const firstId = taskList.idOfKey(tasks, add.fireId);
      const first = firstId === undefined ? null : taskList.serverItem(tasks, firstId);
      // One that was deleted since takes what came just behind it along; what comes later may have been imported.
      const isLate = sameFields(fields, add.fields) && wereMadeWithin(add.fireId, fireId, LATE);
      if (!first && !isLate) continue;
      joined.add(fireId).add(add.fireId);
      const [kept, surplus] = first ? sortKeys(add.fireId, fireId) : [add.fireId, fireId];
      confirmed.set(add.taskId, { ...add, fireId: kept });
      const id = firstId ?? taskList.idOfKey(tasks, fireId) ?? add.taskId;
      const payload = { taskId: id, fireId: surplus, added: add.fields, kept, surplus };
      const change = taskChange('task/join', payload);
      yield* put(requestChange(change, { role: 'silent' }));
      // Only the one that the task goes by is shown meanwhile.
      for (const key of [kept, surplus])
        if (taskList.idOfKey(tasks, key) !== id) yield* put(taskRecordsArrived({ [key]: null }));
    }
  }

  /** Records that arrived before their add was confirmed. */
  const unclaimed = new Map<string, Json>();
  yield* takeEvery(operationConfirmed, function* ({ payload: { operation, confirmation } }): Saga {
    if (!isTaskOperation(operation) || operation.kind !== 'task/add') return;
    const { taskId, fields, instead } = operation.payload;
    const fireId = confirmation?.record?.fireId;
    if (fireId === undefined) return;
    confirmed.set(taskId, { taskId, fireId, fields, ...(instead !== undefined && { instead }) });
    const records = Object.fromEntries(unclaimed);
    unclaimed.clear();
    yield* look(records);
  });
  yield* takeEvery([taskRecordsArrived, taskListArrived, tasksLoaded], function* ({ payload }): Saga {
    const tasks = yield* select(selectTasks);
    if (tasks.pendingCount > 0)
      for (const [fireId, record] of Object.entries(payload)) {
        const taskId = taskIdOf(record);
        if (taskId !== null && taskList.pendingOf(tasks, taskId)) unclaimed.set(fireId, record);
      }
    yield* look(payload);
  });
}
