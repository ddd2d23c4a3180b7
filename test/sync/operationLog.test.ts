/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import fc from 'fast-check';
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { coalesce } from '../../src/app/store/kinds';
import { MAX_LOGGED_OPERATIONS } from '../../src/sync/queue/store/operationLog';
import { requestChange, type Operation } from '../../src/sync/operations';
import { openMemoryStore } from '../../src/sync/queue/store/memoryStore';
import type { OperationStore } from '../../src/sync/queue/store/operationStore';
import { openQueue, type Queue } from '../../src/sync/queue/queue';
import { taskAdd, taskDelete, taskEdit, taskFields } from '../support/app/operations';
import { fakeStorageTime } from '../support/devices/storageIdle';

let made = 0;
/** An operation as the store's saga passes it to the queue. */
const handed = ({ itemKey, kind, payload }: Operation, userId = 'anna'): Operation => ({
  ...requestChange({ itemKey, kind, payload }, { id: `o${++made}` }).payload,
  userId,
});
/** The server's answer to an add. */
const answerOf = (fireId: string) => ({ record: { fireId, value: null } });
const add = (taskId = 1) => handed(taskAdd('', taskId));
const edit = (taskName: string, taskId = 1) =>
  handed(taskEdit('', taskId, taskFields({ taskName }), { fireId: null }));
const remove = (taskId = 1) => handed(taskDelete('', taskId, null));
const ITEM = 'task:1';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  fakeStorageTime();
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** Both sides of the equation: the logged operations, and where each of them is now. */
async function arithmetic(queue: Queue, userId = 'anna') {
  const { entries, operations } = await queue.log(userId);
  const blocked = operations.filter(({ status }) => status === 'blocked').length;
  const confirmed = entries.filter(({ confirmedAt }) => confirmedAt).length;
  const takenBack = entries.filter(({ takenBackAt }) => takenBackAt).length;
  return { made: entries.length, confirmed, waiting: operations.length - blocked, blocked, takenBack };
}
async function expectBalance(queue: Queue) {
  const { made: total, ...parts } = await arithmetic(queue);
  expect(Object.values(parts).reduce((sum, count) => sum + count)).toBe(total);
}

type Step = {
  tab: 0 | 1;
  taskId: number;
  act: 'add' | 'edit' | 'remove' | 'awaited' | 'many' | 'take' | 'confirm' | 'block' | 'retry' | End;
};
type End = 'discard' | 'clear' | 'kill';
const step: fc.Arbitrary<Step> = fc.record({
  tab: fc.constantFrom(0, 1),
  taskId: fc.integer({ min: 1, max: 3 }),
  act: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom<Step['act']>('add', 'edit', 'remove', 'take', 'confirm', 'block'),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom<Step['act']>('awaited', 'many', 'retry', 'discard', 'kill'),
    },
    { weight: 1, arbitrary: fc.constant<Step['act']>('clear') },
  ),
});

/** Two tabs on one store, and the operations that each has taken. */
function openTabs(open: () => Queue) {
  const tabs = [open(), open()];
  const taken = [new Map<number, Operation>(), new Map<number, Operation>()];
  /** The ids of all operations appended since the last clearing. */
  const kept = new Set<string>();
  const noted = (operation: Operation) => {
    kept.add(operation.id);
    return operation;
  };
  const run = async ({ tab, taskId, act }: Step) => {
    const queue = tabs[tab]!;
    const mine = taken[tab]!;
    const itemKey = `task:${taskId}`;
    const operation = mine.get(taskId);
    switch (act) {
      case 'add':
      case 'awaited':
        return queue.append(noted(add(taskId)), act === 'awaited');
      case 'edit':
        return queue.append(noted(edit(`Name ${made}`, taskId)));
      case 'remove':
        return queue.append(noted(remove(taskId)));
      case 'many':
        return queue.replaceAll([add(taskId), edit('Then this', taskId)].map(noted));
      case 'take': {
        const next = await queue.take('anna', itemKey);
        return next && mine.set(taskId, next);
      }
      case 'confirm':
        return operation && queue.confirm(operation, answerOf('k1'));
      case 'block':
        return operation && queue.block(operation, { reason: 'Refused' });
      case 'retry':
      case 'discard':
        return queue.discard('anna', itemKey);
      case 'clear':
        kept.clear();
        return queue.clear('anna');
      case 'kill':
        mine.clear();
        tabs[tab] = open();
    }
  };
  return { tabs, kept, run };
}

describe.each([
  ['on the device', () => undefined],
  ['in memory', () => openMemoryStore()],
])('The log of a queue %s', (_where, store: () => OperationStore | undefined) => {
  test('whatever two tabs do and however they die, each operation is logged once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
        globalThis.indexedDB = new IDBFactory();
        const shared = store();
        const { tabs, kept, run } = openTabs(() => openQueue({ coalesce, store: shared }));
        for (const step of steps) {
          await run(step);
          await expectBalance(tabs[0]!);
        }
        const { entries, operations } = await tabs[1]!.log('anna');
        expect(entries.map(({ id }) => id).sort()).toEqual([...kept].sort());
        const open = entries.filter(({ confirmedAt, takenBackAt }) => !confirmedAt && !takenBackAt);
        expect(open.map(({ number }) => number).sort()).toEqual(
          operations.map(({ number }) => number).sort(),
        );
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  test('tells when an operation was kept, sent, blocked and confirmed, in whichever tab', async () => {
    const shared = store();
    const [queue, other] = [openQueue({ coalesce, store: shared }), openQueue({ coalesce, store: shared })];
    await queue.append(add());
    const first = (await other.take('anna', ITEM))!;
    await other.block(first, { reason: 'Too large' });
    expect((await queue.log('anna')).entries).toMatchObject([
      {
        kind: 'task/add',
        sentAt: expect.any(String),
        blockedAt: expect.any(String),
        reason: 'Too large',
      },
    ]);
    await queue.retry('anna', ITEM);
    await queue.confirm((await queue.take('anna', ITEM))!);
    const [entry] = (await other.log('anna')).entries;
    expect(entry).toMatchObject({ confirmedAt: expect.any(String), blockedAt: expect.any(String) });
    const times = [entry!.madeAt, entry!.keptAt, entry!.sentAt, entry!.blockedAt, entry!.confirmedAt];
    expect(times).toEqual([...times].sort());
    expect(entry).not.toHaveProperty('payload');
  });

  test('tells which operation took the place of one that was blocked', async () => {
    const queue = openQueue({ coalesce, store: store() });
    const [first, second] = [add(), edit('Shorter')];
    await queue.append(first);
    await queue.block((await queue.take('anna', ITEM))!, { reason: 'Refused' });
    await queue.append(second);
    expect((await queue.log('anna')).entries).toMatchObject([
      { id: first.id, takenBackAt: expect.any(String), replacedBy: second.id },
      { id: second.id, kind: 'task/add' },
    ]);
    await queue.discard('anna', ITEM);
    expect((await queue.log('anna')).entries[1]).toMatchObject({
      takenBackAt: expect.any(String),
      replacedBy: undefined,
    });
    expect(await arithmetic(queue)).toEqual({ made: 2, confirmed: 0, waiting: 0, blocked: 0, takenBack: 2 });
  });

  test('has a change that cancels a blocked one out', async () => {
    const queue = openQueue({ coalesce, store: store() });
    const [added, removed] = [add(), remove()];
    await queue.append(added);
    await queue.block((await queue.take('anna', ITEM))!, { reason: 'Refused' });
    await queue.append(removed);
    expect(await queue.all('anna')).toEqual([]);
    const takenBack = { takenBackAt: expect.any(String), replacedBy: undefined };
    expect((await queue.log('anna')).entries).toMatchObject([
      { id: added.id, ...takenBack },
      { id: removed.id, kind: 'task/delete', ...takenBack },
    ]);
    expect(await arithmetic(queue)).toEqual({ made: 2, confirmed: 0, waiting: 0, blocked: 0, takenBack: 2 });
  });

  test('goes with the account, and leaves that of others', async () => {
    const queue = openQueue({ coalesce, store: store() });
    await queue.append(add(1));
    await queue.confirm((await queue.take('anna', ITEM))!);
    await queue.append(add(2));
    await queue.append(handed(taskAdd('', 1), 'bert'));
    await queue.clear('anna');
    expect(await queue.log('anna')).toEqual({ operations: [], entries: [] });
    expect(await arithmetic(queue, 'bert')).toMatchObject({ made: 1, waiting: 1 });
  });
});

test('The log keeps the last 1,000 operations', async () => {
  const queue = openQueue({ coalesce });
  const all = Array.from({ length: MAX_LOGGED_OPERATIONS + 100 }, (_, at) => edit(`Name ${at}`));
  await queue.replaceAll(all);
  const numbers = async () => (await queue.log('anna')).entries.map(({ id }) => id);
  expect(await numbers()).toEqual(all.slice(100).map(({ id }) => id));
  await queue.confirm((await queue.take('anna', ITEM))!);
  expect(await numbers()).toEqual(all.slice(100).map(({ id }) => id));
  const last = add(2);
  await queue.append(last);
  expect((await numbers()).at(-1)).toBe(last.id);
  expect(await numbers()).toHaveLength(MAX_LOGGED_OPERATIONS);
});

test('When the disk fills up, the arithmetic goes on in memory and balances', async () => {
  const queue = openQueue({ coalesce });
  await queue.append(add(1));
  await queue.append(add(2));
  for (const name of ['add', 'put'] as const) {
    jest.spyOn(IDBObjectStore.prototype, name).mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
  }
  await queue.append(edit('Then this', 1));
  await queue.append(add(3));
  await expectBalance(queue);
  await queue.confirm((await queue.take('anna', ITEM))!);
  expect(await arithmetic(queue)).toEqual({ made: 4, confirmed: 1, waiting: 3, blocked: 0, takenBack: 0 });
  expect((await queue.log('anna')).entries).toHaveLength(4);
});
