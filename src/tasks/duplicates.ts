import { call, select, takeEvery, type Saga } from '../lib/effects';
import { pushKeyTime } from '../lib/pushKeyTime';
import type { DatabaseService, Json, Records } from '../services/database';
import { failureOf } from '../services/failure';
import { operationConfirmed } from '../sync/operations';
import { ending, removal, serverInstant } from '../sync/trashMoves';
import { fieldsOfRecord, isTaskId, sameFields, type TaskFields } from './task';
import { isTaskOperation } from './taskKinds';
import { taskListArrived, taskRecordsArrived, tasksLoaded } from './tasksSlice';

/** An add of this device that was confirmed: what was sent, and the key that was answered. */
export type ConfirmedAdd = { taskId: number; fireId: string; fields: TaskFields };

/** A browser that repeats a request does so while it waits for the answer. Milliseconds. */
const REQUEST_MS = 2 * 60_000;

const isOfOneRequest = (a: string, b: string) => {
  const [first, second] = [pushKeyTime(a), pushKeyTime(b)];
  return first !== null && second !== null && Math.abs(first - second) < REQUEST_MS;
};

/** Removes a record for ever, if it is still the one that was read and nothing lies beside it. */
function* removeForEver(
  services: { database: DatabaseService },
  userId: string,
  fireId: string,
  record: Json,
): Saga {
  const deletedAt = yield* serverInstant(services, userId);
  const { database } = services;
  yield* call(database.update, userId, removal('tasks', fireId, { deletedAt, record }));
  yield* call(database.update, userId, ending('tasks', fireId, { deletedAt }));
}

/**
 * Keeps one record of one add. A browser repeats a POST by itself when a used connection breaks, so that it can arrive
 * twice: the other record has the same taskId and fields, and a key made within the time of that request. It goes, unless
 * somebody changed it; then the two are two tasks. `earlier` are the adds of this device's history.
 */
export function* removeDuplicates(
  services: { database: DatabaseService },
  userId: string,
  earlier: (state: never) => ConfirmedAdd[],
): Saga {
  const confirmed = new Map<number, ConfirmedAdd>();

  function* look(records: Records): Saga {
    const adds = new Map((yield* select(earlier)).map(add => [add.taskId, add]));
    for (const add of confirmed.values()) adds.set(add.taskId, add);
    if (adds.size === 0) return;
    for (const [fireId, record] of Object.entries(records)) {
      const { taskId } = (record ?? {}) as { taskId?: Json };
      const add = isTaskId(taskId) ? adds.get(taskId) : undefined;
      const fields = fieldsOfRecord(record);
      if (!add || !fields || add.fireId === fireId) continue;
      if (!isOfOneRequest(add.fireId, fireId) || !sameFields(fields, add.fields)) continue;
      try {
        yield* call(removeForEver, services, userId, fireId, record);
      } catch (failure) {
        // Changed meanwhile, or the next list tells of it again.
        failureOf(failure);
      }
    }
  }

  /** Records that arrived in the last moments: the answer to their add may come behind them. */
  const recent = new Map<string, Json>();
  yield* takeEvery(operationConfirmed, function* ({ payload: { operation, confirmation } }): Saga {
    if (!isTaskOperation(operation) || operation.kind !== 'task/add') return;
    const { taskId, fields } = operation.payload;
    const fireId = confirmation?.record?.fireId;
    if (fireId === undefined) return;
    confirmed.set(taskId, { taskId, fireId, fields });
    yield* look(Object.fromEntries(recent));
  });
  yield* takeEvery([taskRecordsArrived, taskListArrived, tasksLoaded], function* ({ type, payload }): Saga {
    if (type === taskRecordsArrived.type) {
      for (const [fireId, record] of Object.entries(payload)) recent.set(fireId, record);
      for (const fireId of [...recent.keys()].slice(0, -RECENT)) recent.delete(fireId);
    }
    yield* look(payload);
  });
}

/** So many of them. */
const RECENT = 100;
