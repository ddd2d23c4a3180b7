import { bytesInWords, readBytes } from '../lib/bytes';
import type { ControlHandlers } from '../storage/control';
import { ProtocolError, type Json } from '../lib/types';
import type { Account } from './accounts/accountRecord';
import { revoked } from './sessions/revocations';
import { createResetCode } from './resets';
import type { AuthState } from './state';
import { lastVisitOf } from './accounts/visits';
import type { Hashing } from './passwords/hashing';
import { exportUsers, importUsers } from './userFiles';

/** The operator's changes of an account, by e-mail or uid. `site` is the app's public URL. Returns a sentence. */
type Command = (state: AuthState, who: string, site: string) => Promise<string>;

/** Stored bytes and storage limits of accounts, by uid. */
type Storage = {
  storedBy(uid: string): number;
  shareOf(uid: string): number;
  /** Removes all data of an account, even if damaged. */
  remove(uid: string): Promise<void>;
};

const commands: Readonly<Record<string, Command>> = {
  async disable(state, who) {
    const { uid, email } = await find(state, who);
    // Sessions are kept while the account is disabled, so that a client learns the reason; `enable` removes them.
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

/**
 * Commands of `npm run users`, `npm run keys` and `npm run doctor`, for a running server or its data folder: `users
 * list`, `keys rotate`, …
 */
export function userCommands(state: AuthState, site: () => string, storage: Storage): ControlHandlers {
  const handlers: ControlHandlers = {
    'keys rotate': () => rotateKeys(state),
    'users list': () => listUsers(state, storage),
    'mail state': () => state.outbox?.state() ?? null,
    'users invite': () => invite(state, site()),
    'users quota': args => {
      const { who, size } = args as { who: string; size: string };
      return giveQuota(state, who, size);
    },
    'users delete --data': who => deleteAll(state, String(who), storage),
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

async function invite({ invites }: AuthState, site: string): Promise<string> {
  const link = `${site}/__/auth/action?mode=invite&oobCode=${await invites.create()}`;
  return `Whoever opens this link within seven days makes one account, also while SIGN_UP is closed:\n${link}`;
}

/**
 * Deletes an account with all its data. It is disabled first, so that no device writes meanwhile; after a failure the
 * deletion can be repeated.
 */
async function deleteAll(state: AuthState, who: string, storage: Storage): Promise<string> {
  const { uid, email } = await find(state, who);
  await commands['disable']!(state, uid, '');
  await storage.remove(uid);
  await commands['delete']!(state, uid, '');
  return `${email} is deleted, with everything of theirs.`;
}

async function rotateKeys({ tokens, vapid }: AuthState): Promise<string> {
  await tokens.rotate();
  await vapid.rotate();
  return 'New keys sign from now on. Tokens of the one before run out within an hour; nobody is signed out. Devices are reminded by the key before until the app is opened there.';
}

/** All accounts as shown to the operator, oldest first. */
function listUsers(state: AuthState, { storedBy, shareOf }: Storage): Json {
  return state.accounts
    .all()
    .sort((a, b) => a.createdAt - b.createdAt)
    .map(account => ({ ...account, lastVisitAt: lastVisitOf(account) }))
    .map(({ uid, email, disabled, createdAt, lastLoginAt, lastVisitAt, sessions, reset }) => ({
      email,
      uid,
      disabled,
      created: new Date(createdAt).toISOString(),
      lastSignIn: new Date(lastLoginAt).toISOString(),
      lastVisit: new Date(lastVisitAt).toISOString(),
      sessions: disabled ? 0 : sessions.length,
      resetAsked: reset ? new Date(reset.requestedAt).toISOString() : null,
      stores: bytesInWords(storedBy(uid)),
      mayStore: bytesInWords(shareOf(uid)),
    }));
}

/** Sets an account's storage limit, or with `default` removes it. */
async function giveQuota(state: AuthState, who: string, size: string): Promise<string> {
  const { uid, email } = await find(state, who);
  const quota = readBytes(size);
  if (quota === null && size !== 'default')
    throw new ProtocolError(
      'INVALID_SIZE',
      `SIZE is 500KB, 20MB, 1.5GB and the like, or default, not ${size}.`,
    );
  await state.accounts.change(uid, ({ quota: _, ...account }) =>
    quota === null ? account : { ...account, quota },
  );
  return `${email} may store ${quota === null ? 'as much as every account' : bytesInWords(quota)}.`;
}

async function find({ accounts }: AuthState, who: string): Promise<Account> {
  const account = accounts.byEmail(who.toLowerCase()) ?? accounts.get(who);
  if (!account) throw new ProtocolError('USER_NOT_FOUND', `There is no user ${who}.`);
  return account;
}
