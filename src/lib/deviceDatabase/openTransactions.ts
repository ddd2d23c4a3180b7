import { wrap } from 'idb';

/** Even while the page is shown, odd while it lies in the back/forward cache. */
let turns = 0;
const isHidden = () => turns % 2 === 1;

function abort(transaction: IDBTransaction) {
  wrap(transaction).done.catch(() => undefined); // whose end nobody waits for
  try {
    transaction.abort();
  } catch {
    // It has ended, or ends already.
  }
}

/**
 * Aborts every IndexedDB transaction, the SDK's own too, when the page goes into the back/forward cache. WebKit (2.50)
 * never ends one of such a page, and blocks its stores for all later pages. Other engines end them. Call it before the
 * first database is opened.
 */
export function abortTransactionsOfHiddenPage() {
  if (!navigator.vendor.startsWith('Apple')) return;
  const transactions = new Set<IDBTransaction>();
  const watch = (transaction: IDBTransaction) => {
    transactions.add(transaction);
    for (const end of ['complete', 'abort'])
      transaction.addEventListener(end, () => transactions.delete(transaction));
    // Behind what the listener that opened it asks of it.
    if (isHidden()) queueMicrotask(() => abort(transaction));
    return transaction;
  };
  const { transaction: begin } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...given) {
    return watch(begin.apply(this, given));
  };
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (this: IDBFactory, ...given) {
    const request = open.apply(this, given);
    request.addEventListener('upgradeneeded', () => watch(request.transaction!));
    return request;
  };
  addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return;
    turns += 1;
    transactions.forEach(abort);
  });
  addEventListener('pageshow', () => {
    if (isHidden()) turns += 1;
  });
}

/** Does the work again, once the page is shown, as often as the page was hidden while it was under way. */
export async function retryWhenVisible<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const turn = turns;
    try {
      return await work();
    } catch (failure) {
      if (turn === turns && !isHidden()) throw failure;
      if (isHidden()) await new Promise(resolve => addEventListener('pageshow', resolve, { once: true }));
    }
  }
}
