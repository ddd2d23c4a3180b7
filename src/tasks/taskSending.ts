import { bucketsBy } from '../lib/buckets';
import { databasePaths } from '../lib/databasePaths';
import { call, select, type Saga } from '../lib/effects';
import { mergeTexts } from '../lib/mergeLines';
import type { Json, Records } from '../services/database';
import { sendBeside } from '../sync/besideSender';
import { clockOffset } from '../sync/clockOffset';
import type { SendServices } from '../sync/kinds';
import type { Operation, Outcome } from '../sync/operations';
import { storedOthersAt } from '../sync/others';
import { sendTogether, type Prepared } from '../sync/sendTogether';
import { findAdded } from './findAdded';
import { bodyOf, type Task, type TaskFields } from './task';
import { bodyOver } from './taskBody';
import type { Tick } from './taskKinds';
import type { TaskTarget } from './taskRecord';
import type { TasksRoot } from './tasksSelectors';

const tasksById = bucketsBy<Task, number>(({ taskId }) => taskId);
const selectTask = ({ tasks }: TasksRoot, taskId: number) => tasksById.get(tasks.items, taskId);

const doneByKey = bucketsBy<{ fireId: string; doneAt: string }, string>(({ fireId }) => fireId);

export const selectBeside = ({ tasks }: TasksRoot, fireId: string): Records => ({
  done: doneByKey.get(tasks.done, fireId)?.doneAt ?? null,
  others: storedOthersAt(tasks, fireId),
});

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
function* doneAtOfServer(
  services: SendServices,
  userId: string,
  { doneAt, isOwnClock }: Tick,
): Saga<string | null> {
  if (doneAt === null || !isOwnClock) return doneAt;
  return new Date(Date.parse(doneAt) + (yield* call(clockOffset, services, userId))).toISOString();
}

/** Marks a task as done, or removes the mark; of a task that was deleted the mark goes onto its copy in the trash. */
export function* sendTick(services: SendServices, operation: Operation<string, Tick>): Saga<Outcome> {
  const { id, userId, payload } = operation;
  const fireId = payload.fireId ?? (yield* call(findKey, services, operation));
  if (fireId === undefined) return { type: 'confirmed' };
  const doneAt = yield* call(doneAtOfServer, services, userId, payload);
  const done = { list: 'tasks', beside: 'done', fireId, fields: { '': doneAt } } as const;
  // One that was applied before says nothing of what the mark is by now.
  return (yield* call(sendBeside, services, { userId, id }, done))
    ? { type: 'confirmed', confirmation: { beside: { done: { [fireId]: doneAt } } } }
    : { type: 'confirmed' };
}

/** Ticks several tasks as one step. */
export function* tickTogether(
  services: SendServices,
  operations: readonly Operation<string, Tick>[],
): Saga<Outcome[]> {
  const prepare = function* (): Saga<Prepared[]> {
    const prepared: Prepared[] = [];
    for (const { userId, payload } of operations) {
      const { fireId } = payload;
      const doneAt = yield* call(doneAtOfServer, services, userId, payload);
      // A mark that is taken off is removed from the copy in the trash, too.
      if (fireId === null || doneAt === null) prepared.push(null);
      else {
        const confirmation = { beside: { done: { [fireId]: doneAt } } };
        const paths = { [databasePaths.done(fireId)]: doneAt };
        prepared.push({ paths, outcome: { type: 'confirmed', confirmation } });
      }
    }
    return prepared;
  };
  return yield* sendTogether(services, operations, prepare, one => sendTick(services, one));
}
