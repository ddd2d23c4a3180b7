import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../../auth/authSlice';
import { bucketsBy, type Buckets } from '../../lib/days/buckets';
import { plain } from '../../lib/text/plain';
import type { StorageState } from './store/operationStore';
import type { FailureKind } from '../../services/failure';
import {
  isOperationNoted,
  operationConfirmed,
  operationDiscarded,
  type Operation,
  type OperationStatus,
} from '../operations';

/** An operation as the DevTools show it: what waits, since when, and why it is blocked. */
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
  /** Everything that the server has not confirmed, by the operation's id. */
  entries: Buckets<QueueEntry>;
  /** Of changes that the person made. */
  counts: Record<OperationStatus, number>;
  /** Which tab sends: this one, another one, or none that is known. */
  sender: 'this tab' | 'another tab' | null;
  /**
   * Nothing is sent until then (ISO instant), because sending failed, so many times since something got through; `failed`
   * are the items that wait for the end, all others go on with the next answer. The rest of the schedule: `schedule.ts`.
   */
  paused: {
    until: string;
    kind: FailureKind;
    message: string;
    failures: number;
    failed: string[];
  } | null;
  /**
   * `memory`: the device stores nothing any more, and what is changed ends with the tab. `newer`: a newer version of the
   * app has its database; `silent`: that does not answer, and what lies there is not known. Both go on in a second one.
   */
  storage: StorageState;
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

/** The entry that is known already, if it says the same: what is read again unchanged leaves the state as it is. */
const sameEntry = (known: Buckets<QueueEntry>, entry: QueueEntry): QueueEntry => {
  const before = entries.get(known, entry.id);
  return before && JSON.stringify(before) === JSON.stringify(entry) ? before : entry;
};

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

/** All that this device holds for the user, in order: at the start, and when a tab may have missed an event. */
export const operationsRead = createAction<Operation[]>('queue/operationsRead');

/** The person wants a blocked operation sent again. */
export const retryRequested = createAction<{ itemKey: string }>('queue/retryRequested');
/** The person gives up all that is unsent of one item. */
export const discardRequested = createAction<{ itemKey: string }>('queue/discardRequested');

/** The queue as a person reads it; the operations themselves stand beside the items that they change. */
export const queueSlice = createSlice({
  name: 'queue',
  initialState,
  reducers: {
    senderChanged(state, { payload }: PayloadAction<QueueState['sender']>) {
      state.sender = payload;
    },
    /** Sending failed for now: no network, a server that cannot answer, or nobody signed in. It is tried again. */
    sendingPaused(state, { payload }: PayloadAction<NonNullable<QueueState['paused']>>) {
      state.paused = payload;
    },
    sendingResumed(state) {
      state.paused = null;
    },
    storageMoved(state, { payload }: PayloadAction<QueueState['storage']>) {
      state.storage = payload;
    },
  },
  extraReducers: builder =>
    builder
      .addCase(signedOut, ({ storage }) => ({ ...initialState, storage }))
      .addCase(operationsRead, (state, { payload }) => {
        const before = plain(state.entries);
        const read = entries.of(payload.map(operation => sameEntry(before, entryOf(operation))));
        if (entries.changes(before, read).next().done) return state;
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
    /** Changes that are on this device and not confirmed yet: blocked ones too. */
    selectKeptCount: ({ counts }) => counts.pending + counts.blocked,
    /** Changes that wait for the person. */
    selectBlockedCount: ({ counts }) => counts.blocked,
    /** Whether something is on its way to the device's storage: until it is kept, nobody knows what comes last. */
    selectIsSaving: ({ counts }) => counts.saving > 0,
    selectStorage: ({ storage }) => storage,
  },
});

export const { senderChanged, sendingPaused, sendingResumed, storageMoved } = queueSlice.actions;
export const { selectBlockedCount, selectKeptCount, selectIsSaving, selectStorage } = queueSlice.selectors;
