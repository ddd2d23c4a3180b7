/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { createCache } from '../../src/device/cache';
import type { Records } from '../../src/services/database';
import { taskRecord } from '../support/app/operations';
import { fakeStorageTime } from '../support/devices/storageIdle';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
  fakeStorageTime();
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const many = (count: number, name = ''): Records =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`k${at}`, taskRecord(at, { taskName: `${name}${at}` })]),
  );

/** The content of the disk: parts of lists, and single changes. */
async function onDisk() {
  const database = await openDB('daywall');
  const count = { pieces: await database.count('pieces'), changes: await database.count('changes') };
  database.close();
  return count;
}

test('A list that was never stored differs from an empty one', async () => {
  const cache = createCache();
  expect(await cache.read('anna', 'tasks')).toBeNull();
  await cache.write('anna', 'tasks', {});
  expect(await createCache().read('anna', 'tasks')).toEqual({});
});

test('A list is kept in pieces of a thousand, each user’s and each list apart', async () => {
  const cache = createCache();
  const records = many(2500);
  await cache.write('anna', 'tasks', records);
  await cache.write('anna', 'notes', { n: 'note' });
  await cache.write('annabel', 'tasks', { k: 'theirs' });
  expect(await onDisk()).toEqual({ pieces: 5, changes: 0 });
  expect(await createCache().read('anna', 'tasks')).toEqual(records);
  expect(await cache.read('anna', 'notes')).toEqual({ n: 'note' });
  expect(await cache.read('annabel', 'tasks')).toEqual({ k: 'theirs' });
});

test('Small changes of a list cost what changed; large ones write it whole', async () => {
  const cache = createCache();
  await cache.write('anna', 'tasks', many(2500));
  await cache.change('anna', 'tasks', {
    k1: null,
    k2: taskRecord(2, { taskName: 'changed' }),
    new: taskRecord(9),
  });
  expect(await onDisk()).toEqual({ pieces: 3, changes: 3 });
  const now: Records = { ...many(2500), k2: taskRecord(2, { taskName: 'changed' }), new: taskRecord(9) };
  delete now['k1'];
  expect(await cache.read('anna', 'tasks')).toEqual(now);
  delete now['k3'];
  await cache.write('anna', 'tasks', now);
  expect(await onDisk()).toEqual({ pieces: 3, changes: 4 });
  await cache.write('anna', 'tasks', many(2500, 'all new '));
  expect(await onDisk()).toEqual({ pieces: 3, changes: 0 });
  expect(await createCache().read('anna', 'tasks')).toEqual(many(2500, 'all new '));
});

test('A list with fewer records leaves no piece of the longer one', async () => {
  const cache = createCache();
  await cache.write('anna', 'tasks', many(2500));
  await cache.write('anna', 'tasks', many(1));
  expect(await cache.read('anna', 'tasks')).toEqual(many(1));
  expect((await onDisk()).pieces).toBe(1);
});

test('Clearing takes all of one user away, also what was still being written', async () => {
  const cache = createCache();
  await cache.write('bert', 'tasks', many(1));
  void cache.write('anna', 'tasks', many(1500));
  void cache.change('anna', 'notes', { n: 'late' });
  await cache.clear('anna');
  expect(await cache.read('anna', 'tasks')).toBeNull();
  expect(await onDisk()).toEqual({ pieces: 1, changes: 0 });
});

test('Without a working store only the cache is lost, until the store works again', async () => {
  const cache = createCache();
  const real = globalThis.indexedDB;
  globalThis.indexedDB = {
    open() {
      throw new DOMException('No', 'SecurityError');
    },
  } as unknown as IDBFactory;
  await cache.write('anna', 'tasks', many(1));
  await cache.change('anna', 'tasks', many(1));
  await cache.clear('anna');
  expect(await cache.read('anna', 'tasks')).toBeNull();
  globalThis.indexedDB = real;
  await cache.write('anna', 'tasks', many(1));
  expect(await cache.read('anna', 'tasks')).toEqual(many(1));
});

test('What is not JSON counts as not stored', async () => {
  const cache = createCache();
  await cache.write('anna', 'tasks', many(1));
  const database = await openDB('daywall');
  await database.put('pieces', '{"k0":', ['anna', 'tasks', 0]);
  database.close();
  expect(await cache.read('anna', 'tasks')).toBeNull();
});
