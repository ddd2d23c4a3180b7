import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { coalesce } from '../../src/app/store/kinds';
import { createCache } from '../../src/device/cache';
import { openDraftStore } from '../../src/drafts/store/draftStore';
import { DEVICE_DATABASE } from '../../src/lib/deviceDatabase/deviceSchema';
import { deviceDatabase } from '../../src/lib/deviceDatabase/deviceDatabase';
import { operationPart } from '../../src/sync/queue/store/deviceStore';
import type { LogEntry } from '../../src/sync/queue/store/operationLog';
import { requestChange, type Operation } from '../../src/sync/operations';
import { openQueue } from '../../src/sync/queue/queue';
import { taskAdd } from '../support/app/operations';
import { storageIdle } from '../support/devices/storageIdle';

const operation = (id: string, number: number, rest: Partial<Operation> = {}): Operation => {
  const { itemKey, kind, payload } = taskAdd(id, number);
  const { payload: requested } = requestChange({ itemKey, kind, payload }, { id });
  return { ...requested, userId: 'anna', status: 'pending', number, isAttempted: false, ...rest };
};
const logged = ({ number, id, userId, kind, itemKey, madeAt }: Operation, rest: Partial<LogEntry> = {}) => ({
  ...{ number, id, userId, kind, itemKey, madeAt, keptAt: madeAt },
  ...rest,
});

/**
 * Opens the queue's own database as the earlier version does, which closes it when another version wants to upgrade.
 */
const openOutbox = () =>
  openDB('daywall-outbox', 3, {
    upgrade(created) {
      const operations = created.createObjectStore('operations', { keyPath: 'number', autoIncrement: true });
      operations.createIndex('item', ['userId', 'itemKey']);
      created.createObjectStore('log', { keyPath: 'number' });
      created.createObjectStore('totals');
    },
    blocking: (_from, _to, event) => (event.target as IDBDatabase).close(),
  });

const waiting = operation('waiting', 7);
const blocked = operation('blocked', 8, { status: 'blocked', reason: 'No', isAttempted: true });
const done = operation('done', 9);

async function fillOutbox() {
  const database = await openOutbox();
  for (const operation of [waiting, blocked]) await database.put('operations', operation);
  const entries = [
    logged(waiting),
    logged(blocked, { blockedAt: '2026', reason: 'No' }),
    logged(done, { confirmedAt: '2026' }),
  ];
  for (const entry of entries) await database.put('log', entry);
  await database.put('totals', { made: 3000, confirmed: 2998, takenBack: 0 }, 'anna');
  return database;
}

async function fillOthers() {
  const drafts = await openDB('daywall-drafts', 1, {
    upgrade: created => void created.createObjectStore('drafts', { keyPath: ['userId', 'form', 'tab'] }),
  });
  await drafts.put('drafts', {
    userId: 'anna',
    form: 'new',
    tab: 't',
    base: {},
    values: { a: 'Tea' },
    savedAt: '1',
  });
  drafts.close();
  const cache = await openDB('daywall-cache', 2, {
    upgrade: created =>
      ['pieces', 'changes', 'history'].forEach(name => void created.createObjectStore(name)),
  });
  await cache.put('pieces', '{"k1":"one","k2":"two"}', ['anna', 'tasks', 0]);
  await cache.put('changes', { record: null }, ['anna', 'tasks', 'k2']);
  await cache.put('history', { id: 'h', number: 9, steps: [] }, ['anna', 'h']);
  cache.close();
}

const names = async () => (await indexedDB.databases()).map(({ name }) => name).sort();

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

afterEach(storageIdle); // old databases are deleted later

test('Operations, their log, drafts and history come along, the old databases go', async () => {
  (await fillOutbox()).close();
  await fillOthers();
  const queue = openQueue({ coalesce });
  expect(await queue.all('anna')).toEqual([
    { ...waiting, isAttempted: true }, // a tab of the earlier version may have sent it
    blocked,
  ]);
  const { entries } = await queue.log('anna');
  expect(entries).toEqual([
    { ...logged(waiting) },
    logged(blocked, { blockedAt: '2026', reason: 'No' }),
    logged(done, { confirmedAt: '2026' }),
  ]);
  expect(await openDraftStore().all('anna')).toMatchObject([{ form: 'new', values: { a: 'Tea' } }]);
  const cache = createCache();
  expect(await cache.read('anna', 'tasks')).toBeNull(); // the cache is not moved, because the server has its data
  expect(await cache.readHistory('anna')).toMatchObject([{ id: 'h' }]);
  await storageIdle();
  expect(await names()).toEqual([DEVICE_DATABASE]);
  // Numbers of operations continue, because Undo refers to them.
  await queue.append(operation('next', 20));
  expect((await queue.all('anna')).at(-1)).toMatchObject({ id: 'next', number: 10 });
});

test('An open tab of the version before loses nothing that it keeps later', async () => {
  await fillOutbox();
  const queue = openQueue({ coalesce });
  await queue.all('anna');
  await storageIdle();
  // The earlier version reopens its database after an upgrade by another tab.
  const outbox = await openOutbox();
  const later = operation('later', 1);
  await outbox.put('operations', later);
  await outbox.put('log', logged(later));
  await outbox.put('totals', { made: 1, confirmed: 0, takenBack: 0 }, 'anna');
  const tabs = new BroadcastChannel('daywall-queue');
  const received = new Promise(resolve => {
    tabs.onmessage = ({ data }) => resolve(data.operation.id);
  });
  await deviceDatabase().takeOver(operationPart); // as a page does when another tab has stored operations
  expect(await received).toBe('later');
  tabs.close();
  const all = await queue.all('anna');
  expect(all.map(({ id }) => id)).toEqual(['waiting', 'blocked', 'later']);
  expect(all.at(-1)!.number).toBeGreaterThan(9);
  outbox.close();
});

test('A page that ends between the copy and the removal leaves nothing twice', async () => {
  (await fillOutbox()).close();
  const { delete: remove } = IDBObjectStore.prototype;
  jest.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore, key) {
    if (this.transaction.db.name === 'daywall-outbox') throw new Error('The page has ended');
    return remove.call(this, key);
  });
  const ended = openQueue({ coalesce });
  await ended.all('anna');
  await ended.confirm((await ended.take('anna', waiting.itemKey))!);
  jest.restoreAllMocks();
  await deviceDatabase().takeOver(operationPart);
  const queue = openQueue({ coalesce });
  expect((await queue.all('anna')).map(({ id }) => id)).toEqual(['blocked']);
  expect((await queue.log('anna')).entries.filter(({ confirmedAt }) => confirmedAt)).toHaveLength(2);
  await storageIdle();
  expect(await names()).toEqual([DEVICE_DATABASE]);
});
