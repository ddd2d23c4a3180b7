import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from 'idb';
import {
  entriesAfter,
  LOG_LENGTH,
  noTotals,
  totalsAfter,
  type LogEntry,
  type LoggedChange,
  type StoredLog,
  type Totals,
} from './operationLog';
import { inBatches } from '../lib/inBatches';
import { againWhenShown } from '../lib/openTransactions';
import { isTimeout, within } from '../lib/within';
import type { Conflict, Operation, OperationStatus } from './operations';

/** What a change does to the operations of an item: some to write over, some to remove, and some to add at the end. */
export type StoreChange = Omit<LoggedChange, 'added'> & {
  add?: Omit<Operation, 'number'>[];
  /** What is added cancels itself out with what is removed: it is in the log alone. */
  isCancelling?: boolean;
  /** False for the removal of copies of operations that are logged elsewhere. */
  isLogged?: boolean;
};

export type Durability = 'strict' | 'relaxed';

/** Where operations are stored: in IndexedDB, or in memory where the device stores nothing. */
export interface OperationStore {
  all(userId: string): Promise<Operation[]>;
  ofItem(userId: string, itemKey: string): Promise<Operation[]>;
  /** The user's operations and the log of them, in order, as of one instant. */
  log(userId: string): Promise<StoredLog>;
  /**
   * One transaction: all of the change is stored when it answers, with what the log says of it, or none. Answers the
   * added operations. `strict`, the default, survives a power cut; `relaxed` survives all else, and does not wait for
   * the disk. Changes that are asked for in one moment share a transaction: a step of many operations is kept whole.
   */
  change(
    userId: string,
    itemKey: string,
    decide: (operations: Operation[]) => StoreChange,
    durability?: Durability,
  ): Promise<Operation[]>;
  /** Removes all of a user in one transaction, the log of it, too. Answers the operations that it held. */
  clear(userId: string): Promise<Operation[]>;
}

interface Schema extends DBSchema {
  operations: { key: number; value: Operation; indexes: { item: [userId: string, itemKey: string] } };
  /** By the operation's number; the last `LOG_LENGTH` numbers of the device. */
  log: { key: number; value: LogEntry };
  totals: { key: string; value: Totals };
}
const STORES = ['operations', 'log', 'totals'] as const;

/** The name is that of version 1, because what a device holds there must be read. */
export const STORE_NAME = 'daywall-outbox';
/** Raise it with an upgrade step below and a fixture of the version before in the tests. */
export const STORE_VERSION = 2;

/** The words of version 1. */
type OperationOfVersion1 = Omit<
  Operation,
  'itemKey' | 'status' | 'conflict' | 'requested' | 'changeId' | 'role'
> & {
  lane: string;
  status: 'waiting' | 'held';
  found?: Conflict;
  own?: { kind: string; payload: unknown };
  entry?: string;
  act?: 'undo' | 'redo' | 'none';
};
const STATUS_SINCE_1: Record<OperationOfVersion1['status'], OperationStatus> = {
  waiting: 'pending',
  held: 'blocked',
};

/** An operation as version 1 stored it, in today's words. */
export function upgradeOperation({ lane, found, own, entry, act, ...rest }: OperationOfVersion1): Operation {
  return {
    ...rest,
    itemKey: lane,
    status: STATUS_SINCE_1[rest.status],
    ...(found && { conflict: found }),
    ...(own && { requested: own }),
    ...(entry !== undefined && { changeId: entry }),
    ...(act && { role: act === 'none' ? 'silent' : act }),
  };
}

type Upgrade = IDBPTransaction<Schema, typeof STORES, 'versionchange'>;
type Writing = IDBPTransaction<Schema, typeof STORES, 'readwrite'>;

async function upgradeFromVersion1(transaction: Upgrade) {
  const store = transaction.objectStore('operations');
  for (const name of [...store.indexNames]) store.deleteIndex(name);
  store.createIndex('item', ['userId', 'itemKey']);
  for (let cursor = await store.openCursor(); cursor; cursor = await cursor.continue()) {
    const operation = upgradeOperation(cursor.value as unknown as OperationOfVersion1);
    await cursor.update(operation);
    await writeLog(transaction, operation.userId, { added: [operation] }, operation.madeAt);
  }
}

/** Notes a change in the log, in its own transaction. What the log has trimmed does not come back. */
async function writeLog(
  transaction: Upgrade | Writing,
  userId: string,
  { put = [], remove = [], ...change }: LoggedChange,
  now?: string,
) {
  const [log, totals] = [transaction.objectStore('log'), transaction.objectStore('totals')];
  const newest = change.added.at(-1)?.number;
  const [counted = noTotals, ...entries] = await Promise.all([
    totals.get(userId),
    ...[...put, ...remove].map(one => log.get(one.number)),
  ] as [Promise<Totals | undefined>, ...Promise<LogEntry | undefined>[]]);
  const before = new Map(entries.map(entry => [entry?.number, entry]));
  const isKnown = (one: Operation) => before.has(one.number) || change.added.includes(one);
  const known = { ...change, put: put.filter(isKnown), remove: remove.filter(isKnown) };
  await Promise.all([
    ...entriesAfter(known, number => before.get(number), now).map(entry => log.put(entry)),
    newest && log.delete(IDBKeyRange.upperBound(newest - LOG_LENGTH)),
    totals.put(totalsAfter(counted, { ...change, remove }), userId),
  ]);
}

type ChangeRequest = {
  userId: string;
  itemKey: string;
  decide: (operations: Operation[]) => StoreChange;
  durability: Durability;
};

/** Changes the operations of an item. Answers the added ones. */
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
  return change.isCancelling ? [] : added;
}

/** The device's own store. Throws when the device has none. A write that the page's hiding aborted is written again. */
export async function openDeviceStore(): Promise<OperationStore> {
  const open = () =>
    openDB<Schema>(STORE_NAME, STORE_VERSION, {
      async upgrade(database, from, _to, transaction) {
        database.createObjectStore('log', { keyPath: 'number' });
        database.createObjectStore('totals');
        if (from === 1) return upgradeFromVersion1(transaction as unknown as Upgrade);
        const operations = database.createObjectStore('operations', {
          keyPath: 'number',
          autoIncrement: true,
        });
        operations.createIndex('item', ['userId', 'itemKey']);
      },
      // A newer version of the app in another tab upgrades the store; this one opens it anew when it next needs it.
      blocking: () => close(),
      terminated: () => close(),
    });
  let database: Promise<IDBPDatabase<Schema>> | undefined;
  const close = () => {
    void database?.then(opened => opened.close()).catch(() => undefined);
    database = undefined;
  };
  const openAgain = () => {
    const opening = open();
    opening.catch(() => {
      if (database === opening) database = undefined; // the next one tries again
    });
    return opening;
  };
  /** Begins anew what ended because the page was hidden. */
  const withDatabase = <Answer>(work: (opened: IDBPDatabase<Schema>) => Promise<Answer>) =>
    againWhenShown(async () => {
      return work(await (database ??= openAgain()));
    });
  // A write that is stuck in the storage blocks all others. This one finds out.
  await withDatabase(opened => opened.transaction(STORES, 'readwrite', { durability: 'relaxed' }).done);
  const changeTogether = inBatches((requests: readonly ChangeRequest[]) =>
    withDatabase(opened => changeAll(opened, requests)),
  );
  const changeAll = async (opened: IDBPDatabase<Schema>, requests: readonly ChangeRequest[]) => {
    const durability = requests.some(one => one.durability === 'strict') ? 'strict' : 'relaxed';
    const transaction = opened.transaction(STORES, 'readwrite', { durability });
    const write = async () => {
      const added: Operation[][] = [];
      for (const request of requests) added.push(await changeItem(transaction, request));
      return added;
    };
    const undo = (error: unknown) => {
      transaction.abort();
      throw error;
    };
    const [added] = await Promise.all([write().catch(undo), transaction.done]);
    return added;
  };
  const all = async (opened: IDBPDatabase<Schema>, userId: string) =>
    (await opened.getAllFromIndex('operations', 'item', rangeOf(userId))).sort(inOrder);
  return {
    all: userId => withDatabase(opened => all(opened, userId)),
    log: userId => withDatabase(opened => log(opened, userId)),
    ofItem: (userId, itemKey) =>
      withDatabase(opened => opened.getAllFromIndex('operations', 'item', [userId, itemKey])),
    change: (userId, itemKey, decide, durability = 'strict') =>
      changeTogether({ userId, itemKey, decide, durability }),
    clear: userId => withDatabase(opened => clear(opened, userId)),
  };
}

const rangeOf = (userId: string) => IDBKeyRange.bound([userId], [userId, []]);

async function log(opened: IDBPDatabase<Schema>, userId: string): Promise<StoredLog> {
  const transaction = opened.transaction(STORES);
  const [operations, entries, totals = noTotals] = await Promise.all([
    transaction.objectStore('operations').index('item').getAll(rangeOf(userId)),
    transaction.objectStore('log').getAll(),
    transaction.objectStore('totals').get(userId),
  ]);
  return { operations, entries: entries.filter(one => one.userId === userId), totals };
}

async function clear(opened: IDBPDatabase<Schema>, userId: string): Promise<Operation[]> {
  const transaction = opened.transaction(STORES, 'readwrite', { durability: 'strict' });
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

const inOrder = (a: Operation, b: Operation) => a.number - b.number;

/** Behind every number that a device gives, so that what is in memory comes after what the device has. */
const FIRST_IN_MEMORY = 2 ** 40;

/** Operations by item, in order. */
export type ItemOperations = Map<string, Operation[]>;
/** A user's item as one string. */
export const itemIdOf = (userId: string, itemKey: string) => JSON.stringify([userId, itemKey]);

/** Works like the device's, until the tab is closed. */
export function openMemoryStore(items: ItemOperations = new Map()): OperationStore {
  let number = FIRST_IN_MEMORY;
  const log = new Map<number, LogEntry>();
  const totals = new Map<string, Totals>();
  const ofUser = <One extends { userId: string }>(all: Iterable<One>, userId: string) =>
    [...all].filter(one => one.userId === userId);
  const all = (userId: string) => ofUser([...items.values()].flat(), userId).sort(inOrder);
  return {
    all: async userId => all(userId),
    log: async userId => ({
      operations: all(userId),
      entries: ofUser(log.values(), userId),
      totals: totals.get(userId) ?? noTotals,
    }),
    ofItem: async (userId, itemKey) => items.get(itemIdOf(userId, itemKey)) ?? [],
    async change(userId, itemKey, decide) {
      const operations = items.get(itemIdOf(userId, itemKey)) ?? [];
      const change = decide(operations);
      const { put = [], add = [] } = change;
      const added = add.map(one => ({ ...one, number: number++ }));
      const remove = [...(change.remove ?? []), ...(change.isCancelling ? added : [])];
      const isIn = (some: Operation[], { number: one }: Operation) =>
        some.some(other => other.number === one);
      const rest = operations
        .filter(one => !isIn(remove, one))
        .map(one => put.find(changed => changed.number === one.number) ?? one);
      const there = change.isCancelling ? [] : added;
      items.set(itemIdOf(userId, itemKey), [...rest, ...there]);
      const logged = { ...change, remove, added };
      entriesAfter(logged, one => log.get(one)).forEach(entry => log.set(entry.number, entry));
      totals.set(userId, totalsAfter(totals.get(userId) ?? noTotals, logged));
      return there;
    },
    async clear(userId) {
      const operations = all(userId);
      for (const { itemKey } of operations) items.delete(itemIdOf(userId, itemKey));
      for (const [one, entry] of log) if (entry.userId === userId) log.delete(one);
      totals.delete(userId);
      return operations;
    },
  };
}

/** A device that has not answered after so many milliseconds is taken for one that stores nothing. */
const PATIENCE = 10_000;

/**
 * The device's store, and memory for the items that the device fails to change (full, broken): such an item goes on in
 * memory with all that it had, and the device keeps its own copy as long as that may still be needed after a reload.
 * `onFailure` is called once: `newer` when a newer version of the app has the device's store in its own format, `silent`
 * when the device does not answer.
 */
export function openOperationStore(
  onFailure: (storage: 'memory' | 'newer' | 'silent') => void,
): OperationStore {
  const device = within(PATIENCE, openDeviceStore());
  device.catch(() => undefined); // reported where it is used
  const inMemory: ItemOperations = new Map();
  const memory = openMemoryStore(inMemory);
  const isMoved = (userId: string, itemKey: string) => inMemory.has(itemIdOf(userId, itemKey));
  let hasFailed = false;
  const fail = (failure: unknown) => {
    const isNewer = (failure as Error).name === 'VersionError';
    if (!hasFailed) onFailure(isNewer ? 'newer' : isTimeout(failure) ? 'silent' : 'memory');
    hasFailed = true;
  };
  const fromDevice = async <Read>(read: (store: OperationStore) => Promise<Read>, otherwise: Read) => {
    try {
      return await read(await device);
    } catch (failure) {
      fail(failure);
      return otherwise;
    }
  };
  const ofItem = (userId: string, itemKey: string) =>
    isMoved(userId, itemKey)
      ? memory.ofItem(userId, itemKey)
      : fromDevice(store => store.ofItem(userId, itemKey), []);
  const move = async (userId: string, itemKey: string) => {
    const there = await ofItem(userId, itemKey);
    if (!isMoved(userId, itemKey)) inMemory.set(itemIdOf(userId, itemKey), there);
  };
  /** Removes the device's copies of what is done with; where it cannot, they are sent again after a reload. */
  const forget = async (userId: string, itemKey: string, gone: readonly Operation[]) => {
    const numbers = new Set(gone.map(one => one.number));
    const store = await device;
    await store.change(userId, itemKey, there => ({
      remove: there.filter(one => numbers.has(one.number)),
      isLogged: false,
    }));
  };

  /** What the device holds of items that did not move, and all that is in memory. */
  const join = (there: Operation[], inMemory: Operation[]) => [
    ...there.filter(one => !isMoved(one.userId, one.itemKey)),
    ...inMemory,
  ];

  return {
    ofItem,
    async clear(userId) {
      const [there, here] = [await fromDevice(store => store.clear(userId), []), await memory.all(userId)];
      const removed = join(there, here);
      await memory.clear(userId);
      return removed;
    },
    all: async userId => join(await fromDevice(store => store.all(userId), []), await memory.all(userId)),
    async log(userId) {
      const none = { operations: [], entries: [], totals: noTotals };
      const there = await fromDevice(store => store.log(userId), none);
      const here = await memory.log(userId);
      const entries = new Map([...there.entries, ...here.entries].map(one => [one.number, one]));
      return {
        operations: join(there.operations, here.operations),
        entries: [...entries.values()],
        totals: {
          made: there.totals.made + here.totals.made,
          confirmed: there.totals.confirmed + here.totals.confirmed,
          takenBack: there.totals.takenBack + here.totals.takenBack,
        },
      };
    },
    async change(userId, itemKey, decide, durability) {
      if (!isMoved(userId, itemKey)) {
        try {
          return await (await device).change(userId, itemKey, decide, durability);
        } catch (failure) {
          fail(failure);
          await move(userId, itemKey);
        }
      }
      let gone: readonly Operation[] = [];
      const added = await memory.change(userId, itemKey, operations => {
        const change = decide(operations);
        gone = change.remove ?? [];
        return change;
      });
      if (gone.length > 0) await forget(userId, itemKey, gone).catch(() => undefined);
      return added;
    },
  };
}
