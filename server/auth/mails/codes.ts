import { ProtocolError } from '../../lib/types';
import type { Account } from '../accounts/accounts';
import type { AuthState } from '../state';

/** The purpose of the link in a mail. */
export type Purpose = 'resetPassword' | 'verifyAndChangeEmail';

/** A link that was mailed; only its hash is kept. `email` is the address that it was sent to. */
export type Code = { hash: string; for: Purpose; email: string; expiresAt: number };

/** A mail that an account is to get, and when it was asked for. It is kept until the mail server has taken it. */
export type Due = { for: Purpose | 'addressChanged'; email: string; at: number };

/** A link is good for an hour. */
export const LINK_LIFETIME_MS = 60 * 60 * 1000;
/** Links of one account that are good at the same time; the oldest ends. */
const MOST = 10;

/** The account with one more link, without those that have ended. */
export function withCode(account: Account, code: Code, now: number): Account {
  const good = (account.codes ?? []).filter(({ expiresAt }) => expiresAt > now);
  return { ...account, codes: [...good, code].slice(-MOST) };
}

/** The account with one more mail to send. Asked for twice, it is one. */
export function withDue(account: Account, due: Due): Account {
  return { ...account, due: [...withoutDue(account, due), due].slice(-MOST) };
}

/** The mails of an account but for one that has been sent. */
export const withoutDue = ({ due = [] }: Account, sent: Due): Due[] =>
  due.filter(other => other.for !== sent.for || other.email !== sent.email);

/**
 * Looks up the purpose of a link, the operator's or a mail's. Throws the protocol's error for one that is not good
 * any more.
 */
export function findCode(state: AuthState, hash: string): { account: Account; code: Code } {
  const account = state.accounts.byCode(hash);
  const code = account && codeIn(account, hash);
  if (!account || !code) throw new ProtocolError('INVALID_OOB_CODE');
  if (state.clock() >= code.expiresAt) throw new ProtocolError('EXPIRED_OOB_CODE');
  if (account.disabled) throw new ProtocolError('USER_DISABLED');
  return { account, code };
}

/** The code of an account by its hash: one that was mailed, or the operator's, which resets the password. */
export function codeIn({ codes = [], email, reset }: Account, hash: string): Code | undefined {
  if (reset?.hash === hash) return { hash, for: 'resetPassword', email, expiresAt: reset.expiresAt ?? 0 };
  return codes.find(code => code.hash === hash);
}
