import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import { operationConfirmed } from '../sync/operations';
import type { Beside, TaskFields } from './task';
import { initialState, taskList } from './tasksState';

const { reads } = taskList;

export const tasksSlice = createSlice({
  name: 'tasks',
  initialState,
  reducers: {
    /** Requests the list: at the first route under /tasks, and by Retry. */
    tasksRequested: reads.requested,
    /** The stored rows of the last visit, while the server's answer is pending. */
    tasksRestored: reads.restored,
    tasksLoaded: reads.loaded,
    tasksLoadFailed: reads.loadFailed,
    /** The live listener's first list, and again after each lost connection. */
    taskListArrived: reads.listArrived,
    /** Records changed on the server, by this device or another (null: deleted). */
    taskRecordsArrived: reads.recordsArrived,
    /** Sidecars arrived from the device or the server, before their tasks. */
    tasksSidecarsArrived: reads.sidecarsArrived,
    /** The form adds a task; answered by `taskAddClosed` or `taskAddFailed`. */
    taskAddRequested: {
      prepare: (fields: TaskFields, beside: Beside = {}) => ({
        payload: { fields, operationId: nanoid(), ...beside },
      }),
      reducer(state, { payload }: PayloadAction<{ fields: TaskFields; operationId: string } & Beside>) {
        state.adding = { operationId: payload.operationId, taskId: null, failure: null };
      },
    },
    taskAddFailed(state, { payload }: PayloadAction<{ operationId: string; message: string }>) {
      if (state.adding?.operationId === payload.operationId) state.adding.failure = payload.message;
    },
    /** Nothing waits for the answer any more: it came, it took too long, or the form was left. */
    taskAddClosed(state, { payload }: PayloadAction<{ operationId: string }>) {
      if (state.adding?.operationId !== payload.operationId) return;
      const { taskId } = state.adding;
      state.adding = null;
      if (taskId !== null) taskList.showAgain(state, taskId);
    },
    /** The moment is over in which a ticked task stays in its place. */
    doneTaskLeft(state, { payload }: PayloadAction<{ taskId: number; operationId: string }>) {
      const { taskId, operationId } = payload;
      if (state.justDone[taskId]?.operationId !== operationId) return;
      delete state.justDone[taskId];
      taskList.showAgain(state, taskId);
    },
  },
  extraReducers: builder => {
    builder.addCase(signedOut, () => initialState);
    taskList.followQueue(builder).addMatcher(operationConfirmed.match, (state, { payload }) => {
      if (state.adding?.operationId === payload.operation.id) state.adding = null;
    });
  },
});

export const {
  tasksRequested,
  tasksRestored,
  tasksLoaded,
  tasksLoadFailed,
  taskListArrived,
  taskRecordsArrived,
  tasksSidecarsArrived,
  taskAddRequested,
  taskAddFailed,
  taskAddClosed,
  doneTaskLeft,
} = tasksSlice.actions;
