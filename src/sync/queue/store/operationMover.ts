import type { IDBPDatabase } from 'idb';
import { createMover } from '../../../lib/deviceDatabase/otherDatabases';
import type { Operation } from '../../operations';
import type { LogEntry } from './operationLog';
import {
  addMissing,
  DATABASE_BEFORE,
  OPERATION_STORES,
  type OperationRows,
  type Writing,
} from './operationRows';
import { fromVersion2 } from './operationUpgrade';

type Rows = { operations: Operation[]; log: LogEntry[] };
type From = IDBPDatabase<OperationRows>;

/** In earlier versions: counters by user. */
const TOTALS = 'totals' as never;

async function read(from: From): Promise<Rows> {
  const transaction = from.transaction(OPERATION_STORES);
  const [operations, log] = await Promise.all(
    OPERATION_STORES.map(name => transaction.objectStore(name).getAll()),
  );
  return { operations: operations as Operation[], log: log as LogEntry[] };
}

const isOver = (entry: LogEntry | undefined) => Boolean(entry?.confirmedAt ?? entry?.takenBackAt);

/** Writes operations into a database that may already have some of them. Returns the new ones. */
async function merge(transaction: Writing, { operations, log }: Rows): Promise<Operation[]> {
  const [store, entries] = [transaction.objectStore('operations'), transaction.objectStore('log')];
  const logged = new Map((await entries.getAll()).map(entry => [entry.id, entry]));
  // A finished operation also gets a number of its own, which is never reused.
  const over = log.filter(isOver) as (LogEntry & Partial<Operation>)[] as Operation[];
  const { numbers, missing } = await addMissing(transaction, [...operations, ...over]);
  const own = operations.map(operation => ({ ...operation, number: numbers.get(operation.id)! }));
  // The newer version of an operation that both databases have.
  for (const operation of own) if (!isOver(logged.get(operation.id))) await store.put(operation);
  for (const entry of log) {
    const number = numbers.get(entry.id);
    if (number === undefined) continue;
    const before = logged.get(entry.id);
    await entries.put({ ...before, ...entry, keptAt: (before ?? entry).keptAt, number });
    if (isOver(entry)) await store.delete(number);
  }
  return own.filter(({ id }) => missing.has(id));
}

/** Removes what was read from a database, unless it has changed since; then it is moved again. */
async function remove(from: From, rows: Rows) {
  const transaction = from.transaction(OPERATION_STORES, 'readwrite', { durability: 'strict' });
  for (const name of OPERATION_STORES) {
    const store = transaction.objectStore(name);
    for (const row of rows[name])
      if (JSON.stringify(await store.get(row.number)) === JSON.stringify(row)) await store.delete(row.number);
  }
  await transaction.done;
  if (from.objectStoreNames.contains(TOTALS)) await from.clear(TOTALS);
}

/** Moves operations with their log entries, and notifies all tabs of the new ones. */
export const moveOperations = createMover<OperationRows>(async (from, to) => {
  const rows = await read(from);
  const isVersion2 = from.name === DATABASE_BEFORE && from.version === 2;
  const operations = isVersion2
    ? rows.operations.flatMap(stored => fromVersion2(stored) ?? [])
    : rows.operations;
  const transaction = to.transaction(OPERATION_STORES, 'readwrite', { durability: 'strict' });
  // The page that stored them may have sent them.
  const attempted = operations.map(operation => ({ ...operation, isAttempted: true }));
  const [news] = await Promise.all([
    merge(transaction, { ...rows, operations: attempted }),
    transaction.done,
  ]);
  await remove(from, rows);
  // A separate channel object, so that this page's own queue receives the events too. A tab that already knows an
  // operation as kept looks for it in this database at the second event, and sends it.
  const tabs = new BroadcastChannel('daywall-queue');
  for (const operation of news) for (const type of ['kept', 'updated']) tabs.postMessage({ type, operation });
  tabs.close();
});
