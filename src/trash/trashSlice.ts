import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import type { ListName, Records } from '../services/database';
import { plain } from '../lib/text/plain';
import { operationConfirmed } from '../sync/operations';
import { isPendingChange, pendingAfter } from '../sync/queue/pendingOperations';
import type { Failure } from '../sync/records/list/recordState';
import type { TrashItem } from './trashItem';
import { isTrashOperation, type TrashOperation } from './trashKinds';

export type TrashState = {
  phase: 'idle' | 'loading' | 'loaded' | 'failed';
  failure: Failure | null;
  /** The copies in the server's trash, by key. */
  copies: Record<ListName, Records>;
  /** Unconfirmed deletions forever, in order. */
  forgetting: TrashOperation[];
  /** The milliseconds by which the server's clock is ahead of this device's. */
  clockOffset: number;
};

const initialState: TrashState = {
  phase: 'idle',
  failure: null,
  copies: { tasks: {}, notes: {} },
  forgetting: [],
  clockOffset: 0,
};

export const trashRestoreRequested = createAction<TrashItem>('trash/trashRestoreRequested');
/** The user deletes these items forever. */
export const trashForgetRequested = createAction<TrashItem[]>('trash/trashForgetRequested');

/** The trash: records deleted in the last 30 days; loaded while its page is open. */
export const trashSlice = createSlice({
  name: 'trash',
  initialState,
  reducers: {
    /** The page was opened, or the user retries. */
    trashRequested(state) {
      state.phase = 'loading';
      state.failure = null;
    },
    trashLoaded(state, { payload }: PayloadAction<Record<ListName, Records>>) {
      state.phase = 'loaded';
      state.copies = payload;
    },
    trashLoadFailed(state, { payload }: PayloadAction<Failure>) {
      state.phase = 'failed';
      state.failure = payload;
    },
    clocksCompared(state, { payload }: PayloadAction<number>) {
      state.clockOffset = payload;
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
    trashClosed: ({ forgetting }) => ({ ...initialState, forgetting }),
  },
  extraReducers: builder =>
    builder
      .addCase(signedOut, () => initialState)
      .addMatcher(isPendingChange, (state, action) => {
        state.forgetting = pendingAfter(plain(state.forgetting), action, isTrashOperation);
      })
      .addMatcher(operationConfirmed.match, (state, { payload: { operation } }) => {
        if (!isTrashOperation(operation)) return;
        // Hides the copy, even if no listener reports its removal.
        for (const { list, fireId } of operation.payload.items ?? [])
          if (fireId !== null) delete state.copies[list][fireId];
      }),
});

export const {
  trashRequested,
  trashLoaded,
  trashLoadFailed,
  clocksCompared,
  trashListArrived,
  trashRecordsArrived,
  trashClosed,
} = trashSlice.actions;
