import type { ControlHandlers } from '../storage/control';
import { ProtocolError, type Json } from '../types';
import type { Account } from './accounts';
import { revoked } from './revocations';
import { createResetCode } from './resets';
import type { AuthState } from './state';
import { exportUsers, importUsers, type Hashing } from './userFiles';

/** What the operator does to an account, by e-mail or uid. `site` is where people reach the app. Answers with a sentence. */
type Command = (state: AuthState, who: string, site: string) => Promise<string>;

const commands: Readonly<Record<string, Command>> = {
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
  async reset(state, who, site) {
    const { uid, email } = await find(state, who);
    const code = await createResetCode(state, uid);
    return `Whoever opens this link within an hour sets a new password for ${email}:\n${site}/__/auth/action?mode=resetPassword&oobCode=${code}`;
  },
};

/** What `npm run users` and `npm run keys` ask, of a running server or of the data folder: `users list`, `keys rotate`, … */
export function userCommands(state: AuthState, site: () => string): ControlHandlers {
  const handlers: ControlHandlers = {
    'keys rotate': () => rotateKey(state),
    'users list': () => listUsers(state),
    'users export': () => exportUsers(state) as unknown as Json,
    'users import': args => {
      const { users, hashing } = args as { users: Json; hashing: Hashing };
      return importUsers(state, users, hashing);
    },
  };
  for (const [name, command] of Object.entries(commands)) {
    handlers[`users ${name}`] = who => command(state, String(who), site());
  }
  return handlers;
}

async function rotateKey({ tokens }: AuthState): Promise<string> {
  await tokens.rotate();
  return 'A new key signs from now on. Tokens of the one before run out within an hour; nobody is signed out.';
}

/** Every account as the operator sees it, oldest first. */
function listUsers(state: AuthState): Json {
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
