import { mergeFields } from '../merge';
import type { Operation } from '../outbox/operations';
import { fieldsOf, type Task, type TaskFields } from './task';

/** `fireId` is null until the operation before it has brought the key. */
type Item = { taskId: number; fireId: string | null };

export type TaskAdd = Operation<'task/add', Item & { fields: TaskFields }>;
/** `base` is what the person saw when the edit began: what differs from it is what they changed. */
export type TaskEdit = Operation<'task/edit', Item & { base: TaskFields; fields: TaskFields }>;
export type TaskDelete = Operation<'task/delete', Item>;
export type TaskOperation = TaskAdd | TaskEdit | TaskDelete;

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
      return task ?? { ...operation.payload.fields, taskId, fireId };
    case 'task/edit': {
      const { base, fields } = operation.payload;
      if (!task) return { ...fields, taskId, fireId };
      return { ...mergeFields(base, fields, fieldsOf(task)).merged, taskId, fireId: task.fireId ?? fireId };
    }
    case 'task/delete':
      return operation.status === 'held' ? task : null;
  }
}

/** What the screen shows of a task: the server's version with this device's unsent operations on top. */
export const applyAll = (base: Task | null, operations: readonly TaskOperation[]): Task | null =>
  operations.reduce(applyOne, base);
