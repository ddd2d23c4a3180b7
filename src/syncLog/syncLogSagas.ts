import { call, delay, fork, keepNewest, put, race, select, take, takeFrom, type Saga } from '../lib/effects';
import type { DatabaseService } from '../services/database';
import type { Clock } from '../services/device';
import { failureOf } from '../services/failure';
import { clockOffset } from '../sync/records/clockOffset';
import {
  isOperationChanged,
  operationConfirmed,
  operationDiscarded,
  operationKept,
  type Operation,
} from '../sync/operations';
import type { Queue } from '../sync/queue/queue';
import { operationsRead } from '../sync/queue/queueSlice';
import {
  clocksCompared,
  logClosed,
  logOpened,
  logRead,
  selectIsOpen,
  type OpenOperation,
  type Place,
} from './syncLogSlice';

/**
 * The minimum and maximum milliseconds between two reads of the log. The maximum exists because sending an operation
 * emits no event.
 */
const QUIET_MS = 150;
const CHANGE_TIMEOUT_MS = 2000;
/** Milliseconds before the server's time is requested again after a failure. */
const ASK_AGAIN_MS = 10_000;

export type SyncLogServices = { queue: Queue; database: DatabaseService; clock: Clock };

/** Details of operations that only their kinds know. */
export type Describe = {
  words(operation: Pick<Operation, 'kind' | 'payload'>): Saga<string>;
  /** A kind of change without its title. */
  label(change: { kind: string; label?: string; payload?: unknown }): string;
  /** The known names of items by their item keys: `“Milk”`. */
  names(itemKeys: ReadonlySet<string>): Saga<Record<string, string>>;
  place(operation: Operation): Saga<Place>;
  /** Descriptions by operation id, for the changes that are still in the history. */
  known(): Saga<Record<string, string>>;
};

/** Reads the queue's log while its page is open. */
export function* syncLogSaga(services: SyncLogServices, userId: string, describe: Describe): Saga {
  for (;;) {
    if (!(yield* select(selectIsOpen))) yield* take(logOpened);
    yield* race({ following: followLog(services, userId, describe), closed: take(logClosed) });
  }
}

function* followLog(services: SyncLogServices, userId: string, describe: Describe): Saga {
  yield* fork(compareClocks, services, userId);
  const changes = yield* keepNewest([
    operationKept,
    isOperationChanged,
    operationDiscarded,
    operationConfirmed,
    operationsRead,
  ]);
  for (;;) {
    yield* call(readLog, services.queue, userId, describe);
    yield* race({ changed: takeFrom(changes), isLate: delay(CHANGE_TIMEOUT_MS) });
    yield* delay(QUIET_MS);
  }
}

/** The page shows the device's times, so it also says when the device's clock is wrong. */
function* compareClocks(services: SyncLogServices, userId: string): Saga {
  for (;;) {
    try {
      yield* put(clocksCompared(yield* call(clockOffset, services, userId)));
      return;
    } catch (failure) {
      failureOf(failure);
      yield* delay(ASK_AGAIN_MS);
    }
  }
}

function* readLog(queue: Queue, userId: string, describe: Describe): Saga {
  const { operations, entries } = yield* call(queue.log, userId);
  const words = yield* call(describe.known);
  const names = yield* call(describe.names, new Set(entries.map(({ itemKey }) => itemKey)));
  for (const entry of entries) {
    const name = names[entry.itemKey];
    words[entry.id] ??= `${describe.label(entry)}${name === undefined ? '' : `: ${name}`}`;
  }
  for (const operation of operations)
    words[operation.id] = yield* call(describe.words, operation.requested ?? operation);
  const open: OpenOperation[] = [];
  for (const operation of operations.toSorted((a, b) => a.number - b.number)) {
    const { id, itemKey, madeAt, reason } = operation;
    const label = describe.label(operation);
    const status = operation.status === 'blocked' ? 'blocked' : 'pending';
    const place = yield* call(describe.place, operation);
    open.push({ id, itemKey, label, madeAt, reason, status, place });
  }
  yield* put(logRead({ entries: entries.toSorted((a, b) => b.number - a.number), open, words }));
}
