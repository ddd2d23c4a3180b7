import {
  call,
  channelOf,
  delay,
  fork,
  put,
  select,
  take,
  takeEvery,
  takeFrom,
  type Saga,
} from '../../lib/effects';
import type { Clock } from '../../services/device';
import {
  operationBlocked,
  operationCoalesced,
  operationConfirmed,
  operationDiscarded,
  operationKept,
  operationRequested,
  operationRetried,
  operationUpdated,
} from '../operations';
import type { Queue } from './queue';
import type { QueueEvent } from './queueEvents';
import { discardRequested, operationsRead, retryRequested, selectIsSaving, storageMoved } from './queueSlice';

export type QueueServices = { queue: Queue; clock: Clock };

const ACTIONS = {
  kept: operationKept,
  updated: operationUpdated,
  coalesced: operationCoalesced,
  blocked: operationBlocked,
  retried: operationRetried,
  discarded: operationDiscarded,
};

function actionOf(event: QueueEvent) {
  if (event.type === 'handedOver' || event.type === 'appending') return null;
  if (event.type === 'moved') return storageMoved(event.storage);
  if (event.type !== 'confirmed') return ACTIONS[event.type](event.operation);
  const { operation, confirmation } = event;
  return operationConfirmed({ operation, confirmation });
}

const isOf = (userId: string, event: QueueEvent) => {
  if (event.type === 'moved') return true;
  return userId === (event.type === 'handedOver' ? event.userId : event.operation.userId);
};

/** Milliseconds in which a page that handed over its operations, but continues, may store them itself. */
const TAKE_OVER_DELAY_MS = 2000;

/**
 * Shows the queue's content, whichever tab changes it. Reads it again when the page wakes, in case an event was
 * missed, and when another page may have ended, whose handed over operations are then taken.
 */
export function* followQueue({ queue, clock }: QueueServices, userId: string): Saga {
  const events = channelOf<QueueEvent | { type: 'woke' }>(emit => {
    const stops = [queue.follow(emit), clock.onWake(() => emit({ type: 'woke' }))];
    return () => stops.forEach(stop => stop());
  });
  /** Reads the stored operations. Waits for those being stored: otherwise they would disappear from the screen. */
  function* read(after: number): Saga {
    if (after > 0) yield* delay(after);
    while (yield* select(selectIsSaving)) yield* take([operationKept, operationDiscarded]);
    yield* put(operationsRead(yield* call(queue.all, userId)));
  }
  try {
    yield* put(operationsRead(yield* call(queue.all, userId)));
    for (;;) {
      const event = yield* takeFrom(events);
      if (event.type === 'woke') yield* fork(read, 0);
      else if (isOf(userId, event)) {
        if (event.type === 'handedOver') yield* fork(read, TAKE_OVER_DELAY_MS);
        // The operations of the first database are available again.
        if (event.type === 'moved' && event.storage === 'device') yield* fork(read, 0);
        const action = actionOf(event);
        if (action) yield* put(action);
      }
    }
  } finally {
    events.close();
  }
}

/** Stores requested changes on this device, in order. */
export function* keepRequested({ queue }: QueueServices, userId: string): Saga {
  yield* takeEvery(operationRequested, function* ({ payload, meta }): Saga {
    yield* call(queue.append, { ...payload, userId }, meta.isAwaited);
  });
}

/** Handles the user's decisions about blocked operations. */
export function* hearDecisions({ queue }: QueueServices, userId: string): Saga {
  yield* takeEvery(retryRequested, function* ({ payload }): Saga {
    yield* call(queue.retry, userId, payload.itemKey);
  });
  yield* takeEvery(discardRequested, function* ({ payload }): Saga {
    yield* call(queue.discard, userId, payload.itemKey);
  });
}
