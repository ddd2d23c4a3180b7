import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { giveWay } from '../../src/app/giveWay';
import type { NewOperation, Operation } from '../../src/sync/operations';
import { openOutbox, type Outbox, type OutboxEvent } from '../../src/sync/queue';
import { openMemoryShelf, OUTBOX_DATABASE, OUTBOX_VERSION } from '../../src/sync/operationStore';
import { taskAdd, taskDelete, taskEdit, taskFields } from '../support/operations';
import version1 from './fixtures/outbox-1.json';

const now = () => Date.parse('2026-03-10T12:00:00.000Z');
const handed = ({ id, lane, kind, payload }: Operation): NewOperation => ({ id, lane, kind, payload });
const add = (id: string, taskId = 1) => handed(taskAdd(id, taskId));
const edit = (id: string, taskName: string, taskId = 1) =>
  handed(taskEdit(id, taskId, taskFields({ taskName }), { fireId: null }));
const remove = (id: string, taskId = 1) => handed(taskDelete(id, taskId, null));
const LANE = 'task:1';

const ids = (operations: Operation[]) => operations.map(({ id }) => id);
function listen(outbox: Outbox) {
  const events: OutboxEvent[] = [];
  outbox.follow(event => events.push(event));
  return {
    events,
    told: () => events.map(one => ('operation' in one ? `${one.type} ${one.operation.id}` : one.type)),
  };
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe.each([
  ['on the device', () => undefined],
  ['in memory', () => openMemoryShelf()],
])('An outbox %s', (_where, shelf) => {
  let outbox: Outbox;
  beforeEach(() => {
    outbox = openOutbox({ giveWay, now, shelf: shelf() });
  });

  test('forgets all of one user, tells it, and keeps what is another’s', async () => {
    await outbox.append('anna', add('a'));
    await outbox.append('anna', edit('b', 'Bread'));
    await outbox.append('anna', add('c', 2));
    await outbox.append('bert', add('d'));
    const { told } = listen(outbox);
    await outbox.clear('anna');
    expect(told()).toEqual(['dropped a', 'dropped b', 'dropped c']);
    expect([await outbox.open('anna'), ids(await outbox.open('bert'))]).toEqual([[], ['d']]);
  });

  test('keeps operations in order, each under its user', async () => {
    const { told } = listen(outbox);
    await outbox.append('anna', add('a'));
    await outbox.append('bert', add('b'));
    await outbox.append('anna', edit('c', 'Then this'));
    await outbox.append('anna', add('d', 2));
    expect(ids(await outbox.open('anna'))).toEqual(['a', 'c', 'd']);
    expect(ids(await outbox.open('bert'))).toEqual(['b']);
    expect(await outbox.open('ann')).toEqual([]);
    expect(told().filter(word => !word.startsWith('made'))).toEqual(['kept a', 'kept b', 'kept c', 'kept d']);
    expect((await outbox.open('anna'))[0]).toEqual({
      ...add('a'),
      userId: 'anna',
      number: expect.any(Number),
      madeAt: '2026-03-10T12:00:00.000Z',
      status: 'waiting',
      isAttempted: false,
    });
  });

  test('tells at once what is made, and afterwards what became of it', async () => {
    const { told, events } = listen(outbox);
    const keeping = outbox.append('anna', add('a'));
    expect(told()).toEqual(['made a']);
    const [made] = events as { operation: Operation }[];
    expect(made!.operation).toMatchObject({ ...add('a'), userId: 'anna', status: 'made' });
    await keeping;
    expect(told()).toEqual(['made a', 'kept a']);
    const [kept] = await outbox.open('anna');
    expect(made!.operation.number).toBeGreaterThan(kept!.number);
    await outbox.hold(kept!, { reason: 'Refused' });
    await outbox.append('anna', remove('d'));
    expect(told().slice(3)).toEqual(['made d', 'dropped a', 'dropped d']);
  });

  test('hands out the first of a lane, and knows that it may have been sent the second time', async () => {
    await outbox.append('anna', add('a'));
    await outbox.append('anna', edit('e', 'Then this'));
    expect(await outbox.take('anna', LANE)).toMatchObject({ id: 'a', isAttempted: false });
    expect(await outbox.take('anna', LANE)).toMatchObject({ id: 'a', isAttempted: true });
    expect(await outbox.take('anna', 'task:9')).toBeUndefined();
    expect(await outbox.take('bert', LANE)).toBeUndefined();
  });

  test('hands what an operation brought to those behind it, and tells all of it once', async () => {
    await outbox.append('anna', add('a'));
    await outbox.append('anna', edit('e', 'Then this'));
    await outbox.append('anna', remove('d'));
    const first = (await outbox.take('anna', LANE))!;
    const { told } = listen(outbox);
    await outbox.settle(first, 'result', { fireId: 'k1' });
    await outbox.settle(first, 'late', { fireId: 'k2' });
    expect(told()).toEqual(['settled a', 'changed e', 'changed d']);
    expect((await outbox.open('anna')).map(({ payload }) => payload)).toMatchObject([
      { fireId: 'k1' },
      { fireId: 'k1' },
    ]);
  });

  test('holds an operation until it is released or given up', async () => {
    await outbox.append('anna', edit('e', 'Mine'));
    const taken = (await outbox.take('anna', LANE))!;
    await outbox.hold(taken, { reason: 'Too large' });
    expect(await outbox.open('anna')).toMatchObject([{ status: 'held', reason: 'Too large' }]);
    expect(await outbox.take('anna', LANE)).toBeUndefined();
    await outbox.release('anna', LANE, { base: taskFields({ taskName: 'Theirs' }) });
    const [released] = await outbox.open('anna');
    expect(released).toMatchObject({ status: 'waiting', payload: { base: { taskName: 'Theirs' } } });
    expect(released).not.toHaveProperty('reason');
    await outbox.drop('anna', LANE);
    expect(await outbox.open('anna')).toEqual([]);
  });

  test('does not bring back what was settled or given up while it was on its way', async () => {
    await outbox.append('anna', edit('e', 'Mine'));
    const taken = (await outbox.take('anna', LANE))!;
    await outbox.drop('anna', LANE);
    const { told } = listen(outbox);
    await outbox.hold(taken, { reason: 'Too late' });
    await outbox.settle(taken);
    expect(await outbox.open('anna')).toEqual([]);
    expect(told()).toEqual([]);
  });

  test('lets a newer operation take a held one’s place, in one step', async () => {
    await outbox.append('anna', add('a'));
    await outbox.hold((await outbox.take('anna', LANE))!, { reason: 'Refused' });
    await outbox.append('anna', edit('e', 'Shorter'));
    expect(await outbox.open('anna')).toMatchObject([
      {
        id: 'e',
        kind: 'task/add',
        status: 'waiting',
        payload: { taskId: 1, fields: { taskName: 'Shorter' } },
      },
    ]);
    await outbox.hold((await outbox.take('anna', LANE))!, { reason: 'Refused' });
    await outbox.append('anna', remove('d'));
    expect(await outbox.open('anna')).toEqual([]);
  });

  test('lets one that waits behind take the place of one that is held', async () => {
    await outbox.append('anna', add('a'));
    await outbox.append('anna', edit('e', 'Shorter'));
    await outbox.append('anna', edit('f', 'Last'));
    await outbox.hold((await outbox.take('anna', LANE))!, { reason: 'Refused' });
    expect(await outbox.open('anna')).toMatchObject([
      { id: 'e', kind: 'task/add', payload: { fields: { taskName: 'Shorter' } } },
      { id: 'f', kind: 'task/edit' },
    ]);
  });

  test('keeps two versions open when another edit waits behind', async () => {
    await outbox.append('anna', edit('e', 'Mine'));
    await outbox.append('anna', edit('f', 'Mine, later'));
    const open = taskFields({ taskDescription: 'Theirs' });
    await outbox.hold((await outbox.take('anna', LANE))!, {
      reason: '2 versions',
      payload: { taskId: 1, fireId: 'k1', base: open, fields: taskFields({ taskName: 'Mine' }) },
    });
    expect(await outbox.open('anna')).toMatchObject([
      { id: 'f', status: 'waiting', payload: { base: open, fields: { taskName: 'Mine, later' } } },
    ]);
  });
});

describe('On a device', () => {
  /** An outbox whose sender takes what is made at once; `order` is when each was taken, and when it was kept. */
  function takeAtOnce() {
    const outbox = openOutbox({ giveWay, now });
    const taken: Operation[] = [];
    const order: string[] = [];
    outbox.follow(event => {
      if (event.type === 'kept') order.push(`kept ${event.operation.id}`);
      if (event.type !== 'made') return;
      void outbox.take('anna', LANE).then(operation => {
        if (!operation) return;
        order.push(`taken ${operation.id}`);
        taken.push(operation);
      });
    });
    return { outbox, taken, order };
  }

  test('the first of a lane is taken, if it is awaited, while it is being kept, counts as never sent, and is noted as sent', async () => {
    const { outbox, taken, order } = takeAtOnce();
    await outbox.append('anna', add('a'), true);
    expect(taken).toMatchObject([{ ...add('a'), userId: 'anna', status: 'waiting', isAttempted: false }]);
    expect(order).toEqual(['taken a', 'kept a']);
    expect(await outbox.open('anna')).toMatchObject([{ id: 'a', isAttempted: true }]);
    await outbox.settle(taken[0]!, null, { fireId: 'k1' });
    expect(await outbox.open('anna')).toEqual([]);
  });

  test('one whose answer nobody waits for is taken once it is kept', async () => {
    const { outbox, taken, order } = takeAtOnce();
    await outbox.append('anna', add('a'));
    await outbox.open('anna');
    expect(taken).toMatchObject([{ id: 'a', isAttempted: false }]);
    expect(order).toEqual(['kept a', 'taken a']);
  });

  test('what is made behind another is taken in its turn', async () => {
    const { outbox, taken, order } = takeAtOnce();
    const keeping = [outbox.append('anna', add('a'), true), outbox.append('anna', edit('e', 'Then this'))];
    await Promise.all(keeping);
    await outbox.settle(taken[0]!, null, { fireId: 'k1' });
    expect(await outbox.take('anna', LANE)).toMatchObject({ id: 'e', payload: { fireId: 'k1' } });
    expect(order.slice(0, 2)).toEqual(['taken a', 'kept a']);
  });

  test('all but the note that one may have been sent is on the disk before it is said', async () => {
    const { transaction } = IDBDatabase.prototype;
    const durabilities: (string | undefined)[] = [];
    const spy = jest.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
      this: IDBDatabase,
      ...args: Parameters<typeof transaction>
    ) {
      if (args[1] === 'readwrite') durabilities.push(args[2]?.durability);
      return transaction.apply(this, args);
    });
    const outbox = openOutbox({ giveWay, now });
    await outbox.append('anna', add('a'));
    await outbox.settle((await outbox.take('anna', LANE))!);
    await outbox.append('anna', add('b'));
    await outbox.drop('anna', LANE);
    spy.mockRestore();
    expect(durabilities).toEqual(['strict', 'relaxed', 'strict', 'strict', 'strict']);
  });

  test('operations survive the page, and one of an earlier page may have been sent', async () => {
    await openOutbox({ giveWay, now }).append('anna', add('a'));
    const next = openOutbox({ giveWay, now });
    expect(ids(await next.open('anna'))).toEqual(['a']);
    expect(await next.take('anna', LANE)).toMatchObject({ id: 'a', isAttempted: true });
  });

  test('two tabs hear each other and share one queue', async () => {
    const [one, other] = [new BroadcastChannel('tabs'), new BroadcastChannel('tabs')];
    const first = openOutbox({ giveWay, now, tabs: one });
    const second = openOutbox({ giveWay, now, tabs: other });
    const heard = new Promise<OutboxEvent>(resolve => second.follow(resolve));
    await first.append('anna', add('a'));
    // That it was made is told to its own page alone.
    expect(await heard).toMatchObject({ type: 'kept', operation: { id: 'a' } });
    const [mine, theirs] = [await second.take('anna', LANE), await first.take('anna', LANE)];
    expect([mine?.isAttempted, theirs?.isAttempted]).toEqual([false, true]);
    const settled = new Promise<OutboxEvent>(resolve => first.follow(resolve));
    await second.settle(mine!);
    expect(await settled).toMatchObject({ type: 'settled', operation: { id: 'a' } });
    const { told } = listen(first);
    await first.settle(theirs!);
    expect(told()).toEqual([]);
    expect(await first.open('anna')).toEqual([]);
    one.close();
    other.close();
  });

  test('what version 1 kept is read and goes on', async () => {
    const database = await openDB(OUTBOX_DATABASE, version1.version, {
      upgrade(created) {
        const store = created.createObjectStore('operations', { keyPath: 'number', autoIncrement: true });
        store.createIndex('lane', ['userId', 'lane']);
        version1.operations.forEach(operation => void store.put(operation));
      },
    });
    database.close();
    expect(OUTBOX_VERSION).toBeGreaterThanOrEqual(version1.version);
    const outbox = openOutbox({ giveWay, now });
    expect(await outbox.open('anna')).toEqual(version1.operations.filter(({ userId }) => userId === 'anna'));
    expect(await outbox.take('anna', 'note:-Oz0')).toMatchObject({ kind: 'note/add' });
    await outbox.append('anna', add('new', 77));
    expect(ids(await outbox.open('anna')).at(-1)).toBe('new');
  });
});

describe('Without a device that keeps', () => {
  /** Makes every write from the nth on fail as a full disk does. */
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
  ])('an outbox works in memory when IndexedDB %s, and says so once', async (_what, breakIt) => {
    breakIt();
    const outbox = openOutbox({ giveWay, now });
    const { events } = listen(outbox);
    await outbox.append('anna', add('a'));
    await outbox.append('anna', edit('e', 'Then this'));
    expect(ids(await outbox.open('anna'))).toEqual(['a', 'e']);
    await outbox.settle((await outbox.take('anna', LANE))!, null, { fireId: 'k1' });
    expect(await outbox.open('anna')).toMatchObject([{ id: 'e', payload: { fireId: 'k1' } }]);
    expect(events.filter(({ type }) => type === 'failed')).toHaveLength(1);
  });

  test('a disk that fills up loses nothing of what it had, and nothing that comes after', async () => {
    const outbox = openOutbox({ giveWay, now });
    const { events } = listen(outbox);
    await outbox.append('anna', add('a'));
    await outbox.append('anna', add('b', 2));
    fillUp();
    await outbox.append('anna', edit('e', 'Then this'));
    await outbox.append('anna', add('c', 3));
    expect(ids(await outbox.open('anna')).sort()).toEqual(['a', 'b', 'c', 'e']);
    expect(events.filter(({ type }) => type === 'failed')).toHaveLength(1);
    // In order, the key handed on, and nothing twice: what is settled leaves the disk too.
    const first = (await outbox.take('anna', LANE))!;
    expect(first.id).toBe('a');
    await outbox.settle(first, null, { fireId: 'k1' });
    expect(await outbox.take('anna', LANE)).toMatchObject({ id: 'e', payload: { fireId: 'k1' } });
    expect(ids(await openOutbox({ giveWay, now }).open('anna'))).toEqual(['b']);
  });

  test('a change that the disk refused in the middle leaves the lane whole', async () => {
    const outbox = openOutbox({ giveWay, now });
    await outbox.append('anna', edit('e', 'Mine'));
    const taken = (await outbox.take('anna', LANE))!;
    fillUp();
    await outbox.hold(taken, { reason: 'Refused' });
    expect(await outbox.open('anna')).toMatchObject([{ id: 'e', status: 'held', reason: 'Refused' }]);
    await outbox.drop('anna', LANE);
    expect(await outbox.open('anna')).toEqual([]);
    expect(await openOutbox({ giveWay, now }).open('anna')).toEqual([]);
  });
});
