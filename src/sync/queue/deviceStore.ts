import type { IDBPDatabase } from 'idb';
import { deviceDatabase, type Part, type Turn } from '../../lib/deviceDatabase';
import { inBatches } from '../../lib/inBatches';
import { observed } from '../../lib/observed';
import { noTotals, type StoredLog } from './operationLog';
import {
  addMissing,
  DATABASE_BEFORE,
  OPERATION_STORES,
  writeLog,
  type OperationRows,
  type Writing,
} from './operationRows';
import { inOrder, type Operation } from '../operations';
import type { Durability, OperationStore, StoreChange } from './operationStore';

type Opened = IDBPDatabase<OperationRows>;

/** The queue as a part of the device's database. */
export const operationPart: Part = {
  before: DATABASE_BEFORE,
  load: () =>
    import(/* webpackChunkName: "take-over" */ './operationMover').then(code => code.moveOperations),
  clearings: {
    operations: (opened: Opened, userId) => clear(opened, userId),
    log: (opened: Opened, userId) => forgetEnded(opened, one => one === userId),
  },
};

type ChangeRequest = {
  userId: string;
  itemKey: string;
  decide: (operations: Operation[]) => StoreChange;
  durability: Durability;
};

/** Changes the operations of an item. Answers the changed and the removed ones, too. */
async function changeItem(transaction: Writing, { userId, itemKey, decide }: ChangeRequest) {
  const store = transaction.objectStore('operations');
  const change = decide(await store.index('item').getAll([userId, itemKey]));
  const { put = [], add = [], isLogged = true } = change;
  const numbers = await Promise.all(add.map(one => store.add(one as Operation)));
  const added = add.map((one, at) => ({ ...one, number: numbers[at]! }));
  const remove = [...(change.remove ?? []), ...(change.isCancelling ? added : [])];
  const writing = [...put.map(one => store.put(one)), ...remove.map(one => store.delete(one.number))];
  if (isLogged && added.length + writing.length > 0)
    writing.push(writeLog(transaction, userId, { ...change, remove, added }));
  await Promise.all(writing);
  return { added: change.isCancelling ? [] : added, put, remove };
}

/** One transaction for all of the requests. It is aborted when it takes too long: then they are written elsewhere. */
async function changeAll(opened: Opened, requests: readonly ChangeRequest[], signal: AbortSignal) {
  if (signal.aborted) throw signal.reason;
  const durability = requests.some(one => one.durability === 'strict') ? 'strict' : 'relaxed';
  const transaction = opened.transaction(OPERATION_STORES, 'readwrite', { durability });
  const abort = () => {
    try {
      transaction.abort();
    } catch {
      // It has ended.
    }
  };
  signal.addEventListener('abort', abort);
  const write = async () => {
    const changes = [];
    for (const request of requests) changes.push(await changeItem(transaction, request));
    return changes;
  };
  const undo = (error: unknown) => {
    abort();
    throw error;
  };
  const [changes] = await Promise.all([write().catch(undo), transaction.done]);
  return changes;
}

/**
 * The operations in the device's database. A write that the page's hiding aborted is written again. Where the database
 * is another one than before (the second one, or one that was cleared), it first gets what this page knows of.
 */
export function openDeviceStore(device = deviceDatabase()): OperationStore {
  /** Operations that this page has read or written and that are not over, by id. */
  const known = new Map<string, Operation>();
  let home: string | undefined;
  const learn = (operations: readonly Operation[]) => operations.forEach(one => known.set(one.id, one));
  const forget = (operations: readonly Operation[]) => operations.forEach(one => known.delete(one.id));

  type Work<Answer> = (opened: Opened, signal: AbortSignal) => Promise<Answer>;
  const withKnown =
    <Answer>(work: Work<Answer>) =>
    async (opened: Opened, turn: Turn) => {
      if (home !== undefined && home !== turn.home) {
        const transaction = opened.transaction(OPERATION_STORES, 'readwrite', { durability: 'strict' });
        await Promise.all([addMissing(transaction, [...known.values()]), transaction.done]);
      }
      home = turn.home;
      return work(opened, turn.signal);
    };
  const withDatabase = <Answer>(work: Work<Answer>) => device.use(operationPart, withKnown(work));

  const changeTogether = inBatches(async (requests: readonly ChangeRequest[]) => {
    const changes = await withDatabase((opened, signal) => changeAll(opened, requests, signal));
    return changes.map(({ added, put, remove }) => {
      learn([...put, ...added]);
      forget(remove);
      return added;
    });
  });
  return {
    async all(userId) {
      const operations = await withDatabase(opened =>
        opened.getAllFromIndex('operations', 'item', rangeOf(userId)),
      );
      learn(operations);
      return operations.sort(inOrder);
    },
    log: userId => withDatabase(opened => log(opened, userId)),
    ofItem: (userId, itemKey) =>
      withDatabase(opened => opened.getAllFromIndex('operations', 'item', [userId, itemKey])),
    change: (userId, itemKey, decide, durability = 'strict') =>
      changeTogether({ userId, itemKey, decide, durability }),
    async clear(userId) {
      const due = { what: 'operations', userId };
      const removed = await device.clear(
        operationPart,
        due,
        withKnown(opened => clear(opened, userId)),
      );
      forget([...known.values()].filter(one => one.userId === userId));
      return removed;
    },
    forgetEnded: (userId, signedIn) =>
      device.clear(
        operationPart,
        { what: 'log', userId },
        withKnown(opened => forgetEnded(opened, one => one !== signedIn)),
      ),
  };
}

const rangeOf = (userId: string) => IDBKeyRange.bound([userId], [userId, []]);

async function log(opened: Opened, userId: string): Promise<StoredLog> {
  const transaction = observed(opened.transaction(OPERATION_STORES));
  const [operations, entries, totals = noTotals] = await Promise.all([
    transaction.objectStore('operations').index('item').getAll(rangeOf(userId)),
    transaction.objectStore('log').getAll(),
    transaction.objectStore('totals').get(userId),
  ]);
  return { operations, entries: entries.filter(one => one.userId === userId), totals };
}

async function clear(opened: Opened, userId: string): Promise<Operation[]> {
  const transaction = observed(opened.transaction(OPERATION_STORES, 'readwrite', { durability: 'strict' }));
  const [store, log] = [transaction.objectStore('operations'), transaction.objectStore('log')];
  const [operations, entries] = await Promise.all([
    store.index('item').getAll(rangeOf(userId)),
    log.getAll(),
  ]);
  await Promise.all([
    ...operations.map(one => store.delete(one.number)),
    ...entries.filter(one => one.userId === userId).map(one => log.delete(one.number)),
    transaction.objectStore('totals').delete(userId),
    transaction.done,
  ]);
  return operations.sort(inOrder);
}

async function forgetEnded(opened: Opened, isForgotten: (userId: string) => boolean) {
  const transaction = observed(opened.transaction(OPERATION_STORES, 'readwrite', { durability: 'strict' }));
  const [log, totals] = [transaction.objectStore('log'), transaction.objectStore('totals')];
  const [operations, entries, userIds] = await Promise.all([
    transaction.objectStore('operations').getAll(),
    log.getAll(),
    totals.getAllKeys(),
  ]);
  const held = new Set(operations.map(({ number }) => number));
  const gone = entries.filter(({ number, userId }) => isForgotten(userId) && !held.has(number));
  const forget = (userId: string) => {
    const made = operations.filter(one => one.userId === userId).length;
    return made > 0 ? totals.put({ ...noTotals, made }, userId) : totals.delete(userId);
  };
  await Promise.all([
    ...gone.map(({ number }) => log.delete(number)),
    ...userIds.filter(isForgotten).map(forget),
    transaction.done,
  ]);
}
