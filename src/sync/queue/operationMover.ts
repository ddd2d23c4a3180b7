import { openDB, type IDBPDatabase, type IDBPTransaction } from 'idb';
import { closeIt, createMover, createNothing, openExisting } from '../../lib/deviceDatabase/otherDatabases';
import { noTotals, type LogEntry, type Totals } from './operationLog';
import {
  addMissing,
  DATABASE_BEFORE,
  lastNumber,
  OPERATION_STORES,
  writeLog,
  type OperationRows,
  type Writing,
} from './operationRows';
import type { Operation } from '../operations';
import { fromVersion2 } from './operationUpgrade';

type Rows = { operations: Operation[]; log: LogEntry[]; totals: Map<string, Totals> };

type Upgrade = IDBPTransaction<OperationRows, typeof OPERATION_STORES, 'versionchange'>;

/** The last version of the queue's own database, which earlier versions of the app used. */
const LAST_VERSION = 3;

/** Opens a database with its operations in today's form. */
const open = (name: string) =>
  name !== DATABASE_BEFORE
    ? openExisting<OperationRows>(name)
    : openDB<OperationRows>(name, LAST_VERSION, {
        async upgrade(database, from, to, transaction) {
          if (from < LAST_VERSION - 1) return createNothing(database, from, to, transaction);
          await upgradeOperations(transaction as Upgrade);
        },
        blocking: closeIt,
      });

/** Brings what the version before stored into today's form. */
async function upgradeOperations(transaction: Upgrade) {
  const store = transaction.objectStore('operations');
  for (let cursor = await store.openCursor(); cursor; cursor = await cursor.continue()) {
    const stored = cursor.value;
    const operation = fromVersion2(stored);
    if (operation) await cursor.update(operation);
    else await cursor.delete();
    const { userId, madeAt } = stored;
    if (!operation) await writeLog(transaction, [{ userId, added: [], remove: [stored] }], madeAt);
  }
}

async function read(from: IDBPDatabase<OperationRows>): Promise<Rows> {
  const transaction = from.transaction(OPERATION_STORES);
  const totals = transaction.objectStore('totals');
  const [operations, log, users, counts] = await Promise.all([
    transaction.objectStore('operations').getAll(),
    transaction.objectStore('log').getAll(),
    totals.getAllKeys(),
    totals.getAll(),
  ]);
  return { operations, log, totals: new Map(users.map((userId, at) => [userId, counts[at]!])) };
}

const isOver = (entry: LogEntry | undefined) => Boolean(entry?.confirmedAt ?? entry?.takenBackAt);
const sum = (a: Totals, b: Totals, sign: 1 | -1 = 1): Totals => ({
  made: a.made + sign * b.made,
  confirmed: a.confirmed + sign * b.confirmed,
  takenBack: a.takenBack + sign * b.takenBack,
});

/** Writes them into a database that may know some of them already. Answers the operations that are news to it. */
async function merge(transaction: Writing, { operations, log, totals }: Rows): Promise<Operation[]> {
  const [store, entries] = [transaction.objectStore('operations'), transaction.objectStore('log')];
  const counts = transaction.objectStore('totals');
  const [before, stored, counted] = await Promise.all([
    entries.getAll(),
    store.getAll(),
    counts.getAllKeys(),
  ]);
  const known = new Set([...stored, ...before].map(one => one.id));
  const loggedBefore = new Map(before.map(entry => [entry.id, entry]));
  // It may have been sent by the page that kept it.
  const attempted = operations.map(one => ({ ...one, isAttempted: true }));
  const numbers = await addMissing(transaction, attempted);
  const own = attempted.map(one => ({ ...one, number: numbers.get(one.id)! }));
  // The newer form of what both hold.
  for (const one of own) if (!isOver(loggedBefore.get(one.id))) await store.put(one);
  const taken = new Set(numbers.values());
  const last = lastNumber([...stored, ...before]);
  const changes = new Map<string, Totals>();
  for (const entry of log) {
    const there = loggedBefore.get(entry.id);
    // A number of its own, which no later operation gets.
    const wanted = entry.number > last && !taken.has(entry.number) && { number: entry.number };
    const isOpen = numbers.has(entry.id);
    const number = numbers.get(entry.id) ?? (await store.add({ id: entry.id, ...wanted } as Operation));
    taken.add(number);
    await entries.put({ ...there, ...entry, keptAt: (there ?? entry).keptAt, number });
    if (isOver(entry) || !isOpen) await store.delete(number);
    const change = {
      made: isOpen ? 0 : 1,
      confirmed: entry.confirmedAt && !there?.confirmedAt ? 1 : 0,
      takenBack: entry.takenBackAt && !there?.takenBackAt ? 1 : 0,
    };
    changes.set(entry.userId, sum(changes.get(entry.userId) ?? noTotals, change));
  }
  // The log has been trimmed, the totals have not.
  for (const [userId, change] of changes)
    await counts.put(sum((await counts.get(userId)) ?? noTotals, change), userId);
  for (const [userId, all] of totals) if (!counted.includes(userId)) await counts.put(all, userId);
  return own.filter(one => !known.has(one.id));
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Removes what was read of a database, unless it has changed since: then it is moved again. */
async function remove(from: IDBPDatabase<OperationRows>, { operations, log, totals }: Rows) {
  const transaction = from.transaction(OPERATION_STORES, 'readwrite', { durability: 'strict' });
  for (const [name, rows] of [
    ['operations', operations],
    ['log', log],
  ] as const) {
    const store = transaction.objectStore(name);
    for (const row of rows) if (isSame(await store.get(row.number), row)) await store.delete(row.number);
  }
  const counts = transaction.objectStore('totals');
  for (const [userId, counted] of totals) {
    const rest = sum((await counts.get(userId)) ?? noTotals, counted, -1);
    await (isSame(rest, noTotals) ? counts.delete(userId) : counts.put(rest, userId));
  }
  await transaction.done;
}

/** Moves operations with what is logged of them, and tells all tabs which of them are news. */
export const moveOperations = createMover<OperationRows>({
  open,
  async move(from, to) {
    const rows = await read(from);

    if (rows.operations.length + rows.log.length + rows.totals.size === 0) return;
    const transaction = to.transaction(OPERATION_STORES, 'readwrite', { durability: 'strict' });
    const [news] = await Promise.all([merge(transaction, rows), transaction.done]);
    await remove(from, rows);
    // Another object than the queue's own channel: this page's queue hears of it, too. A tab that knows an operation as
    // kept in the second database looks for it here by the second event, and sends it.
    const tabs = new BroadcastChannel('daywall-queue');
    for (const operation of news)
      for (const type of ['kept', 'updated']) tabs.postMessage({ type, operation });
    tabs.close();
  },
});
