/**
 * A transaction of `idb` whose requests are awaited before its end. Where the browser aborts it, its requests say so; its
 * `done` rejects as well, before anybody waits for that.
 */
export function observed<Transaction extends { done: Promise<void> }>(transaction: Transaction): Transaction {
  transaction.done.catch(() => undefined);
  return transaction;
}
