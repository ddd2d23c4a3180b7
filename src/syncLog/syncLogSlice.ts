import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut, selectNeedsSignIn } from '../auth/authSlice';
import type { LogEntry } from '../sync/queue/store/operationLog';
import type { Operation } from '../sync/operations';
import { queueSlice } from '../sync/queue/queueSlice';
import { selectIsOnline } from '../ui/uiSlice';

/** An unconfirmed operation as shown on the page. */
export type OpenOperation = Pick<Operation, 'id' | 'itemKey' | 'madeAt' | 'reason'> & {
  /** Its label without a title, e.g. `Task changed`. */
  label: string;
  status: 'pending' | 'blocked';
  /** The page on which its item is shown. */
  place: Place;
};
export type Place = { path: string; note?: string };

/** The content of the queue's store as a consistent snapshot. */
type LogRead = {
  /** Newest first. */
  entries: LogEntry[];
  open: OpenOperation[];
  /** The descriptions of changes by operation id; old changes only have their kind. */
  words: Record<string, string>;
};

export type SyncLogState = LogRead & {
  /** Whether the page is open: the log is read only then. */
  isOpen: boolean;
  isRead: boolean;
  /** The milliseconds by which the server's clock is ahead of this device's. */
  clockOffset: number;
};

const initialState: SyncLogState = {
  isOpen: false,
  isRead: false,
  clockOffset: 0,
  entries: [],
  open: [],
  words: {},
};

/** The state of every change of this device. */
export const syncLogSlice = createSlice({
  name: 'syncLog',
  initialState,
  reducers: {
    logOpened(state) {
      state.isOpen = true;
    },
    logClosed: () => initialState,
    clocksCompared(state, { payload }: PayloadAction<number>) {
      state.clockOffset = payload;
    },
    logRead: (state, { payload }: PayloadAction<LogRead>) => ({ ...state, ...payload, isRead: true }),
  },
  extraReducers: builder => builder.addCase(signedOut, () => initialState),
});

export const { logOpened, logClosed, logRead, clocksCompared } = syncLogSlice.actions;
type SyncLogRoot = { syncLog: SyncLogState };
export const selectSyncLog = ({ syncLog }: SyncLogRoot) => syncLog;
export const selectIsOpen = (state: SyncLogRoot) => selectSyncLog(state).isOpen;
export const selectIsRead = (state: SyncLogRoot) => selectSyncLog(state).isRead;
export const selectClockOffset = (state: SyncLogRoot) => selectSyncLog(state).clockOffset;
export const selectEntries = (state: SyncLogRoot) => selectSyncLog(state).entries;
export const selectWords = (state: SyncLogRoot) => selectSyncLog(state).words;
const selectOpenOf = (status: OpenOperation['status']) =>
  createSelector([(state: SyncLogRoot) => selectSyncLog(state).open], open =>
    open.filter(operation => operation.status === status),
  );
export const selectWaiting = selectOpenOf('pending');
export const selectBlocked = selectOpenOf('blocked');

const { selectSlice: selectQueue } = queueSlice;

/** The totals of the log: `made` is the sum of the others. */
export const selectArithmetic = createSelector(
  [selectEntries, selectWaiting, selectBlocked],
  (entries, { length: waiting }, { length: blocked }) => {
    const confirmed = entries.filter(({ confirmedAt }) => confirmedAt).length;
    const takenBack = entries.filter(({ takenBackAt }) => takenBackAt).length;
    return { made: confirmed + waiting + blocked + takenBack, confirmed, waiting, blocked, takenBack };
  },
);

export type Why = {
  type: 'signIn' | 'offline' | 'paused' | 'otherTab' | 'thisTab' | 'noTab';
  /** When sending is retried (ISO instant), if known. */
  until?: string;
  message?: string;
};

/** Why waiting operations have not been sent. */
export const selectWhy = createSelector(
  [selectNeedsSignIn, selectIsOnline, selectQueue],
  (needsSignIn, isOnline, { paused, sender }): Why => {
    if (needsSignIn) return { type: 'signIn' };
    if (!isOnline) return { type: 'offline', until: paused?.until };
    if (paused) return { type: 'paused', until: paused.until, message: paused.message };
    if (sender === null) return { type: 'noTab' };
    return { type: sender === 'this tab' ? 'thisTab' : 'otherTab' };
  },
);

export const selectSender = createSelector([selectQueue], ({ sender }) => sender);
