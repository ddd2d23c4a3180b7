import type { User } from 'firebase/auth';
import { databasePaths } from '../../services/databasePaths';
import { attempt } from '../../lib/attempt';
import { ServiceFailure } from '../../services/failure';
import { databaseOf, homes, loadConfig, homeKey } from '../rest/config';
import { createRest, NOTHING } from '../rest/rest';
import { hashOf } from '../../lib/hash';

/** The calls of this file do not need the server's time. */
const noClock = { now: () => null, observe: () => undefined };

/** The record of the user's home in the first database. It is written once. */
function homeRecord(user: User) {
  // Requests for '' go to the first database.
  const rest = createRest((_nobody, force) => user.getIdToken(force), noClock);
  const all = encodeURIComponent(user.uid);
  const path = `${all}/${databasePaths.home}`;
  return {
    read: async () => (await rest('', path)).value,
    /** Creates the record. Throws `conflict` when there is one. */
    write: (name: string) => rest('', path, { method: 'PUT', body: name, etag: NOTHING }),
    /** Removes all data of the user in the first database. */
    remove: () => rest('', all, { method: 'DELETE' }),
  };
}

/**
 * Finds the database of a user who has just signed in or up, and stores its address. A new account is assigned one. An
 * older account without a record gets the first database, permanently, in case of a late answer to its sign-up.
 */
export async function findHome(user: User, databases: readonly NamedDatabase[], isNew: boolean) {
  await refuseMisnamed(databases);
  const record = homeRecord(user);
  const home = (isNew ? null : await record.read()) ?? (await choose(record, user, databases, isNew));
  const found = databases.find(({ name }) => name === home);
  if (home === FIRST) keepHome(user.uid, null);
  else if (found) keepHome(user.uid, found.url);
  else
    throw new ServiceFailure(
      'server',
      `home-not-named/${String(home)}`,
      'The list lacks the database of this account',
    );
}

/**
 * Stores the URL of the home on the device, for later starts; null for the first database. If storage fails,
 * `userData` is not stored either, so that the next start signs in and asks again.
 */
function keepHome(userId: string, url: string | null) {
  const key = homeKey(userId);
  homes[key] = url;
  attempt(() => (url === null ? localStorage.removeItem(key) : localStorage.setItem(key, url)));
}

async function choose(
  { read, write }: ReturnType<typeof homeRecord>,
  user: User,
  databases: readonly NamedDatabase[],
  isNew: boolean,
) {
  const name = isNew ? placeOf(user.uid, databases) : FIRST;
  try {
    await write(name);
    return name;
  } catch (failure) {
    if (!(failure instanceof ServiceFailure) || !/conflict|refused/.test(failure.kind)) throw failure;
    // Another tab or device wrote the record first; the condition or the rules refused this write.
    const home = await read();
    if (home === null) throw failure;
    return home;
  }
}

/** Throws unless exactly the first database has its reserved name. */
async function refuseMisnamed(databases: readonly NamedDatabase[]) {
  const first = addressIn(databaseOf(await loadConfig(), ''));
  if (databases.every(({ name, url }) => (name === FIRST) === (addressIn(url) === first))) return;
  throw new ServiceFailure('server', 'databases-misnamed', `Only init.json's database is called ${FIRST}`);
}

/** The part of a URL that identifies a database. */
function addressIn(url: string) {
  const { origin, searchParams } = new URL(url);
  return `${origin} ${searchParams.get('ns') ?? ''}`;
}

/**
 * Deletes an account with another home. The record is removed first, because nobody may do so afterwards. It is
 * written again if the account still exists, so that all devices continue to find the same database.
 */
export async function deleteWithHome(
  user: User,
  deleteAccount: () => Promise<void>,
  isRefused: (refreshToken: string) => Promise<boolean>,
) {
  const record = homeRecord(user);
  const home = await record.read();
  await record.remove();
  try {
    await deleteAccount();
  } catch (failure) {
    const isGone = await isRefused(user.refreshToken).catch(() => true);
    if (!isGone && typeof home === 'string') await record.write(home).catch(() => undefined);
    throw failure;
  }
}

/** The name of the first database, that of init.json. It has the homes of all users, and the data of those without one. */
export const FIRST = 'first';

/** A database as listed in `/databases.json`. No new user is placed in a full one. */
type NamedDatabase = { name: string; url: string; isFull?: boolean };

/**
 * The database of a new user: the one with the highest hash for their id (rendezvous hashing), so that neither the
 * order of the list nor the other names matter.
 */
export function placeOf(userId: string, databases: readonly Omit<NamedDatabase, 'url'>[]): string {
  const drawn = databases
    .filter(({ isFull }) => !isFull)
    .map(({ name }) => ({ name, number: hashOf(`${name} ${userId}`) }));
  return drawn.reduce((best, database) => (database.number > best.number ? database : best), {
    name: FIRST,
    number: -1,
  }).name;
}

const LIST_URL = '/databases.json';
const TIMEOUT_MS = 10_000;
const NAME = /^[a-z0-9-]{1,63}$/;

/**
 * The site's databases, each user's data being in one of them. Empty when init.json's is the only one. Throws
 * `network` when the list cannot be read, `server` when it is invalid.
 */
export async function loadDatabases(): Promise<NamedDatabase[]> {
  const answer = await fetch(LIST_URL, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  if (!answer || answer.status >= 500)
    throw new ServiceFailure('network', 'no-databases', `${LIST_URL} cannot be reached`);
  const text = answer.ok ? await answer.text().catch(() => '') : '';
  return databasesIn(text);
}

/** Parses the list. Any error rejects all of it: a user must never be placed in the wrong database. */
export function databasesIn(text: string): NamedDatabase[] {
  try {
    const { databases } = JSON.parse(text) as { databases: NamedDatabase[] };
    const names = new Set(databases.map(({ name }) => name));
    if (names.size === databases.length && databases.every(isNamed)) return databases;
  } catch {
    // Not JSON, or of another shape.
  }
  throw new ServiceFailure('server', 'databases-unreadable', `${LIST_URL} is no list of databases`);
}

const isNamed = ({ name, url, isFull = false }: NamedDatabase) =>
  typeof name === 'string' &&
  NAME.test(name) &&
  URL.canParse(url) &&
  /^https?:/.test(url) &&
  typeof isFull === 'boolean';
