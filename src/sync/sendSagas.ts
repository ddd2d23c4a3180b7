import { buffers, channel, type Task } from 'redux-saga';
import { call, delay, fork, put, spawn, takeFrom, throwLoudly, type Saga } from '../lib/effects';
import type { Clock, Connection, Random } from '../services/device';
import { ServiceFailure } from '../services/failure';
import type { Operation, Outcome } from './operations';
import type { Queue } from './queue';
import { sendingPaused, sendingResumed } from './queueSlice';

export type SendingServices = { queue: Queue; connection: Connection; clock: Clock; random: Random };

/** Sends one operation. Throws a `ServiceFailure`; all but `refused` are tried again. */
export type Sender = (operation: Operation) => Saga<Outcome>;

/** Sends operations of one step, each of another item, in few writes. */
export type Together = {
  isJoined(operation: Operation): boolean;
  send(operations: readonly Operation[]): Saga<readonly Outcome[]>;
};

/** Milliseconds for which the items of a step are gathered: they are kept together, and told one by one. */
const GATHER_MS = 10;

/** How many items are being sent at once. */
const ITEMS_AT_ONCE = 6;

/** Milliseconds to wait after the nth failure in a row: from about 1 s doubling to about a minute, with jitter. */
export const backOff = (failures: number, random: Random) =>
  Math.min(60_000, 1000 * 2 ** failures) * (0.5 + random.below(1000) / 1000);

/**
 * Sends what is pending, each item's operations in order, items side by side, until it is cancelled. After a failure
 * that may pass nothing is sent for a back-off, which ends early when the network or the page comes back. What another
 * item gets through in the meantime lets those go on that did not fail themselves. A new change is tried at once.
 */
export function* sendPending(
  services: SendingServices,
  userId: string,
  send: Sender,
  together?: Together,
): Saga {
  const { queue, connection, clock, random } = services;
  const ready = channel<string>(buffers.expanding());
  const queued = new Set<string>();
  const busy = new Set<string>();
  /** Items to look at once more when their worker is done. */
  const again = new Set<string>();
  const failed = new Set<string>();
  /** Items that were not tried because sending is paused. */
  const skipped = new Set<string>();
  /** By item: which step its next operation belongs to, if that is sent together with those of other items. */
  const stepOf = new Map<string, string>();
  /** By step: the items that are gathered. */
  const gathered = new Map<string, string[]>();
  let isPaused = false;
  let failures = 0;
  let pause: Task | undefined;
  let until = '';

  const noteStep = (operation: Operation) => {
    const { itemKey, kind, role, changeId } = operation;
    if (changeId !== undefined && together?.isJoined(operation))
      stepOf.set(itemKey, `${kind} ${role ?? ''} ${changeId}`);
  };
  const wake = (itemKey: string) => {
    if (queued.has(itemKey)) return;
    queued.add(itemKey);
    ready.put(itemKey);
  };
  const resume = (items: Set<string>) => {
    isPaused = false;
    const waiting = [...items];
    items.clear();
    waiting.forEach(wake);
  };
  const endPause = () => {
    pause?.cancel();
    resume(failed);
    resume(skipped);
  };
  const reached = () => {
    failures = 0;
    resume(skipped);
  };
  const stops = [
    queue.follow(event => {
      if (event.type !== 'appending' && event.type !== 'kept' && event.type !== 'changed') return;
      const { operation } = event;
      if (operation.userId !== userId || operation.status === 'blocked') return;
      // One that was taken before it was kept, and failed, waits like the others.
      if (event.type === 'kept' && operation.isAttempted && failed.has(operation.itemKey)) return;
      isPaused = false;
      noteStep(operation);
      wake(operation.itemKey);
    }),
    connection.follow(isOnline => isOnline && endPause()),
    clock.onWake(endPause),
  ];

  function* work(): Saga {
    for (;;) {
      const itemKey = yield* takeFrom(ready);
      queued.delete(itemKey);
      if (busy.has(itemKey)) again.add(itemKey);
      else if (isPaused) skipped.add(itemKey);
      else {
        busy.add(itemKey);
        const step = stepOf.get(itemKey);
        stepOf.delete(itemKey);
        if (step !== undefined && gathered.has(step)) gathered.get(step)!.push(itemKey);
        else yield* sendItems(step === undefined ? [itemKey] : yield* gather(step, itemKey));
      }
    }
  }
  /** The items of a step, which the other workers hand over meanwhile. */
  function* gather(step: string, itemKey: string): Saga<string[]> {
    const items = [itemKey];
    gathered.set(step, items);
    yield* delay(GATHER_MS);
    gathered.delete(step);
    return items;
  }
  function* sendItems(items: readonly string[]): Saga {
    let failure = items.length > 1 ? yield* call(sendStep, queue, userId, items, together!) : null;
    for (const itemKey of items) {
      failure ??= yield* call(sendItem, queue, userId, itemKey, send, reached);
      busy.delete(itemKey);
      if (failure) yield* backOffAfter(itemKey, failure);
      if (again.delete(itemKey)) wake(itemKey);
    }
  }
  function* backOffAfter(itemKey: string, { kind, message }: ServiceFailure): Saga {
    failed.add(itemKey);
    isPaused = true;
    if (!pause?.isRunning()) {
      const milliseconds = backOff(failures++, random);
      until = new Date(clock.now() + milliseconds).toISOString();
      pause = yield* fork(waitFor, milliseconds);
    }
    yield* put(sendingPaused({ until, kind, message }));
  }
  function* waitFor(milliseconds: number): Saga {
    yield* delay(milliseconds);
    pause = undefined;
    yield* put(sendingResumed());
    endPause();
  }

  try {
    for (const operation of yield* call(queue.all, userId)) {
      if (!queued.has(operation.itemKey)) noteStep(operation);
      wake(operation.itemKey);
    }
    for (let at = 1; at < ITEMS_AT_ONCE; at++) yield* fork(work);
    yield* call(work);
  } finally {
    stops.forEach(stop => stop());
  }
}

/** Sends the next operations of items together where they are of one step; answers the failure when that may pass. */
function* sendStep(
  queue: Queue,
  userId: string,
  items: readonly string[],
  { isJoined, send }: Together,
): Saga<ServiceFailure | null> {
  const taken = yield* call(() => Promise.all(items.map(itemKey => queue.take(userId, itemKey))));
  const [first] = taken.filter(one => one !== undefined);
  const operations = taken.filter(one => one?.kind === first?.kind && one?.changeId === first?.changeId);
  if (!first || !isJoined(first)) return null;
  try {
    const outcomes = yield* call(send, operations as Operation[]);
    yield* call(() =>
      Promise.all(
        outcomes.map((outcome, at) => {
          const operation = operations[at]!;
          return outcome.type === 'confirmed'
            ? queue.confirm(operation, outcome.confirmation, outcome.followers)
            : queue.block(operation, outcome);
        }),
      ),
    );
    return null;
  } catch (failure) {
    // Sent one by one it is known which of them is wrong.
    if (!(failure instanceof ServiceFailure) || failure.kind === 'refused') return null;
    return failure;
  }
}

/** Sends an item's operations until none is pending; answers the failure when sending failed in a way that may pass. */
function* sendItem(
  queue: Queue,
  userId: string,
  itemKey: string,
  send: Sender,
  reached: () => void,
): Saga<ServiceFailure | null> {
  for (;;) {
    const operation = yield* call(queue.take, userId, itemKey);
    if (!operation) return null;
    try {
      const outcome = yield* call(send, operation);
      if (outcome.type === 'confirmed') {
        yield* call(queue.confirm, operation, outcome.confirmation, outcome.followers);
      } else yield* call(queue.block, operation, outcome);
    } catch (failure) {
      if (!(failure instanceof ServiceFailure)) {
        yield* call(queue.block, operation, { reason: 'Something went wrong in this app' });
        yield* spawn(throwLoudly, failure);
      } else if (failure.kind === 'refused') {
        yield* call(queue.block, operation, { reason: failure.message });
      } else return failure;
    }
    reached();
  }
}
