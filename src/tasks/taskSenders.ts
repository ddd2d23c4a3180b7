import { call, type Saga } from '../lib/effects';
import { dayOfStored } from '../lib/days';
import { mergeFields } from '../lib/mergeFields';
import type { Outcome } from '../sync/operations';
import type { DatabaseService, Json, TaskBody } from '../services/database';
import { ServiceFailure } from '../services/failure';
import { moveToTrash, putBack, recordOfCopy } from '../sync/trashCopies';
import { bodyOf, fieldsOf, fieldsOfRecord, sameFields, type StoredTask, type TaskFields } from './task';
import type {
  Found,
  TaskAdd,
  TaskDelete,
  TaskEdit,
  TaskForget,
  TaskOperation,
  TaskRestore,
  TaskTick,
} from './taskOperations';

type Services = { database: DatabaseService };

const done = (task: StoredTask | null): Outcome => ({
  type: 'done',
  result: task,
  carry: task ? { fireId: task.fireId } : undefined,
});

export const GONE = 'Deleted elsewhere';
export const TWO_VERSIONS = '2 versions';
/** A PUT that meets a newer record is repeated this often before it rests. */
const REPEATS = 10;

const BODY_FIELDS = ['taskName', 'taskDescription', 'taskList', 'taskDueDate', 'taskId'] as const;
const isSameBody = (record: Json, body: TaskBody) =>
  record !== null &&
  typeof record === 'object' &&
  !Array.isArray(record) &&
  BODY_FIELDS.every(field => record[field] === body[field]);

/**
 * POSTs a task. After an attempt whose answer nobody noted it is looked up first, by its taskId, and counts as found
 * only when all five fields are what was sent.
 */
export function* sendAdd({ database }: Services, { userId, payload, isAttempted }: TaskAdd): Saga<Outcome> {
  const { fields, taskId } = payload;
  const body = bodyOf(fields, taskId);
  if (isAttempted) {
    const records = yield* call(database.findTasks, userId, taskId);
    const [found, ...twins] = Object.keys(records).filter(key => isSameBody(records[key]!, body));
    // A browser sends a POST again by itself when a used connection breaks, so that there may be two.
    for (const twin of twins) yield* call(database.deleteTask, userId, twin);
    if (found) return done({ ...fields, taskId, fireId: found });
  }
  const fireId = yield* call(database.addTask, userId, body);
  return done({ ...fields, taskId, fireId });
}

/** The task's key. An operation appended in the instant in which the add before it was settled has none: it is asked for. */
function* keyOf({ database }: Services, { userId, payload }: TaskOperation): Saga<string | undefined> {
  if (payload.fireId !== null) return payload.fireId;
  return Object.keys(yield* call(database.findTasks, userId, payload.taskId))[0];
}

/** The body of changed fields. A due day that did not change stays stored as it is: an instant, or what is no day. */
function bodyOver(record: Json, fields: TaskFields, taskId: number) {
  const body = bodyOf(fields, taskId);
  const { taskDueDate } = record as { taskDueDate?: Json };
  const isSame = typeof taskDueDate === 'string' && dayOfStored(taskDueDate) === fields.taskDueDay;
  return isSame ? { ...body, taskDueDate } : body;
}

/**
 * Compares the record with the edit's base, and PUTs what both sides make of it only if it is still that record. A
 * field that both sides changed is not overwritten: the rest is sent, and the edit is held with both versions.
 */
export function* sendEdit(services: Services, operation: TaskEdit): Saga<Outcome> {
  const { database } = services;
  const { userId, payload } = operation;
  const { taskId, base, fields } = payload;
  const fireId = yield* keyOf(services, operation);
  if (fireId === undefined) return { type: 'held', reason: GONE, found: { type: 'gone' } satisfies Found };
  for (let repeat = 0; ; repeat++) {
    const { record, etag } = yield* call(database.readTask, userId, fireId);
    const theirs = fieldsOfRecord(record);
    if (!theirs) return { type: 'held', reason: GONE, found: { type: 'gone' } satisfies Found };
    const { merged, agreed, open, disputed } = mergeFields(base, fields, theirs);
    try {
      if (disputed.length === 0 || !sameFields(agreed, theirs)) {
        yield* call(database.saveTask, userId, fireId, bodyOver(record, agreed, taskId), etag);
      }
      if (disputed.length === 0) return done({ ...fieldsOf(agreed), taskId, fireId });
      return {
        type: 'held',
        reason: TWO_VERSIONS,
        found: { type: 'versions', theirs: agreed } satisfies Found,
        payload: { ...payload, base: open, fields: merged },
      };
    } catch (failure) {
      const isOvertaken = failure instanceof ServiceFailure && failure.kind === 'conflict';
      if (!isOvertaken || repeat === REPEATS) throw failure;
    }
  }
}

/** Removes a task, of which the trash keeps a copy first; one that is gone already is as good. */
export function* sendDelete(services: Services, operation: TaskDelete): Saga<Outcome> {
  const { database } = services;
  const { userId, payload } = operation;
  const fireId = yield* keyOf(services, operation);
  if (fireId === undefined) return done(null);
  const { twinOf } = payload;
  const fields = twinOf && fieldsOfRecord((yield* call(database.readTask, userId, fireId)).record);
  if (twinOf && fields && sameFields(fields, twinOf)) yield* call(database.deleteTask, userId, fireId);
  else yield* call(moveToTrash, services, userId, 'tasks', fireId);
  return done(null);
}

/**
 * Marks a task as done, or takes the mark away. A mark of a task that is neither listed nor in the trash is removed
 * again: looked up after it was written, as it may be deleted for ever in between, which takes the mark along.
 */
export function* sendTick(services: Services, operation: TaskTick): Saga<Outcome> {
  const { database } = services;
  const { userId } = operation;
  const fireId = yield* keyOf(services, operation);
  if (fireId === undefined) return { type: 'done' };
  const { doneAt } = operation.payload;
  yield* call(database.saveDone, userId, fireId, doneAt);
  if (
    doneAt !== null &&
    (yield* call(database.readTask, userId, fireId)).record === null &&
    (yield* call(database.readTrash, userId, 'tasks', fireId)) === null
  ) {
    yield* call(database.saveDone, userId, fireId, null);
    return { type: 'done', result: { [fireId]: null } };
  }
  return { type: 'done', result: { [fireId]: doneAt } };
}

/** Puts a deleted task back under its key, as the trash has it, or else as this device had it. */
export function* sendRestore(services: Services, operation: TaskRestore): Saga<Outcome> {
  const { database } = services;
  const { userId, payload } = operation;
  const { fields, taskId } = payload;
  const fireId = payload.fireId ?? (yield* keyInTrash(services, userId, taskId));
  if (fireId === undefined) {
    const newId = yield* call(database.addTask, userId, bodyOf(fields, taskId));
    return done({ ...fields, taskId, fireId: newId });
  }
  const copy = recordOfCopy(yield* call(database.readTrash, userId, 'tasks', fireId));
  const restored = yield* putBack(services, userId, 'tasks', fireId, copy ?? bodyOf(fields, taskId));
  return done({ ...(fieldsOfRecord(restored) ?? fields), taskId, fireId });
}

/** The key of a task that was deleted before this device knew it. */
function* keyInTrash({ database }: Services, userId: string, taskId: number): Saga<string | undefined> {
  const { tasks } = yield* call(database.loadTrash, userId);
  return Object.keys(tasks).find(key => {
    const record = recordOfCopy(tasks[key]!);
    return record !== null && (record as { taskId?: Json }).taskId === taskId;
  });
}

/** Deletes what the trash keeps of a task, and its mark; of one that is there again only the copy. */
export function* sendForget({ database }: Services, { userId, payload }: TaskForget): Saga<Outcome> {
  const { fireId } = payload;
  if (fireId === null) return { type: 'done' };
  const { record } = yield* call(database.readTask, userId, fireId);
  const mark = record === null && { [`ext/done/${fireId}`]: null };
  yield* call(database.update, userId, { [`ext/trash/tasks/${fireId}`]: null, ...mark });
  return { type: 'done' };
}

export function sendTask(services: Services, operation: TaskOperation): Saga<Outcome> {
  switch (operation.kind) {
    case 'task/add':
      return sendAdd(services, operation);
    case 'task/edit':
      return sendEdit(services, operation);
    case 'task/tick':
      return sendTick(services, operation);
    case 'task/delete':
      return sendDelete(services, operation);
    case 'task/restore':
      return sendRestore(services, operation);
    case 'task/forget':
      return sendForget(services, operation);
  }
}
