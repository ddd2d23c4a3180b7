import { original } from '@reduxjs/toolkit';
import type { Unsent } from '../outbox/unsent';
import { notRead, type ReadState } from '../reads';
import type { Task } from './task';
import { copyTaskList, emptyTaskList, putTask, removeTask, taskOf, type TaskList } from './taskList';
import { applyAll, type TaskOperation } from './taskOperations';

export type TaskChanges = Unsent<Task, TaskOperation>;
export type Failure = { code: string; message: string };

export type TasksState = ReadState & {
  failure: Failure | null;
  /** True once rows may be believed: from the cache or from an answer. */
  isKnown: boolean;
  /** What the screen shows: the server's tasks with `changes` on top. */
  list: TaskList;
  changes: Record<number, TaskChanges>;
  /** The add that the form waits for; listed once it is answered, or called waiting. */
  adding: { operationId: string; taskId: number | null; failure: string | null } | null;
  /** The last operation that the server took. */
  settledId: string | null;
};

export const initialState: TasksState = {
  ...notRead,
  failure: null,
  isKnown: false,
  list: emptyTaskList(),
  changes: {},
  adding: null,
  settledId: null,
};

/** Puts on the screen what the server's version and the unsent operations make of a task. */
export function show(state: TasksState, taskId: number, { base, operations }: TaskChanges) {
  const [first] = operations;
  const isAwaited = first !== undefined && first.id === state.adding?.operationId;
  if (isAwaited) state.adding!.taskId = taskId;
  const shown = isAwaited ? base : applyAll(base, operations);
  if (first) state.changes[taskId] = { base, operations };
  else delete state.changes[taskId];
  if (shown) putTask(state.list, shown);
  else removeTask(state.list, taskId);
}

export const serverVersion = (state: TasksState, taskId: number): Task | null =>
  state.changes[taskId] ? state.changes[taskId].base : (taskOf(state.list, taskId) ?? null);

export const unsentOf = (state: TasksState, taskId: number) => state.changes[taskId]?.operations ?? [];

/** Gives the draft a list that is no draft: reading and writing it is far quicker, and making it costs its pieces. */
export function prepareForMany(state: TasksState) {
  state.list = copyTaskList(original(state)!.list);
}
