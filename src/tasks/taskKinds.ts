import { call, type Saga } from '../lib/effects';
import type { Json } from '../services/database';
import { besideKind } from '../sync/besideKind';
import { nameItems, type ChangeOf, type OperationOf } from '../sync/kinds';
import type { Change, Operation } from '../sync/operations';
import { recordKinds } from '../sync/recordKinds';
import type { Task, TaskFields } from './task';
import { taskRecord, type TaskTarget } from './taskRecord';

const kinds = recordKinds<Task, TaskFields, TaskTarget>(taskRecord);

/**
 * Ticked off at an instant (ISO), or to be done again (null); `before` is what it was. `taskName` is what the task was
 * called then; the version before did not store it. With `isOwnClock` the instant is by this device's clock, and is
 * corrected by the server's when it is sent.
 */
export type Tick = TaskTarget & {
  doneAt: string | null;
  before: string | null;
  taskName?: string;
  isOwnClock?: boolean;
};

const tick = besideKind<Task, TaskTarget, Tick>(taskRecord, {
  name: 'done',
  member: 'doneAt',
  *sent(services, { userId, payload }): Saga<Json> {
    const { doneAtOfServer } = yield* call(taskRecord.loadSending);
    return yield* call(doneAtOfServer, services, userId, payload);
  },
  describe(payloads) {
    const named = nameItems(
      payloads.map(({ taskName }) => taskName),
      'task',
    );
    return payloads[0].doneAt === null ? `Marked ${named} as not done` : `${named} done`;
  },
  label: 'Task ticked',
});

/** Every kind of change of a task. To add one: write it above, name it here. */
export const taskKinds = {
  'task/add': kinds.add,
  'task/edit': kinds.edit,
  'task/tick': tick,
  'task/delete': kinds.delete,
  'task/restore': kinds.restore,
  'task/dismiss': kinds.dismiss,
};
export type TaskOperation = OperationOf<typeof taskKinds>;
export type TaskChange = ChangeOf<typeof taskKinds>;

export const taskItemKey = (taskId: number) => `task:${taskId}`;

/** A change of a task, as the queue takes it. */
export const taskChange = <K extends TaskChange['kind']>(
  kind: K,
  payload: Extract<TaskChange, { kind: K }>['payload'],
): Change => ({ itemKey: taskItemKey(payload.taskId), kind, payload });

export const isTaskOperation = (operation: Pick<Operation, 'kind'>): operation is TaskOperation =>
  Object.hasOwn(taskKinds, operation.kind);
