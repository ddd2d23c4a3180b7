import type { DBSchema, IDBPTransaction } from 'idb';
import { entriesAfter, LOG_LENGTH, type LogEntry, type LoggedChange } from './operationLog';
import { inOrder, type Operation } from '../../operations';

/** The queue's own database in earlier versions of the app. */
export const DATABASE_BEFORE = 'daywall-outbox';

/** The queue's stores in the device's database. */
export interface OperationRows extends DBSchema {
  operations: { key: number; value: Operation; indexes: { item: [userId: string, itemKey: string] } };
  /** Keyed by the operation's number; holds the last `LOG_LENGTH` numbers of the device. */
  log: { key: number; value: LogEntry };
}
export const OPERATION_STORES = ['operations', 'log'] as const;

export type Writing = IDBPTransaction<OperationRows, typeof OPERATION_STORES, 'readwrite'>;

/** Writes changes to the log, in their own transaction. Entries that were trimmed are not added again. */
export async function writeLog(transaction: Writing, changes: readonly LoggedChange[]) {
  const log = transaction.objectStore('log');
  const changed = changes.flatMap(({ put = [], remove = [] }) => [...put, ...remove]);
  const entries = await Promise.all(changed.map(operation => log.get(operation.number)));
  const known = new Map(entries.map(entry => [entry?.number, entry]));
  const written = new Map<number, LogEntry>();
  for (const { put = [], remove = [], ...change } of changes) {
    const isKnown = (operation: Operation) => known.has(operation.number) || change.added.includes(operation);
    const inLog = { ...change, put: put.filter(isKnown), remove: remove.filter(isKnown) };
    for (const entry of entriesAfter(inLog, number => known.get(number))) {
      known.set(entry.number, entry);
      written.set(entry.number, entry);
    }
  }
  const newest = lastNumber(changes.flatMap(({ added }) => added));
  await Promise.all([
    ...[...written.values()].map(entry => log.put(entry)),
    newest > 0 && log.delete(IDBKeyRange.upperBound(newest - LOG_LENGTH)),
  ]);
}

/** The highest number in a database. Added operations keep their own numbers if these are higher, to keep their order. */
const lastNumber = (rows: readonly { number: number }[]) =>
  rows.reduce((last, { number }) => Math.max(last, number), 0);

/**
 * Appends the operations that the database neither has nor has finished, in order. Returns the numbers of all known
 * operations by id, and the ids of the new ones.
 */
export async function addMissing(transaction: Writing, operations: readonly Operation[]) {
  const store = transaction.objectStore('operations');
  const [logged, stored] = await Promise.all([transaction.objectStore('log').getAll(), store.getAll()]);
  const numbers = new Map([...logged, ...stored].map(({ id, number }) => [id, number]));
  const missing = operations.filter(({ id }) => !numbers.has(id)).sort(inOrder);
  const [first] = missing;
  if (!first) return { numbers, missing: new Set<string>() };
  const areBehind = first.number > lastNumber([...logged, ...stored]);
  const added = await Promise.all(
    missing.map(({ number, ...rest }) => store.add((areBehind ? { ...rest, number } : rest) as Operation)),
  );
  missing.forEach(({ id }, at) => numbers.set(id, added[at]!));
  const changes = missing.map((operation, at) => ({ added: [{ ...operation, number: added[at]! }] }));
  await writeLog(transaction, changes);
  return { numbers, missing: new Set(missing.map(({ id }) => id)) };
}
