/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { coalesce } from '../../src/app/store/kinds';
import { requestChange, type Operation } from '../../src/sync/operations';
import { openQueue, type Queue } from '../../src/sync/queue/queue';
import type { QueueEvent } from '../../src/sync/queue/queueEvents';
import { openMemoryStore } from '../../src/sync/queue/store/memoryStore';
import { taskAdd, taskDelete, taskEdit, taskFields } from '../support/app/operations';
import { fakeStorageTime } from '../support/devices/storageIdle';

/** An operation as the store's saga passes it to the queue. */
const handed = ({ id, itemKey, kind, payload }: Operation, userId = 'anna'): Operation => ({
  ...requestChange({ itemKey, kind, payload }, { id }).payload,
  userId,
  madeAt: '2026-03-10T12:00:00.000Z',
});
const as = (userId: string, operation: Operation): Operation => ({ ...operation, userId });
/** The server's answer to an add. */
const answerOf = (fireId: string) => ({ record: { fireId, value: null } });
const add = (id: string, taskId = 1) => handed(taskAdd(id, taskId));
const edit = (id: string, taskName: string, taskId = 1) =>
  handed(taskEdit(id, taskId, taskFields({ taskName }), { fireId: null }));
const remove = (id: string, taskId = 1) => handed(taskDelete(id, taskId, null));
const ITEM = 'task:1';

const ids = (operations: Operation[]) => operations.map(({ id }) => id);
function listen(queue: Queue) {
  const events: QueueEvent[] = [];
  queue.follow(event => events.push(event));
  return {
    events,
    eventTexts: () =>
      events.map(event => ('operation' in event ? `${event.type} ${event.operation.id}` : event.type)),
  };
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
  fakeStorageTime();
});
afterEach(() => void jest.useRealTimers());

describe.each([
  ['on the device', () => undefined],
  ['in memory', () => openMemoryStore()],
])('A queue %s', (_where, store) => {
  let queue: Queue;
  beforeEach(() => {
    queue = openQueue({ coalesce, store: store() });
  });

  test('forgets all of one user, tells it, and keeps what is another’s', async () => {
    await queue.append(add('a'));
    await queue.append(edit('b', 'Bread'));
    await queue.append(add('c', 2));
    await queue.append(as('bert', add('d')));
    const { eventTexts } = listen(queue);
    await queue.clear('anna');
    expect(eventTexts()).toEqual(['discarded a', 'discarded b', 'discarded c']);
    expect([await queue.all('anna'), ids(await queue.all('bert'))]).toEqual([[], ['d']]);
  });

  test('forgets the log of operations that are over, of all users but the present one', async () => {
    for (const user of ['anna', 'bert', 'cleo']) {
      await queue.append(as(user, add(`${user}-over`)));
      await queue.confirm((await queue.take(user, ITEM))!);
    }
    await queue.append(as('bert', edit('bert-here', 'Bread')));
    await queue.forgetEnded('cleo');
    const kept = async (user: string) => {
      const { operations, entries } = await queue.log(user);
      return [ids(operations), entries.map(({ id }) => id)];
    };
    expect(await kept('anna')).toEqual([[], []]);
    expect(await kept('bert')).toEqual([['bert-here'], ['bert-here']]);
    expect(await kept('cleo')).toEqual([[], ['cleo-over']]);
  });

  test('keeps operations in order, each under its user', async () => {
    const { eventTexts } = listen(queue);
    await queue.append(add('a'));
    await queue.append(as('bert', add('b')));
    await queue.append(edit('c', 'Then this'));
    await queue.append(add('d', 2));
    expect(ids(await queue.all('anna'))).toEqual(['a', 'c', 'd']);
    expect(ids(await queue.all('bert'))).toEqual(['b']);
    expect(await queue.all('ann')).toEqual([]);
    expect(eventTexts().filter(word => !word.startsWith('appending'))).toEqual([
      'kept a',
      'kept b',
      'kept c',
      'kept d',
    ]);
    expect((await queue.all('anna'))[0]).toEqual({
      ...add('a'),
      userId: 'anna',
      number: expect.any(Number),
      madeAt: '2026-03-10T12:00:00.000Z',
      status: 'pending',
      isAttempted: false,
    });
  });

  test('tells at once what is made, and afterwards what became of it', async () => {
    const { eventTexts, events } = listen(queue);
    const keeping = queue.append(add('a'));
    expect(eventTexts()).toEqual(['appending a']);
    const [made] = events as { operation: Operation }[];
    expect(made!.operation).toMatchObject({ ...add('a'), userId: 'anna', status: 'saving' });
    await keeping;
    expect(eventTexts()).toEqual(['appending a', 'kept a']);
    const [kept] = await queue.all('anna');
    expect(made!.operation.number).toBeGreaterThan(kept!.number);
    await queue.block(kept!, { reason: 'Refused' });
    await queue.append(remove('d'));
    expect(eventTexts().slice(3)).toEqual(['appending d', 'discarded a', 'discarded d']);
  });

  test('hands out an item’s first operation, and knows that it may have been sent', async () => {
    await queue.append(add('a'));
    await queue.append(edit('e', 'Then this'));
    expect(await queue.take('anna', ITEM)).toMatchObject({ id: 'a', isAttempted: false });
    expect(await queue.take('anna', ITEM)).toMatchObject({ id: 'a', isAttempted: true });
    expect(await queue.take('anna', 'task:9')).toBeUndefined();
    expect(await queue.take('bert', ITEM)).toBeUndefined();
  });

  test('hands what an operation brought to those behind it, and tells all of it once', async () => {
    await queue.append(add('a'));
    await queue.append(edit('e', 'Then this'));
    await queue.append(remove('d'));
    const first = (await queue.take('anna', ITEM))!;
    const { eventTexts } = listen(queue);
    await queue.confirm(first, answerOf('k1'));
    await queue.confirm(first, answerOf('k2'));
    expect(eventTexts()).toEqual(['confirmed a', 'updated e', 'updated d']);
    expect((await queue.all('anna')).map(({ payload }) => payload)).toMatchObject([
      { fireId: 'k1' },
      { fireId: 'k1' },
    ]);
  });

  test('holds an operation until it is released or given up', async () => {
    await queue.append(edit('e', 'Mine'));
    const taken = (await queue.take('anna', ITEM))!;
    await queue.block(taken, { reason: 'Too large' });
    expect(await queue.all('anna')).toMatchObject([{ status: 'blocked', reason: 'Too large' }]);
    expect(await queue.take('anna', ITEM)).toBeUndefined();
    await queue.retry('anna', ITEM);
    const [released] = await queue.all('anna');
    expect(released).toMatchObject({ status: 'pending', payload: taken.payload });
    expect(released).not.toHaveProperty('reason');
    await queue.discard('anna', ITEM);
    expect(await queue.all('anna')).toEqual([]);
  });

  test('is sent as one that may have arrived after a retry', async () => {
    await queue.append(edit('e', 'Mine'));
    await queue.block((await queue.take('anna', ITEM))!, { reason: 'Refused' });
    await queue.retry('anna', ITEM);
    expect(await queue.all('anna')).toMatchObject([{ isAttempted: true }]);
  });

  test('does not bring back what was confirmed or given up while it was on its way', async () => {
    await queue.append(edit('e', 'Mine'));
    const taken = (await queue.take('anna', ITEM))!;
    await queue.discard('anna', ITEM);
    const { eventTexts } = listen(queue);
    await queue.block(taken, { reason: 'Too late' });
    await queue.confirm(taken);
    expect(await queue.all('anna')).toEqual([]);
    // The import counts the operation, because the server has it.
    expect(eventTexts()).toEqual(['confirmed e']);
  });

  test('lets a newer operation take a held one’s place, in one step', async () => {
    await queue.append(add('a'));
    await queue.block((await queue.take('anna', ITEM))!, { reason: 'Refused' });
    await queue.append(edit('e', 'Shorter'));
    expect(await queue.all('anna')).toMatchObject([
      {
        id: 'e',
        kind: 'task/add',
        status: 'pending',
        payload: { taskId: 1, fields: { taskName: 'Shorter' } },
      },
    ]);
    await queue.block((await queue.take('anna', ITEM))!, { reason: 'Refused' });
    await queue.append(remove('d'));
    expect(await queue.all('anna')).toEqual([]);
  });

  test('lets one that waits behind take the place of one that is held', async () => {
    await queue.append(add('a'));
    await queue.append(edit('e', 'Shorter'));
    await queue.append(edit('f', 'Last'));
    await queue.block((await queue.take('anna', ITEM))!, { reason: 'Refused' });
    expect(await queue.all('anna')).toMatchObject([
      { id: 'e', kind: 'task/add', payload: { fields: { taskName: 'Shorter' } } },
      { id: 'f', kind: 'task/edit' },
    ]);
  });

  test.each(['task/tick', 'task/join'])('lets an edit wait behind a blocked %s', async kind => {
    const payload = { taskId: 1, fireId: 'k1' };
    await queue.append(handed({ ...edit('b', ''), kind, payload }));
    await queue.block((await queue.take('anna', ITEM))!, { reason: 'Refused' });
    await queue.append(edit('e', 'Mine'));
    expect(await queue.all('anna')).toMatchObject([
      { id: 'b', status: 'blocked' },
      { id: 'e', status: 'pending', payload: { fields: { taskName: 'Mine' } } },
    ]);
  });

  test('keeps two versions open when another edit waits behind', async () => {
    await queue.append(edit('e', 'Mine'));
    const later = { base: taskFields({ taskName: 'Mine' }), fireId: null };
    await queue.append(handed(taskEdit('f', 1, taskFields({ taskName: 'Mine, later' }), later)));
    const open = taskFields({ taskDescription: 'Theirs' });
    await queue.block((await queue.take('anna', ITEM))!, {
      reason: '2 versions',
      payload: { taskId: 1, fireId: 'k1', base: open, fields: taskFields({ taskName: 'Mine' }) },
    });
    expect(await queue.all('anna')).toMatchObject([
      { id: 'f', status: 'pending', payload: { base: open, fields: { taskName: 'Mine, later' } } },
    ]);
  });
});

describe('On a device', () => {
  /** A queue whose operations are taken at once; `order` lists when each was taken and when it was kept. */
  function takeAtOnce() {
    const queue = openQueue({ coalesce });
    const taken: Operation[] = [];
    const order: string[] = [];
    queue.follow(event => {
      if (event.type === 'kept') order.push(`kept ${event.operation.id}`);
      if (event.type !== 'appending') return;
      void queue.take('anna', ITEM).then(operation => {
        if (!operation) return;
        order.push(`taken ${operation.id}`);
        taken.push(operation);
      });
    });
    return { queue, taken, order };
  }

  test('an awaited first operation is taken while it is being kept, and noted as sent', async () => {
    const { queue, taken, order } = takeAtOnce();
    await queue.append(add('a'), true);
    expect(taken).toMatchObject([{ ...add('a'), userId: 'anna', status: 'pending', isAttempted: false }]);
    expect(order).toEqual(['taken a', 'kept a']);
    expect(await queue.all('anna')).toMatchObject([{ id: 'a', isAttempted: true }]);
    await queue.confirm(taken[0]!, answerOf('k1'));
    expect(await queue.all('anna')).toEqual([]);
  });

  test('one whose answer nobody waits for is taken once it is kept', async () => {
    const { queue, taken, order } = takeAtOnce();
    await queue.append(add('a'));
    await queue.all('anna');
    expect(taken).toMatchObject([{ id: 'a', isAttempted: false }]);
    expect(order).toEqual(['kept a', 'taken a']);
  });

  test('what is made behind another is taken in its turn', async () => {
    const { queue, taken, order } = takeAtOnce();
    const keeping = [queue.append(add('a'), true), queue.append(edit('e', 'Then this'))];
    await Promise.all(keeping);
    await queue.confirm(taken[0]!, answerOf('k1'));
    expect(await queue.take('anna', ITEM)).toMatchObject({ id: 'e', payload: { fireId: 'k1' } });
    expect(order.slice(0, 2)).toEqual(['taken a', 'kept a']);
  });

  test('all but the note that one may have been sent is on the disk before it is said', async () => {
    const { transaction } = IDBDatabase.prototype;
    const durabilities: (string | undefined)[] = [];
    const queue = openQueue({ coalesce });
    await queue.all('anna'); // the first transaction only tests whether the device answers
    const spy = jest.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
      this: IDBDatabase,
      ...args: Parameters<typeof transaction>
    ) {
      if (args[1] === 'readwrite') durabilities.push(args[2]?.durability);
      return transaction.apply(this, args);
    });
    await queue.append(add('a'));
    await queue.confirm((await queue.take('anna', ITEM))!);
    await queue.append(add('b'));
    await queue.discard('anna', ITEM);
    spy.mockRestore();
    expect(durabilities).toEqual(['strict', 'relaxed', 'strict', 'strict', 'strict']);
  });

  test('what is requested in one moment is kept in one transaction, in order', async () => {
    const spy = jest.spyOn(IDBDatabase.prototype, 'transaction');
    const queue = openQueue({ coalesce });
    await queue.all('anna');
    spy.mockClear();
    const { eventTexts } = listen(queue);
    await Promise.all(
      [add('a'), edit('e', 'Then this'), add('b', 2), add('c', 3)].map(operation => queue.append(operation)),
    );
    expect(spy).toHaveBeenCalledTimes(1);
    spy.mockRestore();
    expect(eventTexts().filter(event => event.startsWith('kept'))).toEqual([
      'kept a',
      'kept e',
      'kept b',
      'kept c',
    ]);
    expect(ids(await openQueue({ coalesce }).all('anna'))).toEqual(['a', 'e', 'b', 'c']);
  });

  test('what the device cannot store takes none along that is requested with it', async () => {
    const queue = openQueue({ coalesce });
    const bad = { ...add('bad', 2), payload: { taskId: 2, fields: () => undefined } };
    await Promise.all([add('a'), bad, add('c', 3)].map(operation => queue.append(operation)));
    expect(ids(await queue.all('anna')).sort()).toEqual(['a', 'bad', 'c']);
    expect(ids(await openQueue({ coalesce }).all('anna')).sort()).toEqual(['a', 'bad', 'c']);
  });

  test('operations survive the page, and one of an earlier page may have been sent', async () => {
    await openQueue({ coalesce }).append(add('a'));
    const next = openQueue({ coalesce });
    expect(ids(await next.all('anna'))).toEqual(['a']);
    expect(await next.take('anna', ITEM)).toMatchObject({ id: 'a', isAttempted: true });
  });

  test('two tabs hear each other and share one queue', async () => {
    const [channel, other] = [new BroadcastChannel('tabs'), new BroadcastChannel('tabs')];
    const first = openQueue({ coalesce, tabs: channel });
    const second = openQueue({ coalesce, tabs: other });
    const event = new Promise<QueueEvent>(resolve => second.follow(resolve));
    await first.append(add('a'));
    // The event of the append reaches only its own page.
    expect(await event).toMatchObject({ type: 'kept', operation: { id: 'a' } });
    const [mine, theirs] = [await second.take('anna', ITEM), await first.take('anna', ITEM)];
    expect([mine?.isAttempted, theirs?.isAttempted]).toEqual([false, true]);
    const confirmation = new Promise<QueueEvent>(resolve => first.follow(resolve));
    await second.confirm(mine!);
    expect(await confirmation).toMatchObject({ type: 'confirmed', operation: { id: 'a' } });
    const { eventTexts } = listen(first);
    await first.confirm(theirs!);
    expect(eventTexts()).toEqual([]);
    expect(await first.all('anna')).toEqual([]);
    channel.close();
    other.close();
  });

  /** A tab that receives another tab's messages only through `deliver`. */
  function lateTabs() {
    const listeners: ((message: MessageEvent) => void)[] = [];
    const tabs = {
      postMessage: () => undefined,
      addEventListener: (_type: string, listener: unknown) =>
        void listeners.push(listener as (typeof listeners)[0]),
    };
    const deliver = (event: QueueEvent) =>
      listeners.forEach(listener => listener({ data: event } as MessageEvent));
    return { first: openQueue({ coalesce, tabs }), second: openQueue({ coalesce }), deliver };
  }

  test('what another tab kept and this one sent is confirmed, though it hears it late', async () => {
    const { first, second, deliver } = lateTabs();
    const { eventTexts } = listen(first);
    await second.append(add('a'));
    await first.confirm((await first.take('anna', ITEM))!);
    deliver({ type: 'kept', operation: { ...add('a'), status: 'pending' } });
    expect(eventTexts()).toEqual(['confirmed a', 'kept a', 'confirmed a']);
  });

  test('what another tab blocked and this one gave up is over, though it hears it late', async () => {
    const { first, second, deliver } = lateTabs();
    const { eventTexts } = listen(first);
    await second.append(add('a'));
    const taken = (await second.take('anna', ITEM))!;
    await second.block(taken, { reason: 'no' });
    await first.discard('anna', ITEM);
    deliver({ type: 'blocked', operation: { ...taken, status: 'blocked', reason: 'no' } });
    expect(eventTexts()).toEqual(['discarded a', 'blocked a', 'discarded a']);
  });
});

describe('Without a device that keeps', () => {
  /** Makes every write from the nth on fail, as on a full disk. */
  function fillUp() {
    const { IDBObjectStore } = globalThis;
    for (const name of ['add', 'put'] as const) {
      jest.spyOn(IDBObjectStore.prototype, name).mockImplementation(() => {
        throw new DOMException('Full', 'QuotaExceededError');
      });
    }
  }
  afterEach(() => jest.restoreAllMocks());

  test.each([
    ['is missing', () => void Reflect.deleteProperty(globalThis, 'indexedDB')],
    [
      'throws',
      () => {
        globalThis.indexedDB = {
          open() {
            throw new DOMException('No', 'SecurityError');
          },
        } as unknown as IDBFactory;
      },
    ],
  ])('a queue works in memory when IndexedDB %s, and says so once', async (_what, breakIt) => {
    breakIt();
    const queue = openQueue({ coalesce });
    const { events } = listen(queue);
    await queue.append(add('a'));
    await queue.append(edit('e', 'Then this'));
    expect(ids(await queue.all('anna'))).toEqual(['a', 'e']);
    await queue.confirm((await queue.take('anna', ITEM))!, answerOf('k1'));
    expect(await queue.all('anna')).toMatchObject([{ id: 'e', payload: { fireId: 'k1' } }]);
    expect(events.filter(({ type }) => type === 'moved')).toHaveLength(1);
  });

  test('a store of another version is left as it is: the queue works in memory', async () => {
    const newer = await openDB('daywall', 2, {
      upgrade: database => void database.createObjectStore('operations', { keyPath: 'uid' }),
    });
    await newer.put('operations', { uid: 'x', shape: 'of tomorrow' });
    newer.close();
    const queue = openQueue({ coalesce });
    const { eventTexts } = listen(queue);
    await queue.append(add('a'));
    expect(ids(await queue.all('anna'))).toEqual(['a']);
    expect(eventTexts().filter(type => type === 'moved')).toHaveLength(1);
    const again = await openDB('daywall');
    expect(await again.getAll('operations')).toEqual([{ uid: 'x', shape: 'of tomorrow' }]);
    again.close();
  });

  test('a disk that fills up loses nothing of what it had, and nothing that comes after', async () => {
    const queue = openQueue({ coalesce });
    const { events } = listen(queue);
    await queue.append(add('a'));
    await queue.append(add('b', 2));
    fillUp();
    await queue.append(edit('e', 'Then this'));
    await queue.append(add('c', 3));
    expect(ids(await queue.all('anna')).sort()).toEqual(['a', 'b', 'c', 'e']);
    expect(events.filter(({ type }) => type === 'moved')).toHaveLength(1);
    // Operations are sent in order with the new key, none twice; confirmed operations leave the disk too.
    const first = (await queue.take('anna', ITEM))!;
    expect(first.id).toBe('a');
    await queue.confirm(first, answerOf('k1'));
    expect(await queue.take('anna', ITEM)).toMatchObject({ id: 'e', payload: { fireId: 'k1' } });
    expect(ids(await openQueue({ coalesce }).all('anna'))).toEqual(['b', 'e', 'c']);
  });

  test('a change that the disk refused in the middle leaves the lane whole', async () => {
    const queue = openQueue({ coalesce });
    await queue.append(edit('e', 'Mine'));
    const taken = (await queue.take('anna', ITEM))!;
    fillUp();
    await queue.block(taken, { reason: 'Refused' });
    expect(await queue.all('anna')).toMatchObject([{ id: 'e', status: 'blocked', reason: 'Refused' }]);
    await queue.discard('anna', ITEM);
    expect(await queue.all('anna')).toEqual([]);
    expect(await openQueue({ coalesce }).all('anna')).toEqual([]);
  });
});
