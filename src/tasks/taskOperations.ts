import { mergeFields } from '../lib/mergeFields';
import type { NewOperation, Operation } from '../sync/operations';
import { fieldsOf, type Task, type TaskFields } from './task';

/** `fireId` is null until the operation before it has brought the key. */
type Item = { taskId: number; fireId: string | null };
/** A task as it was when it went, so that it can be shown again before the server has answered. */
type Gone = { fields: TaskFields; doneAt: string | null };

export type TaskAdd = Operation<'task/add', Item & { fields: TaskFields }>;
/** `base` is what the person saw when the edit began: what differs from it is what they changed. */
export type TaskEdit = Operation<'task/edit', Item & { base: TaskFields; fields: TaskFields }>;
/** Ticked off at an instant (ISO), or to be done again (null); `before` is what it was. */
export type TaskTick = Operation<'task/tick', Item & { doneAt: string | null; before: string | null }>;
/**
 * What an earlier version kept does not say what the task was. `twinOf` says whose double it takes away: no deletion of
 * a person's, of which nothing is kept.
 */
export type TaskDelete = Operation<'task/delete', Item & Partial<Gone> & { twinOf?: TaskFields }>;
/** Puts a deleted task back under its key. */
export type TaskRestore = Operation<'task/restore', Item & Gone>;
/** Deletes what the trash keeps of a task. */
export type TaskForget = Operation<'task/forget', Item>;
export type TaskOperation = TaskAdd | TaskEdit | TaskTick | TaskDelete | TaskRestore | TaskForget;
/** What of an operation says what it changes. */
export type TaskChange = TaskOperation extends infer O
  ? O extends TaskOperation
    ? Pick<O, 'kind' | 'payload'>
    : never
  : never;

/** Why a task's operation is held when it was not refused. */
export type Found = { type: 'gone' } | { type: 'versions'; theirs: TaskFields };

export const taskLane = (taskId: number) => `task:${taskId}`;

export const isTaskOperation = (operation: Pick<Operation, 'kind'>): operation is TaskOperation =>
  operation.kind.startsWith('task/');

/** The task as it will be once the operation has reached the server; null when there is none. */
function applyOne(task: Task | null, operation: TaskOperation): Task | null {
  const { taskId, fireId } = operation.payload;
  switch (operation.kind) {
    case 'task/add':
      return task ?? { ...operation.payload.fields, taskId, fireId, doneAt: null };
    case 'task/edit': {
      const { base, fields } = operation.payload;
      if (!task) return { ...fields, taskId, fireId, doneAt: null };
      const { merged } = mergeFields(base, fields, fieldsOf(task));
      return { ...merged, taskId, fireId: task.fireId ?? fireId, doneAt: task.doneAt };
    }
    case 'task/tick':
      return task && { ...task, doneAt: operation.payload.doneAt };
    case 'task/delete':
      return operation.status === 'held' ? task : null;
    case 'task/restore': {
      const { fields, doneAt } = operation.payload;
      return task ?? { ...fields, taskId, fireId, doneAt };
    }
    case 'task/forget':
      return task;
  }
}

/** What the screen shows of a task: the server's version with this device's unsent operations on top. */
export const applyAll = (base: Task | null, operations: readonly TaskOperation[]): Task | null =>
  operations.reduce(applyOne, base);

/**
 * What takes an operation back, over whatever has happened since; null for what can't be. The inverse of an inverse does
 * it again. `now` is the task as it is, if it is there.
 */
export function inverseOfTask(
  { kind, payload }: TaskChange,
  now: Task | undefined,
): Pick<NewOperation, 'kind' | 'payload'> | null {
  const item: Item = { taskId: payload.taskId, fireId: payload.fireId ?? now?.fireId ?? null };
  switch (kind) {
    case 'task/add':
    case 'task/restore': {
      const gone: Gone = now ? { fields: fieldsOf(now), doneAt: now.doneAt } : goneOf(payload);
      return { kind: 'task/delete', payload: { ...item, ...gone } };
    }
    case 'task/edit':
      return { kind, payload: { ...item, base: payload.fields, fields: payload.base } };
    case 'task/tick':
      return { kind, payload: { ...item, doneAt: payload.before, before: payload.doneAt } };
    case 'task/delete':
      return payload.fields ? { kind: 'task/restore', payload: { ...item, ...goneOf(payload) } } : null;
    case 'task/forget':
      return null;
  }
}

const goneOf = ({ fields, doneAt = null }: Partial<Gone>) => ({ fields: fields!, doneAt });
