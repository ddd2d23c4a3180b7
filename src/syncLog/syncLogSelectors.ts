import { createSelector } from '@reduxjs/toolkit';
import { selectNeedsSignIn } from '../auth/authSlice';
import { queueSlice } from '../sync/queue/queueSlice';
import { selectIsOnline } from '../ui/uiSlice';
import { selectBlocked, selectEntries, selectWaiting } from './syncLogSlice';

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
