/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { coalesce } from '../../src/app/store/kinds';
import { createCache } from '../../src/device/cache';
import { openReminderMemory } from '../../src/device/reminderMemory';
import { openDeviceDatabase } from '../../src/lib/deviceDatabase';
import { openQueue } from '../../src/sync/queue/queue';
import { answer } from '../../src/worker/answering';
import { taskRecord } from '../support/app/operations';
import { breakStorage } from '../support/devices/storageSwitch';

const reminder = { fireId: 'k1', dueDate: '2026-03-10', time: '12:30', remind: 0, at: 0 };

let mend = () => {};
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
});
afterEach(() => mend());

/** A device that knows Anna's task, due at 12:30. */
async function device(done: Record<string, string> = {}) {
  const database = openDeviceDatabase();
  const cache = createCache(database);
  await cache.write('anna', 'tasks', { k1: taskRecord(1) });
  await cache.write('anna', 'times', { k1: { time: '12:30', remind: 0 } });
  await cache.write('anna', 'done', done);
  const fresh = { userId: 'anna', seenAt: 0, shown: {}, missed: [], device: null };
  await openReminderMemory(database).change(() => fresh);
  return database;
}
/** The operations that the next page of the device finds. */
const queued = async () => (await openQueue({ coalesce }).all('anna')).map(({ kind }) => kind);

test('Done is in the queue of the device, once', async () => {
  const database = await device();
  expect(await answer(database, reminder, 'done')).toBe(true);
  expect(await answer(database, reminder, 'done')).toBe(true);
  expect(await queued()).toEqual(['task/tick']);
});

test('What is done is answered', async () => {
  const database = await device({ k1: '2026-03-10T12:00:00.000Z' });
  expect(await answer(database, reminder, 'hour')).toBe(true);
  expect(await queued()).toEqual([]);
});

test.each([
  ['a task that it does not know', { fireId: 'k2' }],
  ['a task that it knows at another time', { time: '12:45' }],
])('A device does not answer for %s', async (_, other) => {
  const database = await device();
  expect(await answer(database, { ...reminder, ...other }, 'done')).toBe(false);
  expect(await queued()).toEqual([]);
});

test('An answer that the disk does not take is none', async () => {
  const database = await device();
  mend = breakStorage({ database: 'daywall', at: 'write', how: 'full' });
  expect(await answer(database, reminder, 'done')).toBe(false);
});
