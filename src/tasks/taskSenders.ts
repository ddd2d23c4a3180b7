import { call, type Saga } from '../effects';
import { mergeFields } from '../merge';
import type { NewOperation, Outcome } from '../outbox/operations';
import { ServiceFailure, type DatabaseService, type Json, type TaskBody } from '../services';
import { bodyOf, fieldsOf, fieldsOfRecord, sameFields, type Task } from './task';
import type { Found, TaskAdd, TaskDelete, TaskEdit, TaskOperation } from './taskOperations';

type Services = { database: DatabaseService };

const done = (task: Task | null): Outcome => ({
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
function* keyOf(
  { database }: Services,
  { userId, payload }: TaskEdit | TaskDelete,
): Saga<string | undefined> {
  if (payload.fireId !== null) return payload.fireId;
  return Object.keys(yield* call(database.findTasks, userId, payload.taskId))[0];
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
        yield* call(database.saveTask, userId, fireId, bodyOf(agreed, taskId), etag);
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

/** Removes a task; one that is gone already is as good. */
export function* sendDelete(services: Services, operation: TaskDelete): Saga<Outcome> {
  const fireId = yield* keyOf(services, operation);
  if (fireId !== undefined) yield* call(services.database.deleteTask, operation.userId, fireId);
  return done(null);
}

export function sendTask(services: Services, operation: TaskOperation): Saga<Outcome> {
  switch (operation.kind) {
    case 'task/add':
      return sendAdd(services, operation);
    case 'task/edit':
      return sendEdit(services, operation);
    case 'task/delete':
      return sendDelete(services, operation);
  }
}

/** What becomes of a task's operation behind one that is held: an add or edit takes its words over. */
export function taskGivesWay(
  held: NewOperation<TaskOperation>,
  next: NewOperation<TaskOperation>,
): NewOperation | null {
  if (held.kind === 'task/add' && next.kind === 'task/delete') return null;
  if (held.kind === 'task/delete' || next.kind !== 'task/edit') return next;
  const kept = held.payload as TaskAdd['payload'] & Partial<TaskEdit['payload']>;
  const payload = next.payload as TaskEdit['payload'];
  // Only what the next one changed counts: the rest of its form may be older than what is held.
  const { merged: fields } = mergeFields(payload.base, payload.fields, kept.fields);
  if (held.kind === 'task/add') return { ...next, kind: 'task/add', payload: { ...kept, fields } };
  return { ...next, payload: { ...payload, base: kept.base!, fields } };
}
