import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import { followUnsent } from '../sync/optimistic';
import { beginRead, endRead, noteWritten } from '../sync/readState';
import type { Records } from '../services/database';
import { takeDoneList, takeDoneMarks } from './doneMarks';
import { takeList, takeRecords } from './serverTasks';
import type { StoredTask, Task, TaskFields } from './task';
import { removeTask, taskIdOfKey } from './taskList';
import { isTaskOperation, type TaskOperation } from './taskOperations';
import {
  initialState,
  changesOf,
  listOf,
  serverVersion,
  show,
  unsentIds,
  unsentOf,
  withDone,
  type Failure,
  type TasksState,
} from './tasksState';

/** Ticked off here, a task stays where it is for a moment. */
function made({ lingering }: TasksState, { id, kind, payload }: TaskOperation) {
  if (kind !== 'task/tick') return;
  if (payload.doneAt === null) delete lingering[payload.taskId];
  else lingering[payload.taskId] = id;
}

/** The server took an operation: the key that came with it belongs to this task, whatever arrived under it before. */
function settled(state: TasksState, operation: TaskOperation, result: unknown): Task | null {
  const { id, kind, payload } = operation;
  if (kind === 'task/tick' || kind === 'task/forget') {
    if (kind === 'task/tick' && result) takeDoneMarks(state, result as Records);
    return serverVersion(state, payload.taskId);
  }
  const task = result as StoredTask | null;
  const fireId = task?.fireId ?? payload.fireId;
  if (fireId !== null) {
    noteWritten(state, fireId);
    const double = taskIdOfKey(listOf(state), fireId);
    if (double !== undefined && double !== payload.taskId) state.list = removeTask(listOf(state), double);
  }
  if (state.adding?.operationId === id) state.adding = null;
  return task && withDone(state, task);
}

export const tasksSlice = createSlice({
  name: 'tasks',
  initialState,
  reducers: {
    /** The list is wanted: at the first route under /tasks, and by Retry. */
    tasksRequested(state) {
      beginRead(state);
      state.failure = null;
    },
    /** What the first screen shows of a long list, while that is read. */
    firstTasksRestored(state, { payload }: PayloadAction<Records>) {
      if (!state.isKnown) takeList(state, payload, {});
    },
    /** The rows of the last visit, while the server is asked. */
    tasksRestored(state, { payload }: PayloadAction<Records>) {
      if (state.phase === 'loaded') return;
      takeList(state, payload, state.writtenKeys);
      state.isKnown = true;
    },
    tasksLoaded(state, { payload }: PayloadAction<Records>) {
      if (!state.isOvertaken) takeList(state, payload, state.writtenKeys);
      state.isKnown = true;
      endRead(state, 'loaded');
    },
    tasksLoadFailed(state, { payload }: PayloadAction<Failure>) {
      if (!state.isOvertaken) state.failure = payload;
      endRead(state, state.isOvertaken ? 'loaded' : 'failed');
    },
    /** The live listener's first list, and again after each lost connection; what it lacks of late follows at once. */
    taskListArrived(state, { payload }: PayloadAction<Records>) {
      takeList(state, payload, {});
      endRead(state, 'loaded', true);
      state.isKnown = true;
      state.failure = null;
    },
    /** Records changed on the server, here or elsewhere (null: deleted). */
    taskRecordsArrived(state, { payload }: PayloadAction<Records>) {
      takeRecords(state, payload);
    },
    /** Which tasks are done, by key: as this device had it, and as the server answered. It comes before its tasks. */
    doneMarksLoaded(state, { payload }: PayloadAction<Records>) {
      takeDoneList(state, payload);
    },
    doneMarkListArrived(state, { payload }: PayloadAction<Records>) {
      takeDoneList(state, payload, true);
    },
    doneMarksArrived(state, { payload }: PayloadAction<Records>) {
      takeDoneMarks(state, payload);
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
      const changes = taskId === null ? undefined : changesOf(state, taskId);
      if (changes) show(state, taskId!, changes);
    },
    taskSaveRequested: {
      prepare: (edit: { taskId: number; base: TaskFields; fields: TaskFields }) => ({
        payload: { ...edit, operationId: nanoid() },
      }),
      reducer() {},
    },
    /** Ticks a task off, or makes it one to be done again. */
    taskTickRequested: {
      prepare: (wish: { taskId: number; isDone: boolean }) => ({
        payload: { ...wish, operationId: nanoid() },
      }),
      reducer() {},
    },
    /** The moment is over in which a task that was ticked off stays where it was. */
    taskLingered(state, { payload }: PayloadAction<{ taskId: number; operationId: string }>) {
      const { taskId, operationId } = payload;
      if (state.lingering[taskId] !== operationId) return;
      delete state.lingering[taskId];
      show(state, taskId, { base: serverVersion(state, taskId), operations: unsentOf(state, taskId) });
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
    followUnsent<TasksState, Task, TaskOperation, number>(builder, {
      owns: isTaskOperation,
      idOf: ({ payload }) => payload.taskId,
      serverVersion,
      show,
      made,
      settled,
      unsentIds,
      unsentOf,
    }).addCase(signedOut, () => initialState),
});

export const {
  tasksRequested,
  firstTasksRestored,
  tasksRestored,
  tasksLoaded,
  tasksLoadFailed,
  taskListArrived,
  taskRecordsArrived,
  doneMarksLoaded,
  doneMarkListArrived,
  doneMarksArrived,
  taskTickRequested,
  taskLingered,
  taskAddRequested,
  taskAddFailed,
  taskAddClosed,
  taskSaveRequested,
  taskDeleteRequested,
  taskKeepRequested,
  taskVersionChosen,
} = tasksSlice.actions;
