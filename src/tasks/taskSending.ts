import { bucketsBy, type Buckets } from '../lib/days/buckets';
import { call, select, type Saga } from '../lib/effects';
import { mergeTexts } from '../lib/text/mergeLines';
import { pushKeyTime } from '../lib/pushKeyTime';
import { dayOfStored } from '../lib/days/days';
import { besidePath, databasePaths } from '../services/databasePaths';
import type { DatabaseService, Json, TaskBody } from '../services/database';
import { clockOffset } from '../sync/records/clockOffset';
import type { SendServices } from '../sync/kinds';
import type { Confirmation, Operation } from '../sync/operations';
import type { Deleted, Edited } from '../sync/records/recordType';
import { applyOnce } from '../sync/records/senders/writeOnce';
import { bodyOf, ofLaterOccurrence, type Task, type TaskFields } from './task';
import type { TaskTarget, Tick } from './taskPayloads';

/** Milliseconds by which two correct clocks may differ. */
const CLOCK_TOLERANCE_MS = 10 * 60_000;

/** The maximum length of a due date in the database rules. */
const LONGEST_DATE_CHARACTERS = 40;

const tasksById = bucketsBy<Task, number>(({ taskId }) => taskId);
const selectTask = ({ tasks }: { tasks: { items: Buckets<Task> } }, taskId: number) =>
  tasksById.get(tasks.items, taskId);

export const storedName = (field: keyof TaskFields) => (field === 'taskDueDay' ? 'taskDueDate' : field);

/**
 * An operation requested at the instant when its add was confirmed has no key: find it in the store, or use the first
 * record with its taskId, listed or in the trash.
 */
export function* findKey(
  { database }: SendServices,
  { userId, payload: { taskId } }: Operation<string, TaskTarget>,
): Saga<string | undefined> {
  const known = yield* select(selectTask, taskId);
  return known?.fireId ?? (yield* firstOf(database, userId, taskId))?.fireId;
}

/** The first record with a taskId among the given keys: listed, else in the trash (`record` null). */
function* firstOf(
  database: DatabaseService,
  userId: string,
  taskId: number,
  isWanted: (fireId: string) => boolean = () => true,
): Saga<{ fireId: string; record: Json } | undefined> {
  const listed = yield* call(database.find, userId, 'tasks', { by: 'taskId', equalTo: taskId });
  const fireId = Object.keys(listed).sort().find(isWanted);
  if (fireId !== undefined) return { fireId, record: listed[fireId]! };
  const trashed = yield* call(database.find, userId, 'trash/tasks', { by: 'record/taskId', equalTo: taskId });
  const deleted = Object.keys(trashed).sort().find(isWanted);
  return deleted === undefined ? undefined : { fireId: deleted, record: null };
}

/**
 * The record of an add whose answer was lost: the first one with its taskId and a key generated no earlier than the
 * operation, whatever its fields are now. Undefined when the add never arrived.
 */
export function* findAdded(
  { database, clock }: SendServices,
  { userId, madeAt, payload: { taskId } }: Operation<string, TaskTarget>,
): Saga<{ fireId: string; record: Json } | undefined> {
  const now = yield* call(database.serverTime, userId);
  // Afterwards: the device may sleep while it asks.
  const age = Math.max(0, clock.now() - Date.parse(madeAt));
  const earliest = now - age - CLOCK_TOLERANCE_MS;
  return yield* firstOf(database, userId, taskId, key => (pushKeyTime(key) ?? -1) >= earliest);
}

/** The sidecars that a new task may have. */
const OF_NEW_TASKS = ['repeats', 'times'] as const;

/** Adds a task by one POST, or together with its repeat and time by one update under a key of this device. */
export function* create(
  services: SendServices,
  operation: Operation<string, TaskTarget & Deleted<TaskFields>>,
): Saga<{ fireId: string; record: Json; beside?: Confirmation['beside'] }> {
  const { userId, payload, isAttempted } = operation;
  if (isAttempted) {
    const added = yield* call(findAdded, services, operation);
    if (added) return added;
  }
  const body = bodyOf(payload.fields, payload.taskId);
  const given = OF_NEW_TASKS.flatMap(name => {
    const stored = payload.beside?.[name] ?? null;
    return stored === null ? [] : [{ name, stored }];
  });
  if (given.length === 0)
    return { fireId: yield* call(services.database.addTask, userId, body), record: body };
  const fireId = services.random.pushKey();
  const paths = {
    [databasePaths.record('tasks', fireId)]: body,
    ...Object.fromEntries(given.map(({ name, stored }) => [besidePath(name, fireId), stored])),
  };
  const beside = Object.fromEntries(given.map(({ name, stored }) => [name, { [fireId]: stored }]));
  if (yield* applyOnce(services, operation, paths)) return { fireId, record: body, beside };
  // An earlier attempt made it, under a key that is too old for `findAdded` because a clock is wrong.
  return (yield* firstOf(services.database, userId, payload.taskId)) ?? { fireId, record: null };
}

/** The record of changed fields. An unchanged due date keeps its stored form, even an invalid one. */
export function recordOver(record: Json, fields: TaskFields, { taskId }: TaskTarget): TaskBody {
  const body = bodyOf(fields, taskId);
  const { taskDueDate } = record as { taskDueDate?: Json };
  const isSame = typeof taskDueDate === 'string' && dayOfStored(taskDueDate) === fields.taskDueDay;
  return isSame && taskDueDate.length <= LONGEST_DATE_CHARACTERS ? { ...body, taskDueDate } : body;
}

export const merge = (base: TaskFields, mine: TaskFields, theirs: TaskFields) =>
  mergeTexts(['taskDescription'], base, mine, theirs);

/** An edit of a repeating task without changes meant for an occurrence that has ended since. */
export function* stillMeant(
  { database }: SendServices,
  { userId, payload }: Operation<string, TaskTarget & Edited<TaskFields>>,
  fireId: string,
): Saga<Edited<TaskFields>> {
  const { at } = payload;
  if (at === undefined) return payload;
  const noted = yield* call(database.read, userId, `${besidePath('occurrences', fireId)}/${at}`);
  return noted === null ? payload : ofLaterOccurrence(payload);
}

/** PUTs a task on condition that it is unchanged since it was read. */
export function* save(
  { database }: SendServices,
  { userId, payload }: Operation<string, TaskTarget>,
  { fireId, record, etag }: { fireId: string; record: Json; etag: string },
  fields: TaskFields,
): Saga<{ overwritten?: Json }> {
  yield* call(database.saveTask, userId, fireId, recordOver(record, fields, payload), etag);
  return {};
}

/** The instant of a tick or a step, corrected by the offset between this device's and the server's clock. */
export function* doneAtOfServer(
  services: SendServices,
  userId: string,
  { doneAt, isOwnClock }: Pick<Tick, 'doneAt' | 'isOwnClock'>,
): Saga<string | null> {
  if (doneAt === null || !isOwnClock) return doneAt;
  return new Date(Date.parse(doneAt) + (yield* call(clockOffset, services, userId))).toISOString();
}
