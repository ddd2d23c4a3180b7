import { createSelector, createSlice, original, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import { operationDropped, operationKept, operationMade, type Operation } from '../sync/operations';
import type { HistoryEntry } from '../services/device';

/** So many changes of this device can be taken back. */
export const HISTORY_LENGTH = 200;

export type HistoryState = {
  /** In the order in which they were made. Those that were taken back come last, the first of them the latest undone. */
  entries: HistoryEntry[];
  /** What was done last, for as long as it is told: the operation that did it, and to which entry. */
  toast: { operationId: string; entryId: string; act: 'change' | 'undo' | 'redo' } | null;
  /** Ids of operations that were made here and are not kept yet: until they are, nobody knows what comes last. */
  made: string[];
  /** True once the entries that this device kept are among `entries`. */
  isRead: boolean;
  /** What the person asked for and is not begun yet, in order. */
  requests: ('undo' | 'redo')[];
};

const initialState: HistoryState = { entries: [], toast: null, made: [], isRead: false, requests: [] };

/** The change that an operation belongs to. */
const entryIdOf = ({ entry, id }: Operation) => entry ?? id;
const stepOf = ({ id, lane, own, kind, payload }: Operation) => ({ id, lane, kind, payload, ...own });

const forgetMade = (state: HistoryState, { id }: Operation) => {
  const at = state.made.indexOf(id);
  if (at >= 0) state.made.splice(at, 1);
};

const withoutSteps = (state: HistoryState, ids: readonly string[]) =>
  original(state)!.entries.flatMap(entry => {
    const steps = entry.steps.filter(({ id }) => !ids.includes(id));
    if (steps.length === entry.steps.length) return entry;
    return steps.length > 0 ? { ...entry, steps } : [];
  });

/** What this device's person changed, so that it can be taken back; every tab hears the same and has the same. */
export const historySlice = createSlice({
  name: 'history',
  initialState,
  reducers: {
    /** What this device remembers from before; what was changed since comes behind it. */
    historyRead(state, { payload }: PayloadAction<HistoryEntry[]>) {
      state.isRead = true;
      if (state.entries.length > 0) payload = payload.filter(({ isUndone }) => !isUndone);
      const known = new Set(state.entries.map(({ id }) => id));
      state.entries.unshift(...payload.filter(({ id }) => !known.has(id)));
    },
    /** The person takes the last change back. */
    undoRequested(state) {
      state.requests.push('undo');
    },
    /** The person wants back what was last taken back. */
    redoRequested(state) {
      state.requests.push('redo');
    },
    /** The first request is being answered. */
    requestBegun(state) {
      state.requests.shift();
    },
    /** What these steps changed was deleted for ever: nothing brings back its words from here. */
    stepsForgotten(state, { payload }: PayloadAction<string[]>) {
      state.entries = withoutSteps(state, payload);
    },
    toastClosed(state, { payload }: PayloadAction<{ operationId: string }>) {
      if (state.toast?.operationId === payload.operationId) state.toast = null;
    },
  },
  extraReducers: builder =>
    builder
      .addCase(operationMade, (state, { payload }) => {
        state.made.push(payload.id);
      })
      .addCase(operationKept, (state, { payload: operation }) => {
        forgetMade(state, operation);
        if (operation.act === 'none') return;
        const id = entryIdOf(operation);
        // Read as it was: a draft of each of 200 entries made every change cost 0.3 ms.
        const { entries } = original(state)!;
        const at = entries.findIndex(one => one.id === id);
        const step = stepOf(operation);
        if (operation.act) {
          if (at >= 0) state.entries[at]!.isUndone = operation.act === 'undo';
        } else if (at >= 0) {
          state.entries[at]!.steps.push(step);
        } else {
          const done = entries.filter(({ isUndone }) => !isUndone).slice(1 - HISTORY_LENGTH);
          state.entries = [...done, { id, number: operation.number, isUndone: false, steps: [step] }];
        }
        state.toast = { operationId: operation.id, entryId: id, act: operation.act ?? 'change' };
      })
      .addCase(operationDropped, (state, { payload }) => {
        forgetMade(state, payload);
        state.entries = withoutSteps(state, [payload.id]);
      })
      .addCase(signedOut, () => initialState),
  selectors: {
    selectEntries: state => state.entries,
    /** The next request, once it is known what was changed last. */
    selectReadyRequest: state => (state.isRead && state.made.length === 0 ? state.requests[0] : undefined),
    /** What Undo takes back next. */
    selectLastChange: state => state.entries.findLast(({ isUndone }) => !isUndone),
    /** What Redo makes again next. */
    selectLastUndone: state => state.entries.find(({ isUndone }) => isUndone),
    selectToast: createSelector([(state: HistoryState) => state], ({ toast, entries }) => {
      const entry = toast && entries.find(({ id }) => id === toast.entryId);
      return entry ? { ...toast, entry } : null;
    }),
  },
});

export const { historyRead, undoRequested, redoRequested, requestBegun, stepsForgotten, toastClosed } =
  historySlice.actions;
export const { selectEntries, selectReadyRequest, selectLastChange, selectLastUndone, selectToast } =
  historySlice.selectors;
