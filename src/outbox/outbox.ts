import type { NewOperation, Operation } from './operations';
import { openShelf, type LaneChange, type Shelf } from './shelf';

/**
 * The queue of what a person changed and the server does not have yet. What it guarantees:
 *
 * An operation is on this device, under its user's id, when `append` answers, and stays through reload, crash, sign-out
 * and the end of the session until `settle` or `drop` takes it away; each change is one transaction, so no instant shows
 * half of it. Operations of one lane keep their order. What happens is told to every tab, this one included, once it is
 * on the disk. It sends nothing and knows nothing of what an operation means. Where the device keeps nothing (no
 * IndexedDB, full, broken) it works on in memory and says so by the event `failed`.
 */
export interface Outbox {
  /** All of the user's operations, in order. */
  open(userId: string): Promise<Operation[]>;
  /** Keeps an operation. Behind a held one it takes that one's place, as `giveWay` says. */
  append(userId: string, operation: NewOperation): Promise<void>;
  /** The lane's next operation. */
  next(userId: string, lane: string): Promise<Operation | undefined>;
  /**
   * Notes that the operation may reach the server from now on, and answers it as it was before; undefined when it is
   * not to be sent any more, because another tab settled it or the person gave it up.
   */
  attempt(operation: Operation): Promise<Operation | undefined>;
  /** The server has it: takes it away and hands `carry` to the payloads behind it. */
  settle(operation: Operation, result?: unknown, carry?: Record<string, unknown>): Promise<void>;
  /** Nothing of this lane is sent until the person chooses, unless one behind it takes its place. */
  hold(operation: Operation, held: { reason: string; found?: unknown; payload?: unknown }): Promise<void>;
  /** The lane's held operation waits again. */
  release(userId: string, lane: string): Promise<void>;
  /** Gives up all of a lane. */
  drop(userId: string, lane: string): Promise<void>;
  follow(listener: (event: OutboxEvent) => void): () => void;
}

export type OutboxEvent =
  | { type: 'kept' | 'changed' | 'dropped'; operation: Operation }
  | { type: 'settled'; operation: Operation; result?: unknown }
  /** The device keeps nothing any more: what is appended from now on ends with the tab. */
  | { type: 'failed' };

/** What becomes of an operation behind a held one of its lane: what to keep instead of both, or null for nothing. */
export type GiveWay = (held: NewOperation, next: NewOperation) => NewOperation | null;

/** A channel to the other tabs (a BroadcastChannel, or a test's own). */
export type Tabs = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;

export function openOutbox({
  giveWay,
  tabs,
  now,
  shelf,
}: {
  giveWay: GiveWay;
  tabs?: Tabs;
  now: () => number;
  shelf?: Shelf;
}): Outbox {
  const listeners = new Set<(event: OutboxEvent) => void>();
  const hear = (event: OutboxEvent) => listeners.forEach(listener => listener(event));
  const tell = (...events: OutboxEvent[]) => {
    for (const event of events) {
      hear(event);
      tabs?.postMessage(event);
    }
  };
  tabs?.addEventListener('message', message => hear((message as MessageEvent<OutboxEvent>).data));
  const kept = shelf ?? openShelf(() => hear({ type: 'failed' }));

  /** Changes a lane and tells what happened once it is kept. */
  const change = async (
    { userId, lane }: Pick<Operation, 'userId' | 'lane'>,
    decide: (operations: Operation[]) => { change: LaneChange; events: OutboxEvent[] },
  ) => {
    let events: OutboxEvent[] = [];
    const added = await kept.change(userId, lane, operations => {
      const decided = decide(operations);
      events = decided.events;
      return decided.change;
    });
    tell(...events, ...(added ? [{ type: 'kept' as const, operation: added }] : []));
  };

  return {
    open: userId => kept.all(userId),
    next: async (userId, lane) => (await kept.lane(userId, lane))[0],
    append: (userId, operation) =>
      change({ userId, lane: operation.lane }, operations => {
        const held = operations.find(one => one.status === 'held');
        const wanted = held ? giveWay(held, operation) : operation;
        return {
          change: {
            remove: held ? operations : [],
            add: wanted
              ? {
                  ...wanted,
                  userId,
                  madeAt: new Date(now()).toISOString(),
                  status: 'waiting',
                  isAttempted: false,
                }
              : undefined,
          },
          events: held ? operations.map(one => ({ type: 'dropped', operation: one })) : [],
        };
      }),
    async attempt(operation) {
      let before: Operation | undefined;
      await change(operation, operations => {
        before = operations.find(one => one.id === operation.id && one.status === 'waiting');
        if (!before || before.isAttempted) return { change: {}, events: [] };
        const attempted = { ...before, isAttempted: true };
        return { change: { put: [attempted] }, events: [{ type: 'changed', operation: attempted }] };
      });
      return before;
    },
    settle: (operation, result, carry) =>
      change(operation, operations => {
        const behind = carry
          ? operations
              .filter(one => one.id !== operation.id)
              .map(one => ({ ...one, payload: { ...(one.payload as object), ...carry } }))
          : [];
        return {
          change: { remove: operations.filter(one => one.id === operation.id), put: behind },
          events: [{ type: 'settled', operation, result }],
        };
      }),
    hold: (operation, { reason, found, payload }) =>
      change(operation, operations => {
        if (!operations.some(one => one.id === operation.id)) return { change: {}, events: [] };
        const held: Operation = {
          ...operation,
          payload: payload ?? operation.payload,
          status: 'held',
          reason,
          found,
          isAttempted: false,
        };
        const [behind] = operations.filter(one => one.id !== operation.id);
        if (!behind) return { change: { put: [held] }, events: [{ type: 'changed', operation: held }] };
        const instead = giveWay(held, behind);
        if (instead) {
          const next = { ...behind, ...instead };
          return {
            change: { remove: [operation], put: [next] },
            events: [
              { type: 'dropped', operation },
              { type: 'changed', operation: next },
            ],
          };
        }
        const gone = [operation, behind];
        return { change: { remove: gone }, events: gone.map(one => ({ type: 'dropped', operation: one })) };
      }),
    release: (userId, lane) =>
      change({ userId, lane }, operations => {
        const released = operations
          .filter(one => one.status === 'held')
          .map(one => ({ ...one, status: 'waiting' as const, reason: undefined, found: undefined }));
        return {
          change: { put: released },
          events: released.map(one => ({ type: 'changed', operation: one })),
        };
      }),
    drop: (userId, lane) =>
      change({ userId, lane }, operations => ({
        change: { remove: operations },
        events: operations.map(one => ({ type: 'dropped', operation: one })),
      })),
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
