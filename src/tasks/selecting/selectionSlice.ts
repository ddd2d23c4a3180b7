import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { clockAt } from '../../lib/days/times';
import { signedOut } from '../../auth/authSlice';
import { manyRequested } from './manyTasks';
import type { OpenMenu, SelectionRoot, SelectionState } from './selected';

const initialState: SelectionState = {
  selected: {},
  anchor: null,
  menu: null,
  renaming: null,
  isDragging: false,
  toLift: null,
};

const record = (taskIds: readonly number[]) =>
  Object.fromEntries(taskIds.map(taskId => [taskId, true as const]));

/** The selected rows of the current list, and the open menu of a row. The slice is loaded with the moves part. */
export const selectionSlice = createSlice({
  name: 'selection',
  initialState,
  reducers: {
    /** Replaces the selection; `anchor` is where the range started. */
    rangeSelected(state, { payload }: PayloadAction<{ taskIds: readonly number[]; anchor: number }>) {
      return { ...state, selected: record(payload.taskIds), anchor: payload.anchor };
    },
    selectionToggled(state, { payload: taskId }: PayloadAction<number>) {
      if (state.selected[taskId]) delete state.selected[taskId];
      else state.selected[taskId] = true;
      state.anchor = taskId;
    },
    selectionEnded: () => initialState,
    /** Opens the menu of a task, or of the selection, or the dialog that picks a day. */
    menuOpened: {
      prepare: (menu: Omit<OpenMenu, 'time'>) => ({ payload: { ...menu, time: clockAt(Date.now()) } }),
      reducer(state, { payload }: PayloadAction<OpenMenu>) {
        state.menu = payload;
      },
    },
    menuClosed(state) {
      state.menu = null;
    },
    /** Starts to rename a row. */
    renameStarted(state, { payload: taskId }: PayloadAction<number>) {
      state.menu = null;
      state.renaming = taskId;
    },
    renameEnded(state) {
      state.renaming = null;
    },
    /** A row, and the rest of the selection, is to be dragged by keyboard. */
    liftRequested(state, { payload: taskId }: PayloadAction<number>) {
      state.toLift = taskId;
    },
    dragStarted(state) {
      state.isDragging = true;
      state.toLift = null;
      state.menu = null;
    },
    /** The drag is over, or could not begin. */
    dragEnded(state) {
      state.isDragging = false;
      state.toLift = null;
    },
  },
  extraReducers: builder =>
    builder.addCase(signedOut, () => initialState).addCase(manyRequested, () => initialState),
});

/** Whether there is no selection, no open menu and no drag. */
export const selectIsIdle = ({ selection }: SelectionRoot) => selection === initialState;

export const {
  rangeSelected,
  selectionToggled,
  selectionEnded,
  menuOpened,
  menuClosed,
  renameStarted,
  renameEnded,
  liftRequested,
  dragStarted,
  dragEnded,
} = selectionSlice.actions;
