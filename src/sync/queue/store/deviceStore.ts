import type { IDBPDatabase } from 'idb';
import { deviceDatabase, type Part, type Turn } from '../../../lib/deviceDatabase/deviceDatabase';
import { inBatches } from '../../../lib/inBatches';
import { observed } from '../../../lib/observed';
import type { Watch } from '../../../lib/deviceDatabase/waits';
import type { StoredLog } from './operationLog';
import {
  addMissing,
  DATABASE_BEFORE,
  OPERATION_STORES,
  writeLog,
  type OperationRows,
  type Writing,
} from './operationRows';
import { inOrder, type Operation } from '../../operations';
import { itemIdOf } from './memoryStore';
import type { Durability, OperationStore, StoreChange } from './operationStore';

type Opened = IDBPDatabase<OperationRows>;

/** The queue's part of the device's database. */
export const operationPart: Part = {
  before: DATABASE_BEFORE,
  load: () =>
    import(/* webpackChunkName: "migration" */ './operationMover').then(code => code.moveOperations),
  clearings: {
    operations: (opened: Opened, userId) => clear(opened, userId),
    log: (opened: Opened, userId) => forgetEnded(opened, user => user === userId),
  },
};

type ChangeRequest = {
  userId: string;
  itemKey: string;
  decide: (operations: Operation[]) => StoreChange;
  durability: Durability;
};

/** Changes the operations of an item. Also returns the changed and removed operations, and the resulting log entries. */
async function changeItem(transaction: Writing, change: StoreChange) {
  const store = transaction.objectStore('operations');
  const { put = [], add = [], isLogged = true } = change;
  const numbers = await Promise.all(add.map(operation => store.add(operation as Operation)));
  const added = add.map((operation, at) => ({ ...operation, number: numbers[at]! }));
  const remove = [...(change.remove ?? []), ...(change.isCancelling ? added : [])];
  await Promise.all([
    ...put.map(operation => store.put(operation)),
    ...remove.map(operation => store.delete(operation.number)),
  ]);
  const isChanged = added.length + put.length + remove.length > 0;
  const logged = isLogged && isChanged ? [{ ...change, remove, added }] : [];
  return { added: change.isCancelling ? [] : added, put, remove, logged };
}

/** Marks a promise as handled that is awaited later: when the transaction is aborted meanwhile, another promise reports that. */
const later = <Answer>(promise: Promise<Answer>) => (promise.catch(() => undefined), promise);

/** Stores all requested changes in one transaction. Only those of the same item wait for each other's answers. */
async function changeAll(opened: Opened, requests: readonly ChangeRequest[], watch: Watch) {
  const durability = requests.some(request => request.durability === 'strict') ? 'strict' : 'relaxed';
  const transaction = watch(opened.transaction(OPERATION_STORES, 'readwrite', { durability }));
  const items = transaction.objectStore('operations').index('item');
  const nameOf = ({ userId, itemKey }: ChangeRequest) => itemIdOf(userId, itemKey);
  const read = ({ userId, itemKey }: ChangeRequest) => later(items.getAll([userId, itemKey]));
  const write = async () => {
    const ofItems = new Map(requests.map(request => [nameOf(request), request]));
    const reading = new Map([...ofItems].map(([name, request]) => [name, read(request)]));
    const changing = new Map<string, ReturnType<typeof changeItem>>();
    const changes = [];
    for (const request of requests) {
      const earlier = changing.get(nameOf(request));
      const stored = earlier ? earlier.then(() => read(request)) : reading.get(nameOf(request))!;
      const change = later(changeItem(transaction, request.decide(await stored)));
      changing.set(nameOf(request), change);
      changes.push(change);
    }
    const changed = await Promise.all(changes);
    const logged = changed.flatMap(change => change.logged);
    if (logged.length > 0) await writeLog(transaction, logged);
    return changed;
  };
  const [changes] = await Promise.all([write(), transaction.done]);
  return changes;
}

/**
 * The operations in the device's database. A write that hiding the page aborted is repeated. After a switch to another
 * database (the second one, or a cleared one), it first receives what this page knows.
 */
export function openDeviceStore(device = deviceDatabase()): OperationStore {
  /** Unfinished operations that this page has read or written, by id. */
  const known = new Map<string, Operation>();
  let home: string | undefined;
  /** Identifies the last loss of the database's content, until the database has what this page knows. */
  let loss: object | undefined;
  device.follow(trouble => void (trouble ?? (loss = {})));
  const learn = (operations: readonly Operation[]) =>
    operations.forEach(operation => known.set(operation.id, operation));
  const forget = (operations: readonly Operation[]) =>
    operations.forEach(operation => known.delete(operation.id));

  type Work<Answer> = (opened: Opened, watch: Watch) => Promise<Answer>;
  const withKnown =
    <Answer>(work: Work<Answer>) =>
    async (opened: Opened, turn: Turn) => {
      const seen = loss;
      if (home !== undefined && home !== turn.home) {
        const transaction = begin(opened, turn.watch);
        await Promise.all([addMissing(transaction, [...known.values()]), transaction.done]);
      }
      if (seen === loss) loss = undefined;
      home = turn.home;
      return work(opened, turn.watch);
    };
  const withDatabase = <Answer>(work: Work<Answer>) => device.use(operationPart, withKnown(work));

  const changeTogether = inBatches(async (requests: readonly ChangeRequest[]) => {
    const changes = await withDatabase((opened, watch) => changeAll(opened, requests, watch));
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
    change: (userId, itemKey, decide, durability = 'strict') =>
      changeTogether({ userId, itemKey, decide, durability }),
    async clear(userId) {
      const due = { what: 'operations', userId };
      const removed = await device.clear(
        operationPart,
        due,
        withKnown((opened, watch) => clear(opened, userId, watch)),
      );
      forget([...known.values()].filter(operation => operation.userId === userId));
      return removed;
    },
    forgetEnded: (userId, signedIn) =>
      device.clear(
        operationPart,
        { what: 'log', userId },
        withKnown((opened, watch) => forgetEnded(opened, user => user !== signedIn, watch)),
      ),
    lost: () => (loss ? [...known.values()] : []),
  };
}

const rangeOf = (userId: string) => IDBKeyRange.bound([userId], [userId, []]);

async function log(opened: Opened, userId: string): Promise<StoredLog> {
  const transaction = observed(opened.transaction(OPERATION_STORES));
  const [operations, entries] = await Promise.all([
    transaction.objectStore('operations').index('item').getAll(rangeOf(userId)),
    transaction.objectStore('log').getAll(),
  ]);
  return { operations, entries: entries.filter(entry => entry.userId === userId) };
}

/** A strictly durable transaction over all stores of the queue; `watch` is that of the work. */
const begin = (opened: Opened, watch: Watch = observed) =>
  watch(opened.transaction(OPERATION_STORES, 'readwrite', { durability: 'strict' }));

async function clear(opened: Opened, userId: string, watch?: Watch): Promise<Operation[]> {
  const transaction = begin(opened, watch);
  const [store, log] = [transaction.objectStore('operations'), transaction.objectStore('log')];
  const [operations, entries] = await Promise.all([
    store.index('item').getAll(rangeOf(userId)),
    log.getAll(),
  ]);
  await Promise.all([
    ...operations.map(operation => store.delete(operation.number)),
    ...entries.filter(entry => entry.userId === userId).map(entry => log.delete(entry.number)),
    transaction.done,
  ]);
  return operations.sort(inOrder);
}

async function forgetEnded(opened: Opened, isForgotten: (userId: string) => boolean, watch?: Watch) {
  const transaction = begin(opened, watch);
  const log = transaction.objectStore('log');
  const [operations, entries] = await Promise.all([
    transaction.objectStore('operations').getAll(),
    log.getAll(),
  ]);
  const held = new Set(operations.map(({ number }) => number));
  const gone = entries.filter(({ number, userId }) => isForgotten(userId) && !held.has(number));
  await Promise.all([...gone.map(({ number }) => log.delete(number)), transaction.done]);
}
