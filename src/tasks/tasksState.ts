import type { Unsent } from '../outbox/unsent';
import { notRead, type ReadState } from '../reads';
import { tableBy, type Table } from '../table';
import type { Task } from './task';
import {
  emptyTaskList,
  putTask,
  removeTask,
  taskIdOfKey,
  taskIdsByKey,
  taskOf,
  type KeyOfTask,
  type TaskList,
} from './taskList';
import { applyAll, type TaskOperation } from './taskOperations';

export type TaskChanges = Unsent<Task, TaskOperation> & { taskId: number };
export type Failure = { code: string; message: string };

/** Never written to but replaced, piece by piece: see `onCopy`. */
export type TasksState = ReadState & {
  failure: Failure | null;
  /** True once rows may be believed: from the cache or from an answer. */
  isKnown: boolean;
  /** What the screen shows: the server's tasks with `changes` on top. */
  list: TaskList;
  changes: Table<TaskChanges>;
  /** How many operations `changes` holds, and which task is meant by each key that they name. */
  unsent: number;
  changedKeys: Table<KeyOfTask>;
  /** The add that the form waits for; listed once it is answered, or called waiting. */
  adding: { operationId: string; taskId: number | null; failure: string | null } | null;
  /** The last operation that the server took. */
  settledId: string | null;
};

export const changesById = tableBy<TaskChanges, number>(({ taskId }) => taskId);

export const initialState: TasksState = {
  ...notRead,
  failure: null,
  isKnown: false,
  list: emptyTaskList,
  changes: changesById.empty,
  unsent: 0,
  changedKeys: taskIdsByKey.empty,
  adding: null,
  settledId: null,
};

/** What is unsent of one task, undefined when the server has it all. */
export const changesOf = (state: TasksState, taskId: number): TaskChanges | undefined =>
  changesById.get(state.changes, taskId);

export const unsentOf = (state: TasksState, taskId: number): readonly TaskOperation[] =>
  changesOf(state, taskId)?.operations ?? [];

export function serverVersion(state: TasksState, taskId: number): Task | null {
  const changes = changesOf(state, taskId);
  return changes ? changes.base : (taskOf(state.list, taskId) ?? null);
}

/** The task that goes by that key: listed, or only among what is unsent, as one that waits to be deleted. */
export const knownAs = (state: TasksState, fireId: string): number | undefined =>
  taskIdOfKey(state.list, fireId) ?? taskIdsByKey.get(state.changedKeys, fireId)?.taskId;

/** Puts on the screen what the server's version and the unsent operations make of a task. */
export function show(state: TasksState, taskId: number, { base, operations }: Unsent<Task, TaskOperation>) {
  const [first] = operations;
  const isAwaited = first !== undefined && first.id === state.adding?.operationId;
  if (isAwaited) state.adding = { ...state.adding!, taskId };
  const shown = isAwaited ? base : applyAll(base, operations);
  setChanges(state, { taskId, base, operations });
  state.list = shown ? putTask(state.list, shown) : removeTask(state.list, taskId);
}

/** The key that unsent changes know their task by. */
const keyOf = (changes: TaskChanges | undefined) =>
  changes?.base?.fireId ?? changes?.operations[0]?.payload.fireId ?? null;

function setChanges(state: TasksState, changes: TaskChanges) {
  const { taskId, operations } = changes;
  const before = changesOf(state, taskId);
  const isSent = operations.length === 0;
  if (isSent && !before) return;
  state.unsent += operations.length - (before?.operations.length ?? 0);
  const [keyBefore, key] = [keyOf(before), isSent ? null : keyOf(changes)];
  if (keyBefore !== null && keyBefore !== key)
    state.changedKeys = taskIdsByKey.remove(state.changedKeys, keyBefore);
  if (key !== null && keyBefore !== key)
    state.changedKeys = taskIdsByKey.put(state.changedKeys, { fireId: key, taskId });
  state.changes = isSent
    ? changesById.remove(state.changes, taskId)
    : changesById.put(state.changes, changes);
}
