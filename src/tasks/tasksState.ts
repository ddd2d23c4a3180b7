import { isDraft, original } from '@reduxjs/toolkit';
import type { Unsent } from '../sync/optimistic';
import { notRead, type ReadState } from '../sync/readState';
import { tableBy, type Table } from '../lib/table';
import type { StoredTask, Task } from './task';
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

export type TaskChanges = Unsent<Task, TaskOperation>;
/** `doneAt` is the instant (ISO) at which the task was ticked off. */
export type DoneMark = { fireId: string; doneAt: string };
export type Failure = { code: string; message: string };

export type TasksState = ReadState & {
  failure: Failure | null;
  /** True once rows may be believed: from the cache or from an answer. */
  isKnown: boolean;
  /** What the screen shows: the server's tasks with `changes` on top. */
  list: TaskList;
  changes: Table<TaskChanges & { taskId: number }>;
  /** taskIds of what is unsent, by the database's key: a task that waits to be deleted is in no list any more. */
  unsentKeys: Table<KeyOfTask>;
  /** The server's marks of what is done, by the database's key; also of tasks that are not (or no longer) there. */
  done: Table<DoneMark>;
  /** taskIds of those that were ticked off just now, and by which operation: they stay where they are for a moment. */
  lingering: Record<number, string>;
  /** How many operations `changes` holds. */
  unsentCount: number;
  /** The add that the form waits for; listed once it is answered, or called waiting. */
  adding: { operationId: string; taskId: number | null; failure: string | null } | null;
  /** The last operation that the server took. */
  settledId: string | null;
  /** How many whole lists brought something that was not known. */
  newsCount: number;
};

const changesById = tableBy<TaskChanges & { taskId: number }, number>(({ taskId }) => taskId);

export const doneByKey = tableBy<DoneMark, string>(({ fireId }) => fireId);

export const initialState: TasksState = {
  ...notRead,
  failure: null,
  isKnown: false,
  list: emptyTaskList,
  changes: changesById.empty,
  unsentKeys: taskIdsByKey.empty,
  done: doneByKey.empty,
  lingering: {},
  unsentCount: 0,
  adding: null,
  settledId: null,
  newsCount: 0,
};

/** A list or table as it is: never written to, it needs no draft, and reading one made an edit of 100,000 tasks 6 ms. */
const plain = <Value>(value: Value): Value => (isDraft(value) ? (original(value as object) as Value) : value);

export const listOf = ({ list }: TasksState): TaskList => plain(list);

export const changesOf = ({ changes }: TasksState, taskId: number): TaskChanges | undefined =>
  changesById.get(plain(changes), taskId);

export const unsentOf = (state: TasksState, taskId: number) => changesOf(state, taskId)?.operations ?? [];

export const unsentIds = ({ changes }: TasksState) =>
  [...changesById.all(plain(changes))].map(({ taskId }) => taskId);

export const doneOf = ({ done }: TasksState): Table<DoneMark> => plain(done);

/** A record's task with the server's mark of whether it is done. */
export const withDone = (state: TasksState, task: StoredTask): Task => ({
  ...task,
  doneAt: task.fireId === null ? null : (doneByKey.get(doneOf(state), task.fireId)?.doneAt ?? null),
});

/** A task that was ticked off just now says so, any other does not. */
function placed({ lingering }: TasksState, task: Task): Task {
  const lingers = task.doneAt !== null && task.taskId in lingering;
  if (lingers === (task.lingers ?? false)) return task;
  const { lingers: _lingers, ...rest } = task;
  return lingers ? { ...rest, lingers } : rest;
}

/** The task that goes by that key: listed, or only among what is unsent. */
export const knownAs = (state: TasksState, fireId: string): number | undefined =>
  taskIdOfKey(listOf(state), fireId) ?? taskIdsByKey.get(plain(state.unsentKeys), fireId)?.taskId;

/** The key that unsent changes know their task by. */
const keyOf = (changes: TaskChanges | undefined) =>
  changes?.base?.fireId ?? changes?.operations[0]?.payload.fireId ?? null;

/** Keeps what is unsent of a task; nothing once it is all sent. */
function keepChanges(state: TasksState, taskId: number, { base, operations }: TaskChanges) {
  const before = changesOf(state, taskId);
  const after = operations.length > 0 ? { taskId, base, operations } : undefined;
  if (!before && !after) return;
  const changes = plain(state.changes);
  state.changes = after ? changesById.put(changes, after) : changesById.remove(changes, taskId);
  state.unsentCount += operations.length - (before?.operations.length ?? 0);
  const [keyBefore, key] = [keyOf(before), keyOf(after)];
  if (keyBefore === key) return;
  const keys = plain(state.unsentKeys);
  const others = keyBefore === null ? keys : taskIdsByKey.remove(keys, keyBefore);
  state.unsentKeys = key === null ? others : taskIdsByKey.put(others, { fireId: key, taskId });
}

/** Puts on the screen what the server's version and the unsent operations make of a task. */
export function show(state: TasksState, taskId: number, changes: TaskChanges) {
  const { base, operations } = changes;
  const isAwaited = operations.length > 0 && operations[0]!.id === state.adding?.operationId;
  if (isAwaited) state.adding!.taskId = taskId;
  const shown = isAwaited ? base : applyAll(base, operations);
  keepChanges(state, taskId, changes);
  state.list = shown ? putTask(listOf(state), placed(state, shown)) : removeTask(listOf(state), taskId);
}

export function serverVersion(state: TasksState, taskId: number): Task | null {
  const changes = changesOf(state, taskId);
  return changes ? changes.base : (taskOf(listOf(state), taskId) ?? null);
}
