import { call, channelOf, fork, put, select, take, takeEvery, takeFrom, type Saga } from '../../lib/effects';
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
import {
  discardRequested,
  operationsRead,
  retryRequested,
  selectIsSaving,
  storageFailed,
} from './queueSlice';

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
  if (event.type === 'appending') return null;
  if (event.type === 'moved') return storageFailed();
  if (event.type !== 'confirmed') return ACTIONS[event.type](event.operation);
  const { operation, confirmation } = event;
  return operationConfirmed({ operation, confirmation });
}

const isOf = (userId: string, event: QueueEvent) =>
  event.type === 'moved' || event.operation.userId === userId;

/** Shows the queue's content, whichever tab changes it. Reads it again when the page wakes, in case an event was missed. */
export function* followQueue({ queue, clock }: QueueServices, userId: string): Saga {
  const events = channelOf<QueueEvent | { type: 'woke' }>(emit => {
    const stops = [queue.follow(emit), clock.onWake(() => emit({ type: 'woke' }))];
    return () => stops.forEach(stop => stop());
  });
  /** Reads the stored operations. Waits for those being stored: otherwise they would disappear from the screen. */
  function* read(): Saga {
    while (yield* select(selectIsSaving)) yield* take([operationKept, operationDiscarded]);
    yield* put(operationsRead(yield* call(queue.all, userId)));
  }
  try {
    yield* put(operationsRead(yield* call(queue.all, userId)));
    for (;;) {
      const event = yield* takeFrom(events);
      if (event.type === 'woke') yield* fork(read);
      else if (isOf(userId, event)) {
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
