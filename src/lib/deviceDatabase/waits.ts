import { attempt } from '../attempt';
import { within } from './within';

type Transaction = {
  done: Promise<void>;
  abort(): void;
  addEventListener(type: 'success', listener: () => void, isCapturing: true): void;
};
/** Observes a transaction and returns it: each answer restarts the wait, and it is aborted when its work fails or is given up. */
export type Watch = <Watched extends Transaction>(transaction: Watched) => Watched;

type Waiting = { again: () => void };

/**
 * Pending works on one database. Each is given up some milliseconds after the last answer to its own transaction or to
 * an earlier work, because transactions wait for each other.
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
      const abort = () => attempt(() => transaction.abort()); // it may have ended already
      transaction.done.catch(() => undefined); // its requests report the abort too
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
