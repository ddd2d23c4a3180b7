import type { Clock } from '../../lib/types';
import type { Account } from './accountRecord';
import type { Accounts } from './accounts';

/** The minimum milliseconds between two stored visits of an account. */
const VISIT_INTERVAL_MS = 3_600_000;

/** When a user's device last connected, with or without a password; milliseconds. */
export const lastVisitOf = ({ lastLoginAt, lastVisitAt = 0 }: Account) => Math.max(lastLoginAt, lastVisitAt);

/** Records a visit. It is not awaited, and a refusal by the disk has no effect. */
export function noteVisit({ accounts, clock }: { accounts: Accounts; clock: Clock }, account: Account): void {
  const now = clock();
  if (now - lastVisitOf(account) < VISIT_INTERVAL_MS) return;
  accounts.change(account.uid, current => ({ ...current, lastVisitAt: now })).catch(() => undefined);
}
