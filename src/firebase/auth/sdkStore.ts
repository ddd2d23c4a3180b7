import { deleteDB, openDB, type IDBPDatabase, type IDBPObjectStore } from 'idb';
import { attempt } from '../../lib/attempt';
import { createNothing } from '../../lib/deviceDatabase/otherDatabases';
import { within } from '../../lib/deviceDatabase/within';
import { observed } from '../../lib/observed';
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

/** Works in the SDK's store and closes the database. A transaction without an answer is aborted: it blocks a deletion. */
async function inStore<Mode extends IDBTransactionMode, Answer>(
  database: IDBPDatabase,
  mode: Mode,
  work: (store: IDBPObjectStore<unknown, [typeof STORE], typeof STORE, Mode>) => Promise<Answer>,
): Promise<Answer> {
  try {
    const transaction = observed(database.transaction(STORE, mode));
    const working = Promise.all([work(transaction.store), transaction.done]);
    const [answer] = await within(ANSWER_TIMEOUT_MS, working).catch(failure => {
      attempt(() => transaction.abort());
      throw failure;
    });
    return answer;
  } finally {
    database.close();
  }
}

async function copyUser(userId: string) {
  const users = (await inStore(await open(), 'readonly', store => store.getAll())) as Kept[];
  const own = users.find(user => user.fbase_key.startsWith(SDK_USER) && user.value?.uid === userId);
  // The answer may arrive after a sign-out or another sign-in.
  if (own && idWithoutUser() === userId) localStorage.setItem(own.fbase_key, JSON.stringify(own.value));
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
    // If it does not answer or has no store, the database is deleted all the same.
    await inStore(await open(), 'readwrite', store => store.clear()).catch(() => undefined);
    await Promise.all([DATABASE, ...ABOUT_USE].map(name => deleteDB(name)));
  } catch {
    // It does not exist.
  }
}
