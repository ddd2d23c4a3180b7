import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import type { ListName, Records } from '../services/database';
import {
  operationChanged,
  operationConfirmed,
  operationDiscarded,
  operationKept,
  operationRequested,
  type Operation,
} from '../sync/operations';
import { operationsRead } from '../sync/queueSlice';
import type { Failure } from '../sync/recordList';
import type { TrashItem } from './trashItem';
import { isTrashOperation, type TrashOperation } from './trashKinds';

export type TrashState = {
  phase: 'idle' | 'loading' | 'loaded' | 'failed';
  failure: Failure | null;
  /** What the server's trash keeps, by key. */
  copies: Record<ListName, Records>;
  /** Deletions for ever that are not confirmed, by the operation's id. */
  forgetting: Record<string, TrashOperation>;
  /** Milliseconds by which the server's clock is ahead of this device's. */
  clockOffset: number;
};

const initialState: TrashState = {
  phase: 'idle',
  failure: null,
  copies: { tasks: {}, notes: {} },
  forgetting: {},
  clockOffset: 0,
};

function take(state: TrashState, operation: Operation) {
  if (isTrashOperation(operation)) state.forgetting[operation.id] = operation;
}

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
    trashRestoreRequested(_state, _action: PayloadAction<TrashItem>) {},
    /** The person deletes these for ever. */
    trashForgetRequested(_state, _action: PayloadAction<TrashItem[]>) {},
  },
  extraReducers: builder =>
    builder
      .addCase(signedOut, () => initialState)
      .addCase(operationsRead, (state, { payload }) => {
        const forgetting = payload.filter(isTrashOperation);
        if (forgetting.length === 0 && Object.keys(state.forgetting).length === 0) return;
        state.forgetting = {};
        for (const operation of forgetting) take(state, operation);
      })
      .addMatcher(operationRequested.match, (state, { payload }) => take(state, payload))
      .addMatcher(operationKept.match, (state, { payload }) => take(state, payload))
      .addMatcher(operationChanged.match, (state, { payload }) => take(state, payload))
      .addMatcher(operationDiscarded.match, (state, { payload }) => {
        delete state.forgetting[payload.id];
      })
      .addMatcher(operationConfirmed.match, (state, { payload: { operation } }) => {
        if (!isTrashOperation(operation)) return;
        delete state.forgetting[operation.id];
        // What the server keeps is shown no more, also while no listener tells that it is gone.
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
  trashRestoreRequested,
  trashForgetRequested,
} = trashSlice.actions;
