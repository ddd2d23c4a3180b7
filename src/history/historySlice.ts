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

/** The maximum number of changes that can be undone on this device. */
export const MAX_CHANGES = 200;

export type Stays = { itemKeys: string[]; isPart: boolean };

export type HistoryState = {
  /** In order of the changes. Undone entries come last; the first of these was undone last. */
  entries: HistoryEntry[];
  /** The last change, while its toast is shown: its operation and its entry. */
  toast: {
    operationId: string;
    entryId: string;
    role: 'change' | 'undo' | 'redo';
    /** The steps that could not be undone because their records were deleted forever elsewhere. */
    gone?: HistoryStep[];
    /** True when the operation itself requested a toast, whatever its kind. */
    isAnnounced: boolean;
    /** The item keys that an undo or redo left as they are, and whether it left others in part. */
    stays?: Stays;
  } | null;
  /** True once `entries` includes the ones stored on this device. */
  isRead: boolean;
  /** Undo and redo requests that have not started yet, in order. */
  requests: ('undo' | 'redo')[];
  /** Ids of this page's operations that are in `entries` but not stored on the device yet. */
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

/** The entries after an operation: it adds a step to its entry, or marks the entry as undone or redone. */
export function withOperation(entries: HistoryEntry[], operation: Operation): HistoryEntry[] {
  const { id, role, changeId = id } = operation;
  const at = entries.findIndex(known => known.id === changeId);
  const entry = entries[at];
  if (entry && role) return entries.with(at, { ...entry, isUndone: role === 'undo' });
  // An earlier page may have stored this step already.
  if (entry?.steps.some(step => step.id === id)) return entries;
  // Frozen, so that Immer does not walk through thousands of steps.
  if (entry) {
    const steps = frozen([...entry.steps, frozen(stepOf(operation))]);
    return entries.with(at, frozen({ ...entry, steps }));
  }
  if (role) return entries;
  const done = entries.filter(({ isUndone }) => !isUndone).slice(1 - MAX_CHANGES);
  // The device's storage assigns numbers only after the request; until then the entry is last.
  const number = isNumbered(operation) ? operation.number : (done.at(-1)?.number ?? 0) + 1;
  return [...done, { id: changeId, number, isUndone: false, steps: [stepOf(operation)] }];
}

/** The entries once the device's storage has numbered an entry's first operation. */
function withNumber(entries: HistoryEntry[], { id, number }: Operation): HistoryEntry[] {
  const at = entries.findLastIndex(({ steps: [first] }) => first?.id === id);
  const entry = entries[at];
  return entry && entry.number !== number ? entries.with(at, frozen({ ...entry, number })) : entries;
}

/** Adds a change: made here, in another tab, or by a page that has ended. */
function note(state: HistoryState, operation: Operation) {
  const { id, role, changeId = id, isAnnounced = false } = operation;
  if (role === 'silent') return;
  // Reads the original entries: drafts of 200 entries would cost 0.3 ms per change.
  state.entries = withOperation(plain(state.entries), operation);
  state.toast = { operationId: id, entryId: changeId, role: role ?? 'change', isAnnounced };
}

const without = (ids: string[], id: string) =>
  ids.includes(id) ? frozen(ids.filter(other => other !== id)) : ids;

type Confirmed = ReturnType<typeof operationConfirmed>['payload'];

/**
 * Updates the record keys in the entries. An undo finds its record by the key, because another device may draw the
 * same taskId. An add gets its key when it is confirmed; if it made two records, one of them remains.
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

type Answer = { entryId: string; role: 'undo' | 'redo'; operationId: string; stays: Stays };

/** Marks the entry, and says what an undo or redo left because it was changed or deleted since. */
function answer(state: HistoryState, { entryId, role, operationId, stays }: Answer) {
  const isShown = state.toast?.entryId === entryId && state.toast.role === role;
  const known = isShown ? state.toast!.stays : undefined;
  state.entries = plain(state.entries).map(entry =>
    entry.id === entryId ? { ...entry, isUndone: role === 'undo' } : entry,
  );
  state.toast = {
    ...{ entryId, role, isAnnounced: true },
    operationId: isShown ? state.toast!.operationId : operationId,
    stays: {
      itemKeys: [...new Set([...(known?.itemKeys ?? []), ...stays.itemKeys])],
      isPart: stays.isPart || (known?.isPart ?? false),
    },
  };
}

/** The changes made by this device's user, to be undone; all tabs share them. */
export const historySlice = createSlice({
  name: 'history',
  initialState,
  reducers: {
    /** The entries that this device stored earlier have been read. */
    historyRead(state, { payload }: PayloadAction<HistoryEntry[]>) {
      state.isRead = true;
      state.entries = payload;
    },
    /** The user undoes the last change. The request waits until that change is known. */
    undoRequested(state) {
      state.requests.push('undo');
    },
    /** The user redoes the change that was undone last. */
    redoRequested(state) {
      state.requests.push('redo');
    },
    /** The first request is being handled. */
    requestBegun(state) {
      state.requests.shift();
    },
    /** All operations of an undo or redo have been requested, except for what was changed or deleted since. */
    requestAnswered(state, { payload }: PayloadAction<Answer>) {
      answer(state, payload);
    },
    /** Items were deleted forever: their content is removed from the history. */
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
        const { id, changeId = id, role, itemKey } = payload.operation;
        if (payload.confirmation?.isGone) sayGone(state, payload.operation);
        if (payload.confirmation?.stays && (role === 'undo' || role === 'redo')) {
          const stays = { itemKeys: [itemKey], isPart: false };
          answer(state, { entryId: changeId, role, operationId: id, stays });
        }
        state.entries = withKey(plain(state.entries), payload);
      }),
  selectors: {
    selectEntries: state => state.entries,
    /** Whether the stored entries have been read. */
    selectIsHistoryRead: state => state.isRead,
    /** The next request, once the last change is known: this page made one, or the stored entries have been read. */
    selectRequest: ({ isRead, entries, requests: [request] }) =>
      isRead || entries.some(({ isUndone }) => isUndone === (request === 'redo')) ? request : undefined,
    /** The entry that the next Undo undoes. */
    selectLastChange: state => state.entries.findLast(({ isUndone }) => !isUndone),
    /** The entry that the next Redo redoes. */
    selectLastUndone: state => state.entries.find(({ isUndone }) => isUndone),
    selectToast: createSelector([(state: HistoryState) => state], ({ toast, entries }) => {
      if (toast?.gone) return { ...toast, gone: toast.gone, entry: null } as const;
      const entry = toast && entries.find(({ id }) => id === toast.entryId);
      return entry ? { ...toast, gone: null, entry } : null;
    }),
  },
});

export const {
  historyRead,
  undoRequested,
  redoRequested,
  requestBegun,
  requestAnswered,
  itemsForgotten,
  toastClosed,
} = historySlice.actions;
export const {
  selectEntries,
  selectIsHistoryRead,
  selectRequest,
  selectLastChange,
  selectLastUndone,
  selectToast,
} = historySlice.selectors;
