/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { deleteDB } from 'idb';
import { coalesce } from '../../src/app/store/kinds';
import { openDeviceDatabase, type DeviceDatabase } from '../../src/lib/deviceDatabase';
import { requestChange, type Operation } from '../../src/sync/operations';
import { openQueue } from '../../src/sync/queue/queue';
import type { Tabs } from '../../src/sync/queue/queueEvents';
import { taskAdd, taskEdit, taskFields } from '../support/app/operations';
import { advanceWithStorage, fakeStorageTime, storageIdle } from '../support/devices/storageIdle';
import { breakStorage } from '../support/devices/storageSwitch';

const handed = ({ id, itemKey, kind, payload }: Operation, userId = 'anna'): Operation => ({
  ...requestChange({ itemKey, kind, payload }, { id }).payload,
  userId,
});
const add = (id: string, taskId = 1, userId = 'anna') => handed(taskAdd(id, taskId), userId);
const edit = (id: string, taskName: string) =>
  handed(taskEdit(id, 1, taskFields({ taskName }), { fireId: null }));
const ids = (operations: readonly Operation[]) => operations.map(({ id }) => id);

const prototypes = [IDBFactory, IDBObjectStore, IDBIndex].map(({ prototype }) => ({
  prototype,
  before: Object.getOwnPropertyDescriptors(prototype),
}));
/** Ends the pages of the last test: they hear of nothing more. */
let endPages = new AbortController();
const { addEventListener: listen } = globalThis;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
  endPages.abort();
  endPages = new AbortController();
  const { signal } = endPages;
  globalThis.addEventListener = ((type: string, listener: EventListener) =>
    listen(type, listener, { signal })) as typeof listen;
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  globalThis.addEventListener = listen;
  for (const { prototype, before } of prototypes) Object.defineProperties(prototype, before);
});

/** A page on the browser's storage. While it `isSlow`, its database does nothing, until it may `goOn`. */
function openPage({ isSlow = false, tabs = undefined as Tabs | undefined } = {}) {
  const device = openDeviceDatabase();
  let goOn: () => void = () => undefined;
  const gate = isSlow ? new Promise<void>(resolve => (goOn = resolve)) : Promise.resolve();
  const database: DeviceDatabase = { ...device, use: work => gate.then(() => device.use(work)) };
  const queue = openQueue({ coalesce, database, tabs });
  const texts: string[] = [];
  queue.follow(event =>
    texts.push('operation' in event ? `${event.type} ${event.operation.id}` : event.type),
  );
  return { queue, texts, goOn: () => goOn() };
}
/** Requests operations in a page that ends in the same turn. */
async function leave(...operations: Operation[]) {
  const { queue } = openPage({ isSlow: true });
  for (const operation of operations) void queue.append(operation);
  await Promise.resolve();
}
const copyLeft = () => ({ ...localStorage }) as Record<string, string>;
const putLeft = (left: Record<string, string>) =>
  Object.entries(left).forEach(([key, value]) => localStorage.setItem(key, value));

describe('What a page requested in the turn in which it ended', () => {
  test('is kept by the next page, in order, under its id, as one that may have been sent', async () => {
    await leave(add('a'), edit('b', 'Bread'));
    await leave(edit('c', 'Cheese'));
    const { queue, texts } = openPage();
    expect(await queue.all('anna')).toMatchObject(
      ['a', 'b', 'c'].map(id => ({ id, userId: 'anna', status: 'pending', isAttempted: true })),
    );
    expect(texts).toEqual(['kept a', 'kept b', 'kept c']);
    expect(localStorage).toHaveLength(0);
  });

  test('is kept once by two tabs that start together, and sent once', async () => {
    await leave(add('a'));
    const pages = [openPage(), openPage()];
    await Promise.all(pages.map(({ queue }) => queue.all('anna')));
    const [first, second] = pages.map(({ queue }) => queue);
    expect(ids(await first!.all('anna'))).toEqual(['a']);
    await first!.confirm((await first!.take('anna', 'task:1'))!);
    expect(await second!.take('anna', 'task:1')).toBeUndefined();
    expect(await openPage().queue.all('anna')).toEqual([]);
  });

  test('waits for its own user', async () => {
    await leave(add('a'), add('b', 2, 'bert'));
    expect(ids(await openPage().queue.all('bert'))).toEqual(['b']);
    expect(ids(await openPage().queue.all('anna'))).toEqual(['a']);
  });

  test('is left again by a page that ends before it has kept it', async () => {
    await leave(add('a'));
    void openPage({ isSlow: true }).queue.all('anna');
    expect(ids(await openPage().queue.all('anna'))).toEqual(['a']);
  });

  test('comes before what the next page requests meanwhile', async () => {
    await leave(add('a'));
    const { queue } = openPage();
    const all = queue.all('anna');
    await queue.append(edit('b', 'Bread'));
    await all;
    expect(ids(await queue.all('anna'))).toEqual(['a', 'b']);
  });

  test('goes when the user’s account is deleted', async () => {
    await leave(add('a'));
    await openPage().queue.clear('anna');
    expect(localStorage).toHaveLength(0);
  });

  test('is kept by an open tab, some time after that heard of it', async () => {
    const { queue, texts } = openPage();
    await queue.all('anna');
    await leave(add('a'));
    fakeStorageTime();
    const [key] = Object.keys(localStorage);
    dispatchEvent(new StorageEvent('storage', { key, newValue: localStorage.getItem(key!) }));
    await advanceWithStorage(1000);
    expect(texts).toEqual([]);
    await advanceWithStorage(2000);
    expect(texts).toEqual(['kept a']);
  });
});

describe('What a page stored before it ended', () => {
  test('is not left', async () => {
    await openPage().queue.append(add('a'));
    expect(localStorage).toHaveLength(0);
  });

  test('is kept once, and announced, if its key is still there', async () => {
    await leave(add('a'));
    const left = copyLeft();
    await openPage().queue.all('anna');
    putLeft(left);
    const told: string[] = [];
    const tabs = {
      postMessage: ({ type, operation }: { type: string; operation: Operation }) =>
        told.push(`${type} ${operation.id}`),
      addEventListener: () => undefined,
    };
    expect(ids(await openPage({ tabs }).queue.all('anna'))).toEqual(['a']);
    expect(told).toEqual(['kept a']);
  });

  test('is not sent again if it was confirmed', async () => {
    await leave(add('a'));
    const left = copyLeft();
    const { queue } = openPage();
    await queue.all('anna');
    await queue.confirm((await queue.take('anna', 'task:1'))!);
    putLeft(left);
    expect(await openPage().queue.all('anna')).toEqual([]);
    expect(localStorage).toHaveLength(0);
  });
});

describe('A page that was frozen while it stored', () => {
  test('shows what another page kept for it, once', async () => {
    const frozen = openPage({ isSlow: true });
    const appending = frozen.queue.append(add('a'));
    await Promise.resolve();
    await openPage().queue.all('anna');
    frozen.goOn();
    await appending;
    expect(frozen.texts).toEqual(['appending a', 'kept a']);
    expect(ids(await frozen.queue.all('anna'))).toEqual(['a']);
  });

  test('does not bring back what another page has sent', async () => {
    const frozen = openPage({ isSlow: true });
    const appending = frozen.queue.append(add('a'));
    await Promise.resolve();
    const { queue } = openPage();
    await queue.all('anna');
    await queue.confirm((await queue.take('anna', 'task:1'))!);
    frozen.goOn();
    await appending;
    expect(frozen.texts).toEqual(['appending a', 'discarded a']);
    expect(await frozen.queue.all('anna')).toEqual([]);
  });
});

describe('Where localStorage takes no step of this size', () => {
  beforeEach(() => {
    const { setItem } = Storage.prototype;
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      if (value.length > 3000) throw new DOMException('full', 'QuotaExceededError');
      setItem.call(this, key, value);
    });
  });
  const step = (name: string, count: number, from = 1) =>
    Array.from({ length: count }, (_, n) => ({ ...add(`${name}${n}`, from + n), changeId: name }));

  test('it is left whole or not at all, and keeps no other one back', async () => {
    await leave(...step('small', 3), ...step('large', 30, 10), add('b', 2, 'bert'));
    expect(ids(await openPage().queue.all('anna'))).toEqual(['small0', 'small1', 'small2']);
    expect(ids(await openPage().queue.all('bert'))).toEqual(['b']);
  });

  test('the database keeps it', async () => {
    const { queue } = openPage();
    await Promise.all(step('large', 30).map(operation => queue.append(operation)));
    expect(await openPage().queue.all('anna')).toHaveLength(30);
  });
});

test('A step of a thousand operations is left whole', async () => {
  await leave(...Array.from({ length: 1000 }, (_, n) => ({ ...add(`a${n}`, n + 1), changeId: 'step' })));
  expect(localStorage).toHaveLength(1);
  expect(await openPage().queue.all('anna')).toHaveLength(1000);
});

test.each([
  ['no JSON', '{'],
  ['no list', '{"id":"a"}'],
  ['a list of something else', '[1, null, {"id": 5}, {"id":"a"}]'],
])('%s in the place of operations is passed over', async (_what, stored) => {
  localStorage.setItem('daywall-op/anna/other', stored);
  const { queue } = openPage();
  expect(await queue.all('anna')).toEqual([]);
  await queue.append(add('a'));
  expect(ids(await queue.all('anna'))).toEqual(['a']);
});

test('Where localStorage is off, operations are kept as without it', async () => {
  jest.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('off', 'SecurityError');
  });
  const { queue } = openPage();
  await queue.append(add('a'));
  await queue.append(add('b', 2));
  expect(ids(await openPage().queue.all('anna'))).toEqual(['a', 'b']);
});

describe('When the database fails, the page goes on in memory', () => {
  /** Waits as long as a piece of work may take, and for what follows. */
  const giveUp = () => advanceWithStorage(4000);

  test.each(['open', 'read', 'write'] as const)('and loses nothing if it gives no answer at %s', async at => {
    const mend = breakStorage({ database: 'daywall', at, how: 'never' });
    fakeStorageTime();
    const { queue, texts } = openPage();
    const appending = [queue.append(add('a')), queue.append(edit('b', 'Bread'))];
    await giveUp();
    await Promise.all(appending);
    expect(texts.filter(text => text === 'moved')).toHaveLength(1);
    expect(ids(await queue.all('anna'))).toEqual(['a', 'b']);
    mend();
    jest.useRealTimers();
    expect(ids(await openPage().queue.all('anna'))).toEqual(['a', 'b']);
  });

  test('and what ends meanwhile, of what the database has, is over for the next page', async () => {
    const { queue } = openPage();
    await queue.append(add('a'));
    await queue.append(add('b', 2));
    await queue.append(add('c', 3));
    const mend = breakStorage({ database: 'daywall', at: 'write', how: 'never' });
    fakeStorageTime();
    const taking = queue.take('anna', 'task:1');
    await giveUp();
    await queue.confirm((await taking)!);
    await queue.discard('anna', 'task:2');
    await queue.append(add('d', 4));
    await queue.confirm((await queue.take('anna', 'task:4'))!);
    mend();
    jest.useRealTimers();
    const next = openPage().queue;
    expect(ids(await next.all('anna'))).toEqual(['c']);
    const { entries } = await next.log('anna');
    const ends = entries.map(({ id, confirmedAt, takenBackAt }) => [id, !!confirmedAt, !!takenBackAt]);
    expect(ends).toEqual([
      ['a', true, false],
      ['b', false, true],
      ['c', false, false],
    ]);
    expect(localStorage).toHaveLength(0);
  });

  test('and sends what the database stored after it had failed, once', async () => {
    const device = openDeviceDatabase();
    let [fail, goOn] = [(_: Error) => {}, () => {}];
    const hanging = new Promise<void>((_, reject) => (fail = reject));
    const later = new Promise<void>(resolve => (goOn = resolve));
    const gates: Promise<void>[] = [];
    const database: DeviceDatabase = {
      ...device,
      use: async work => {
        await gates.shift();
        return device.use(work);
      },
    };
    const queue = openQueue({ coalesce, database });
    await queue.append(add('a'));
    gates.push(hanging, later);
    const appending = [queue.append(add('b', 2))];
    await storageIdle();
    appending.push(queue.append(add('c', 3)));
    await storageIdle();
    fail(new DOMException('No answer in time', 'TimeoutError'));
    await storageIdle();
    goOn();
    await Promise.all(appending);
    for (const item of ['task:1', 'task:2', 'task:3']) {
      const taken = await queue.take('anna', item);
      expect(taken).toBeDefined();
      await queue.confirm(taken!);
    }
    expect(await openPage().queue.all('anna')).toEqual([]);
  });

  test('and leaves what is unsent to the next one when another tab deletes the database', async () => {
    const { queue, texts } = openPage();
    await queue.append(add('a'));
    await deleteDB('daywall');
    await storageIdle();
    expect(texts).toContain('moved');
    expect(ids(await queue.all('anna'))).toEqual(['a']);
    expect(await openPage().queue.all('anna')).toMatchObject([{ id: 'a', isAttempted: true }]);
  });
});
