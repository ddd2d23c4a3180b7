import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { storedToken } from '../../src/firebase/storedToken';
import { keepAuthUser as keep } from '../support/authStore';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const anna = (stsTokenManager: unknown) => ({ uid: 'anna', stsTokenManager });

test('The user’s token is read while it is valid', async () => {
  await keep(anna({ accessToken: 'token', expirationTime: NOW + 30_001 }));
  expect(await storedToken('anna', NOW)).toBe('token');
});

test.each([
  ['is about to expire', anna({ accessToken: 'token', expirationTime: NOW + 30_000 })],
  ['is another user’s', { ...anna({ accessToken: 'token', expirationTime: NOW + 60_000 }), uid: 'bert' }],
  ['has no time', anna({ accessToken: 'token' })],
  ['is no text', anna({ accessToken: 1, expirationTime: NOW + 60_000 })],
  ['lies elsewhere', { uid: 'anna' }],
  ['is nothing', undefined],
])('One that %s is none', async (_why, user) => {
  await keep(user);
  expect(await storedToken('anna', NOW)).toBeNull();
});

test('Without the SDK’s store there is no token, and the store is not created', async () => {
  expect(await storedToken('anna', NOW)).toBeNull();
  expect(await indexedDB.databases()).toEqual([]);
});

test('The store is closed again, so that the SDK can make it anew', async () => {
  await keep(anna({ accessToken: 'token', expirationTime: NOW + 60_000 }));
  await storedToken('anna', NOW);
  await new Promise((resolve, reject) => {
    const deleted = indexedDB.deleteDatabase('firebaseLocalStorageDb');
    deleted.onsuccess = resolve;
    deleted.onblocked = reject;
  });
});
