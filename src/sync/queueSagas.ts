import { call, channelOf, fork, put, select, take, takeEvery, takeFrom, type Saga } from '../lib/effects';
import type { Clock } from '../services/device';
import {
  operationChanged,
  operationConfirmed,
  operationDiscarded,
  operationKept,
  operationRequested,
  requestChange,
  type Change,
  type Operation,
} from './operations';
import type { Queue, QueueEvent } from './queue';
import {
  discardRequested,
  operationsRead,
  retryRequested,
  selectIsSaving,
  storageFailed,
} from './queueSlice';

export type QueueServices = { queue: Queue; clock: Clock };

function actionOf(event: QueueEvent) {
  switch (event.type) {
    case 'appending':
      return null;
    case 'kept':
      return operationKept(event.operation);
    case 'changed':
      return operationChanged(event.operation);
    case 'discarded':
      return operationDiscarded(event.operation);
    case 'confirmed':
      return operationConfirmed({ operation: event.operation, confirmation: event.confirmation });
    case 'failed':
      return storageFailed(event.storage);
  }
}

const isOf = (userId: string, event: QueueEvent) =>
  event.type === 'failed' || event.operation.userId === userId;

/** Shows what the queue holds, whichever tab changes it; read anew when the page wakes, lest an event was missed. */
export function* followQueue({ queue, clock }: QueueServices, userId: string): Saga {
  const events = channelOf<QueueEvent | { type: 'woke' }>(emit => {
    const stops = [queue.follow(emit), clock.onWake(() => emit({ type: 'woke' }))];
    return () => stops.forEach(stop => stop());
  });
  /** What is being saved is in no store yet: reading in that moment would lose it from the screen. */
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

/** Keeps what is requested on this device, in the order in which it was requested. */
export function* keepRequested({ queue }: QueueServices, userId: string): Saga {
  yield* takeEvery(operationRequested, function* ({ payload, meta }): Saga {
    yield* call(queue.append, { ...payload, userId }, meta.isAwaited);
  });
}

/** Requests a change and waits until it is kept on this device, or was cancelled out by coalescing. */
export function* keepChange(
  change: Change,
  options: Partial<Pick<Operation, 'id' | 'changeId' | 'role'>> = {},
): Saga {
  const requested = requestChange(change, options);
  yield* put(requested);
  for (;;) {
    const { payload } = yield* take([operationKept, operationDiscarded]);
    if (payload.id === requested.payload.id) return;
  }
}

/** Hears what the person decides of blocked operations. */
export function* hearDecisions({ queue }: QueueServices, userId: string): Saga {
  yield* takeEvery(retryRequested, function* ({ payload }): Saga {
    yield* call(queue.retry, userId, payload.itemKey);
  });
  yield* takeEvery(discardRequested, function* ({ payload }): Saga {
    yield* call(queue.discard, userId, payload.itemKey);
  });
}
