import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import { frozen } from '../lib/frozen';
import { plain } from '../lib/text/plain';
import type { HistoryEntry, HistoryStep } from '../services/device';
import {
  isNumbered,
  operationConfirmed,
  operationDiscarded,
  operationKept,
  operationRequested,
  type Operation,
} from '../sync/operations';
import { withoutItems, type ForgottenItem } from './forgetting';

/** So many changes of this device can be undone. */
export const HISTORY_LENGTH = 200;

export type HistoryState = {
  /** In the order in which they were made. Those that were undone come last, the first of them the latest undone. */
  entries: HistoryEntry[];
  /** The last change, for as long as it is shown: its operation, and its entry. */
  toast: {
    operationId: string;
    entryId: string;
    role: 'change' | 'undo' | 'redo';
    /** The steps that it was to change back or restore, whose records were deleted for ever elsewhere. */
    gone?: HistoryStep[];
    /** The operation asked to be announced, whatever its kind. */
    isAnnounced: boolean;
  } | null;
  /** True once the entries that this device stored are among `entries`. */
  isRead: boolean;
  /** Requests that are not begun yet, in order. */
  requests: ('undo' | 'redo')[];
  /** Operations of this page that are in `entries`, and on their way to the device's storage. */
  saving: string[];
};

const initialState: HistoryState = { entries: [], toast: null, isRead: false, requests: [], saving: [] };

const stepOf = ({ id, itemKey, requested, kind, payload }: Operation) => ({
  id,
  itemKey,
  kind,
  payload,
  ...requested,
});

/** The entries with an operation: as a step of its change, or as what undoes or redoes that. */
export function withOperation(entries: HistoryEntry[], operation: Operation): HistoryEntry[] {
  const { id, role, changeId = id } = operation;
  const at = entries.findIndex(known => known.id === changeId);
  const entry = entries[at];
  if (entry && role) return entries.with(at, { ...entry, isUndone: role === 'undo' });
  // An earlier page may have stored the step, and this one keeps the operation.
  if (entry?.steps.some(step => step.id === id)) return entries;
  // Frozen, Immer walks through none of the thousands of steps that a change of many rows has.
  if (entry) {
    const steps = frozen([...entry.steps, frozen(stepOf(operation))]);
    return entries.with(at, frozen({ ...entry, steps }));
  }
  if (role) return entries;
  const done = entries.filter(({ isUndone }) => !isUndone).slice(1 - HISTORY_LENGTH);
  // The device's storage numbers an operation behind its request: until then it comes behind the last change.
  const number = isNumbered(operation) ? operation.number : (done.at(-1)?.number ?? 0) + 1;
  return [...done, { id: changeId, number, isUndone: false, steps: [stepOf(operation)] }];
}

/** The entries once the device's storage has numbered the first operation of one. */
function withNumber(entries: HistoryEntry[], { id, number }: Operation): HistoryEntry[] {
  const at = entries.findLastIndex(({ steps: [first] }) => first?.id === id);
  const entry = entries[at];
  return entry && entry.number !== number ? entries.with(at, frozen({ ...entry, number })) : entries;
}

/** Notes a change that was made: here, in another tab, or by a page that ended. */
function note(state: HistoryState, operation: Operation) {
  const { id, role, changeId = id, isAnnounced = false } = operation;
  if (role === 'silent') return;
  // Read as it was: a draft of each of 200 entries made every change cost 0.3 ms.
  state.entries = withOperation(plain(state.entries), operation);
  state.toast = { operationId: id, entryId: changeId, role: role ?? 'change', isAnnounced };
}

const without = (ids: string[], id: string) =>
  ids.includes(id) ? frozen(ids.filter(other => other !== id)) : ids;

type Confirmed = ReturnType<typeof operationConfirmed>['payload'];

/**
 * The entries with the key that a record has by now. An undo is directed by it (another device may draw the same taskId),
 * and an add has it only once it is confirmed; of two records that one add made, one is left.
 */
export function withKey(entries: HistoryEntry[], { operation, confirmation }: Confirmed): HistoryEntry[] {
  const fireId = confirmation?.record?.fireId;
  const before = (operation.payload as { fireId?: unknown }).fireId;
  if (fireId === undefined || before === undefined || before === fireId) return entries;
  const isOf = ({ itemKey, payload }: HistoryStep) =>
    itemKey === operation.itemKey && (payload as { fireId?: unknown }).fireId === before;
  return entries.map(entry => {
    if (!entry.steps.some(isOf)) return entry;
    const withIt = (step: HistoryStep) =>
      isOf(step) ? { ...step, payload: { ...(step.payload as object), fireId } } : step;
    return { ...entry, steps: entry.steps.map(withIt) };
  });
}

/** Several operations of one change may find that their items are gone. */
function sayGone(state: HistoryState, operation: Operation) {
  const { id, changeId = id } = operation;
  const known = state.toast?.entryId === changeId ? state.toast.gone : undefined;
  const gone = [...(known ?? []), stepOf(operation)];
  state.toast = { operationId: id, entryId: changeId, role: 'change', isAnnounced: true, gone };
}

/** The changes of this device's user, so that they can be undone; every tab has the same. */
export const historySlice = createSlice({
  name: 'history',
  initialState,
  reducers: {
    /** The entries that this device stored before are read. */
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
      .addMatcher(operationRequested.match, (state, { payload: operation }) => {
        note(state, operation);
        state.saving = frozen([...plain(state.saving), operation.id]);
      })
      .addMatcher(operationKept.match, (state, { payload: operation }) => {
        const saving = without(plain(state.saving), operation.id);
        if (saving === plain(state.saving)) note(state, operation);
        else Object.assign(state, { saving, entries: withNumber(plain(state.entries), operation) });
      })
      .addMatcher(operationDiscarded.match, (state, { payload: { id } }) => {
        state.saving = without(plain(state.saving), id);
        state.entries = plain(state.entries).flatMap(entry => {
          if (!entry.steps.some(step => step.id === id)) return entry;
          const steps = entry.steps.filter(step => step.id !== id);
          return steps.length > 0 ? { ...entry, steps } : [];
        });
      })
      .addMatcher(operationConfirmed.match, (state, { payload }) => {
        if (payload.confirmation?.isGone) sayGone(state, payload.operation);
        state.entries = withKey(plain(state.entries), payload);
      }),
  selectors: {
    selectEntries: state => state.entries,
    /** Whether what this device stored is among the entries. */
    selectIsHistoryRead: state => state.isRead,
    /** The next request, once it is known what was changed last: by this page, or once it is read what was stored. */
    selectRequest: ({ isRead, entries, requests: [request] }) =>
      isRead || entries.some(({ isUndone }) => isUndone === (request === 'redo')) ? request : undefined,
    /** The entry that Undo undoes next. */
    selectLastChange: state => state.entries.findLast(({ isUndone }) => !isUndone),
    /** The entry that Redo makes again next. */
    selectLastUndone: state => state.entries.find(({ isUndone }) => isUndone),
    selectToast: createSelector([(state: HistoryState) => state], ({ toast, entries }) => {
      if (toast?.gone) return { ...toast, gone: toast.gone, entry: null } as const;
      const entry = toast && entries.find(({ id }) => id === toast.entryId);
      return entry ? { ...toast, gone: null, entry } : null;
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
