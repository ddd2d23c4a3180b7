import type { Task } from 'redux-saga';
import { call, cancel, channelOf, fork, put, takeEvery, takeFrom, type Saga } from '../lib/effects';
import { sendLanes, type LaneServices, type Sender } from './sendSagas';
import {
  discardRequested,
  operationChanged,
  operationDropped,
  operationKept,
  operationMade,
  operationSettled,
  operationsRead,
  retryRequested,
  storageFailed,
} from './operations';
import type { OutboxEvent } from './queue';
import type { LeaderElection } from './leader';

export type OutboxServices = LaneServices & { election: LeaderElection };

const announce = (event: OutboxEvent) => {
  switch (event.type) {
    case 'made':
      return operationMade(event.operation);
    case 'kept':
      return operationKept(event.operation);
    case 'changed':
      return operationChanged(event.operation);
    case 'dropped':
      return operationDropped(event.operation);
    case 'settled':
      return operationSettled({ operation: event.operation, result: event.result });
    case 'failed':
      return storageFailed();
  }
};

const isOf = (userId: string, event: OutboxEvent) =>
  event.type === 'failed' || event.operation.userId === userId;

/** Shows what the outbox holds and does, whichever tab does it; begun anew when the page wakes, lest one was missed. */
export function* followOutbox({ outbox, clock }: OutboxServices, userId: string): Saga {
  const events = channelOf<OutboxEvent | { type: 'woke' }>(emit => {
    const stops = [outbox.follow(emit), clock.onWake(() => emit({ type: 'woke' }))];
    return () => stops.forEach(stop => stop());
  });
  try {
    yield* put(operationsRead(yield* call(outbox.open, userId)));
    for (;;) {
      const event = yield* takeFrom(events);
      if (event.type === 'woke') yield* put(operationsRead(yield* call(outbox.open, userId)));
      else if (isOf(userId, event)) yield* put(announce(event));
    }
  } finally {
    events.close();
  }
}

/** Sends what waits for as long as this tab is the one that sends, and hears what the person decides of held ones. */
export function* keepSending(services: OutboxServices, userId: string, send: Sender): Saga {
  const { outbox, election } = services;
  yield* takeEvery(retryRequested, ({ payload }: ReturnType<typeof retryRequested>) =>
    outbox.release(userId, payload.lane),
  );
  yield* takeEvery(discardRequested, ({ payload }: ReturnType<typeof discardRequested>) =>
    outbox.drop(userId, payload.lane),
  );
  const turns = channelOf<boolean>(emit => election.lead(userId, emit));
  let sending: Task | undefined;
  try {
    for (;;) {
      const isLeader = yield* takeFrom(turns);
      if (sending) yield* cancel(sending);
      sending = isLeader ? yield* fork(sendLanes, services, userId, send) : undefined;
    }
  } finally {
    turns.close();
  }
}
