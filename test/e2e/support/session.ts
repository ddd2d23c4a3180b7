import type { Browser, Page } from '@playwright/test';
import { createUser, signInByForm, type User } from './people';

/** Where the app and the Auth SDK keep who is signed in. */
interface Kept {
  /** The app's, in local storage. */
  userData: string;
  /** The SDK's, of `firebaseLocalStorage`. */
  accounts: { value?: { stsTokenManager?: { accessToken: string; refreshToken: string } } }[];
}

/** A page of the server without scripts, on which a device can be prepared for the app. */
const PLAIN = '/__/firebase/init.json';

/**
 * Signs one person in by the form, and keeps what the app and the SDK stored of that. Returns how a page gets the same
 * for another person, whose ids and tokens stand where those of the first one stood.
 */
export async function recordSession(browser: Browser, url: string) {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block' });
  const page = await context.newPage();
  const first = await createUser(url);
  await signInByForm(page, first);
  const kept = await readSession(page);
  await context.close();
  const { accessToken, refreshToken } = kept.accounts.find(({ value }) => value?.stsTokenManager)!.value!
    .stsTokenManager!;
  const stored = JSON.stringify(kept);

  return async (on: Page, user: User): Promise<void> => {
    const own = [
      [first.uid, user.uid],
      [first.email, user.email],
      [accessToken, user.idToken],
      [refreshToken, user.refreshToken],
    ].reduce((text, [from, to]) => text.replaceAll(from!, to!), stored);
    await on.goto(PLAIN);
    await on.evaluate(write, JSON.parse(own) as Kept);
  };
}

/** What the app and the SDK have stored on this device. */
export const readSession = (page: Page): Promise<Kept> => page.evaluate(read);

/** Runs in the page. */
async function read(): Promise<Kept> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('firebaseLocalStorageDb');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error!);
  });
  const reading = database.transaction('firebaseLocalStorage').objectStore('firebaseLocalStorage').getAll();
  await new Promise(resolve => (reading.onsuccess = resolve));
  database.close();
  return { userData: localStorage.getItem('userData')!, accounts: reading.result as Kept['accounts'] };
}

/** Runs in the page. */
async function write({ userData, accounts }: Kept): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('firebaseLocalStorageDb', 1);
    opening.onupgradeneeded = () =>
      opening.result.createObjectStore('firebaseLocalStorage', { keyPath: 'fbase_key' });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error!);
  });
  const writing = database.transaction('firebaseLocalStorage', 'readwrite');
  const store = writing.objectStore('firebaseLocalStorage');
  store.clear();
  accounts.forEach(account => store.put(account));
  await new Promise(resolve => (writing.oncomplete = resolve));
  database.close();
  localStorage.setItem('userData', userData);
}
