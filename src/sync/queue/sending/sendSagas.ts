import { buffers, channel, type Channel } from 'redux-saga';
import {
  call,
  channelOf,
  delay,
  fork,
  put,
  spawn,
  takeFrom,
  throwLoudly,
  type Saga,
} from '../../../lib/effects';
import type { Clock, Connection, Random } from '../../../services/device';
import { ServiceFailure } from '../../../services/failure';
import type { Operation, Outcome } from '../../operations';
import type { Queue } from '../queue';
import type { QueueEvent } from '../queueEvents';
import { sendingPaused, sendingResumed } from '../queueSlice';
import { emptySchedule, schedule, scheduledItem, type Schedule, type ScheduleEvent } from './schedule';

export type SendingServices = { queue: Queue; connection: Connection; clock: Clock; random: Random };

/** Sends one operation. Throws a `ServiceFailure`; all except `refused` are retried. */
export type Sender = (operation: Operation) => Saga<Outcome>;

/** Sends operations of one step, each of another item, in few writes. */
export type Together = {
  isJoined(operation: Operation): boolean;
  send(operations: readonly Operation[]): Saga<readonly Outcome[]>;
};

/** Milliseconds in which the items of a step are collected: they are stored together, but reported one by one. */
const GATHER_MS = 10;

/** The number of items sent in parallel. */
const ITEMS_AT_ONCE = 6;

/** Events that may change the next operation of an item. */
const isOver = ({ type }: QueueEvent) => type === 'confirmed' || type === 'discarded' || type === 'blocked';

/** Milliseconds to wait after the nth failure in a row: from about 1 s doubling to about a minute, with jitter. */
export const backOff = (failures: number, random: Random) =>
  Math.min(60_000, 1000 * 2 ** failures) * (0.5 + random.below(1000) / 1000);

/** State shared by all workers: the schedule, the ready items, and those collected for a step. */
type Sending = SendingServices & {
  userId: string;
  send: Sender;
  together: Together | undefined;
  ready: Channel<string>;
  gathered: Map<string, string[]>;
  schedule(): Schedule;
  tell(event: ScheduleEvent): void;
};

/**
 * Sends pending operations until it is cancelled: those of an item in order, different items in parallel. A temporary
 * failure starts a back-off, which ends early when the network or the page comes back. When one item succeeds, the
 * items that have not failed continue.
 */
export function* sendPending(
  services: SendingServices,
  userId: string,
  send: Sender,
  together?: Together,
): Saga {
  const { queue } = services;
  const ready = channel<string>(buffers.expanding());
  let now = emptySchedule;
  const tell = (event: ScheduleEvent) => {
    const next = schedule(now, event);
    now = next.state;
    next.ready.forEach(itemKey => ready.put(itemKey));
  };
  const sending: Sending = {
    ...services,
    ...{ userId, send, together, ready, tell },
    gathered: new Map(),
    schedule: () => now,
  };
  const stop = queue.follow(event => {
    if (!('operation' in event) || isOver(event) || event.operation.userId !== userId) return;
    const { operation } = event;
    // An operation that was sent before it was stored, and failed, waits like the others.
    if (event.type === 'kept' && operation.isAttempted && now.failed.includes(operation.itemKey)) return;
    tell({ ...wakingOf(operation, together), isNew: true });
  });
  try {
    yield* fork(endPauses, sending);
    for (const operation of yield* call(queue.all, userId)) tell(wakingOf(operation, together));
    for (let at = 1; at < ITEMS_AT_ONCE; at++) yield* fork(work, sending);
    yield* call(work, sending);
  } finally {
    stop();
  }
}

/** The item of an operation, and the step by which it can be sent together with others. */
function wakingOf(operation: Operation, together: Together | undefined) {
  const { itemKey, kind, role, changeId } = operation;
  const isOfStep = changeId !== undefined && together?.isJoined(operation);
  return { type: 'woken', itemKey, ...(isOfStep && { step: `${kind} ${role ?? ''} ${changeId}` }) } as const;
}

function* work(sending: Sending): Saga {
  for (;;) {
    const itemKey = yield* takeFrom(sending.ready);
    const step = scheduledItem(sending.schedule(), itemKey)?.step;
    sending.tell({ type: 'taken', itemKey });
    if (!scheduledItem(sending.schedule(), itemKey)) continue;
    const others = step === undefined ? undefined : sending.gathered.get(step);
    if (others) others.push(itemKey);
    else yield* sendItems(sending, step === undefined ? [itemKey] : yield* gather(sending, step, itemKey));
  }
}

/** Collects the items of a step, which other workers contribute meanwhile. */
function* gather({ gathered }: Sending, step: string, itemKey: string): Saga<string[]> {
  const items = [itemKey];
  gathered.set(step, items);
  yield* delay(GATHER_MS);
  gathered.delete(step);
  return items;
}

function* sendItems(sending: Sending, items: readonly string[]): Saga {
  let failure = items.length > 1 ? yield* call(sendStep, sending, items) : null;
  for (const [at, itemKey] of items.entries()) {
    failure ??= yield* call(sendItem, sending, itemKey);
    if (failure) return yield* pauseAfter(sending, items.slice(at), failure);
    sending.tell({ type: 'sent', itemKey });
  }
}

/** Lets the items wait for a back-off, or for the rest of the current one. */
function* pauseAfter(sending: Sending, itemKeys: readonly string[], { kind, message }: ServiceFailure): Saga {
  const { pausedUntil, failures } = sending.schedule();
  const milliseconds = pausedUntil === null ? backOff(failures, sending.random) : 0;
  const until = pausedUntil ?? new Date(sending.clock.now() + milliseconds).toISOString();
  sending.tell({ type: 'failed', itemKeys, until });
  if (pausedUntil === null) yield* fork(endPauseAfter, sending, milliseconds, until);
  const { failed, failures: pauses } = sending.schedule();
  yield* put(sendingPaused({ until, kind, message, failures: pauses, failed: [...failed] }));
}

function* endPauseAfter(sending: Sending, milliseconds: number, until: string): Saga {
  yield* delay(milliseconds);
  if (sending.schedule().pausedUntil === until) yield* endPause(sending);
}

/** Ends the pause early when the network or the page comes back. */
function* endPauses(sending: Sending): Saga {
  const { connection, clock } = sending;
  const returns = channelOf<'online' | 'woke'>(emit => {
    const stops = [
      connection.follow(isOnline => isOnline && emit('online')),
      clock.onWake(() => emit('woke')),
    ];
    return () => stops.forEach(stop => stop());
  });
  try {
    for (;;) {
      yield* takeFrom(returns);
      if (sending.schedule().pausedUntil !== null) yield* endPause(sending);
    }
  } finally {
    returns.close();
  }
}

function* endPause({ tell }: Sending): Saga {
  yield* put(sendingResumed());
  tell({ type: 'pauseEnded' });
}

/** Stores in the queue the result of a sender. */
const settle = (queue: Queue, operation: Operation, outcome: Outcome) =>
  outcome.type === 'confirmed'
    ? queue.confirm(operation, outcome.confirmation)
    : queue.block(operation, outcome);

/** Sends the next operations of items, together if they are of one step; returns the failure when it is temporary. */
function* sendStep(
  { queue, userId, together, tell }: Sending,
  items: readonly string[],
): Saga<ServiceFailure | null> {
  const { isJoined, send } = together!;
  const taken = yield* call(() => Promise.all(items.map(itemKey => queue.take(userId, itemKey))));
  const [first] = taken.filter(operation => operation !== undefined);
  if (!first || !isJoined(first)) return null;
  const operations = taken.filter(
    operation => operation?.kind === first.kind && operation.changeId === first.changeId,
  );
  try {
    const outcomes = yield* call(send, operations as Operation[]);
    yield* call(() => Promise.all(outcomes.map((outcome, at) => settle(queue, operations[at]!, outcome))));
    tell({ type: 'reached' });
    return null;
  } catch (failure) {
    // Sends them one by one, to find the one that is refused.
    if (!(failure instanceof ServiceFailure) || failure.kind === 'refused') return null;
    return failure;
  }
}

/** Sends an item's operations until none is pending; returns the failure when it is temporary. */
function* sendItem({ queue, userId, send, tell }: Sending, itemKey: string): Saga<ServiceFailure | null> {
  for (;;) {
    const operation = yield* call(queue.take, userId, itemKey);
    if (!operation) return null;
    try {
      yield* call(settle, queue, operation, yield* call(send, operation));
    } catch (failure) {
      if (!(failure instanceof ServiceFailure)) {
        yield* call(queue.block, operation, { reason: 'Something went wrong in Daywall' });
        yield* spawn(throwLoudly, failure);
      } else if (failure.kind === 'refused') {
        yield* call(queue.block, operation, { reason: failure.message });
      } else return failure;
    }
    tell({ type: 'reached' });
  }
}
