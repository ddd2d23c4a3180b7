import { databasePaths } from '../lib/databasePaths';
import { call, select, takeEvery, type Saga } from '../lib/effects';
import { pushKeyTime } from '../lib/pushKeyTime';
import type { DatabaseService, Json, Records } from '../services/database';
import { failureOf } from '../services/failure';
import { kindIn } from '../sync/kinds';
import { operationConfirmed } from '../sync/operations';
import { copyOf, ending, removal, serverInstant } from '../sync/trashMoves';
import { fieldsOfRecord, isTaskId, sameFields, type TaskFields } from './task';
import { taskKinds } from './taskKinds';
import type { TaskTarget } from './taskRecord';
import { taskListArrived, taskRecordsArrived, tasksLoaded } from './tasksSlice';

/** An add of this device that was confirmed: what was sent, and the key that was answered. */
export type ConfirmedAdd = { taskId: number; fireId: string; fields: TaskFields };

/** A record that goes, and the key of the one that stays. */
type Duplicate = { fireId: string; record: Json; otherOf: string };

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
  { fireId, record, otherOf }: Duplicate,
): Saga {
  const deletedAt = yield* serverInstant(services, userId);
  const { database } = services;
  yield* call(database.update, userId, removal('tasks', fireId, { deletedAt, record, otherOf }));
  yield* call(database.update, userId, ending('tasks', fireId, { deletedAt }));
}

/**
 * Which of two records of one add goes: the later one, so that every tab says the same, unless the person changed it.
 * Null where the known one is gone, but not into the trash: then the other one is all that there is.
 */
function* laterOf(
  { database }: { database: DatabaseService },
  userId: string,
  { fireId, fields }: ConfirmedAdd,
  second: { fireId: string; record: Json },
): Saga<Duplicate | null> {
  const { record } = yield* call(database.readRecord, userId, 'tasks', fireId);
  const other = { ...second, otherOf: fireId };
  if (record === null) {
    const copy = copyOf(yield* call(database.read, userId, databasePaths.trash('tasks', fireId)));
    return copy && copy.otherOf === undefined ? other : null;
  }
  const known = fieldsOfRecord(record);
  const isLater = known && sameFields(known, fields) && fireId > second.fireId;
  return isLater ? { fireId, record, otherOf: second.fireId } : other;
}

/**
 * Keeps one record of one add. A browser repeats a POST by itself when a used connection breaks, so that it can arrive
 * twice: the other record has the same taskId and fields, and a key made within the time of that request. The later one goes. A
 * record that somebody changed stays: the two are two tasks then. `earlier` are the adds of this device's history.
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
        const later = yield* call(laterOf, services, userId, add, { fireId, record });
        if (later) yield* call(removeForEver, services, userId, later);
      } catch (failure) {
        // Changed meanwhile, or the next list tells of it again.
        failureOf(failure);
      }
    }
  }

  /** Records that arrived in the last moments: the answer to their add may come behind them. */
  const recent = new Map<string, Json>();
  yield* takeEvery(operationConfirmed, function* ({ payload: { operation, confirmation } }): Saga {
    const fields = kindIn(taskKinds, operation)?.added?.(operation.payload) as TaskFields | undefined;
    if (!fields) return;
    const { taskId } = operation.payload as TaskTarget;
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
