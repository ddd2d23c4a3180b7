import { ProtocolError, type Json } from '../lib/types';
import { isAccount } from './accounts/accountRecord';
import type { Account } from './accounts/accountRecord';
import type { HashParameters } from './passwords/firebaseScrypt';
import { decode, encode, encodeHosted, type Cost } from './passwords/passwords';
import type { Hashing } from './passwords/hashing';
import type { AuthState } from './state';

/** A user in the format of `firebase auth:import` and `firebase auth:export`. Instants are milliseconds as text. */
type User = {
  localId: string;
  email?: string;
  emailVerified?: boolean;
  passwordHash?: string;
  salt?: string;
  displayName?: string;
  photoUrl?: string;
  createdAt?: string;
  lastSignedInAt?: string;
  disabled?: boolean;
};

/** Users with the same password hash function, and the options for `auth:import` to read their hashes. */
export type UserFile = { users: User[]; options: string };

/** All users, grouped for `firebase auth:import`, which takes one kind of hash at a time. */
export function exportUsers({ accounts }: AuthState): UserFile[] {
  const files = new Map<string, UserFile>();
  for (const account of accounts.all()) {
    const { salt, key, ...by } = decode(account.passwordHash);
    const options = 'cost' in by ? standardOptions(by.cost, key.length) : hostedOptions(by.hosted);
    const file = files.get(options) ?? { users: [], options };
    files.set(options, file);
    file.users.push(userOf(account, salt, key));
  }
  return [...files.values()];
}

const standardOptions = ({ N, r, p }: Cost, length: number) =>
  `--hash-algo=STANDARD_SCRYPT --mem-cost=${N} --parallelization=${p} --block-size=${r} --dk-len=${length}`;

const hostedOptions = (hosted: HashParameters) =>
  `--hash-algo=SCRYPT --hash-key=${hosted.base64_signer_key} --salt-separator=${hosted.base64_salt_separator} ` +
  `--rounds=${hosted.rounds} --mem-cost=${hosted.mem_cost}`;

function userOf(account: Account, salt: Buffer, key: Buffer): User {
  const { uid, email, emailVerified, displayName, photoUrl, disabled } = account;
  return {
    localId: uid,
    email,
    emailVerified,
    passwordHash: key.toString('base64'),
    salt: salt.toString('base64'),
    ...(displayName === undefined ? {} : { displayName }),
    ...(photoUrl === undefined ? {} : { photoUrl }),
    createdAt: String(account.createdAt),
    lastSignedInAt: String(account.lastLoginAt),
    disabled,
  };
}

/**
 * Creates the accounts of a file, with their ids, so that they own the data under these. Returns a sentence: how many,
 * and which were omitted and why. A user without a password needs a reset.
 */
export async function importUsers(state: AuthState, users: Json, hashing: Hashing): Promise<string> {
  if (!Array.isArray(users)) throw new ProtocolError('INVALID_ARGUMENT', 'The file has no list of users.');
  const left: string[] = [];
  for (const user of users as User[]) {
    const problem = problemOf(state, user);
    const account = problem ? null : accountOf(state, user, hashing);
    if (account) await state.accounts.create(account);
    else left.push(`${nameOf(user)}: ${problem ?? 'has a field of a wrong kind'}`);
  }
  const made = `${users.length - left.length} of ${users.length} users are imported.`;
  return [made, ...left.map(line => `Left out: ${line}`)].join('\n');
}

function problemOf({ accounts }: AuthState, user: User): string | null {
  if (!user || typeof user.localId !== 'string' || !/^[A-Za-z0-9_-]{1,128}$/.test(user.localId))
    return 'has no id that can be a key of the database';
  if (typeof user.email !== 'string' || !user.email.includes('@')) return 'has no e-mail';
  if (accounts.get(user.localId)) return 'is here already';
  return accounts.byEmail(user.email.toLowerCase()) ? 'another account has this e-mail' : null;
}

function nameOf(user: User): string {
  return [user?.email, user?.localId].find(name => typeof name === 'string') ?? 'somebody';
}

/** Null for a user whose account would be invalid at the next start. */
function accountOf(state: AuthState, user: User, hashing: Hashing): Account | null {
  const now = state.clock();
  const instant = (text: string | undefined) =>
    Number(text) > 0 && Number.isSafeInteger(Number(text)) ? Number(text) : now;
  const hash = [user.salt ?? '', user.passwordHash ?? ''].every(text => typeof text === 'string')
    ? hashOf(state, user, hashing)
    : null;
  if (hash === null) return null;
  const account = {
    uid: user.localId,
    email: user.email!.toLowerCase(),
    emailVerified: user.emailVerified === true,
    passwordHash: hash,
    ...(user.displayName === undefined ? {} : { displayName: user.displayName }),
    ...(user.photoUrl === undefined ? {} : { photoUrl: user.photoUrl }),
    disabled: user.disabled === true,
    createdAt: instant(user.createdAt),
    lastLoginAt: instant(user.lastSignedInAt),
    passwordUpdatedAt: now,
    validSince: Math.floor(now / 1000),
    sessions: [],
  };
  return isAccount(JSON.parse(JSON.stringify(account)) as Json) ? account : null;
}

/** Without a hash, that of a random password is stored. */
function hashOf({ random }: AuthState, { passwordHash, salt }: User, hashing: Hashing): string {
  const unknown = { N: 2 ** 15, r: 8, p: 1 };
  if (!passwordHash) return encode(unknown, random(16), random(32));
  const parts = [salt ?? '', passwordHash].map(text => Buffer.from(text, 'base64')) as [Buffer, Buffer];
  return 'hosted' in hashing ? encodeHosted(hashing.hosted, ...parts) : encode(hashing.cost, ...parts);
}
