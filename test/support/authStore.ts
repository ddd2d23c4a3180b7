import { openDB } from 'idb';

/** Keeps a user as the Auth SDK does, in its own store. */
export async function keepAuthUser(user: unknown) {
  const database = await openDB('firebaseLocalStorageDb', 1, {
    upgrade: created => void created.createObjectStore('firebaseLocalStorage', { keyPath: 'fbase_key' }),
  });
  await database.put('firebaseLocalStorage', {
    fbase_key: 'firebase:authUser:key:[DEFAULT]',
    value: user,
  });
  database.close();
}
