import { deleteDB, openDB } from 'idb';
import { createNothing } from '../lib/deviceDatabase/otherDatabases';
import { within } from '../lib/deviceDatabase/within';
import { SDK_USER } from './auth/storedToken';

/** The SDK's database, in which earlier versions of the app kept its user. */
const DATABASE = 'firebaseLocalStorageDb';
const STORE = 'firebaseLocalStorage';
/** Further databases of the SDK in earlier versions of the app. */
const ABOUT_USE = ['firebase-heartbeat-database', 'validate-browser-context-for-indexeddb-analytics-module'];
/** Time for it to answer; without an answer the person signs in again, or the database is deleted as it is. */
const ANSWER_TIMEOUT_MS = 3000;

type Kept = { fbase_key: string; value?: { uid?: unknown } };

/** Does not create it when there is none. */
const open = () => openDB(DATABASE, undefined, { upgrade: createNothing });

async function copyUser(userId: string) {
  const database = await open();
  try {
    const users = (await database.getAll(STORE)) as Kept[];
    const own = users.find(user => user.fbase_key.startsWith(SDK_USER) && user.value?.uid === userId);
    if (own) localStorage.setItem(own.fbase_key, JSON.stringify(own.value));
  } finally {
    database.close();
  }
}

/** Copies the user who is signed in from the SDK's database, which a tab of an earlier version may still use. */
export async function takeOverSdkUser() {
  try {
    const { id } = JSON.parse(localStorage.getItem('userData') ?? '{}') as { id?: string };
    const isThere = Object.keys(localStorage).some(key => key.startsWith(SDK_USER));
    if (id !== undefined && !isThere) await within(ANSWER_TIMEOUT_MS, copyUser(id));
  } catch {
    // There is no IndexedDB, or it does not answer.
  }
}

/** Ends what the SDK's database holds of the user, also for tabs of an earlier version. */
export async function clearSdkStore() {
  try {
    const database = await open();
    // Where it does not answer, or has no store, the database goes all the same.
    await within(ANSWER_TIMEOUT_MS, database.clear(STORE)).catch(() => undefined);
    database.close();
    await Promise.all([DATABASE, ...ABOUT_USE].map(name => deleteDB(name)));
  } catch {
    // There is none.
  }
}
