import { databasePaths } from '../../services/databasePaths';
import { call, fork, select, take, takeEvery, type Saga } from '../../lib/effects';
import type { Pattern } from '../../lib/patterns';
import { pushKeyTime } from '../../lib/pushKeyTime';
import type { DatabaseService, Json, Records } from '../../services/database';
import { failureOf } from '../../services/failure';
import { kindIn } from '../../sync/kinds';
import { operationConfirmed } from '../../sync/operations';
import { copyOf } from '../../sync/records/trashCopy';
import { ending, removal, serverInstant } from '../../sync/records/trashMoves';
import { fieldsOfRecord, isTaskId, sameFields, type Task, type TaskFields } from '../task';
import { taskKinds } from '../taskKinds';
import type { TasksRoot } from '../tasksSelectors';
import { taskListArrived, taskRecordsArrived, tasksLoaded } from '../tasksSlice';
import { taskList } from '../tasksState';

/** An add of this device that was confirmed: what was sent, and the key that was answered. */
export type ConfirmedAdd = { taskId: number; fireId: string; fields: TaskFields };

/** A record that goes, and the key of the one that stays. */
type Duplicate = { fireId: string; record: Json; otherOf: string };

/** A browser that repeats a request does so while it waits for the answer. */
const REQUEST_MS = 2 * 60_000;
/** So many records are kept that arrived live in the last moments: the answer to their add may come after them. */
const RECENT_RECORDS = 100;

const isOfOneRequest = (a: string, b: string) => {
  const [first, second] = [pushKeyTime(a), pushKeyTime(b)];
  return first !== null && second !== null && Math.abs(first - second) < REQUEST_MS;
};

/** Keys of listed tasks that look like a second record of one of these adds. Costs the whole list. */
function selectSeconds({ tasks }: TasksRoot, adds: readonly ConfirmedAdd[]): string[] {
  const byName = new Map<string, ConfirmedAdd[]>();
  for (const add of adds) byName.set(add.fields.taskName, [...(byName.get(add.fields.taskName) ?? []), add]);
  const isSecond = (task: Task, add: ConfirmedAdd) =>
    task.fireId !== null &&
    task.fireId !== add.fireId &&
    isOfOneRequest(add.fireId, task.fireId) &&
    sameFields(task, add.fields);
  return Array.from(taskList.allItems(tasks))
    .filter(task => byName.get(task.taskName)?.some(add => isSecond(task, add)))
    .map(({ fireId }) => fireId!);
}

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
 * Keeps one record of one add, which a browser may POST twice when a connection breaks: the later one of two with the
 * same taskId and fields goes, one that somebody changed stays. `confirmedAdds` are this device's, all of them from
 * `addsRead` on.
 */
export function* removeDuplicates(
  services: { database: DatabaseService },
  userId: string,
  confirmedAdds: (state: never) => ConfirmedAdd[],
  addsRead: Pattern,
): Saga {
  function* look(records: Records): Saga {
    const adds = new Map((yield* select(confirmedAdds)).map(add => [add.taskId, add]));
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
        // Changed meanwhile, or the next list has it again.
        failureOf(failure);
      }
    }
  }

  /** Records that arrived before the adds were known, or before this saga began, are listed by now. */
  yield* fork(function* lookAtListed(): Saga {
    yield* take(addsRead);
    try {
      for (const fireId of yield* select(selectSeconds, yield* select(confirmedAdds))) {
        const { record } = yield* call(services.database.readRecord, userId, 'tasks', fireId);
        yield* look({ [fireId]: record });
      }
    } catch (failure) {
      // The next list has them again.
      failureOf(failure);
    }
  });

  const recent = new Map<string, Json>();
  yield* takeEvery(operationConfirmed, function* ({ payload: { operation } }): Saga {
    if (kindIn(taskKinds, operation)?.added) yield* look(Object.fromEntries(recent));
  });
  yield* takeEvery([taskRecordsArrived, taskListArrived, tasksLoaded], function* ({ type, payload }): Saga {
    if (type === taskRecordsArrived.type) {
      for (const [fireId, record] of Object.entries(payload)) recent.set(fireId, record);
      for (const fireId of [...recent.keys()].slice(0, -RECENT_RECORDS)) recent.delete(fireId);
    }
    yield* look(payload);
  });
}
