import { bucketsBy, type Buckets } from '../lib/buckets';
import { databasePaths } from '../lib/databasePaths';
import { call, select, type Saga } from '../lib/effects';
import { pushKeyTime } from '../lib/pushKeyTime';
import type { Json } from '../services/database';
import { clockOffset } from '../sync/clockOffset';
import type { SendServices } from '../sync/kinds';
import type { Operation, Outcome } from '../sync/operations';
import { recordOfCopy } from '../sync/trashCopies';
import { findAdded } from './findAdded';
import { joinRecords } from './joinRecords';
import { isAkin, keptAsNewMark, renamedMark, type Added } from './sameTask';
import { areAkin, bodyOf, fieldsOfRecord, type Task, type TaskFields } from './task';
import { bodyOver } from './taskBody';
import type { Join, Tick } from './taskKinds';
import type { TaskTarget } from './taskRecord';

const tasksById = bucketsBy<Task, number>(({ taskId }) => taskId);
const selectTask = (state: { tasks: { items: Buckets<Task> } }, taskId: number) =>
  tasksById.get(state.tasks.items, taskId);

/** Marks a record as renamed, before it is: nothing else tells the device whose add it was that it arrived. */
function* markRenamed(
  { database }: SendServices,
  userId: string,
  { fireId, record }: { fireId: string; record: Json },
  { taskName }: TaskFields,
): Saga {
  const isRenamed = fieldsOfRecord(record)?.taskName !== taskName;
  if (isRenamed && pushKeyTime(fireId) !== null)
    yield* call(database.updateOnce, userId, { id: renamedMark(fireId), isAttempted: false }, {});
}

/**
 * An operation that was requested in the instant in which its add was confirmed has no key: the store has it, or one
 * record with its taskId that says the same. The taskId alone does not do: two devices may draw the same.
 */
export function* findKey(
  { database }: SendServices,
  { userId, payload }: Operation<string, TaskTarget>,
): Saga<string | undefined> {
  const { taskId } = payload;
  const { base, fields = base } = payload as { base?: TaskFields; fields?: TaskFields };
  const known = yield* select(selectTask, taskId);
  const wanted = base ?? fields;
  if (known?.fireId && (!wanted || areAkin(known, wanted))) return known.fireId;
  const listed = yield* call(database.findTasks, userId, taskId);
  const akin = Object.keys(listed).filter(key => isAkin(listed[key]!, wanted));
  if (akin.length > 0) return akin.sort()[0];
  const trashed = yield* call(database.findInTrash, userId, taskId);
  return Object.keys(trashed)
    .sort()
    .find(key => isAkin(recordOfCopy(trashed[key]), wanted));
}

export function* create(
  services: SendServices,
  operation: Operation<string, TaskTarget & { fields: TaskFields }>,
): Saga<Added> {
  const { userId, payload, isAttempted } = operation;
  if (isAttempted) {
    const added = yield* call(findAdded, services, operation);
    if (added) return added;
  }
  // Before it is there: to the device that made the deleted record it looks like a repeated POST of that.
  if (payload.instead !== undefined)
    yield* call(
      services.database.updateOnce,
      userId,
      { id: keptAsNewMark(payload.instead), isAttempted: false },
      {},
    );
  const body = bodyOf(payload.fields, payload.taskId);
  return { fireId: yield* call(services.database.addTask, userId, body), record: body };
}

export function* save(
  services: SendServices,
  { userId, payload }: Operation<string, TaskTarget>,
  { fireId, record, etag }: { fireId: string; record: Json; etag: string },
  fields: TaskFields,
): Saga<{ overwritten?: Json }> {
  yield* call(markRenamed, services, userId, { fireId, record }, fields);
  yield* call(services.database.saveTask, userId, fireId, bodyOver(record, fields, payload.taskId), etag);
  return {};
}

/** The instant of a tick by the server's clock, as far as this device's clock is wrong by now. */
function* doneAtOfServer(
  services: SendServices,
  userId: string,
  { doneAt, isOwnClock }: Tick,
): Saga<string | null> {
  if (doneAt === null || !isOwnClock) return doneAt;
  return new Date(Date.parse(doneAt) + (yield* call(clockOffset, services, userId))).toISOString();
}

/**
 * Marks a task as done, or removes the mark. A mark of a task that is neither listed nor in the trash is removed again:
 * looked up after it was written, as the task may be deleted for ever in between, which removes the mark too.
 */
export function* sendTick(
  services: SendServices,
  { id, userId, isAttempted, payload, ...operation }: Operation<string, Tick>,
): Saga<Outcome> {
  const { database } = services;
  const fireId =
    payload.fireId ?? (yield* call(findKey, services, { ...operation, id, userId, isAttempted, payload }));
  if (fireId === undefined) return { type: 'confirmed' };
  const doneAt = yield* call(doneAtOfServer, services, userId, payload);
  const mark = databasePaths.done(fireId);
  const isApplied = yield* call(database.updateOnce, userId, { id, isAttempted }, { [mark]: doneAt });
  const isGone =
    doneAt !== null &&
    (yield* call(database.readRecord, userId, 'tasks', fireId)).record === null &&
    (yield* call(database.readTrash, userId, 'tasks', fireId)) === null;
  if (isGone) {
    yield* call(database.update, userId, { [mark]: null });
    return { type: 'confirmed', confirmation: { doneMarks: { [fireId]: null } } };
  }
  // One that was applied before says nothing of what the mark is by now.
  if (!isApplied) return { type: 'confirmed' };
  return { type: 'confirmed', confirmation: { doneMarks: { [fireId]: doneAt } } };
}

/** Makes one record of two that one add made; what waits behind it is directed to the one that is left. */
export function* sendJoin(
  services: SendServices,
  { userId, payload: { kept, surplus, added } }: Operation<string, Join>,
): Saga<Outcome> {
  // One of an earlier version does not say which record stays. A later look at the list finds both.
  if (kept === undefined || surplus === undefined) return { type: 'confirmed' };
  const left = yield* call(joinRecords, services, { userId, keys: [kept, surplus], added });
  const { fireId, record } = left;
  return { type: 'confirmed', confirmation: { record: { fireId, value: record } }, followers: { fireId } };
}
