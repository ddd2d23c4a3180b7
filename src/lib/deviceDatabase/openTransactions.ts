import { wrap } from 'idb';
import { attempt } from '../attempt';

/** Even while the page is shown, odd while it is in the back/forward cache. */
let turns = 0;
const isHidden = () => turns % 2 === 1;

function abort(transaction: IDBTransaction) {
  wrap(transaction).done.catch(() => undefined); // its end is of no interest
  attempt(() => transaction.abort()); // it may have ended already
}

/**
 * Aborts all IndexedDB transactions, including those of the SDK, when the page enters the back/forward cache. WebKit
 * (2.50) never ends transactions of such a page, and they block the stores for all later pages. Call it before the
 * first database is opened.
 */
export function abortTransactionsOfHiddenPage() {
  if (!navigator.vendor.startsWith('Apple')) return;
  const transactions = new Set<IDBTransaction>();
  const watch = (transaction: IDBTransaction) => {
    transactions.add(transaction);
    for (const end of ['complete', 'abort'])
      transaction.addEventListener(end, () => transactions.delete(transaction));
    // In a microtask, so that the caller can make its requests first.
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

/** Repeats the work once the page is visible again, if the page was hidden during it. */
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
