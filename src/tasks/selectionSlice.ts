import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import { manyRequested } from './manyTasks';
import type { SelectionState } from './selected';

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

/** The rows that the person selected in the list that is shown, and the menu of a row. It comes with the moves part. */
export const selectionSlice = createSlice({
  name: 'selection',
  initialState,
  reducers: {
    /** Exactly these are selected; `anchor` is where the range began. */
    rangeSelected(state, { payload }: PayloadAction<{ taskIds: readonly number[]; anchor: number }>) {
      return { ...state, selected: record(payload.taskIds), anchor: payload.anchor };
    },
    selectionToggled(state, { payload: taskId }: PayloadAction<number>) {
      if (state.selected[taskId]) delete state.selected[taskId];
      else state.selected[taskId] = true;
      state.anchor = taskId;
    },
    selectionEnded: () => initialState,
    /** The menu of a task is open, or that of the selection (null); `isForDay`: the dialog that picks a day. */
    menuOpened(state, { payload }: PayloadAction<NonNullable<SelectionState['menu']>>) {
      state.menu = payload;
    },
    menuClosed(state) {
      state.menu = null;
    },
    /** The name of a row becomes a field. */
    renameStarted(state, { payload: taskId }: PayloadAction<number>) {
      state.menu = null;
      state.renaming = taskId;
    },
    renameEnded(state) {
      state.renaming = null;
    },
    /** A row, and what is selected with it, is to be dragged by keys. */
    liftRequested(state, { payload: taskId }: PayloadAction<number>) {
      state.toLift = taskId;
    },
    dragStarted(state) {
      state.isDragging = true;
      state.toLift = null;
      state.menu = null;
    },
    /** Also when it could not begin. */
    dragEnded(state) {
      state.isDragging = false;
      state.toLift = null;
    },
  },
  extraReducers: builder =>
    builder.addCase(signedOut, () => initialState).addCase(manyRequested, () => initialState),
});

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
