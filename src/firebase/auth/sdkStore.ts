import { deleteDB, openDB } from 'idb';
import { createNothing } from '../../lib/deviceDatabase/otherDatabases';
import { within } from '../../lib/deviceDatabase/within';
import { SDK_USER } from '../rest/storedToken';

/** The SDK's database, in which earlier versions of the app stored its user. */
const DATABASE = 'firebaseLocalStorageDb';
const STORE = 'firebaseLocalStorage';
/** The SDK's other databases in earlier versions of the app. */
const ABOUT_USE = ['firebase-heartbeat-database', 'validate-browser-context-for-indexeddb-analytics-module'];
/** Milliseconds to wait for it. Without an answer the user signs in again, or the database is deleted unread. */
const ANSWER_TIMEOUT_MS = 3000;

type Kept = { fbase_key: string; value?: { uid?: unknown } };

/** Does not create it if it does not exist. */
const open = () => openDB(DATABASE, undefined, { upgrade: createNothing });

/** The signed-in user while localStorage has no user of the SDK. */
function idWithoutUser(): string | undefined {
  const { id } = JSON.parse(localStorage.getItem('userData') ?? '{}') as { id?: string };
  return Object.keys(localStorage).some(key => key.startsWith(SDK_USER)) ? undefined : id;
}

async function copyUser(userId: string) {
  const database = await open();
  try {
    const users = (await database.getAll(STORE)) as Kept[];
    const own = users.find(user => user.fbase_key.startsWith(SDK_USER) && user.value?.uid === userId);
    // The answer may arrive after a sign-out or another sign-in.
    if (own && idWithoutUser() === userId) localStorage.setItem(own.fbase_key, JSON.stringify(own.value));
  } finally {
    database.close();
  }
}

/** Copies the signed-in user from the SDK's database, which a tab of an earlier version may still use. */
export async function takeOverSdkUser() {
  try {
    const id = idWithoutUser();
    if (id !== undefined) await within(ANSWER_TIMEOUT_MS, copyUser(id));
  } catch {
    // IndexedDB is missing or does not answer.
  }
}

/** Removes the user from the SDK's database, also for tabs of an earlier version. */
export async function clearSdkStore() {
  try {
    const database = await open();
    // If it does not answer or has no store, the database is deleted all the same.
    await within(ANSWER_TIMEOUT_MS, database.clear(STORE)).catch(() => undefined);
    database.close();
    await Promise.all([DATABASE, ...ABOUT_USE].map(name => deleteDB(name)));
  } catch {
    // It does not exist.
  }
}
