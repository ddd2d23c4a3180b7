/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB, type DBSchema } from 'idb';
import { openDeviceDatabase } from '../../src/lib/deviceDatabase';
import { advanceWithStorage, fakeStorageTime, storageIdle } from '../support/devices/storageIdle';
import { breakStorage } from '../support/devices/storageSwitch';

const { open } = IDBFactory.prototype;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  IDBFactory.prototype.open = open;
});

interface Rows extends DBSchema {
  leases: { key: string; value: number };
}

const page = (type: 'pagehide' | 'pageshow', persisted = true) =>
  dispatchEvent(Object.assign(new Event(type), { persisted }));
const put = (database: ReturnType<typeof openDeviceDatabase>, value: number) =>
  database.use<Rows, string>(opened => opened.put('leases', value, 'key'));
const stored = async () => {
  const database = await openDB('daywall');
  const value: unknown = await database.get('leases', 'key');
  database.close();
  return value;
};
/** How a promise has ended so far. */
function endOf(work: Promise<unknown>) {
  const end = { is: 'open' };
  work.then(
    () => (end.is = 'done'),
    failure => (end.is = (failure as Error).name),
  );
  return end;
}

test('It is the only one, and opened once', async () => {
  const database = openDeviceDatabase();
  await put(database, 1);
  await put(database, 2);
  expect(await stored()).toBe(2);
  expect(await indexedDB.databases()).toEqual([{ name: 'daywall', version: 1 }]);
});

test('Without an answer it is given up after 3 s', async () => {
  breakStorage({ database: 'daywall', at: 'open', how: 'never' });
  fakeStorageTime();
  const end = endOf(put(openDeviceDatabase(), 1));
  await advanceWithStorage(2900);
  expect(end.is).toBe('open');
  await advanceWithStorage(200);
  expect(end.is).toBe('TimeoutError');
});

test('A hidden page tries once more when it is shown', async () => {
  const mend = breakStorage({ database: 'daywall', at: 'open', how: 'full' });
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const database = openDeviceDatabase();
  const writing = put(database, 1);
  await storageIdle();
  mend();
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await writing;
  expect(await stored()).toBe(1);
});

test('It is left to a newer version, and says that it is lost', async () => {
  const database = openDeviceDatabase();
  await put(database, 1);
  const lost = jest.fn();
  database.onLoss(lost);
  (await openDB('daywall', 2)).close();
  expect(lost).toHaveBeenCalledTimes(1);
  await expect(put(database, 2)).rejects.toThrow();
});

describe('A page that goes into the back/forward cache', () => {
  afterEach(() => page('pageshow'));

  test('leaves no transaction open, and writes once it is shown again', async () => {
    const database = openDeviceDatabase();
    await put(database, 1);
    const end = endOf(put(database, 2));
    await Promise.resolve();
    page('pagehide');
    await storageIdle();
    expect([end.is, await stored()]).toEqual(['open', 1]);
    page('pageshow');
    await storageIdle();
    expect([end.is, await stored()]).toEqual(['done', 2]);
  });

  test('writes as ever when it goes for good', async () => {
    const database = openDeviceDatabase();
    await put(database, 1);
    const writing = put(database, 2);
    page('pagehide', false);
    await writing;
    expect(await stored()).toBe(2);
  });
});
