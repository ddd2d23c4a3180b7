import { createSlice, nanoid, original, type PayloadAction } from '@reduxjs/toolkit';
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
import {
  fieldsOfRecord,
  isTaskId,
  sameFields,
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
  taskOf,
  type TaskList,
} from './taskList';
import { applyAll, isTaskOperation, type TaskAdd, type TaskOperation } from './taskOperations';

/** The unsent operations on one task, in order, over the server's version (null: the server has none). */
export type TaskChanges = { base: Task | null; operations: TaskOperation[] };
export type Failure = { code: string; message: string };

export type TasksState = {
  phase: 'idle' | 'loading' | 'loaded' | 'failed';
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
  /** Keys of records that changed since the running read began: its answer may be older. */
  writtenKeys: Record<string, true>;
  /** The live list arrived since the running read began: its answer may be older as a whole. */
  isOvertaken: boolean;
};

const initialState: TasksState = {
  phase: 'idle',
  failure: null,
  isKnown: false,
  list: emptyTaskList(),
  changes: {},
  adding: null,
  settledId: null,
  writtenKeys: {},
  isOvertaken: false,
};

/** Puts on the screen what the server's version and the unsent operations make of a task. */
function show(state: TasksState, taskId: number, { base, operations }: TaskChanges) {
  const isAwaited = operations[0]?.id === state.adding?.operationId && operations.length > 0;
  const shown = isAwaited ? base : applyAll(base, operations);
  if (operations.length === 0) delete state.changes[taskId];
  else state.changes[taskId] = { base, operations };
  if (shown) putTask(state.list, shown);
  else removeTask(state.list, taskId);
}

const serverVersion = (state: TasksState, taskId: number): Task | null =>
  state.changes[taskId] ? state.changes[taskId].base : (taskOf(state.list, taskId) ?? null);

const unsent = (state: TasksState, taskId: number) => state.changes[taskId]?.operations ?? [];

/** Changes the unsent operations of the operation's task. */
function changeOperations(
  state: TasksState,
  operation: Operation,
  change: (operations: TaskOperation[], operation: TaskOperation) => TaskOperation[],
) {
  if (!isTaskOperation(operation)) return;
  const { taskId } = operation.payload;
  show(state, taskId, {
    base: serverVersion(state, taskId),
    operations: change(unsent(state, taskId), operation),
  });
}

/** A tab that slept may have missed that its add was sent, but not what the add says. */
const isSent = (add: TaskAdd, record: Json) =>
  add.isAttempted || sameFields(add.payload.fields, fieldsOfRecord(record)!);

/** Which task a record is: the one with its key, the add that waits for just this answer, or a new one. */
function taskIdOf(state: TasksState, fireId: string, record: Json): number {
  const known = taskIdOfKey(state.list, fireId);
  if (known !== undefined) return known;
  for (const changes of Object.values(state.changes)) {
    if (changes.base?.fireId === fireId) return changes.base.taskId;
    if (changes.operations[0]?.payload.fireId === fireId) return changes.operations[0].payload.taskId;
  }
  const { taskId } = record as { taskId?: Json };
  const isTaken = (id: number) => Boolean(taskOf(state.list, id) ?? state.changes[id]);
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
    const taskId = taskIdOfKey(state.list, fireId);
    const pending = Object.values(state.changes).find(({ base }) => base?.fireId === fireId);
    const id = pending?.base?.taskId ?? taskId;
    if (id !== undefined) show(state, id, { base: null, operations: unsent(state, id) });
    return;
  }
  const taskId = taskIdOf(state, fireId, record);
  show(state, taskId, { base: { ...fields, taskId, fireId }, operations: unsent(state, taskId) });
}

/** More differences than this and the list is built anew, which costs less than putting them one by one. */
const REBUILD = 500;

const isKnownAs = ({ list, changes }: TasksState, fireId: string, record: Json) => {
  const fields = fieldsOfRecord(record);
  const taskId = taskIdOfKey(list, fireId);
  if (!fields || taskId === undefined) return !fields && taskId === undefined;
  const known = changes[taskId] ? changes[taskId].base : taskOf(list, taskId);
  return Boolean(known && sameFields(known, fields));
};

/** Takes a whole list: what it lacks is gone, but for what was `written` since it was asked for. */
function takeList(state: TasksState, records: Records, written: Record<string, true>) {
  const before = original(state) as TasksState;
  const differences: Records = {};
  for (const keys of before.list.keys)
    for (const fireId in keys) if (!(fireId in records)) differences[fireId] = null;
  for (const [fireId, record] of Object.entries(records)) {
    if (!isKnownAs(before, fireId, record)) differences[fireId] = record;
  }
  for (const fireId in written) delete differences[fireId];
  if (Object.keys(differences).length > REBUILD) rebuild(state, before, records, written);
  else for (const [fireId, record] of Object.entries(differences)) takeRecord(state, fireId, record);
}

function rebuild(state: TasksState, before: TasksState, records: Records, written: Record<string, true>) {
  state.list = buildTaskList(tasksOfRecords(records));
  for (const fireId in written) {
    const taskId = taskIdOfKey(before.list, fireId);
    if (taskId === undefined) removeTask(state.list, taskIdOfKey(state.list, fireId) ?? -1);
    else if (!before.changes[taskId]) putTask(state.list, taskOf(before.list, taskId)!);
  }
  for (const [id, { base, operations }] of Object.entries(before.changes)) {
    const taskId = Number(id);
    const fireId = base?.fireId ?? operations[0]!.payload.fireId;
    const arrivedAs = fireId === null ? taskId : taskIdOfKey(state.list, fireId);
    const arrived = arrivedAs === undefined ? undefined : taskOf(state.list, arrivedAs);
    if (!arrived || (fireId === null && !operations[0]!.isAttempted)) {
      if (arrived) rehome(state.list, arrived);
      show(state, taskId, { base: null, operations });
      continue;
    }
    if (arrived.taskId !== taskId) {
      removeTask(state.list, arrived.taskId);
      const squatter = taskOf(state.list, taskId);
      if (squatter) rehome(state.list, squatter);
    }
    show(state, taskId, { base: { ...arrived, taskId }, operations });
  }
}

/** Gives a task another number, because its own belongs to one that this device is writing. */
function rehome(list: TaskList, task: Task) {
  removeTask(list, task.taskId);
  putTask(list, {
    ...task,
    taskId: standInId(task.fireId!, id => id === task.taskId || Boolean(taskOf(list, id))),
  });
}

export const tasksSlice = createSlice({
  name: 'tasks',
  initialState,
  reducers: {
    /** The list is wanted: at the first route under /tasks, and by Retry. */
    tasksRequested(state) {
      state.phase = 'loading';
      state.failure = null;
      state.writtenKeys = {};
      state.isOvertaken = false;
    },
    /** The rows of the last visit, while the server is asked. */
    tasksRestored(state, { payload }: PayloadAction<Records>) {
      if (state.phase === 'loaded') return;
      takeList(state, payload, state.writtenKeys);
      state.isKnown = true;
    },
    tasksLoaded(state, { payload }: PayloadAction<Records>) {
      if (!state.isOvertaken) takeList(state, payload, state.writtenKeys);
      state.phase = 'loaded';
      state.isKnown = true;
    },
    tasksLoadFailed(state, { payload }: PayloadAction<Failure>) {
      state.phase = 'failed';
      state.failure = payload;
    },
    /** The live listener's first list, and again after each lost connection; what it lacks of late follows at once. */
    taskListArrived(state, { payload }: PayloadAction<Records>) {
      takeList(state, payload, {});
      state.phase = 'loaded';
      state.failure = null;
      state.isKnown = true;
      state.isOvertaken = true;
    },
    /** Records changed on the server, here or elsewhere (null: deleted). */
    taskRecordsArrived(state, { payload }: PayloadAction<Records>) {
      for (const [fireId, record] of Object.entries(payload)) {
        takeRecord(state, fireId, record);
        state.writtenKeys[fireId] = true;
      }
    },
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
    taskAddClosed(state, { payload }: PayloadAction<{ operationId: string }>) {
      if (state.adding?.operationId !== payload.operationId) return;
      const { taskId } = state.adding;
      state.adding = null;
      const changes = taskId === null ? undefined : state.changes[taskId];
      if (changes) show(state, taskId!, changes);
    },
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
      .addCase(operationKept, (state, { payload }) => {
        if (isTaskOperation(payload) && state.adding?.operationId === payload.id) {
          state.adding.taskId = payload.payload.taskId;
        }
        changeOperations(state, payload, (operations, kept) => [
          ...operations.filter(({ id }) => id !== kept.id),
          kept,
        ]);
      })
      .addCase(operationChanged, (state, { payload }) =>
        changeOperations(state, payload, (operations, changed) =>
          operations.map(operation => (operation.id === changed.id ? changed : operation)),
        ),
      )
      .addCase(operationDropped, (state, { payload }) =>
        changeOperations(state, payload, (operations, dropped) =>
          operations.filter(({ id }) => id !== dropped.id),
        ),
      )
      .addCase(operationSettled, (state, { payload: { operation, result } }) => {
        if (!isTaskOperation(operation)) return;
        const { taskId } = operation.payload;
        const base = result as Task | null;
        const fireId = base?.fireId ?? operation.payload.fireId;
        if (fireId) {
          state.writtenKeys[fireId] = true;
          const double = taskIdOfKey(state.list, fireId);
          if (double !== undefined && double !== taskId) removeTask(state.list, double);
        }
        if (state.adding?.operationId === operation.id) state.adding = null;
        state.settledId = operation.id;
        const rest = unsent(state, taskId).filter(({ id }) => id !== operation.id);
        const operations = rest.map(next =>
          next.payload.fireId === null
            ? ({ ...next, payload: { ...next.payload, fireId } } as TaskOperation)
            : next,
        );
        show(state, taskId, { base, operations });
      })
      .addCase(operationsRead, (state, { payload }) => {
        const kept = new Map<number, TaskOperation[]>();
        for (const operation of payload.filter(isTaskOperation)) {
          const { taskId } = operation.payload;
          kept.set(taskId, [...(kept.get(taskId) ?? []), operation]);
        }
        for (const taskId of Object.keys(state.changes).map(Number)) {
          if (!kept.has(taskId)) show(state, taskId, { base: serverVersion(state, taskId), operations: [] });
        }
        for (const [taskId, operations] of kept) {
          show(state, taskId, { base: serverVersion(state, taskId), operations });
        }
      })
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
