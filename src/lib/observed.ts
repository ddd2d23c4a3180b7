/**
 * A transaction of `idb` whose requests are awaited before its end. When the browser aborts it, the requests report
 * that; its `done` then rejects too, which must not count as unhandled.
 */
export function observed<Transaction extends { done: Promise<void> }>(transaction: Transaction): Transaction {
  transaction.done.catch(() => undefined);
  return transaction;
}
