import { ServiceFailure } from '../services/failure';
import type { EntryChanges, Found, FromIndex, ToIndex } from './index/entry';

/** The results; `isComplete` if all tasks and notes were searched. */
export type Answer = { found: Found[]; isComplete: boolean };

/** The search index in a worker: off the main thread, and never sent to a server. */
export type Finder = {
  change(changes: EntryChanges): void;
  /** The index now holds all tasks and notes, so that the answers to later queries are complete. */
  complete(): void;
  /** The best results first; answers come in the order of the queries. Throws `network` when the worker's code did not load. */
  find(query: string): Promise<Answer>;
  /** Ends the worker. */
  close(): void;
};

/** The part of `Worker` that the finder uses. */
export type WorkerPort = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

export function openFinder(worker: WorkerPort): Finder {
  type Asked = { isComplete: boolean; resolve(answer: Answer): void; reject(failure: ServiceFailure): void };
  const asked = new Map<number, Asked>();
  let isComplete = false;
  let failure: ServiceFailure | null = null;
  let lastId = 0;
  const tell = (message: ToIndex) => worker.postMessage(message);

  worker.onmessage = ({ data: { id, found } }: MessageEvent<FromIndex>) => {
    const query = asked.get(id);
    query?.resolve({ found, isComplete: query.isComplete });
    asked.delete(id);
  };
  worker.onerror = () => {
    const reason = new ServiceFailure('network', 'find/worker', 'It did not load.');
    failure = reason;
    asked.forEach(({ reject }) => reject(reason));
    asked.clear();
  };
  return {
    change: changes => tell({ type: 'change', changes }),
    complete: () => void (isComplete = true),
    find: query =>
      new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        asked.set(++lastId, { isComplete, resolve, reject });
        tell({ type: 'find', id: lastId, query });
      }),
    close: () => worker.terminate(),
  };
}
