import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../../auth/authSlice';
import { bucketsBy, type Buckets } from '../../lib/days/buckets';
import { plain } from '../../lib/text/plain';
import type { FailureKind } from '../../services/failure';
import {
  isOperationNoted,
  operationConfirmed,
  operationDiscarded,
  type Operation,
  type OperationStatus,
} from '../operations';

/** An operation as shown in the DevTools: what is waiting, since when, and why it is blocked. */
export type QueueEntry = {
  id: string;
  kind: string;
  itemKey: string;
  madeAt: string;
  status: OperationStatus;
  reason?: string;
  isUncounted?: true;
};

export type QueueState = {
  /** All unconfirmed operations, by id. */
  entries: Buckets<QueueEntry>;
  /** The number of changes made by the user. */
  counts: Record<OperationStatus, number>;
  /** The tab that sends: this one, another one, or unknown. */
  sender: 'this tab' | 'another tab' | null;
  /**
   * The pause after failures: nothing is sent until then (ISO instant). `failures` counts them since the last success;
   * the items in `failed` wait for its end, others continue after the next answer. The rest of the schedule:
   * `schedule.ts`.
   */
  paused: {
    until: string;
    kind: FailureKind;
    message: string;
    failures: number;
    failed: string[];
  } | null;
  /** `memory`: the device's database has failed, and nothing new is stored there. */
  storage: 'device' | 'memory';
};

const entries = bucketsBy<QueueEntry, string>(({ id }) => id);

const initialState: QueueState = {
  entries: entries.empty,
  counts: { saving: 0, pending: 0, blocked: 0 },
  sender: null,
  paused: null,
  storage: 'device',
};

const entryOf = ({ id, kind, itemKey, madeAt, status, reason, isUncounted }: Operation): QueueEntry => ({
  id,
  kind,
  itemKey,
  madeAt,
  status,
  ...(reason !== undefined && { reason }),
  ...(isUncounted && { isUncounted }),
});

const isCounted = ({ isUncounted }: Pick<Operation, 'isUncounted'>) => !isUncounted;

const withEntry = (draft: QueueState, id: string, entry: QueueEntry | null): QueueState => {
  const state = plain(draft);
  const before = entries.get(state.entries, id);
  if (!before && !entry) return state;
  const counts = { ...state.counts };
  if (before && isCounted(before)) counts[before.status] -= 1;
  if (entry && isCounted(entry)) counts[entry.status] += 1;
  return {
    ...state,
    counts,
    entries: entry ? entries.put(state.entries, entry) : entries.remove(state.entries, id),
  };
};

/** All operations of the user on this device, in order: at the start, and when events may have been missed. */
export const operationsRead = createAction<Operation[]>('queue/operationsRead');

/** The user requests a blocked operation to be sent again. */
export const retryRequested = createAction<{ itemKey: string }>('queue/retryRequested');
/** The user discards all unsent operations of one item. */
export const discardRequested = createAction<{ itemKey: string }>('queue/discardRequested');

/** The queue as shown to users and in the DevTools; the operations themselves are in the slices of their items. */
export const queueSlice = createSlice({
  name: 'queue',
  initialState,
  reducers: {
    senderChanged(state, { payload }: PayloadAction<QueueState['sender']>) {
      state.sender = payload;
    },
    /** Sending failed temporarily: no network, a server error, or no session. It will be retried. */
    sendingPaused(state, { payload }: PayloadAction<NonNullable<QueueState['paused']>>) {
      state.paused = payload;
    },
    sendingResumed(state) {
      state.paused = null;
    },
    storageFailed(state) {
      state.storage = 'memory';
    },
  },
  extraReducers: builder =>
    builder
      .addCase(signedOut, ({ storage }) => ({ ...initialState, storage }))
      .addCase(operationsRead, (state, { payload }) => {
        const read = entries.of(payload.map(entryOf));
        // The queue is read at each wake, mostly without news.
        if (JSON.stringify(read) === JSON.stringify(plain(state.entries))) return state;
        const counts = { saving: 0, pending: 0, blocked: 0 };
        for (const { status } of payload.filter(isCounted)) counts[status] += 1;
        return { ...state, counts, entries: read };
      })
      .addMatcher(isOperationNoted, (state, { payload }) => withEntry(state, payload.id, entryOf(payload)))
      .addMatcher(operationDiscarded.match, (state, { payload }) => withEntry(state, payload.id, null))
      .addMatcher(operationConfirmed.match, (state, { payload }) => ({
        ...withEntry(state, payload.operation.id, null),
        paused: null,
      })),
  selectors: {
    /** The number of unconfirmed changes, including blocked ones. */
    selectKeptCount: ({ counts }) => counts.pending + counts.blocked,
    /** Changes that need a decision by the user. */
    selectBlockedCount: ({ counts }) => counts.blocked,
    /** Whether an operation is being stored; until then it is unknown which change is the last. */
    selectIsSaving: ({ counts }) => counts.saving > 0,
    selectStorage: ({ storage }) => storage,
  },
});

export const { senderChanged, sendingPaused, sendingResumed, storageFailed } = queueSlice.actions;
export const { selectBlockedCount, selectKeptCount, selectIsSaving, selectStorage } = queueSlice.selectors;
