import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { coalesce } from '../../src/app/store/kinds';
import { createCache } from '../../src/device/cache';
import { openDraftStore } from '../../src/drafts/store/draftStore';
import { abortTransactionsOfHiddenPage } from '../../src/lib/deviceDatabase/openTransactions';
import { requestChange, type Operation } from '../../src/sync/operations';
import { openQueue } from '../../src/sync/queue/queue';
import type { QueueEvent } from '../../src/sync/queue/queueEvents';
import { taskAdd } from '../support/app/operations';

const operation = (id: string, taskId = 1): Operation => {
  const { itemKey, kind, payload } = taskAdd(id, taskId);
  return { ...requestChange({ itemKey, kind, payload }, { id }).payload, userId: 'anna' };
};
const page = (type: 'pagehide' | 'pageshow', persisted = true) =>
  dispatchEvent(Object.assign(new Event(type), { persisted }));
const storageTurn = () => new Promise(resolve => setTimeout(resolve, 20));

beforeAll(abortTransactionsOfHiddenPage);
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => {
  page('pageshow');
  jest.useRealTimers();
});

/** A transaction that never ends, as WebKit leaves them behind: each answer is followed by another request. */
async function leaveOpen(name: string, version: number, stores: string[]) {
  const database = await openDB(name, version);
  const transaction = database.transaction(stores, 'readwrite');
  const ended = transaction.done.then(
    () => 'complete',
    () => 'aborted',
  );
  const goOn = () => {
    const [store] = stores;
    transaction
      .objectStore(store!)
      .count()
      .then(goOn, () => undefined);
  };
  goOn();
  return { ended, database };
}

describe('A page that goes into the back/forward cache', () => {
  test('leaves no transaction open, of whatever code, and a later page can write', async () => {
    const database = await openDB('of-the-sdk', 1, { upgrade: made => void made.createObjectStore('users') });
    database.close();
    const { ended } = await leaveOpen('of-the-sdk', 1, ['users']);
    page('pagehide');
    expect(await ended).toBe('aborted');
    page('pageshow');
    const next = await openDB('of-the-sdk', 1);
    await next.put('users', 'Anna', 1);
    expect(await next.get('users', 1)).toBe('Anna');
  });

  test('leaves no upgrade of a database open', async () => {
    const opening = openDB('new', 1, {
      upgrade(made) {
        made.createObjectStore('a');
        page('pagehide');
      },
    });
    await expect(opening).rejects.toThrow();
  });

  test('writes each change that was under way once it is shown again, and only once', async () => {
    const queue = openQueue({ coalesce });
    await queue.all('anna');
    const events: QueueEvent[] = [];
    queue.follow(event => events.push(event));
    const appending = Promise.all([queue.append(operation('a')), queue.append(operation('b', 2))]);
    await Promise.resolve();
    await Promise.resolve();
    page('pagehide');
    await storageTurn();
    expect(events.filter(({ type }) => type !== 'appending')).toEqual([]);
    page('pageshow');
    await appending;
    expect((await queue.all('anna')).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(events.map(({ type }) => type)).toEqual(['appending', 'appending', 'kept', 'kept']);
    expect((await openQueue({ coalesce }).all('anna')).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test('keeps what is requested while it goes, once it is shown again', async () => {
    const queue = openQueue({ coalesce });
    await queue.all('anna');
    page('pagehide');
    const appending = queue.append(operation('a'));
    await storageTurn();
    page('pageshow');
    await appending;
    expect((await queue.all('anna')).map(({ id }) => id)).toEqual(['a']);
  });

  test('writes the draft and the copy of a list once it is shown again', async () => {
    const [drafts, cache] = [openDraftStore(), createCache()];
    await drafts.all('anna');
    const draft = {
      userId: 'anna',
      form: 'new',
      tab: 't',
      base: {},
      values: { title: 'Tea' },
      savedAt: '2026',
    };
    page('pagehide');
    const writing = [drafts.change([draft]), cache.write('anna', 'notes', { n: 'note' })];
    await storageTurn();
    page('pageshow');
    await Promise.all(writing);
    expect(await drafts.all('anna')).toEqual([draft]);
    expect(await createCache().read('anna', 'notes')).toEqual({ n: 'note' });
  });
});

test('A page that goes for good lets its transactions end by themselves', async () => {
  const queue = openQueue({ coalesce });
  const appending = queue.append(operation('a'));
  page('pagehide', false);
  await appending;
  expect((await queue.all('anna')).map(({ id }) => id)).toEqual(['a']);
});

test('Another engine than WebKit ends such transactions itself, and is left alone', () => {
  const vendor = jest.spyOn(navigator, 'vendor', 'get').mockReturnValue('Google Inc.');
  const { transaction } = IDBDatabase.prototype;
  abortTransactionsOfHiddenPage();
  expect(IDBDatabase.prototype.transaction).toBe(transaction);
  vendor.mockRestore();
});
