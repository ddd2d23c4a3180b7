import { bucketsBy } from '../lib/buckets';
import { call, select, type Saga } from '../lib/effects';
import { mergeTexts } from '../lib/mergeLines';
import type { Json } from '../services/database';
import { clockOffset } from '../sync/clockOffset';
import type { SendServices } from '../sync/kinds';
import type { Operation } from '../sync/operations';
import { findAdded } from './findAdded';
import { bodyOf, type Task, type TaskFields } from './task';
import { bodyOver } from './taskBody';
import type { Tick } from './taskKinds';
import type { TaskTarget } from './taskRecord';
import type { TasksRoot } from './tasksSelectors';

const tasksById = bucketsBy<Task, number>(({ taskId }) => taskId);
const selectTask = ({ tasks }: TasksRoot, taskId: number) => tasksById.get(tasks.items, taskId);

export const storedName = (field: keyof TaskFields) => (field === 'taskDueDay' ? 'taskDueDate' : field);

/**
 * An operation that was requested in the instant in which its add was confirmed has no key: the store has it, or the
 * first record of its taskId, listed or in the trash.
 */
export function* findKey(
  { database }: SendServices,
  { userId, payload: { taskId } }: Operation<string, TaskTarget>,
): Saga<string | undefined> {
  const known = yield* select(selectTask, taskId);
  if (known?.fireId) return known.fireId;
  const listed = yield* call(database.find, userId, 'tasks', { by: 'taskId', equalTo: taskId });
  const [first] = Object.keys(listed).sort();
  if (first !== undefined) return first;
  const trashed = yield* call(database.find, userId, 'trash/tasks', { by: 'record/taskId', equalTo: taskId });
  return Object.keys(trashed).sort()[0];
}

export function* create(
  services: SendServices,
  operation: Operation<string, TaskTarget & { fields: TaskFields }>,
): Saga<{ fireId: string; record: Json }> {
  const { userId, payload, isAttempted } = operation;
  if (isAttempted) {
    const added = yield* call(findAdded, services, operation);
    if (added) return added;
  }
  const body = bodyOf(payload.fields, payload.taskId);
  return { fireId: yield* call(services.database.addTask, userId, body), record: body };
}

export const recordOver = (record: Json, fields: TaskFields, { taskId }: TaskTarget): Json =>
  bodyOver(record, fields, taskId);

export const merge = (base: TaskFields, mine: TaskFields, theirs: TaskFields) =>
  mergeTexts(['taskDescription'], base, mine, theirs);

/** PUTs a task on the condition that it is still the one that was read. */
export function* save(
  { database }: SendServices,
  { userId, payload }: Operation<string, TaskTarget>,
  { fireId, record, etag }: { fireId: string; record: Json; etag: string },
  fields: TaskFields,
): Saga<{ overwritten?: Json }> {
  yield* call(database.saveTask, userId, fireId, bodyOver(record, fields, payload.taskId), etag);
  return {};
}

/** The instant of a tick by the server's clock, as far as this device's clock is wrong by now. */
export function* doneAtOfServer(
  services: SendServices,
  userId: string,
  { doneAt, isOwnClock }: Tick,
): Saga<string | null> {
  if (doneAt === null || !isOwnClock) return doneAt;
  return new Date(Date.parse(doneAt) + (yield* call(clockOffset, services, userId))).toISOString();
}
