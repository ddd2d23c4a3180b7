import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import type { ListName, Records } from '../services/database';
import type { TrashItem } from './trashItem';

export type TrashState = {
  phase: 'idle' | 'loading' | 'loaded' | 'failed';
  failure: { code: string; message: string } | null;
  /** What the server's trash keeps, by key. */
  copies: Record<ListName, Records>;
};

const initialState: TrashState = { phase: 'idle', failure: null, copies: { tasks: {}, notes: {} } };

/** What was deleted in the last 30 days; read while its page is open. */
export const trashSlice = createSlice({
  name: 'trash',
  initialState,
  reducers: {
    /** The page was opened, or the person tries again. */
    trashRequested(state) {
      state.phase = 'loading';
      state.failure = null;
    },
    trashLoaded(state, { payload }: PayloadAction<Record<ListName, Records>>) {
      state.phase = 'loaded';
      state.copies = payload;
    },
    trashLoadFailed(state, { payload }: PayloadAction<{ code: string; message: string }>) {
      state.phase = 'failed';
      state.failure = payload;
    },
    trashListArrived(state, { payload }: PayloadAction<{ list: ListName; records: Records }>) {
      state.copies[payload.list] = payload.records;
    },
    trashRecordsArrived(
      state,
      { payload: { list, records } }: PayloadAction<{ list: ListName; records: Records }>,
    ) {
      for (const [fireId, copy] of Object.entries(records)) {
        if (copy === null) delete state.copies[list][fireId];
        else state.copies[list][fireId] = copy;
      }
    },
    /** The page was left. */
    trashClosed: () => initialState,
    trashRestoreRequested(_state, _action: PayloadAction<TrashItem>) {},
    /** Deletes for ever. What the server keeps is shown no more. */
    trashForgetRequested(state, { payload }: PayloadAction<TrashItem[]>) {
      for (const { list, fireId } of payload) if (fireId !== null) delete state.copies[list][fireId];
    },
  },
  extraReducers: builder => builder.addCase(signedOut, () => initialState),
});

export const {
  trashRequested,
  trashLoaded,
  trashLoadFailed,
  trashListArrived,
  trashRecordsArrived,
  trashClosed,
  trashRestoreRequested,
  trashForgetRequested,
} = trashSlice.actions;
