import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import type { Records } from '../services/database';
import { operationConfirmed } from '../sync/operations';
import type { Failure } from '../sync/recordList';
import { besideListsOf, type BesideArrival } from '../sync/besideList';
import type { Task, TaskFields } from './task';
import { initialState, taskList, type TasksState } from './tasksState';

const { reads } = taskList;
const beside = besideListsOf<TasksState, Task, number>(taskList);

export const tasksSlice = createSlice({
  name: 'tasks',
  initialState,
  reducers: {
    /** The list is wanted: at the first route under /tasks, and by Retry. */
    tasksRequested: state => reads.requested(state),
    /** What the first screen shows of a long list, while that is read. */
    firstTasksRestored: (state, { payload }: PayloadAction<Records>) => reads.restored(state, payload, true),
    /** The rows of the last visit, while the server is asked. */
    tasksRestored: (state, { payload }: PayloadAction<Records>) => reads.restored(state, payload),
    tasksLoaded: (state, { payload }: PayloadAction<Records>) => reads.loaded(state, payload),
    tasksLoadFailed: (state, { payload }: PayloadAction<Failure>) => reads.loadFailed(state, payload),
    /** The live listener's first list, and again after each lost connection. */
    taskListArrived: (state, { payload }: PayloadAction<Records>) => reads.listArrived(state, payload),
    /** Records changed on the server, here or elsewhere (null: deleted). */
    taskRecordsArrived: (state, { payload }: PayloadAction<Records>) => reads.recordsArrived(state, payload),
    /** What lies beside tasks arrived, from the device or the server. It comes before its tasks. */
    tasksBesideArrived: (state, { payload }: PayloadAction<BesideArrival>) => beside.take(state, payload),
    /** The form adds a task; answered by `taskAddClosed` or `taskAddFailed`. */
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
      if (taskId !== null) taskList.showAgain(state, taskId);
    },
    /** The moment is over in which a task that was ticked off stays where it was. */
    doneTaskLeft(state, { payload }: PayloadAction<{ taskId: number; operationId: string }>) {
      const { taskId, operationId } = payload;
      if (state.justDone[taskId] !== operationId) return;
      delete state.justDone[taskId];
      taskList.showAgain(state, taskId);
    },
  },
  extraReducers: builder => {
    builder.addCase(signedOut, () => initialState);
    builder.addMatcher(operationConfirmed.match, (state, { payload }) =>
      beside.takeConfirmed(state, payload.confirmation),
    );
    taskList.followQueue(builder).addMatcher(operationConfirmed.match, (state, { payload }) => {
      if (state.adding?.operationId === payload.operation.id) state.adding = null;
    });
  },
});

export const {
  tasksRequested,
  firstTasksRestored,
  tasksRestored,
  tasksLoaded,
  tasksLoadFailed,
  taskListArrived,
  taskRecordsArrived,
  tasksBesideArrived,
  taskAddRequested,
  taskAddFailed,
  taskAddClosed,
  doneTaskLeft,
} = tasksSlice.actions;
