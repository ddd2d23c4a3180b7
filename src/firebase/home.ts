import type { User } from 'firebase/auth';
import { databasePaths } from '../services/databasePaths';
import { attempt } from '../lib/attempt';
import { ServiceFailure } from '../services/failure';
import { databaseOf, homes, loadConfig } from './config';
import { homeKey } from './keptConfig';
import { FIRST, placeOf, type NamedDatabase } from './placing';
import { createRest, NOTHING } from './rest';

/** Nothing here depends on the server's time. */
const noClock = { now: () => null, observe: () => undefined };

/** The record of the first database that names a user's home. It is written once. */
function homeRecord(user: User) {
  // Nobody's home is the first database, so that is asked.
  const rest = createRest((_nobody, force) => user.getIdToken(force), noClock);
  const all = encodeURIComponent(user.uid);
  const path = `${all}/${databasePaths.home}`;
  return {
    read: async () => (await rest('', path)).value,
    /** Writes it if there is none. Throws `conflict` when there is one. */
    write: (name: string) => rest('', path, { method: 'PUT', body: name, etag: NOTHING }),
    /** Removes all that the user has in the first database. */
    remove: () => rest('', all, { method: 'DELETE' }),
  };
}

/**
 * Finds the database of a user who has just signed in or up, and keeps its address. A new account is placed.
 * An account without a record gets the first database for good; that is stored too, for late answers to its sign-up.
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
 * Keeps the address of a home on the device, so that a later start asks nobody; null for the first database. Where it is
 * not stored `userData` is not either: the next start signs in, and asks.
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
    // Another tab or device was first: the condition says so, or the rules.
    const home = await read();
    if (home === null) throw failure;
    return home;
  }
}

/** The first database has its own name, and no other has it. */
async function refuseMisnamed(databases: readonly NamedDatabase[]) {
  const first = addressIn(databaseOf(await loadConfig(), ''));
  if (databases.every(({ name, url }) => (name === FIRST) === (addressIn(url) === first))) return;
  throw new ServiceFailure('server', 'databases-misnamed', `Only init.json's database is called ${FIRST}`);
}

/** The part of an address by which databases differ. */
function addressIn(url: string) {
  const { origin, searchParams } = new URL(url);
  return `${origin} ${searchParams.get('ns') ?? ''}`;
}

/**
 * Deletes an account whose home is elsewhere: first the record of it, for afterwards nobody may. It is written again when
 * the account is still there, so that all its devices go on to find the same database.
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
