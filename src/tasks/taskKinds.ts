import { call, type Saga } from '../lib/effects';
import { nameItems, type ChangeOf, type Kind, type OperationOf, type SendServices } from '../sync/kinds';
import type { Change, Operation, Outcome } from '../sync/operations';
import { recordKinds } from '../sync/recordKinds';
import type { Task, TaskFields } from './task';
import { taskRecord, type TaskTarget } from './taskRecord';

const kinds = recordKinds<Task, TaskFields, TaskTarget>(taskRecord);

const sendBy = (name: 'sendTick' | 'sendJoin') =>
  function* (services: SendServices, operation: Operation<string, never>): Saga<Outcome> {
    const senders = yield* call(taskRecord.loadSending);
    return yield* call(senders[name], services, operation);
  };

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

const tick: Kind<Task, Tick> = {
  apply: (task, { payload }) => task && { ...task, doneAt: payload.doneAt },
  invert: ({ itemKey, kind, payload }) => [
    { itemKey, kind, payload: { ...payload, doneAt: payload.before, before: payload.doneAt } },
  ],
  coalesce: () => 'queue',
  send: sendBy('sendTick'),
  describe(payloads) {
    const named = nameItems(
      payloads.map(({ taskName }) => taskName),
      'task',
    );
    return payloads[0].doneAt === null ? `Marked ${named} as not done` : `${named} done`;
  },
  isAnnounced: true,
  trash: null,
};

/**
 * Two records that one add made, by their keys; `added` is what was sent. `surplus` is the one that goes, unless the other
 * one is gone by then. The version before named neither, but the one that went as `fireId`.
 */
export type Join = TaskTarget & { added: TaskFields; kept?: string; surplus?: string };

/** Makes one record of two that one add made. It is an operation of the task, in order with all others of it. */
const join: Kind<Task, Join> = {
  apply: task => task,
  invert: () => [],
  coalesce: () => 'queue',
  send: sendBy('sendJoin'),
  describe: () => 'Removed a duplicate',
  isAnnounced: false,
  trash: null,
};

/** Every kind of change of a task. To add one: write it above, name it here. */
export const taskKinds = {
  'task/add': kinds.add,
  'task/edit': kinds.edit,
  'task/tick': tick,
  'task/delete': kinds.delete,
  'task/restore': kinds.restore,
  'task/forget': kinds.forget,
  'task/join': join,
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
