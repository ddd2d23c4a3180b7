import { databasePaths } from '../../services/databasePaths';
import { call, delay, fork, select, take, takeEvery, type Saga } from '../../lib/effects';
import type { Pattern } from '../../lib/patterns';
import { pushKeyTime } from '../../lib/pushKeyTime';
import type { DatabaseService, Json, Records } from '../../services/database';
import { failureOf } from '../../services/failure';
import { kindIn } from '../../sync/kinds';
import { operationConfirmed } from '../../sync/operations';
import { SLICE } from '../../sync/records/list/listSagas';
import { serverInstant } from '../../sync/records/trashMoves';
import { isRefused } from '../../sync/records/senders/writeOnce';
import { fieldsOf, fieldsOfRecord, isStandIn, sameFields, taskIdOfRecord, type TaskFields } from '../task';
import { taskKinds } from '../taskKinds';
import type { TasksRoot } from '../tasksSelectors';
import { taskListArrived, taskRecordsArrived, tasksLoaded } from '../tasksSlice';
import { taskList } from '../tasksState';

/** A confirmed add: the sent fields, and the key in the answer. */
export type ConfirmedAdd = { taskId: number; fireId: string; fields: TaskFields };

/**
 * The maximum milliseconds between the keys of an add and its duplicate: a browser repeats a request while waiting for
 * the answer.
 */
const REQUEST_MS = 2 * 60_000;
/** The number of records kept that recently arrived live: the answer to their add may follow. */
const RECENT_RECORDS = 100;

/** The number of stand-ins looked at: other programs may write any number of tasks without a number. */
const MOST_STAND_INS = 100;

const isOfOneRequest = (a: string, b: string) => {
  const [first, second] = [pushKeyTime(a), pushKeyTime(b)];
  return first !== null && second !== null && Math.abs(first - second) < REQUEST_MS;
};

const isSecond = (add: ConfirmedAdd, fireId: string | null) =>
  fireId !== null && fireId !== add.fireId && isOfOneRequest(add.fireId, fireId);

/** The adds of which the list has a second record, by their names. Its cost grows with the list, if there are adds. */
function selectRepeated(
  { tasks }: TasksRoot,
  adds: readonly ConfirmedAdd[],
  isTwin: typeof sameFields = () => true,
): ConfirmedAdd[] {
  if (adds.length === 0) return [];
  const byName = new Map<string, ConfirmedAdd[]>();
  for (const add of adds) byName.set(add.fields.taskName, [...(byName.get(add.fields.taskName) ?? []), add]);
  const repeated = Array.from(taskList.allItems(tasks)).flatMap(task =>
    (byName.get(task.taskName) ?? []).filter(add => isSecond(add, task.fireId) && isTwin(add.fields, task)),
  );
  return [...new Set(repeated)];
}

const selectListed = ({ tasks }: TasksRoot, keys?: readonly string[]) =>
  keys
    ? keys.flatMap(key => taskList.item(tasks, taskList.idOfKey(tasks, key) ?? -1) ?? [])
    : Array.from(taskList.allItems(tasks));

/**
 * Equal tasks that were added at one time, of which one has a stand-in number, in the whole list or among the records
 * that arrived. The whole list is looked through in slices: at once, 50,000 tasks block the page for 15 ms.
 */
function* twins(arrived?: Records): Saga<ConfirmedAdd[]> {
  const seconds: ConfirmedAdd[] = [];
  for (const [at, task] of (yield* select(selectListed, arrived && Object.keys(arrived))).entries()) {
    const { taskId, fireId } = task;
    if (fireId !== null && isStandIn(taskId, fireId))
      seconds.push({ taskId, fireId, fields: fieldsOf(task) });
    if (at % SLICE === SLICE - 1) yield* delay(0);
  }
  return yield* select(selectRepeated, seconds.slice(-MOST_STAND_INS), sameFields);
}

/** The keys of records with pending operations of this device. */
const selectPendingKeys = ({ tasks }: TasksRoot) =>
  new Set(Array.from(taskList.allPending(tasks), ({ base }) => base?.fireId));

const inTrash = ({ fireId }: ConfirmedAdd) => databasePaths.trash('tasks', fireId);

const isAsAdded = (record: Json, { fields }: ConfirmedAdd) => sameFields(fieldsOfRecord(record)!, fields);

/** Another task may have the same number; a duplicate, even if edited, still has the name or description of its add. */
function isChanged(record: Json, add: ConfirmedAdd): boolean {
  const { taskName, taskDescription } = fieldsOfRecord(record)!;
  const isSameName = taskName === add.fields.taskName;
  const hasSameWords = taskDescription !== '' && taskDescription === add.fields.taskDescription;
  return !isAsAdded(record, add) && (isSameName || hasSameWords);
}

/**
 * Leaves one record of an add: the first that was changed, else the first, or the last if `isLast`. The others are
 * removed one by one if they equal what was sent. A record whose removal the rules refuse, because it has a sidecar,
 * stays.
 */
function* keepOne(
  services: { database: DatabaseService },
  userId: string,
  add: ConfirmedAdd,
  isLast = false,
): Saga {
  const { database } = services;
  const deletedAt = yield* serverInstant(services, userId);
  const refused = new Set<string>();
  for (;;) {
    const query = { by: 'taskId', equalTo: add.taskId };
    const records = yield* call(database.find, userId, 'tasks', query);
    const keys = Object.keys(records)
      .filter(key => isOfOneRequest(add.fireId, key))
      .sort();
    if (isLast) keys.reverse();
    const pending = yield* select(selectPendingKeys);
    const stay = keys.filter(key => refused.has(key) || pending.has(key) || isChanged(records[key]!, add));
    const deleted = add.fireId in records ? null : yield* call(database.read, userId, inTrash(add));
    const untouched = keys.filter(key => !stay.includes(key) && isAsAdded(records[key]!, add));
    const last = untouched.at(-1);
    const otherOf = stay[0] ?? (deleted ? add.fireId : untouched[0]);
    if (last === undefined || last === otherOf) return;
    try {
      yield* call(database.update, userId, {
        [databasePaths.record('tasks', last)]: null,
        [databasePaths.taken('tasks', last)]: { deletedAt, otherOf: otherOf!, record: records[last]! },
      });
    } catch (failure) {
      if (!isRefused(failure)) throw failure;
      refused.add(last);
    }
  }
}

/**
 * Leaves one record of another device's add, whose number only its record tells: the last one, because the answer that
 * arrived there is the last one's.
 */
function* keepLast(services: { database: DatabaseService }, userId: string, twin: ConfirmedAdd): Saga {
  const { record } = yield* call(services.database.readRecord, userId, 'tasks', twin.fireId);
  const taskId = record === null ? undefined : taskIdOfRecord(record);
  const isOwn = yield* select(
    ({ tasks }: TasksRoot) => taskId !== undefined && !!taskList.pendingOf(tasks, taskId),
  );
  if (taskId !== undefined && !isOwn) yield* keepOne(services, userId, { ...twin, taskId }, true);
}

/**
 * Removes duplicates of an add, which a browser may POST twice when a connection breaks. `confirmedAdds` are those of
 * this device, complete once `addsRead` was dispatched; of another device's adds, which may have signed out, a
 * duplicate goes if nobody changed it.
 */
export function* removeDuplicates(
  services: { database: DatabaseService },
  userId: string,
  confirmedAdds: (state: never) => ConfirmedAdd[],
  addsRead: Pattern,
): Saga {
  function* keepOneOf(adds: Iterable<ConfirmedAdd>, keep = keepOne): Saga {
    for (const add of adds) {
      try {
        yield* call(keep, services, userId, add);
      } catch (failure) {
        // Retried with the next list.
        failureOf(failure);
      }
    }
  }

  function* look(records: Records): Saga {
    const adds = new Map((yield* select(confirmedAdds)).map(add => [add.taskId, add]));
    if (adds.size === 0) return;
    const repeated = Object.entries(records).flatMap(([fireId, record]) => {
      const add = adds.get((record as { taskId?: number } | null)?.taskId ?? -1);
      return add && isSecond(add, fireId) ? [add] : [];
    });
    yield* keepOneOf(new Set(repeated));
  }

  /** Records that arrived before the adds were known, or before this saga began, are in the list. */
  yield* fork(function* lookAtListed(): Saga {
    yield* take(addsRead);
    yield* keepOneOf(yield* select(selectRepeated, yield* select(confirmedAdds)));
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
    yield* keepOneOf(yield* twins(type === taskRecordsArrived.type ? payload : undefined), keepLast);
  });
  yield* keepOneOf(yield* twins(), keepLast);
}
