import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { coalesce } from '../../src/app/store/kinds';
import { openHandover, type SyncStorage } from '../../src/lib/deviceDatabase/handover';
import { openMemoryStore, type ItemOperations } from '../../src/sync/queue/store/memoryStore';
import { requestChange, type Operation } from '../../src/sync/operations';
import type { OperationStore } from '../../src/sync/queue/store/operationStore';
import { openQueue } from '../../src/sync/queue/queue';
import type { QueueEvent } from '../../src/sync/queue/queueEvents';
import { handedOver } from '../../src/sync/queue/takeOver';
import { taskAdd, taskEdit, taskFields } from '../support/app/operations';

const handed = ({ id, itemKey, kind, payload }: Operation, userId = 'anna'): Operation => ({
  ...requestChange({ itemKey, kind, payload }, { id }).payload,
  userId,
  madeAt: '2026-03-10T12:00:00.000Z',
});
const add = (id: string, taskId = 1, userId = 'anna') => handed(taskAdd(id, taskId), userId);
const edit = (id: string, taskName: string) =>
  handed(taskEdit(id, 1, taskFields({ taskName }), { fireId: null }));
const ids = (operations: readonly Operation[]) => operations.map(({ id }) => id);

const handoverOf = (pageId: string) => openHandover({ ...handedOver, storageOf: () => localStorage, pageId });
const never = () => new Promise<never>(() => undefined);
/** Waits longer than any work in memory takes. */
const turn = () => new Promise(resolve => setTimeout(resolve, 5));

/** A browser whose pages share its storage; an ended page writes nothing more. */
function browser() {
  localStorage.clear();
  const items: ItemOperations = new Map();
  const stored = openMemoryStore(items);
  let pages = 0;
  return {
    kept: () => ids([...items.values()].flat()),
    store: stored,
    open({ isSlow = false, storageOf = () => localStorage as SyncStorage } = {}) {
      let end: () => void = () => undefined;
      const hasEnded = new Promise<'ended'>(resolve => (end = () => resolve('ended')));
      let answer: () => void = () => undefined;
      const answers = isSlow ? new Promise<void>(resolve => (answer = resolve)) : Promise.resolve();
      const store: OperationStore = {
        ...stored,
        change: async (...change) =>
          (await Promise.race([answers, hasEnded])) === 'ended' ? never() : stored.change(...change),
      };
      const handover = openHandover({ ...handedOver, storageOf, pageId: `page-${(pages += 1)}` });
      const queue = openQueue({ coalesce, store, handover });
      const events: QueueEvent[] = [];
      queue.follow(event => events.push(event));
      return {
        queue,
        handover,
        eventTexts: () =>
          events.map(event => ('operation' in event ? `${event.type} ${event.operation.id}` : event.type)),
        answer: () => answer(),
        /** Ends a page: the browser fires its end event, then runs none of its code. */
        leave() {
          queue.handOver();
          end();
        },
      };
    },
  };
}

describe('What a page requested and the device does not have when it ends', () => {
  test('is kept by the next page, under its id, as one that may have been sent', async () => {
    const { open, kept } = browser();
    const first = open({ isSlow: true });
    void first.queue.append(add('a'));
    void first.queue.append(edit('b', 'Bread'));
    first.leave();
    await turn();
    expect(kept()).toEqual([]);
    const next = open();
    expect(await next.queue.all('anna')).toMatchObject([
      { id: 'a', userId: 'anna', status: 'pending', isAttempted: true },
      { id: 'b', userId: 'anna', status: 'pending', isAttempted: true },
    ]);
    expect(next.eventTexts()).toEqual(['kept a', 'kept b']);
    expect(localStorage).toHaveLength(0);
  });

  test('is kept once, however often it is asked for, and not there for a third page', async () => {
    const { open, kept } = browser();
    const first = open({ isSlow: true });
    void first.queue.append(add('a'));
    first.leave();
    const next = open();
    await Promise.all([next.queue.all('anna'), next.queue.all('anna')]);
    expect(kept()).toEqual(['a']);
    await next.queue.confirm((await next.queue.take('anna', 'task:1'))!);
    expect(await open().queue.all('anna')).toEqual([]);
  });

  test('waits for its own user', async () => {
    const { open } = browser();
    const first = open({ isSlow: true });
    void first.queue.append(add('a'));
    void first.queue.append(add('b', 2, 'bert'));
    first.leave();
    expect(ids(await open().queue.all('bert'))).toEqual(['b']);
    expect(ids(await open().queue.all('anna'))).toEqual(['a']);
  });

  test('is handed over again by a page that ends before it has kept it', async () => {
    const { open } = browser();
    const first = open({ isSlow: true });
    void first.queue.append(add('a'));
    first.leave();
    const second = open({ isSlow: true });
    void second.queue.all('anna');
    second.leave();
    expect(ids(await open().queue.all('anna'))).toEqual(['a']);
    expect(localStorage).toHaveLength(0);
  });

  test('is not handed over when all of it is kept', async () => {
    const { open } = browser();
    const { queue, leave } = open();
    await queue.append(add('a'));
    leave();
    expect(localStorage).toHaveLength(0);
  });

  test('is kept once when the device has it and the page had not heard so', async () => {
    const { open, kept } = browser();
    const first = open();
    void first.queue.append(add('a'));
    first.queue.handOver();
    await turn();
    localStorage.setItem('daywall-unkept/anna/killed', JSON.stringify([add('a')]));
    expect(ids(await open().queue.all('anna'))).toEqual(['a']);
    expect(kept()).toEqual(['a']);
  });

  test('and the device has by then is announced to the tab that sends', async () => {
    const { open, store } = browser();
    await open().queue.append(add('a'));
    localStorage.setItem('daywall-unkept/anna/killed', JSON.stringify([add('a')]));
    const userIds: string[] = [];
    const tabs = {
      postMessage: ({ type, operation }: { type: string; operation: Operation }) =>
        userIds.push(`${type} ${operation.id}`),
      addEventListener: () => undefined,
    };
    await openQueue({ coalesce, store, tabs, handover: handoverOf('next') }).all('anna');
    expect(userIds).toEqual(['kept a']);
  });

  test('is not sent again when it was confirmed', async () => {
    const { open } = browser();
    const { queue } = open();
    await queue.append(add('a'));
    await queue.confirm((await queue.take('anna', 'task:1'))!);
    localStorage.setItem('daywall-unkept/anna/killed', JSON.stringify([add('a')]));
    expect(await open().queue.all('anna')).toEqual([]);
    expect(localStorage).toHaveLength(0);
  });

  test('is sent as attempted when somebody waited for its answer', async () => {
    const { open } = browser();
    const first = open({ isSlow: true });
    void first.queue.append(add('a'), true);
    expect(await first.queue.take('anna', 'task:1')).toMatchObject({ id: 'a' });
    first.leave();
    const [kept] = await open().queue.all('anna');
    expect(kept).toMatchObject({ id: 'a', isAttempted: true });
  });

  test('goes with what the user gives up', async () => {
    const { open } = browser();
    const first = open({ isSlow: true });
    void first.queue.append(add('a'));
    first.leave();
    await open().queue.clear('anna');
    expect(localStorage).toHaveLength(0);
  });
});

/** localStorage that refuses values with more than so many characters. */
const smallStorage = (space: number): SyncStorage => {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: at => [...kept.keys()][at] ?? null,
    getItem: key => kept.get(key) ?? null,
    removeItem: key => void kept.delete(key),
    setItem(key, value) {
      if (value.length > space) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
  };
};

describe('Where localStorage has too little space', () => {
  test('the first steps are handed over whole, and it is said that they are not all', async () => {
    const { open } = browser();
    const storage = smallStorage(3000);
    const first = open({ isSlow: true, storageOf: () => storage });
    for (let n = 1; n <= 12; n += 1)
      void first.queue.append({ ...add(`a${n}`, n), changeId: `step ${Math.ceil(n / 3)}` });
    expect(first.queue.handOver()).toBe(false);
    first.leave();
    const kept = await open({ storageOf: () => storage }).queue.all('anna');
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length % 3).toBe(0);
    expect(ids(kept)).toEqual(kept.map((_, at) => `a${at + 1}`));
  });

  test('what is too large of one user keeps nothing of another back', async () => {
    const { open } = browser();
    const storage = smallStorage(3000);
    const first = open({ isSlow: true, storageOf: () => storage });
    for (let n = 1; n <= 12; n += 1) void first.queue.append({ ...add(`a${n}`, n), changeId: 'step' });
    void first.queue.append(add('b', 2, 'bert'));
    expect(first.queue.handOver()).toBe(false);
    first.leave();
    expect(ids(await open({ storageOf: () => storage }).queue.all('bert'))).toEqual(['b']);
  });
});

test('Whether nothing can be lost is answered by each handing over', async () => {
  const { open } = browser();
  const { queue } = open({ isSlow: true });
  expect(queue.handOver()).toBe(true);
  void queue.append(add('a'));
  expect(queue.handOver()).toBe(true);
  const without = open({
    isSlow: true,
    storageOf: () => {
      throw new DOMException('off', 'SecurityError');
    },
  }).queue;
  void without.append(add('b', 2));
  expect(without.handOver()).toBe(false);
});

test('An open page hears that another one handed over, and takes that with its read', async () => {
  const { open } = browser();
  const other = open();
  await other.queue.all('anna');
  const first = open({ isSlow: true });
  void first.queue.append(add('a'));
  first.leave();
  const key = localStorage.key(0);
  dispatchEvent(new StorageEvent('storage', { key, newValue: localStorage.getItem(key!) }));
  expect(other.eventTexts()).toEqual(['handedOver']);
  expect(ids(await other.queue.all('anna'))).toEqual(['a']);
});

test('What is requested while earlier operations are taken over comes behind them', async () => {
  const { open } = browser();
  const first = open({ isSlow: true });
  void first.queue.append(add('a'));
  first.leave();
  const { queue } = open();
  const all = queue.all('anna');
  await queue.append(edit('b', 'Bread'));
  await all;
  expect(ids(await queue.all('anna'))).toEqual(['a', 'b']);
});

describe('A page that was hidden, and goes on', () => {
  test('shows what another page keeps for it, once, and does not take it for given up', async () => {
    const { open, kept } = browser();
    const hidden = open({ isSlow: true });
    void hidden.queue.append(add('a'));
    hidden.queue.handOver();
    await open().queue.all('anna');
    hidden.answer();
    await turn();
    expect(kept()).toEqual(['a']);
    expect(hidden.eventTexts()).toEqual(['appending a', 'kept a']);
  });

  test('keeps an operation itself that the other page could not keep', async () => {
    const { open, kept } = browser();
    const hidden = open({ isSlow: true });
    void hidden.queue.append(add('a'));
    hidden.queue.handOver();
    localStorage.clear(); // the other page crashed, and its storage was lost
    hidden.answer();
    await turn();
    expect(kept()).toEqual(['a']);
    expect(hidden.eventTexts()).toEqual(['appending a', 'kept a']);
  });

  test('keeps its operations itself, and leaves nothing behind', async () => {
    const { open, kept } = browser();
    const page = open({ isSlow: true });
    void page.queue.append(add('a'));
    page.queue.handOver();
    expect(localStorage).toHaveLength(1);
    page.answer();
    await turn();
    expect(kept()).toEqual(['a']);
    expect(localStorage).toHaveLength(0);
  });

  test('leaves an operation to the page that took it over', async () => {
    const { open, kept } = browser();
    const hidden = open({ isSlow: true });
    void hidden.queue.append(add('a'));
    hidden.queue.handOver();
    const next = open();
    expect(ids(await next.queue.all('anna'))).toEqual(['a']);
    await next.queue.confirm((await next.queue.take('anna', 'task:1'))!);
    hidden.answer();
    await turn();
    expect(kept()).toEqual([]);
  });
});

test('A step of a thousand operations is handed over whole', async () => {
  const { open } = browser();
  const first = open({ isSlow: true });
  for (let n = 1; n <= 1000; n += 1) void first.queue.append(add(`a${n}`, n));
  first.leave();
  expect(await open().queue.all('anna')).toHaveLength(1000);
});

test.each([
  ['no JSON', '{'],
  ['no list', '{"id":"a"}'],
  ['a list of something else', '[1, null, {"id": 5}, {"id":"a"}]'],
])('%s in the place of operations is passed over', async (_what, stored) => {
  const { open } = browser();
  localStorage.setItem('daywall-unkept/anna/other', stored);
  const { queue } = open();
  expect(await queue.all('anna')).toEqual([]);
  await queue.append(add('a'));
  expect(ids(await queue.all('anna'))).toEqual(['a']);
});

test('Where localStorage is off or full, operations are kept as without it', async () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const { queue, answer } = browser().open({ isSlow: true, storageOf: full });
  const keeping = queue.append(add('a'));
  queue.handOver();
  answer();
  await keeping;
  await queue.append(add('b', 2));
  expect(ids(await queue.all('anna'))).toEqual(['a', 'b']);
});

test('On the device’s own store, a page that ends in the request’s turn loses nothing', async () => {
  localStorage.clear();
  globalThis.indexedDB = new IDBFactory();
  const first = openQueue({ coalesce, handover: handoverOf('first') });
  void first.append(add('a'));
  first.handOver();
  const next = openQueue({ coalesce, handover: handoverOf('next') });
  expect(ids(await next.all('anna'))).toEqual(['a']);
  await turn();
  expect(ids(await next.all('anna'))).toEqual(['a']);
});
