import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from 'idb';
import { inBatches } from '../lib/inBatches';
import { againWhenShown } from '../lib/openTransactions';
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
import { inOrder, type Operation } from './operations';
import type { Durability, OperationStore, StoreChange } from './operationStore';
import { fromVersion1, fromVersion2, type OperationOfVersion1 } from './operationUpgrade';

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
export const STORE_VERSION = 3;

type Upgrade = IDBPTransaction<Schema, typeof STORES, 'versionchange'>;
type Writing = IDBPTransaction<Schema, typeof STORES, 'readwrite'>;

/** Brings what an earlier version stored into today's form. */
async function upgradeOperations(transaction: Upgrade, from: number) {
  const store = transaction.objectStore('operations');
  if (from === 1) {
    for (const name of [...store.indexNames]) store.deleteIndex(name);
    store.createIndex('item', ['userId', 'itemKey']);
  }
  for (let cursor = await store.openCursor(); cursor; cursor = await cursor.continue()) {
    const stored = from === 1 ? fromVersion1(cursor.value as unknown as OperationOfVersion1) : cursor.value;
    const operation = fromVersion2(stored);
    if (operation) await cursor.update(operation);
    else await cursor.delete();
    if (from === 1) await writeLog(transaction, stored.userId, { added: [stored] }, stored.madeAt);
    if (!operation)
      await writeLog(transaction, stored.userId, { added: [], remove: [stored] }, stored.madeAt);
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
        if (from < 2) {
          database.createObjectStore('log', { keyPath: 'number' });
          database.createObjectStore('totals');
        }
        if (from > 0) return upgradeOperations(transaction as unknown as Upgrade, from);
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
