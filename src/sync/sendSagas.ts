import { buffers, channel, type Task } from 'redux-saga';
import { call, delay, fork, put, spawn, takeFrom, throwLoudly, type Saga } from '../lib/effects';
import type { Clock, Connection, Random } from '../services/device';
import { ServiceFailure } from '../services/failure';
import { deliveryFailed, operationDelivered, type Operation, type Outcome } from './operations';
import type { Outbox } from './queue';

export type LaneServices = { outbox: Outbox; connection: Connection; clock: Clock; random: Random };

/** Sends one operation. Throws a `ServiceFailure`; all but `refused` are tried again. */
export type Sender = (operation: Operation) => Saga<Outcome>;

/** How many lanes are on their way at once. */
const LANES_AT_ONCE = 6;

/** Milliseconds to wait after the nth failure in a row: from about 1 s doubling to about a minute, jittered. */
export const pauseAfter = (failures: number, random: Random) =>
  Math.min(60_000, 1000 * 2 ** failures) * (0.5 + random.below(1000) / 1000);

/**
 * Sends what waits, each lane in order, lanes side by side, until it is cancelled. After a failure that may pass all
 * lanes rest, for a growing, jittered pause that ends early when the network or the page comes back; what another lane
 * gets through in the meantime lets those go on that did not fail themselves. A new change is tried at once.
 */
export function* sendLanes(services: LaneServices, userId: string, send: Sender): Saga {
  const { outbox, connection, clock, random } = services;
  const ready = channel<string>(buffers.expanding());
  const queued = new Set<string>();
  const busy = new Set<string>();
  /** Lanes to look at once more when their worker is done. */
  const again = new Set<string>();
  const failed = new Set<string>();
  /** Lanes that were not tried because all rest. */
  const setAside = new Set<string>();
  let isResting = false;
  let failures = 0;
  let pause: Task | undefined;

  const wake = (lane: string) => {
    if (queued.has(lane)) return;
    queued.add(lane);
    ready.put(lane);
  };
  const goOn = (lanes: Set<string>) => {
    isResting = false;
    const waiting = [...lanes];
    lanes.clear();
    waiting.forEach(wake);
  };
  const endPause = () => {
    pause?.cancel();
    goOn(failed);
    goOn(setAside);
  };
  const reached = () => {
    failures = 0;
    goOn(setAside);
  };
  const stops = [
    outbox.follow(event => {
      // One that is only being kept is taken as soon as it is there: the queue takes its turns in order.
      if (event.type !== 'made' && event.type !== 'kept' && event.type !== 'changed') return;
      const { operation } = event;
      if (operation.userId !== userId || operation.status === 'held') return;
      // One that was taken before it was kept, and failed, rests like the others.
      if (event.type === 'kept' && operation.isAttempted && failed.has(operation.lane)) return;
      isResting = false;
      wake(operation.lane);
    }),
    connection.follow(isOnline => isOnline && endPause()),
    clock.onWake(endPause),
  ];

  function* work(): Saga {
    for (;;) {
      const lane = yield* takeFrom(ready);
      queued.delete(lane);
      if (busy.has(lane)) again.add(lane);
      else if (isResting) setAside.add(lane);
      else {
        busy.add(lane);
        const isThrough = yield* call(sendLane, services.outbox, userId, lane, send, reached);
        busy.delete(lane);
        if (!isThrough) yield* rest(lane);
        if (again.delete(lane)) wake(lane);
      }
    }
  }
  function* rest(lane: string): Saga {
    failed.add(lane);
    isResting = true;
    if (!pause?.isRunning()) pause = yield* fork(restFor, pauseAfter(failures++, random));
  }
  function* restFor(milliseconds: number): Saga {
    yield* delay(milliseconds);
    pause = undefined;
    endPause();
  }

  try {
    for (const { lane } of yield* call(outbox.open, userId)) wake(lane);
    for (let at = 1; at < LANES_AT_ONCE; at++) yield* fork(work);
    yield* call(work);
  } finally {
    stops.forEach(stop => stop());
  }
}

/** Sends a lane until nothing in it waits; false when sending failed in a way that may pass. */
function* sendLane(
  outbox: Outbox,
  userId: string,
  lane: string,
  send: Sender,
  reached: () => void,
): Saga<boolean> {
  for (;;) {
    const operation = yield* call(outbox.take, userId, lane);
    if (!operation) return true;
    try {
      const outcome = yield* call(send, operation);
      if (outcome.type === 'done') {
        yield* put(operationDelivered({ operationId: operation.id }));
        yield* call(outbox.settle, operation, outcome.result, outcome.carry);
      } else yield* call(outbox.hold, operation, outcome);
    } catch (failure) {
      if (!(failure instanceof ServiceFailure)) {
        yield* call(outbox.hold, operation, { reason: 'Something went wrong in this app' });
        yield* spawn(throwLoudly, failure);
      } else if (failure.kind === 'refused') {
        yield* call(outbox.hold, operation, { reason: failure.message });
      } else {
        yield* put(deliveryFailed({ kind: failure.kind }));
        return false;
      }
    }
    reached();
  }
}
