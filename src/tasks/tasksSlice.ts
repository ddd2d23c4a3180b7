import { createSlice, nanoid, original, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import {
  operationChanged,
  operationDropped,
  operationKept,
  operationSettled,
  operationsRead,
  type Operation,
} from '../outbox/operations';
import type { Json, Records } from '../services';
import { tableBy, type Table } from '../table';
import {
  fieldsOfRecord,
  isRecordOf,
  sameFields,
  isTaskId,
  standInId,
  tasksOfRecords,
  type Task,
  type TaskFields,
} from './task';
import {
  buildTaskList,
  emptyTaskList,
  putTask,
  removeTask,
  taskIdOfKey,
  taskIdsByKey,
  taskOf,
  type KeyOfTask,
  type TaskList,
} from './taskList';
import { applyAll, isTaskOperation, type TaskAdd, type TaskOperation } from './taskOperations';

/** The unsent operations on one task, in order, over the server's version (null: the server has none). */
export type TaskChanges = { taskId: number; base: Task | null; operations: readonly TaskOperation[] };
export type Failure = { code: string; message: string };

export type TasksState = {
  phase: 'idle' | 'loading' | 'loaded' | 'failed';
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
  /** Keys of records that changed since the running read began: its answer may be older. */
  writtenKeys: Table<string>;
  /** The live list arrived since the running read began: its answer may be older as a whole. */
  isOvertaken: boolean;
};

const keySet = tableBy<string, string>(key => key);
const changesById = tableBy<TaskChanges, number>(({ taskId }) => taskId);

/** What is unsent of one task, undefined when the server has it all. */
export const changesOf = (state: TasksState, taskId: number): TaskChanges | undefined =>
  changesById.get(state.changes, taskId);

const initialState: TasksState = {
  phase: 'idle',
  failure: null,
  isKnown: false,
  list: emptyTaskList,
  changes: changesById.empty,
  unsent: 0,
  changedKeys: taskIdsByKey.empty,
  adding: null,
  settledId: null,
  writtenKeys: keySet.empty,
  isOvertaken: false,
};

/** The key that unsent changes know their task by. */
const keyOfChanges = (changes: TaskChanges | undefined) =>
  changes?.base?.fireId ?? changes?.operations[0]?.payload.fireId ?? null;

function setChanges(state: TasksState, changes: TaskChanges) {
  const { taskId, operations } = changes;
  const before = changesOf(state, taskId);
  const isSent = operations.length === 0;
  if (isSent && !before) return;
  state.unsent += operations.length - (before?.operations.length ?? 0);
  const [keyBefore, key] = [keyOfChanges(before), isSent ? null : keyOfChanges(changes)];
  if (keyBefore !== null && keyBefore !== key)
    state.changedKeys = taskIdsByKey.remove(state.changedKeys, keyBefore);
  if (key !== null && keyBefore !== key)
    state.changedKeys = taskIdsByKey.put(state.changedKeys, { fireId: key, taskId });
  state.changes = isSent
    ? changesById.remove(state.changes, taskId)
    : changesById.put(state.changes, changes);
}

/** Puts on the screen what the server's version and the unsent operations make of a task. */
function show(state: TasksState, changes: TaskChanges) {
  const { taskId, base, operations } = changes;
  const isAwaited = operations[0]?.id === state.adding?.operationId && operations.length > 0;
  const shown = isAwaited ? base : applyAll(base, operations);
  setChanges(state, changes);
  state.list = shown ? putTask(state.list, shown) : removeTask(state.list, taskId);
}

const serverVersion = (state: TasksState, taskId: number): Task | null => {
  const changes = changesOf(state, taskId);
  return changes ? changes.base : (taskOf(state.list, taskId) ?? null);
};

const unsent = (state: TasksState, taskId: number) => changesOf(state, taskId)?.operations ?? [];

/** Changes the unsent operations of the operation's task. */
function changeOperations(
  state: TasksState,
  operation: Operation,
  change: (operations: readonly TaskOperation[], operation: TaskOperation) => TaskOperation[],
) {
  if (!isTaskOperation(operation)) return;
  const { taskId } = operation.payload;
  show(state, {
    taskId,
    base: serverVersion(state, taskId),
    operations: change(unsent(state, taskId), operation),
  });
}

/** A tab that slept may have missed that its add was sent, but not what the add says. */
const isSent = (add: TaskAdd, record: Json) =>
  add.isAttempted || sameFields(add.payload.fields, fieldsOfRecord(record)!);

/** The task that goes by that key: listed, or only among what is unsent. */
const knownAs = (state: TasksState, fireId: string): number | undefined =>
  taskIdOfKey(state.list, fireId) ?? taskIdsByKey.get(state.changedKeys, fireId)?.taskId;

/** Which task a record is: the one with its key, the add that waits for just this answer, or a new one. */
function taskIdOf(state: TasksState, fireId: string, record: Json): number {
  const known = knownAs(state, fireId);
  if (known !== undefined) return known;
  const { taskId } = record as { taskId?: Json };
  const isTaken = (id: number) => Boolean(taskOf(state.list, id) ?? changesOf(state, id));
  if (isTaskId(taskId)) {
    const add = unsent(state, taskId)[0];
    const isMine = add?.kind === 'task/add' && add.payload.fireId === null && isSent(add, record);
    if (isMine || !isTaken(taskId)) return taskId;
  }
  return standInId(fireId, isTaken);
}

/** Takes the server's version of one record (null: deleted). */
function takeRecord(state: TasksState, fireId: string, record: Json) {
  const fields = fieldsOfRecord(record);
  if (!fields) {
    const taskId = knownAs(state, fireId);
    if (taskId !== undefined) show(state, { taskId, base: null, operations: unsent(state, taskId) });
    return;
  }
  const taskId = taskIdOf(state, fireId, record);
  show(state, { taskId, base: { ...fields, taskId, fireId }, operations: unsent(state, taskId) });
}

/** More differences than this and the list is built anew, which costs less than putting them one by one. */
const REBUILD = 500;

/** Whether a record says nothing new. */
function isNews(state: TasksState, fireId: string, record: Json) {
  const taskId = taskIdOfKey(state.list, fireId);
  const known = taskId === undefined ? null : serverVersion(state, taskId);
  return known ? !isRecordOf(known, record) : taskId !== undefined || fieldsOfRecord(record) !== null;
}

/** Takes a whole list: what it lacks is gone, but for what was `written` since it was asked for. */
function takeList(state: TasksState, records: Records, written: Table<string>) {
  const differences: Records = {};
  for (const { fireId } of taskIdsByKey.all(state.list.keys)) {
    if (!(fireId in records)) differences[fireId] = null;
  }
  for (const fireId in records) {
    if (isNews(state, fireId, records[fireId]!)) differences[fireId] = records[fireId]!;
  }
  for (const fireId of keySet.all(written)) delete differences[fireId];
  if (Object.keys(differences).length > REBUILD) rebuild(state, records, written);
  else for (const fireId in differences) takeRecord(state, fireId, differences[fireId]!);
}

function rebuild(state: TasksState, records: Records, written: Table<string>) {
  const before = { ...state };
  state.list = buildTaskList(tasksOfRecords(records));
  for (const fireId of keySet.all(written)) {
    const taskId = taskIdOfKey(before.list, fireId);
    if (taskId === undefined) state.list = removeTask(state.list, taskIdOfKey(state.list, fireId) ?? -1);
    else if (!changesOf(before, taskId)) state.list = putTask(state.list, taskOf(before.list, taskId)!);
  }
  for (const { taskId, base, operations } of changesById.all(before.changes)) {
    const fireId = base?.fireId ?? operations[0]!.payload.fireId;
    const arrivedAs = fireId === null ? taskId : taskIdOfKey(state.list, fireId);
    const arrived = arrivedAs === undefined ? undefined : taskOf(state.list, arrivedAs);
    if (!arrived || (fireId === null && !operations[0]!.isAttempted)) {
      if (arrived) state.list = rehome(state.list, arrived);
      show(state, { taskId, base: null, operations });
      continue;
    }
    if (arrived.taskId !== taskId) {
      state.list = removeTask(state.list, arrived.taskId);
      const squatter = taskOf(state.list, taskId);
      if (squatter) state.list = rehome(state.list, squatter);
    }
    show(state, { taskId, base: { ...arrived, taskId }, operations });
  }
}

/** Gives a task another number, because its own belongs to one that this device is writing. */
function rehome(list: TaskList, task: Task): TaskList {
  const taskId = standInId(task.fireId!, id => id === task.taskId || Boolean(taskOf(list, id)));
  return putTask(removeTask(list, task.taskId), { ...task, taskId });
}

/**
 * A reducer on a shallow copy of the slice. The list and the tables are never written to, so Immer has nothing to do
 * here but cost: its drafts made an edit among 100,000 tasks 6 ms.
 */
const onCopy =
  <Payload>(change: (state: TasksState, payload: Payload) => void) =>
  (draft: Draft<TasksState>, { payload }: PayloadAction<Payload>): TasksState => {
    const state = { ...(original(draft) as TasksState) };
    change(state, payload);
    return state;
  };

/** The server has an operation: what it says of the task is the version below what is still unsent. */
function settle(state: TasksState, { operation, result }: { operation: Operation; result?: unknown }) {
  if (!isTaskOperation(operation)) return;
  const { taskId } = operation.payload;
  const base = result as Task | null;
  const fireId = base?.fireId ?? operation.payload.fireId;
  if (fireId) {
    state.writtenKeys = keySet.put(state.writtenKeys, fireId);
    const double = taskIdOfKey(state.list, fireId);
    if (double !== undefined && double !== taskId) state.list = removeTask(state.list, double);
  }
  if (state.adding?.operationId === operation.id) state.adding = null;
  state.settledId = operation.id;
  const operations = unsent(state, taskId)
    .filter(({ id }) => id !== operation.id)
    .map(next =>
      next.payload.fireId === null
        ? ({ ...next, payload: { ...next.payload, fireId } } as TaskOperation)
        : next,
    );
  show(state, { taskId, base, operations });
}

/** Takes all that this device keeps unsent: what is no longer among it is not shown any more. */
function readOperations(state: TasksState, read: Operation[]) {
  const kept = new Map<number, TaskOperation[]>();
  for (const operation of read.filter(isTaskOperation)) {
    const { taskId } = operation.payload;
    const operations = kept.get(taskId);
    if (operations) operations.push(operation);
    else kept.set(taskId, [operation]);
  }
  for (const { taskId, base } of [...changesById.all(state.changes)]) {
    if (!kept.has(taskId)) show(state, { taskId, base, operations: [] });
  }
  for (const [taskId, operations] of kept) {
    show(state, { taskId, base: serverVersion(state, taskId), operations });
  }
}

export const tasksSlice = createSlice({
  name: 'tasks',
  initialState,
  reducers: {
    /** The list is wanted: at the first route under /tasks, and by Retry. */
    tasksRequested: onCopy<void>(state => {
      state.phase = 'loading';
      state.failure = null;
      state.writtenKeys = keySet.empty;
      state.isOvertaken = false;
    }),
    /** The rows of the last visit, while the server is asked. */
    tasksRestored: onCopy<Records>((state, records) => {
      if (state.phase === 'loaded') return;
      takeList(state, records, state.writtenKeys);
      state.isKnown = true;
    }),
    tasksLoaded: onCopy<Records>((state, records) => {
      if (!state.isOvertaken) takeList(state, records, state.writtenKeys);
      state.phase = 'loaded';
      state.isKnown = true;
    }),
    tasksLoadFailed(state, { payload }: PayloadAction<Failure>) {
      state.phase = 'failed';
      state.failure = payload;
    },
    /** The live listener's first list, and again after each lost connection; what it lacks of late follows at once. */
    taskListArrived: onCopy<Records>((state, records) => {
      takeList(state, records, keySet.empty);
      state.phase = 'loaded';
      state.failure = null;
      state.isKnown = true;
      state.isOvertaken = true;
    }),
    /** Records changed on the server, here or elsewhere (null: deleted). */
    taskRecordsArrived: onCopy<Records>((state, records) => {
      for (const fireId in records) {
        takeRecord(state, fireId, records[fireId]!);
        state.writtenKeys = keySet.put(state.writtenKeys, fireId);
      }
    }),
    taskAddRequested: {
      prepare: (fields: TaskFields) => ({ payload: { fields, operationId: nanoid() } }),
      reducer(state, { payload }: PayloadAction<{ fields: TaskFields; operationId: string }>) {
        state.adding = { operationId: payload.operationId, taskId: null, failure: null };
      },
    },
    taskAddFailed(state, { payload }: PayloadAction<{ operationId: string; message: string }>) {
      if (state.adding?.operationId === payload.operationId) state.adding.failure = payload.message;
    },
    /** Nobody waits for the answer any more: it came, it takes too long, or the form was left. */
    taskAddClosed: onCopy<{ operationId: string }>((state, { operationId }) => {
      if (state.adding?.operationId !== operationId) return;
      const { taskId } = state.adding;
      state.adding = null;
      const changes = taskId === null ? undefined : changesOf(state, taskId);
      if (changes) show(state, changes);
    }),
    taskSaveRequested: {
      prepare: (edit: { taskId: number; base: TaskFields; fields: TaskFields }) => ({
        payload: { ...edit, operationId: nanoid() },
      }),
      reducer() {},
    },
    taskDeleteRequested: {
      prepare: (taskId: number) => ({ payload: { taskId, operationId: nanoid() } }),
      reducer() {},
    },
    /** A task that was deleted elsewhere is made again from this device's version. */
    taskKeepRequested: {
      prepare: (taskId: number) => ({ payload: { taskId, operationId: nanoid() } }),
      reducer() {},
    },
    /** Of two versions of an edit this device's is sent (`mine`) or given up (`theirs`). */
    taskVersionChosen(_state, _action: PayloadAction<{ taskId: number; version: 'mine' | 'theirs' }>) {},
  },
  extraReducers: builder =>
    builder
      .addCase(
        operationKept,
        onCopy<Operation>((state, operation) => {
          if (isTaskOperation(operation) && state.adding?.operationId === operation.id) {
            state.adding = { ...state.adding, taskId: operation.payload.taskId };
          }
          changeOperations(state, operation, (operations, kept) => [
            ...operations.filter(({ id }) => id !== kept.id),
            kept,
          ]);
        }),
      )
      .addCase(
        operationChanged,
        onCopy<Operation>((state, operation) =>
          changeOperations(state, operation, (operations, changed) =>
            operations.map(one => (one.id === changed.id ? changed : one)),
          ),
        ),
      )
      .addCase(
        operationDropped,
        onCopy<Operation>((state, operation) =>
          changeOperations(state, operation, (operations, dropped) =>
            operations.filter(({ id }) => id !== dropped.id),
          ),
        ),
      )
      .addCase(operationSettled, onCopy(settle))
      .addCase(operationsRead, onCopy(readOperations))
      .addCase(signedOut, () => initialState),
});

export const {
  tasksRequested,
  tasksRestored,
  tasksLoaded,
  tasksLoadFailed,
  taskListArrived,
  taskRecordsArrived,
  taskAddRequested,
  taskAddFailed,
  taskAddClosed,
  taskSaveRequested,
  taskDeleteRequested,
  taskKeepRequested,
  taskVersionChosen,
} = tasksSlice.actions;
