import { call, delay, keepNewest, put, race, select, take, takeFrom, type Saga } from '../lib/effects';
import {
  operationChanged,
  operationConfirmed,
  operationDiscarded,
  operationKept,
  type Operation,
} from '../sync/operations';
import type { Queue } from '../sync/queue';
import { operationsRead } from '../sync/queueSlice';
import { logClosed, logOpened, logRead, selectIsOpen, type Place } from './syncLogSlice';

/** Milliseconds between two readings at least; and at most, because that an operation was sent is told to nobody. */
const CALM = 150;
const PATIENCE = 2000;

/** What the page shows of operations and only their kinds know. */
export type Describe = {
  words(operation: Pick<Operation, 'kind' | 'payload'>): Saga<string>;
  place(operation: Operation): Place;
  /** The words of changes that the history still has, by the operation's id. */
  known(): Saga<Record<string, string>>;
};

/** Reads the queue's log for as long as its page is shown. */
export function* syncLogSaga({ queue }: { queue: Queue }, userId: string, describe: Describe): Saga {
  for (;;) {
    if (!(yield* select(selectIsOpen))) yield* take(logOpened);
    yield* race({ following: followLog(queue, userId, describe), closed: take(logClosed) });
  }
}

function* followLog(queue: Queue, userId: string, describe: Describe): Saga {
  const changes = yield* keepNewest([
    operationKept,
    operationChanged,
    operationDiscarded,
    operationConfirmed,
    operationsRead,
  ]);
  for (;;) {
    yield* call(readLog, queue, userId, describe);
    yield* race({ changed: takeFrom(changes), late: delay(PATIENCE) });
    yield* delay(CALM);
  }
}

function* readLog(queue: Queue, userId: string, describe: Describe): Saga {
  const { operations, entries, totals } = yield* call(queue.log, userId);
  const words = yield* call(describe.known);
  for (const one of operations) words[one.id] = yield* call(describe.words, one.requested ?? one);
  const open = operations
    .toSorted((a, b) => a.number - b.number)
    .map(one => {
      const { id, itemKey, kind, madeAt, reason, conflict } = one;
      const status: 'blocked' | 'pending' = one.status === 'blocked' ? 'blocked' : 'pending';
      const place = describe.place(one);
      return { id, itemKey, kind, madeAt, reason, status, conflict: conflict?.type ?? null, place };
    });
  yield* put(logRead({ entries: entries.toSorted((a, b) => b.number - a.number), totals, open, words }));
}
