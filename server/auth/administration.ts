import { ProtocolError, type Json } from '../types';
import type { Account } from './accounts';
import { revoked } from './revocations';
import { createResetCode } from './resets';
import type { AuthState } from './state';

/** What the operator does to accounts, by e-mail or uid. Each answers with the sentence to print. */
export type Command = (state: AuthState, who: string) => Promise<string>;

export const commands: Readonly<Record<string, Command>> = {
  async disable(state, who) {
    const { uid, email } = await find(state, who);
    // Sessions stay on record while the account is off, so that a client is told why; `enable` drops them.
    await state.accounts.change(uid, account => ({
      ...revoked(account, state.clock()),
      sessions: account.sessions,
      disabled: true,
    }));
    state.revocations.announce(uid);
    return `${email} is disabled and signed out everywhere.`;
  },
  async enable(state, who) {
    const { uid, email } = await find(state, who);
    await state.accounts.change(uid, account =>
      account.disabled ? { ...account, sessions: [], disabled: false } : account,
    );
    return `${email} is enabled.`;
  },
  async delete(state, who) {
    const { uid, email } = await find(state, who);
    await state.accounts.remove(uid);
    state.revocations.announce(uid);
    return `${email} is deleted. What it kept in the database is still there, under /${uid}.`;
  },
  async 'sign-out'(state, who) {
    const { uid, email } = await find(state, who);
    await state.accounts.change(uid, account => revoked(account, state.clock()));
    state.revocations.announce(uid);
    return `${email} is signed out everywhere.`;
  },
  /** Answers with the path of the page where the new password is set; whoever prints it knows the host. */
  async reset(state, who) {
    const { uid } = await find(state, who);
    const code = await createResetCode(state, uid);
    return `/__/auth/action?mode=resetPassword&oobCode=${code}`;
  },
};

/** Every account as the operator sees it, oldest first. */
export function listUsers(state: AuthState): Json {
  return state.accounts
    .all()
    .sort((a, b) => a.createdAt - b.createdAt)
    .map(({ uid, email, disabled, createdAt, lastLoginAt, sessions, reset }) => ({
      email,
      uid,
      disabled,
      created: new Date(createdAt).toISOString(),
      lastSignIn: new Date(lastLoginAt).toISOString(),
      sessions: disabled ? 0 : sessions.length,
      resetAsked: reset ? new Date(reset.requestedAt).toISOString() : null,
    }));
}

async function find({ accounts }: AuthState, who: string): Promise<Account> {
  const account = accounts.byEmail(who.toLowerCase()) ?? accounts.get(who);
  if (!account) throw new ProtocolError('USER_NOT_FOUND', `There is no user ${who}.`);
  return account;
}
