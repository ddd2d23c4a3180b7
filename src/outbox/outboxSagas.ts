import { buffers, channel, type Task } from 'redux-saga';
import { call, channelOf, cancel, delay, fork, put, spawn, takeEvery, takeFrom, type Saga } from '../effects';
import { ServiceFailure, type Clock, type Connection, type Random } from '../services';
import {
  deliveryFailed,
  discardRequested,
  operationChanged,
  operationDropped,
  operationKept,
  operationSettled,
  operationsRead,
  retryRequested,
  storageFailed,
  type Operation,
  type Outcome,
} from './operations';
import type { Outbox, OutboxEvent } from './outbox';
import type { SenderLock } from './senderLock';

export type OutboxServices = {
  outbox: Outbox;
  senderLock: SenderLock;
  connection: Connection;
  clock: Clock;
  random: Random;
};

/** Sends one operation. Throws a `ServiceFailure`, of which `network`, `server` and `conflict` are tried again. */
export type Sender = (operation: Operation) => Saga<Outcome>;

/** How many lanes are on their way at once. */
const LANES_AT_ONCE = 6;

/** Milliseconds to wait after the nth failure in a row: from about 1 s doubling to about a minute, jittered. */
export const pauseAfter = (failures: number, random: Random) =>
  Math.min(60_000, 1000 * 2 ** failures) * (0.5 + random.below(1000) / 1000);

const announce = (event: OutboxEvent) => {
  switch (event.type) {
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
  const { outbox, senderLock } = services;
  yield* takeEvery(retryRequested, ({ payload }: ReturnType<typeof retryRequested>) =>
    outbox.release(userId, payload.lane),
  );
  yield* takeEvery(discardRequested, ({ payload }: ReturnType<typeof discardRequested>) =>
    outbox.drop(userId, payload.lane),
  );
  const turns = channelOf<boolean>(emit => senderLock.follow(userId, emit));
  let sending: Task | undefined;
  try {
    for (;;) {
      const isMine = yield* takeFrom(turns);
      if (sending) yield* cancel(sending);
      sending = isMine ? yield* fork(sendLanes, services, userId, send) : undefined;
    }
  } finally {
    turns.close();
  }
}

/**
 * Each lane in order, lanes side by side. A lane whose sending failed rests for a growing, jittered pause, cut short
 * when the network or the page comes back.
 */
function* sendLanes(services: OutboxServices, userId: string, send: Sender): Saga {
  const { outbox, connection, clock, random } = services;
  const ready = channel<string>(buffers.expanding());
  const queued = new Set<string>();
  const failures = new Map<string, number>();
  const wake = (lane: string) => {
    if (queued.has(lane)) return;
    queued.add(lane);
    ready.put(lane);
  };
  const wakeResting = () => [...failures.keys()].forEach(wake);
  const stops = [
    outbox.follow(event => {
      if (event.type !== 'kept' && event.type !== 'changed') return;
      const { operation } = event;
      if (operation.userId === userId && operation.status === 'waiting' && !operation.isAttempted)
        wake(operation.lane);
    }),
    connection.follow(isOnline => isOnline && wakeResting()),
    clock.onWake(wakeResting),
  ];
  const busy = new Set<string>();
  const again = new Set<string>();

  function* work(): Saga {
    for (;;) {
      const lane = yield* takeFrom(ready);
      queued.delete(lane);
      if (busy.has(lane)) {
        again.add(lane); // another worker is at it and will look once more
        continue;
      }
      busy.add(lane);
      const mustRest = yield* call(sendLane, services, userId, lane, send);
      busy.delete(lane);
      const failed = failures.get(lane) ?? 0;
      if (mustRest) {
        failures.set(lane, failed + 1);
        yield* fork(wakeAfter, pauseAfter(failed, random), lane);
      } else failures.delete(lane);
      if (again.delete(lane)) wake(lane);
    }
  }
  function* wakeAfter(pause: number, lane: string): Saga {
    yield* delay(pause);
    if (failures.has(lane)) wake(lane);
  }

  try {
    for (const { lane } of yield* call(outbox.open, userId)) wake(lane);
    for (let at = 1; at < LANES_AT_ONCE; at++) yield* fork(work);
    yield* call(work);
  } finally {
    stops.forEach(stop => stop());
  }
}

/** Sends a lane until nothing in it waits; true when it has to rest because sending failed. */
function* sendLane({ outbox }: OutboxServices, userId: string, lane: string, send: Sender): Saga<boolean> {
  for (;;) {
    const operation = yield* call(outbox.next, userId, lane);
    if (!operation || operation.status === 'held') return false;
    try {
      yield* call(outbox.attempt, operation);
      const outcome = yield* call(send, operation);
      if (outcome.type === 'done') yield* call(outbox.settle, operation, outcome.result, outcome.carry);
      else yield* call(outbox.hold, operation, outcome);
    } catch (failure) {
      if (!(failure instanceof ServiceFailure)) {
        yield* call(outbox.hold, operation, { reason: 'Something went wrong in this app' });
        yield* spawn(throwLoudly, failure);
      } else if (failure.kind === 'refused') {
        yield* call(outbox.hold, operation, { reason: failure.message });
      } else {
        yield* put(deliveryFailed({ kind: failure.kind }));
        return true;
      }
    }
  }
}

/** A bug reaches the middleware's `onError`, and the queue goes on. */
// eslint-disable-next-line require-yield
function* throwLoudly(error: unknown): Saga {
  throw error;
}
