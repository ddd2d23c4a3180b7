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

/** Notes a change in the log, in its own transaction. What the log has trimmed does not come back. */
export async function writeLog(
  transaction: Writing | Upgrade,
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

/** The highest number of a database. What is added from elsewhere keeps its own number if that is higher: the order. */
export const lastNumber = (rows: readonly { number: number }[]) =>
  rows.reduce((last, { number }) => Math.max(last, number), 0);

/**
 * Adds those operations that the database neither holds nor has ended, behind all that it has. Answers the numbers of all
 * that it knows, by the operation's id.
 */
export async function addMissing(transaction: Writing, operations: readonly Operation[]) {
  const store = transaction.objectStore('operations');
  const [logged, stored] = await Promise.all([transaction.objectStore('log').getAll(), store.getAll()]);
  const numbers = new Map([...logged, ...stored].map(({ id, number }) => [id, number]));
  let last = lastNumber([...logged, ...stored]);
  for (const one of [...operations].sort(inOrder)) {
    if (numbers.has(one.id)) continue;
    const { number, ...rest } = one;
    const added = await store.add(number > last ? one : (rest as Operation));
    await writeLog(transaction, one.userId, { added: [{ ...one, number: added }] });
    numbers.set(one.id, added);
    last = Math.max(last, added);
  }
  return numbers;
}
