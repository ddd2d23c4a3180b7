import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { deleteDB, openDB } from 'idb';
import { coalesce } from '../../src/app/store/kinds';
import { createCache } from '../../src/device/cache';
// Import the lazy code now, because fake time does not wait for it.
import '../../src/device/cacheMover';
import '../../src/drafts/store/draftMover';
import { openDraftStore, type DraftRecord } from '../../src/drafts/store/draftStore';
import '../../src/sync/queue/store/operationMover';
import { openDeviceDatabase } from '../../src/lib/deviceDatabase/deviceDatabase';
import { DEVICE_DATABASE, DEVICE_VERSION, SECOND_DATABASE } from '../../src/lib/deviceDatabase/deviceSchema';
import { operationPart } from '../../src/sync/queue/store/deviceStore';
import { openOperationStore } from '../../src/sync/queue/store/operationStore';
import { requestChange, type Operation } from '../../src/sync/operations';
import { openQueue } from '../../src/sync/queue/queue';
import { taskAdd } from '../support/app/operations';
import { advanceWithStorage, storageIdle } from '../support/devices/storageIdle';
import { breakStorage, type StorageFault } from '../support/devices/storageSwitch';

const operation = (id: string, taskId = 1): Operation => {
  const { itemKey, kind, payload } = taskAdd(id, taskId);
  return { ...requestChange({ itemKey, kind, payload }, { id }).payload, userId: 'anna', status: 'pending' };
};
const draft = (title: string, savedAt = '2026'): DraftRecord => ({
  ...{ userId: 'anna', form: 'new', tab: 't', base: {}, savedAt },
  values: { title },
});
const ids = (operations: Operation[]) => operations.map(({ id }) => id);

const prototypes = [IDBFactory, IDBObjectStore, IDBIndex].map(({ prototype }) => ({
  prototype,
  before: Object.getOwnPropertyDescriptors(prototype),
}));
/** The channels to other tabs that a test has opened. */
let channels: BroadcastChannel[] = [];
const openChannel = () => {
  const channel = new BroadcastChannel('daywall-queue');
  channels.push(channel);
  return channel;
};
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  channels = [];
});
afterEach(() => {
  channels.forEach(channel => channel.close());
  jest.useRealTimers();
  for (const { prototype, before } of prototypes) Object.defineProperties(prototype, before);
});

/** A page with its own stores on the browser's databases. */
function openPage() {
  const database = openDeviceDatabase();
  const states: string[] = [];
  const store = openOperationStore(storage => states.push(storage), database);
  const queue = openQueue({ coalesce, store });
  return { database, states, queue, drafts: openDraftStore(database), cache: createCache(database) };
}

/** Milliseconds on the page's clock until the work resolves. */
async function timeOf(work: Promise<unknown>) {
  let isDone = false;
  void work.finally(() => (isDone = true)).catch(() => undefined);
  let took = 0;
  await storageIdle();
  for (; !isDone && took < 20_000; took += 100) await advanceWithStorage(100, 100);
  await work;
  return took;
}
/** The real timer: the storage answers in turns of the real event loop. */
const nextTurn = setTimeout;
const fakeTimers = () =>
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick', 'performance'] });

async function stored(name: string) {
  const database = await openDB(name);
  const operations = (await database.getAll('operations')) as Operation[];
  const drafts = (await database.getAll('drafts')) as DraftRecord[];
  database.close();
  return { operations: ids(operations), drafts: drafts.map(({ values }) => values['title']) };
}

const never = (at: StorageFault['at'], database = DEVICE_DATABASE): StorageFault => ({
  database,
  at,
  how: 'never',
});

test('All parts share one database, which is the only one', async () => {
  const page = openPage();
  await page.queue.append(operation('a'));
  await page.drafts.change([draft('Tea')]);
  await page.cache.write('anna', 'tasks', {});
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([DEVICE_DATABASE]);
});

describe('A first database that never answers', () => {
  test.each([never('open'), never('read'), never('write')])(
    'at $at is left for the second within 3 s, for operations, drafts and copies',
    async fault => {
      breakStorage(fault);
      fakeTimers();
      const page = openPage();
      expect(await timeOf(page.queue.append(operation('a')))).toBeLessThanOrEqual(3000);
      expect(await timeOf(page.drafts.change([draft('Tea')]))).toBeLessThanOrEqual(3000);
      expect(await timeOf(page.cache.write('anna', 'tasks', { k: 'x' }))).toBeLessThanOrEqual(3000);
      expect(page.states).toEqual(['silent']);
      expect(ids(await page.queue.all('anna'))).toEqual(['a']);
      expect(await page.drafts.all('anna')).toEqual([draft('Tea')]);
      expect(await page.cache.read('anna', 'tasks')).toEqual({ k: 'x' });
      jest.useRealTimers();
      expect(await stored(SECOND_DATABASE)).toEqual({ operations: ['a'], drafts: ['Tea'] });
    },
  );

  test('at deletion keeps nobody waiting longer than 3 s', async () => {
    const page = openPage();
    await page.queue.append(operation('a'));
    await page.drafts.change([draft('Tea')]);
    await page.cache.write('anna', 'tasks', { k: 'x' });
    breakStorage(never('delete'));
    fakeTimers();
    expect(await timeOf(page.queue.clear('anna'))).toBeLessThanOrEqual(3000);
    expect(await timeOf(page.drafts.clear('anna'))).toBeLessThanOrEqual(3000);
    expect(await timeOf(page.cache.clear('anna'))).toBeLessThanOrEqual(3000);
    expect(await page.queue.all('anna')).toEqual([]);
  });

  test('gives its unsent operations and drafts of this page to the second, numbered', async () => {
    const page = openPage();
    await page.queue.append(operation('a'));
    await page.drafts.change([draft('Tea')]);
    const [first] = await page.queue.all('anna');
    const mend = breakStorage(never('write'));
    fakeTimers();
    await timeOf(page.queue.append(operation('b', 2)));
    expect(ids(await page.queue.all('anna'))).toEqual(['a', 'b']);
    expect(await page.queue.take('anna', 'task:1')).toMatchObject({ id: 'a', number: first!.number });
    expect(await page.drafts.all('anna')).toEqual([draft('Tea')]);
    jest.useRealTimers();
    mend();
  });

  test('with a second one that never answers, leaves the work to memory, and says so', async () => {
    breakStorage(never('open'));
    breakStorage(never('open', SECOND_DATABASE));
    fakeTimers();
    const page = openPage();
    expect(await timeOf(page.queue.append(operation('a')))).toBeLessThanOrEqual(3000);
    expect(ids(await page.queue.all('anna'))).toEqual(['a']);
    expect(page.states).toEqual(['silent', 'memory']);
    await expect(page.drafts.change([draft('Tea')])).rejects.toThrow();
  });
});

describe('On a slow device', () => {
  const { setImmediate: realSetImmediate } = globalThis;
  /** Delays each answer of the storage by so many milliseconds on the page's clock. */
  const beSlow = (milliseconds = 5) => {
    fakeTimers();
    Object.assign(globalThis, { setImmediate: (work: () => void) => setTimeout(work, milliseconds) });
  };
  afterEach(() => {
    globalThis.setImmediate = realSetImmediate;
  });
  const step = Array.from({ length: 400 }, (_, n) => operation(`of-step-${n}`, n + 2));

  test('all is read, written and deleted in the first one, each within 3 s', async () => {
    const page = openPage();
    await Promise.all([page.cache.read('anna', 'tasks'), page.drafts.all('anna'), page.queue.all('anna')]);
    beSlow(50);
    for (const work of [
      () => page.queue.append(operation('a')),
      () => page.drafts.change([draft('Tea')]),
      () => page.cache.write('anna', 'tasks', { k: 'x' }),
      () => page.queue.all('anna'),
      () => page.drafts.clear('anna'),
      () => page.cache.clear('anna'),
      () => page.queue.forgetEnded('anna', null),
    ])
      expect(await timeOf(work())).toBeLessThanOrEqual(3000);
    globalThis.setImmediate = realSetImmediate;
    jest.useRealTimers();
    expect(page.states).toEqual([]);
    expect(await stored(DEVICE_DATABASE)).toEqual({ operations: ['a'], drafts: [] });
    expect(await page.cache.read('anna', 'tasks')).toBeNull();
  });

  test('a large step, and what waits behind it, is kept in the first: it answers', async () => {
    const page = openPage();
    await page.queue.append(operation('before'));
    beSlow();
    const working = Promise.all([
      ...step.map(operation => page.queue.append(operation)),
      page.queue.take('anna', 'task:1'),
      page.cache.write('anna', 'tasks', { k: 'x' }),
    ]);
    expect(await timeOf(working)).toBeGreaterThan(4000);
    globalThis.setImmediate = realSetImmediate; // the storage answers at once again
    jest.useRealTimers();
    expect(page.states).toEqual([]);
    expect((await stored(DEVICE_DATABASE)).operations).toEqual(['before', ...ids(step)]);
    const { entries } = await page.queue.log('anna');
    expect(entries.map(({ id }) => id)).toEqual(['before', ...ids(step)]);
  });

  test('a step without answers is left for the second one 2 s after the last answer', async () => {
    const page = openPage();
    await page.queue.append(operation('before'));
    beSlow();
    const working = Promise.all(step.map(operation => page.queue.append(operation)));
    await jest.advanceTimersByTimeAsync(1000);
    breakStorage(never('write'));
    await jest.advanceTimersByTimeAsync(2100); // earlier requests are answered
    expect(page.states).toEqual([]);
    await jest.advanceTimersByTimeAsync(2000);
    expect(page.states).toEqual(['silent']);
    globalThis.setImmediate = realSetImmediate;
    await timeOf(working);
    jest.useRealTimers();
    expect(page.states).toEqual(['silent']);
    expect(ids(await page.queue.all('anna'))).toEqual(['before', ...ids(step)]);
  });
});

test('The second database is merged at the next start: nothing twice, nothing over', async () => {
  const before = openPage();
  await before.queue.append(operation('a'));
  await before.queue.append(operation('b', 2));
  await before.drafts.change([draft('Tea')]);
  const mend = breakStorage(never('write'));
  fakeTimers();
  await timeOf(before.queue.append(operation('c', 3)));
  await timeOf(before.drafts.change([draft('Green tea', '2027')]));
  await before.queue.confirm((await before.queue.take('anna', 'task:1'))!);
  jest.useRealTimers();
  mend();
  const operationIds: string[] = [];
  const tabs = openChannel();
  const states = new Promise<void>(resolve => {
    tabs.onmessage = ({ data }) => operationIds.push(`${data.type} ${data.operation.id}`) === 2 && resolve();
  });
  const after = openPage();
  expect(ids(await after.queue.all('anna'))).toEqual(['b', 'c']);
  expect(await after.drafts.all('anna')).toEqual([draft('Green tea', '2027')]);
  const { entries } = await after.queue.log('anna');
  expect(entries.map(({ id, confirmedAt }) => [id, Boolean(confirmedAt)])).toEqual([
    ['a', true],
    ['b', false],
    ['c', false],
  ]);
  await states;
  expect(operationIds).toEqual(['kept c', 'updated c']);
  await after.queue.append(operation('d', 4));
  expect(ids(await openPage().queue.all('anna'))).toEqual(['b', 'c', 'd']);
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([DEVICE_DATABASE]);
});

test('A tab that looked in the first database for what the second has looks again', async () => {
  const [own, others] = [openChannel(), openChannel()];
  const sender = openQueue({
    coalesce,
    store: openOperationStore(() => undefined, openDeviceDatabase()),
    tabs: own,
  });
  const taken: (Operation | undefined)[] = [];
  const sent = new Promise<void>(resolve => {
    sender.follow(event => {
      if (!('operation' in event)) return;
      void sender.take('anna', event.operation.itemKey).then(operation => {
        taken.push(operation);
        if (operation) resolve();
      });
    });
  });
  const before = openPage();
  await before.queue.append(operation('a', 2));
  await sender.all('anna');
  const mend = breakStorage(never('write'));
  fakeTimers();
  await timeOf(before.queue.append(operation('c')));
  others.postMessage({ type: 'kept', operation: operation('c') });
  jest.useRealTimers();
  mend();
  while (taken.length === 0) await new Promise(resolve => nextTurn(resolve, 5));
  expect(taken).toEqual([undefined]);
  await openPage().queue.all('anna');
  await sent;
  expect(taken.at(-1)).toMatchObject({ id: 'c' });
});

/** Holds back the opening of the first database; returns a function that lets it go on. */
function holdFirst(): () => void {
  const { open } = IDBFactory.prototype;
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>(resolve => (letGo = resolve));
  IDBFactory.prototype.open = function (this: IDBFactory, name, ...version) {
    const request = open.call(this, name, ...version);
    if (name === DEVICE_DATABASE) {
      const hold = (event: Event) => {
        event.stopImmediatePropagation();
        request.removeEventListener('success', hold);
        void gate.then(() => request.dispatchEvent(new (event.constructor as typeof Event)('success')));
      };
      request.addEventListener('success', hold);
    }
    return request;
  };
  return () => {
    IDBFactory.prototype.open = open;
    letGo();
  };
}

const someSeconds = () => advanceWithStorage(3000);

test('A first database that answers late is merged with, used again, and says so', async () => {
  const letGo = holdFirst();
  fakeTimers();
  const page = openPage();
  await timeOf(page.queue.append(operation('a')));
  expect(page.states).toEqual(['silent']);
  letGo();
  await someSeconds();
  jest.useRealTimers();
  expect(page.states).toEqual(['silent', 'device']);
  await page.queue.append(operation('b', 2));
  expect(ids(await page.queue.all('anna'))).toEqual(['a', 'b']);
  expect(await stored(DEVICE_DATABASE)).toMatchObject({ operations: ['a', 'b'] });
});

test('What went on in memory is on the device again once the first database answers', async () => {
  const letGo = holdFirst();
  breakStorage(never('open', SECOND_DATABASE));
  fakeTimers();
  const page = openPage();
  await timeOf(page.queue.append(operation('a')));
  letGo();
  await someSeconds();
  expect(page.states).toEqual(['silent', 'memory']);
  jest.useRealTimers();
  await page.queue.confirm((await page.queue.take('anna', 'task:1'))!);
  expect(page.states).toEqual(['silent', 'memory', 'device']);
  await page.queue.append(operation('b'));
  expect(await stored(DEVICE_DATABASE)).toMatchObject({ operations: ['b'] });
});

describe('A sign-out while the first database does not answer', () => {
  /** The rows of a user in all stores, as text. */
  async function rowsOf(userId: string) {
    const database = await openDB(DEVICE_DATABASE);
    const found: string[] = [];
    for (const name of [...database.objectStoreNames]) {
      const [keys, values] = [await database.getAllKeys(name), await database.getAll(name)];
      for (const [at, key] of keys.entries()) {
        const row = JSON.stringify([key, values[at]]);
        if (row.includes(userId)) found.push(`${name} ${row}`);
      }
    }
    database.close();
    return found;
  }
  const keepAll = async (userId: string, taskId: number) => {
    const page = openPage();
    await page.queue.append({ ...operation(`over-${userId}`, taskId), userId });
    await page.queue.confirm((await page.queue.take(userId, `task:${taskId}`))!);
    await page.cache.write(userId, 'tasks', { k: userId });
    await page.cache.changeHistory(userId, [{ id: userId, number: 1, isUndone: false, steps: [] }], []);
  };
  const signOut = ({ cache, queue }: ReturnType<typeof openPage>) =>
    Promise.all([cache.clear('anna'), queue.forgetEnded('anna', null)]);
  /** A page that has switched to the second database. */
  const openSilent = async () => {
    const page = openPage();
    await timeOf(page.cache.read('cleo', 'tasks'));
    expect(page.states).toEqual(['silent']);
    return page;
  };

  beforeEach(async () => {
    localStorage.clear();
    await keepAll('anna', 1);
    expect(await rowsOf('anna')).not.toEqual([]);
  });

  test('is made good when it answers in the same page', async () => {
    const letGo = holdFirst();
    fakeTimers();
    const page = await openSilent();
    await timeOf(signOut(page));
    letGo();
    await someSeconds();
    jest.useRealTimers();
    expect(page.states).toEqual(['silent', 'device']);
    expect(await rowsOf('anna')).toEqual([]);
    expect(localStorage).toHaveLength(0);
  });

  test('is made good by the next page before it shows anything, also what none cleared', async () => {
    const letGo = holdFirst();
    const mend = breakStorage(never('delete', SECOND_DATABASE));
    fakeTimers();
    const page = openPage();
    await timeOf(page.cache.write('anna', 'notes', { k: 'anna, in the second' }));
    await timeOf(signOut(page));
    jest.useRealTimers();
    letGo();
    mend();
    expect(Object.keys(localStorage).sort()).toEqual(['daywall-clear/copies/anna', 'daywall-clear/log/anna']);
    await keepAll('bert', 2);
    expect(await rowsOf('anna')).toEqual([]);
    expect(await rowsOf('bert')).not.toEqual([]);
    expect(localStorage).toHaveLength(0);
  });

  test('keeps what is unsent and typed; a deletion of the account clears them, too', async () => {
    const before = openPage();
    await before.queue.append(operation('unsent', 3));
    await before.drafts.change([draft('Tea')]);
    let letGo = holdFirst();
    fakeTimers();
    await timeOf(signOut(await openSilent()));
    jest.useRealTimers();
    letGo();
    const next = openPage();
    expect(ids(await next.queue.all('anna'))).toEqual(['unsent']);
    expect(await next.drafts.all('anna')).toEqual([draft('Tea')]);
    letGo = holdFirst();
    fakeTimers();
    const deleting = await openSilent();
    await timeOf(Promise.all([deleting.queue.clear('anna'), deleting.drafts.clear('anna')]));
    jest.useRealTimers();
    letGo();
    const last = openPage();
    expect(await last.queue.all('anna')).toEqual([]);
    expect(await last.drafts.all('anna')).toEqual([]);
    await last.cache.read('anna', 'tasks');
    expect(await rowsOf('anna')).toEqual([]);
  });
});

test('A tab takes over what another keeps in the second database once it hears of it', async () => {
  const other = openPage();
  const page = openPage();
  await page.queue.all('anna');
  const mend = breakStorage(never('write'));
  fakeTimers();
  await timeOf(other.queue.append(operation('a')));
  jest.useRealTimers();
  mend();
  await page.database.takeOver(operationPart);
  expect(ids(await page.queue.all('anna'))).toEqual(['a']);
  expect(await other.queue.all('anna')).toEqual([]);
});

test('A tab goes on beside a newer one: what it keeps is taken over, and it says so', async () => {
  const page = openPage();
  await page.queue.append(operation('a'));
  const newer = await openDB(DEVICE_DATABASE, DEVICE_VERSION + 1);
  await page.queue.append(operation('b', 2));
  await page.drafts.change([draft('Tea')]);
  expect(page.states).toEqual(['newer']);
  newer.close();
  expect(await stored(SECOND_DATABASE)).toEqual({ operations: ['a', 'b'], drafts: ['Tea'] });
});

test('What a browser removes while the tab is open is kept again with the next change', async () => {
  const opened = jest.spyOn(IDBDatabase.prototype, 'transaction');
  const page = openPage();
  await page.queue.append(operation('a'));
  await page.drafts.change([draft('Tea')]);
  forceCloseDatabase(opened.mock.contexts[0] as never);
  await deleteDB(DEVICE_DATABASE);
  await page.queue.append(operation('b', 2));
  expect(await page.drafts.all('anna')).toEqual([draft('Tea')]);
  expect(await stored(DEVICE_DATABASE)).toEqual({ operations: ['a', 'b'], drafts: ['Tea'] });
  opened.mockRestore();
});

test('A database that another tab deletes is made anew, with all that the page knows', async () => {
  const page = openPage();
  await page.queue.append(operation('a'));
  await page.drafts.change([draft('Tea')]);
  page.drafts.onReturn(() => void page.drafts.all('anna'));
  await deleteDB(DEVICE_DATABASE);
  expect(page.states).toEqual(['device']);
  // The app reads again when it is told of the return.
  expect(ids(await page.queue.all('anna'))).toEqual(['a']);
  expect(await stored(DEVICE_DATABASE)).toEqual({ operations: ['a'], drafts: ['Tea'] });
});
