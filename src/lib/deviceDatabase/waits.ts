import { within } from './within';

type Transaction = {
  done: Promise<void>;
  abort(): void;
  addEventListener(type: 'success', listener: () => void, isCapturing: true): void;
};
/** Answers the transaction: its answers are heard, and it is aborted when its work fails or is given up. */
export type Watch = <Watched extends Transaction>(transaction: Watched) => Watched;

type Waiting = { again: () => void };

/**
 * Works that wait for one database. Each is given up so many milliseconds after the last answer to a transaction of it,
 * or to a work that began earlier: transactions wait for each other.
 */
export function openWaits() {
  const all = new Set<Waiting>();

  return <Answer>(patience: number, begin: (watch: Watch) => Promise<Answer>) => {
    const own: Waiting = { again: () => undefined };
    const given = new AbortController();
    const hear = () => {
      let isBehind = false;
      for (const wait of all) {
        isBehind ||= wait === own;
        if (isBehind) wait.again();
      }
    };
    all.add(own);
    const working = begin(transaction => {
      const abort = () => {
        try {
          transaction.abort();
        } catch {
          // It has ended.
        }
      };
      transaction.done.catch(() => undefined); // its requests say so, too
      transaction.addEventListener('success', hear, true);
      given.signal.addEventListener('abort', abort);
      if (given.signal.aborted) abort();
      return transaction;
    });
    const answer = within(patience, working, again => (own.again = again));
    answer.then(hear, () => given.abort()).finally(() => all.delete(own));
    return { working, answer };
  };
}
