import type { Account } from './accounts';
import type { AuthState } from '../state';

/** Seen once within this time is enough. Milliseconds. */
const PRECISION = 3_600_000;

/** When somebody came last, also without a password; milliseconds. */
export const lastVisitOf = ({ lastLoginAt, lastVisitAt = 0 }: Account) => Math.max(lastLoginAt, lastVisitAt);

/** Notes that a device of theirs is here. Nobody waits for it, and nothing fails when the disk refuses. */
export function noteVisit({ accounts, clock }: AuthState, account: Account): void {
  const now = clock();
  if (now - lastVisitOf(account) < PRECISION) return;
  accounts.change(account.uid, current => ({ ...current, lastVisitAt: now })).catch(() => undefined);
}
