import { ProtocolError, type Clock } from '../../lib/types';
import type { Account, Code, Due } from './accountRecord';
import type { Accounts } from './accounts';

/** Milliseconds for which a link is valid: an hour. */
export const LINK_LIFETIME_MS = 60 * 60 * 1000;
/** The maximum number of valid links of one account; the oldest becomes invalid. */
const MAX_LINKS = 10;

/** Adds a link to the account, and removes expired ones. */
export function withCode(account: Account, code: Code, now: number): Account {
  const good = (account.codes ?? []).filter(({ expiresAt }) => expiresAt > now);
  return { ...account, codes: [...good, code].slice(-MAX_LINKS) };
}

/** Adds a mail to the account's pending ones; a repeated request has no effect. */
export function withDue(account: Account, due: Due): Account {
  return { ...account, due: [...withoutDue(account, due), due].slice(-MAX_LINKS) };
}

/** The pending mails of an account without one that was sent. */
export const withoutDue = ({ due = [] }: Account, sent: Due): Due[] =>
  due.filter(other => other.for !== sent.for || other.email !== sent.email);

/** The purpose of an operator's or mailed link. Throws the protocol's error when the link is invalid. */
export function findCode(
  { accounts, clock }: { accounts: Accounts; clock: Clock },
  hash: string,
): { account: Account; code: Code } {
  const account = accounts.byCode(hash);
  const code = account && codeIn(account, hash);
  if (!account || !code) throw new ProtocolError('INVALID_OOB_CODE');
  if (clock() >= code.expiresAt) throw new ProtocolError('EXPIRED_OOB_CODE');
  if (account.disabled) throw new ProtocolError('USER_DISABLED');
  return { account, code };
}

/** The code of an account by its hash: a mailed one, or the operator's, which resets the password. */
export function codeIn({ codes = [], email, reset }: Account, hash: string): Code | undefined {
  if (reset?.hash === hash) return { hash, for: 'resetPassword', email, expiresAt: reset.expiresAt ?? 0 };
  return codes.find(code => code.hash === hash);
}
