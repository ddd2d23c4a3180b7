import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { clearSdkStore, takeOverSdkUser } from '../../src/firebase/auth/sdkStore';
import { keepAuthUser } from '../support/clients/authStore';
import { breakStorage } from '../support/devices/storageSwitch';

/** The database and the store in which earlier versions of the SDK kept the user. */
const DATABASE = 'firebaseLocalStorageDb';
const STORE = 'firebaseLocalStorage';
const KEY = 'firebase:authUser:key:[DEFAULT]';
const anna = { uid: 'anna', stsTokenManager: { refreshToken: 'secret' } };

const openSdk = () =>
  openDB(DATABASE, 1, {
    upgrade: database => void database.createObjectStore(STORE, { keyPath: 'fbase_key' }),
  });
async function keepInSdk(...users: unknown[]) {
  const database = await openSdk();
  for (const [at, value] of users.entries())
    await database.put(STORE, { fbase_key: at === 0 ? KEY : `${KEY}${at}`, value });
  await database.put(STORE, { fbase_key: 'firebase:persistence:key:[DEFAULT]', value: 'anna' });
  database.close();
}
const signedIn = (id: string) => localStorage.setItem('userData', JSON.stringify({ id }));
/** The page's clock stands still from here on; IndexedDB answers in turns of Node's own. */
const stopClock = () =>
  void jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick', 'performance'] });
/** Resolves once so many waits have begun: each begins at an answer of IndexedDB. */
async function waitsBegun(count: number) {
  while (jest.getTimerCount() < count) await jest.advanceTimersByTimeAsync(0);
}
const names = async () => (await indexedDB.databases()).map(({ name }) => name);
const sdkUser = () => JSON.parse(localStorage.getItem(KEY) ?? 'null') as unknown;

const prototypes = [IDBFactory, IDBObjectStore, IDBIndex, IDBTransaction].map(({ prototype }) => ({
  prototype,
  before: Object.getOwnPropertyDescriptors(prototype),
}));
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
});
afterEach(() => {
  jest.useRealTimers();
  for (const { prototype, before } of prototypes) Object.defineProperties(prototype, before);
});

describe('takeOverSdkUser', () => {
  test('copies the user who is signed in, and leaves them to tabs of the version before', async () => {
    await keepInSdk({ uid: 'bert' }, anna);
    signedIn('anna');
    await takeOverSdkUser();
    expect(JSON.parse(localStorage.getItem(`${KEY}1`)!)).toEqual(anna);
    expect(localStorage.getItem(KEY)).toBeNull();
    const database = await openSdk();
    expect(await database.count(STORE)).toBe(3);
    database.close();
  });

  test.each([
    ['nobody is signed in', () => undefined],
    ['somebody else is', () => signedIn('cleo')],
  ])('copies nobody where %s', async (_where, prepare) => {
    await keepInSdk(anna);
    prepare();
    await takeOverSdkUser();
    expect(Object.keys(localStorage).filter(key => key.startsWith('firebase:'))).toEqual([]);
  });

  test('leaves a user alone who is in localStorage already', async () => {
    await keepInSdk(anna);
    signedIn('anna');
    keepAuthUser({ ...anna, stsTokenManager: { refreshToken: 'newer' } });
    await takeOverSdkUser();
    expect(sdkUser()).toMatchObject({ stsTokenManager: { refreshToken: 'newer' } });
  });

  test.each([
    ['signed out', () => localStorage.removeItem('userData'), null],
    ['signed in anew', () => keepAuthUser({ ...anna, isNew: true }), { ...anna, isNew: true }],
  ])('copies nobody by an answer after which they have %s', async (_what, meanwhile, expected) => {
    await keepInSdk(anna);
    signedIn('anna');
    const taking = takeOverSdkUser();
    meanwhile();
    await taking;
    expect(sdkUser()).toEqual(expected);
  });

  test('makes no database where there is none', async () => {
    signedIn('anna');
    await takeOverSdkUser();
    expect(await names()).toEqual([]);
    expect(sdkUser()).toBeNull();
  });

  test.each(['open', 'read'] as const)('ends within 3 s where the database never answers at %s', async at => {
    await keepInSdk(anna);
    signedIn('anna');
    breakStorage({ database: DATABASE, at, how: 'never' });
    stopClock();
    let isOver = false;
    void takeOverSdkUser().then(() => (isOver = true));
    if (at === 'read') await waitsBegun(2);
    await jest.advanceTimersByTimeAsync(2900);
    expect(isOver).toBe(false);
    await jest.advanceTimersByTimeAsync(100);
    expect(isOver).toBe(true);
  });

  test('a read without an answer does not keep the database from being deleted', async () => {
    await keepInSdk(anna);
    signedIn('anna');
    breakStorage({ database: DATABASE, at: 'read', how: 'never' });
    stopClock();
    const abort = jest.spyOn(IDBTransaction.prototype, 'abort');
    void takeOverSdkUser();
    await waitsBegun(2);
    await jest.advanceTimersByTimeAsync(3000);
    expect(abort).toHaveBeenCalledTimes(1); // fake-indexeddb would delete the database all the same
    void clearSdkStore();
    while ((await names()).length > 0) await jest.advanceTimersByTimeAsync(50);
    expect(sdkUser()).toBeNull();
  });
});

describe('clearSdkStore', () => {
  test('removes the user and the databases of the SDK', async () => {
    await keepInSdk(anna);
    for (const name of [
      'firebase-heartbeat-database',
      'validate-browser-context-for-indexeddb-analytics-module',
    ])
      (await openDB(name, 1)).close();
    (await openDB('daywall', 1)).close();
    await clearSdkStore();
    expect(await names()).toEqual(['daywall']);
  });

  test('ends the user at once for a tab of the version before, which is open', async () => {
    await keepInSdk(anna);
    const other = await openSdk();
    void clearSdkStore();
    for (let turn = 0; turn < 50 && (await other.count(STORE)) > 0; turn++);
    expect(await other.count(STORE)).toBe(0);
    other.close();
  });

  test('deletes the database of a user whom it does not clear within 3 s', async () => {
    await keepInSdk(anna);
    breakStorage({ database: DATABASE, at: 'delete', how: 'never' });
    stopClock();
    let isOver = false;
    void clearSdkStore().then(() => (isOver = true));
    await waitsBegun(1);
    await jest.advanceTimersByTimeAsync(2900);
    expect(isOver).toBe(false);
    await jest.advanceTimersByTimeAsync(100);
    while (!isOver) await jest.advanceTimersByTimeAsync(50);
    expect(isOver).toBe(true);
    expect(await names()).toEqual([]);
  });

  test('makes no database where there is none', async () => {
    await clearSdkStore();
    expect(await names()).toEqual([]);
  });
});
