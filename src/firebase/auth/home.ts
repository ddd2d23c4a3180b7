import type { User } from 'firebase/auth';
import { databasePaths } from '../../services/databasePaths';
import { attempt } from '../../lib/attempt';
import { ServiceFailure } from '../../services/failure';
import { databaseOf, homes, loadConfig } from '../rest/config';
import { homeKey } from '../rest/keptConfig';
import { FIRST, placeOf, type NamedDatabase } from './placing';
import { createRest, NOTHING } from '../rest/rest';

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
