import type { DBSchema, IDBPTransaction } from 'idb';
import {
  entriesAfter,
  LOG_LENGTH,
  noTotals,
  totalsAfter,
  type LogEntry,
  type LoggedChange,
  type Totals,
} from './operationLog';
import { inOrder, type Operation } from '../operations';

/** The queue's own database, which earlier versions of the app had. */
export const DATABASE_BEFORE = 'daywall-outbox';

/** The queue's stores in the device's database. */
export interface OperationRows extends DBSchema {
  operations: { key: number; value: Operation; indexes: { item: [userId: string, itemKey: string] } };
  /** By the operation's number; the last `LOG_LENGTH` numbers of the device. */
  log: { key: number; value: LogEntry };
  totals: { key: string; value: Totals };
}
export const OPERATION_STORES = ['operations', 'log', 'totals'] as const;

export type Writing = IDBPTransaction<OperationRows, typeof OPERATION_STORES, 'readwrite'>;
type Upgrade = IDBPTransaction<OperationRows, typeof OPERATION_STORES, 'versionchange'>;

/** Notes changes in the log, in their own transaction. What the log has trimmed does not come back. */
export async function writeLog(
  transaction: Writing | Upgrade,
  changes: readonly (LoggedChange & { userId: string })[],
  now?: string,
) {
  const [log, totals] = [transaction.objectStore('log'), transaction.objectStore('totals')];
  const users = [...new Set(changes.map(({ userId }) => userId))];
  const changed = changes.flatMap(({ put = [], remove = [] }) => [...put, ...remove]);
  const [counted, entries] = await Promise.all([
    Promise.all(users.map(userId => totals.get(userId))),
    Promise.all(changed.map(one => log.get(one.number))),
  ]);
  const known = new Map(entries.map(entry => [entry?.number, entry]));
  const counts = new Map(users.map((userId, at) => [userId, counted[at] ?? noTotals]));
  const written = new Map<number, LogEntry>();
  for (const { userId, put = [], remove = [], ...change } of changes) {
    const isKnown = (one: Operation) => known.has(one.number) || change.added.includes(one);
    const inLog = { ...change, put: put.filter(isKnown), remove: remove.filter(isKnown) };
    for (const entry of entriesAfter(inLog, number => known.get(number), now)) {
      known.set(entry.number, entry);
      written.set(entry.number, entry);
    }
    counts.set(userId, totalsAfter(counts.get(userId)!, { ...change, remove }));
  }
  const newest = lastNumber(changes.flatMap(({ added }) => added));
  await Promise.all([
    ...[...written.values()].map(entry => log.put(entry)),
    newest > 0 && log.delete(IDBKeyRange.upperBound(newest - LOG_LENGTH)),
    ...[...counts].map(([userId, count]) => totals.put(count, userId)),
  ]);
}

/** The highest number of a database. What is added from elsewhere keeps its own number if that is higher: the order. */
export const lastNumber = (rows: readonly { number: number }[]) =>
  rows.reduce((last, { number }) => Math.max(last, number), 0);

/**
 * Adds those operations that the database neither holds nor has ended, behind all that it has, in their order. Answers the
 * numbers of all that it knows, by the operation's id.
 */
export async function addMissing(transaction: Writing, operations: readonly Operation[]) {
  const store = transaction.objectStore('operations');
  const [logged, stored] = await Promise.all([transaction.objectStore('log').getAll(), store.getAll()]);
  const numbers = new Map([...logged, ...stored].map(({ id, number }) => [id, number]));
  const missing = operations.filter(({ id }) => !numbers.has(id)).sort(inOrder);
  const [first] = missing;
  if (!first) return numbers;
  const areBehind = first.number > lastNumber([...logged, ...stored]);
  const added = await Promise.all(
    missing.map(({ number, ...rest }) => store.add((areBehind ? { ...rest, number } : rest) as Operation)),
  );
  missing.forEach(({ id }, at) => numbers.set(id, added[at]!));
  const changes = missing.map((one, at) => ({ userId: one.userId, added: [{ ...one, number: added[at]! }] }));
  await writeLog(transaction, changes);
  return numbers;
}
