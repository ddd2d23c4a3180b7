import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import { plain } from '../lib/plain';
import type { HistoryEntry } from '../services/device';
import {
  isNumbered,
  operationChanged,
  operationConfirmed,
  operationDiscarded,
  operationKept,
  type Operation,
} from '../sync/operations';
import { withoutItems, type ForgottenItem } from './forgetting';

/** So many changes of this device can be undone. */
export const HISTORY_LENGTH = 200;

export type HistoryState = {
  /** In the order in which they were made. Those that were undone come last, the first of them the latest undone. */
  entries: HistoryEntry[];
  /** What was done last, for as long as it is shown: the operation that did it, and to which entry. */
  toast: {
    operationId: string;
    entryId: string;
    role: 'change' | 'undo' | 'redo';
    /** The operation asked to be announced, whatever its kind. */
    isAnnounced: boolean;
  } | null;
  /** True once the entries that this device stored are among `entries`. */
  isRead: boolean;
  /** What the person asked for and is not begun yet, in order. */
  requests: ('undo' | 'redo')[];
};

const initialState: HistoryState = { entries: [], toast: null, isRead: false, requests: [] };

const stepOf = ({ id, itemKey, requested, kind, payload }: Operation) => ({
  id,
  itemKey,
  kind,
  payload,
  ...requested,
});

/** The entries with an operation that is kept: as a step of its change, or as what undoes or redoes that. */
export function withOperation(entries: HistoryEntry[], operation: Operation): HistoryEntry[] {
  const { id, role, changeId = id } = operation;
  const at = entries.findIndex(one => one.id === changeId);
  const entry = entries[at];
  if (entry)
    return entries.with(
      at,
      role
        ? { ...entry, isUndone: role === 'undo' }
        : { ...entry, steps: [...entry.steps, stepOf(operation)] },
    );
  if (role) return entries;
  const done = entries.filter(({ isUndone }) => !isUndone).slice(1 - HISTORY_LENGTH);
  // One that was confirmed before the disk had it has no number yet.
  const number = isNumbered(operation) ? operation.number : (done.at(-1)?.number ?? 0) + 1;
  return [...done, { id: changeId, number, isUndone: false, steps: [stepOf(operation)] }];
}

/** What this device's person changed, so that it can be undone; every tab hears the same and has the same. */
export const historySlice = createSlice({
  name: 'history',
  initialState,
  reducers: {
    /** What this device stored before is among the entries now. */
    historyRead(state, { payload }: PayloadAction<HistoryEntry[]>) {
      state.isRead = true;
      state.entries = payload;
    },
    /** The person undoes the last change. It waits until it is known what that is. */
    undoRequested(state) {
      state.requests.push('undo');
    },
    /** The person wants back what was last undone. */
    redoRequested(state) {
      state.requests.push('redo');
    },
    /** The first request is being answered. */
    requestBegun(state) {
      state.requests.shift();
    },
    /** Items were deleted for ever: nothing brings back their words from here. */
    itemsForgotten(state, { payload }: PayloadAction<ForgottenItem[]>) {
      state.entries = withoutItems(plain(state.entries), payload);
    },
    toastClosed(state, { payload }: PayloadAction<{ operationId: string }>) {
      if (state.toast?.operationId === payload.operationId) state.toast = null;
    },
  },
  extraReducers: builder =>
    builder
      .addCase(signedOut, () => initialState)
      .addMatcher(operationKept.match, (state, { payload: operation }) => {
        const { id, role, changeId = id, isAnnounced = false } = operation;
        if (role === 'silent') return;
        // Read as it was: a draft of each of 200 entries made every change cost 0.3 ms.
        state.entries = withOperation(plain(state.entries), operation);
        state.toast = { operationId: id, entryId: changeId, role: role ?? 'change', isAnnounced };
      })
      // One that was kept behind an operation which is blocked now may undo more.
      .addMatcher(operationChanged.match, (state, { payload: { id, requested } }) => {
        if (!requested) return;
        for (const entry of state.entries)
          for (const step of entry.steps) if (step.id === id) Object.assign(step, requested);
      })
      .addMatcher(operationDiscarded.match, (state, { payload: { id } }) => {
        state.entries = plain(state.entries).flatMap(entry => {
          if (!entry.steps.some(step => step.id === id)) return entry;
          const steps = entry.steps.filter(step => step.id !== id);
          return steps.length > 0 ? { ...entry, steps } : [];
        });
      })
      .addMatcher(operationConfirmed.match, (state, { payload: { operation, confirmation } }) => {
        const fireId = confirmation?.record?.fireId;
        const before = (operation.payload as { fireId?: unknown }).fireId;
        if (fireId === undefined || before === undefined || before === fireId) return;
        // An undo is directed by the record's key (another device may draw the same taskId), which an add has only now;
        // and of two records that one add made, one is left.
        for (const [at, { steps }] of plain(state.entries).entries())
          for (const [n, { itemKey, payload }] of steps.entries())
            if (itemKey === operation.itemKey && (payload as { fireId?: unknown }).fireId === before)
              (state.entries[at]!.steps[n]!.payload as { fireId: string }).fireId = fireId;
      }),
  selectors: {
    selectEntries: state => state.entries,
    /** Whether what this device stored is among the entries. */
    selectIsHistoryRead: state => state.isRead,
    /** The next request, once it is known what this device stored. */
    selectRequest: state => (state.isRead ? state.requests[0] : undefined),
    /** What Undo undoes next. */
    selectLastChange: state => state.entries.findLast(({ isUndone }) => !isUndone),
    /** What Redo does again next. */
    selectLastUndone: state => state.entries.find(({ isUndone }) => isUndone),
    selectToast: createSelector([(state: HistoryState) => state], ({ toast, entries }) => {
      const entry = toast && entries.find(({ id }) => id === toast.entryId);
      return entry ? { ...toast, entry } : null;
    }),
  },
});

export const { historyRead, undoRequested, redoRequested, requestBegun, itemsForgotten, toastClosed } =
  historySlice.actions;
export const {
  selectEntries,
  selectIsHistoryRead,
  selectRequest,
  selectLastChange,
  selectLastUndone,
  selectToast,
} = historySlice.selectors;
