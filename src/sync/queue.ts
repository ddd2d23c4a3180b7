import type { NewOperation, Operation } from './operations';
import { keyOf, openShelf, type Durability, type LaneChange, type Shelf } from './operationStore';

/**
 * The queue of what a person changed and the server does not have yet. What it guarantees:
 *
 * An operation is on this device, under its user's id, when `append` answers, and stays through reload, crash, sign-out
 * and the end of the session until `settle` or `drop` takes it away; each change is one transaction, so no instant shows
 * half of it. Operations of one lane keep their order. What happens is told to every tab, this one included, once it is
 * on the disk; only that an operation was `made` is told before, to its own page, which shows it a frame earlier so. It
 * sends nothing and knows nothing of what an operation means. Where the device keeps nothing (no
 * IndexedDB, full, broken) it works on in memory and says so by the event `failed`.
 */
export interface Outbox {
  /** All of the user's operations, in order. */
  open(userId: string): Promise<Operation[]>;
  /**
   * Keeps an operation. Behind a held one it takes that one's place, as `giveWay` says. One whose answer somebody waits
   * for (`isAwaited`) begins a lane of its own and can be taken while it is being written; if it is, it is written as one
   * that may have been sent. If a crash takes it from the device in these milliseconds, nobody was told that it is kept.
   * Of all others the change is on the screen, and is painted before anything is sent.
   */
  append(userId: string, operation: NewOperation, isAwaited?: boolean): Promise<void>;
  /**
   * The lane's next operation if it waits, noted in the same step as one that may reach the server from now on.
   * `isAttempted` says whether it may have reached it before: always true of one that an earlier page kept.
   */
  take(userId: string, lane: string): Promise<Operation | undefined>;
  /** The server has it: takes it away and hands `carry` to the payloads behind it. Nothing if it is gone already. */
  settle(operation: Operation, result?: unknown, carry?: Record<string, unknown>): Promise<void>;
  /** Nothing of this lane is sent until the person chooses, unless one behind it takes its place. */
  hold(operation: Operation, held: { reason: string; found?: unknown; payload?: unknown }): Promise<void>;
  /** The lane's held operation waits again, with `change` in its payload. */
  release(userId: string, lane: string, change?: Record<string, unknown>): Promise<void>;
  /** Gives up all of a lane. */
  drop(userId: string, lane: string): Promise<void>;
  /** Gives up the lane's held operation; what waits behind it goes on. */
  dropHeld(userId: string, lane: string): Promise<void>;
  /** Gives up all that the user has here. */
  clear(userId: string): Promise<void>;
  follow(listener: (event: OutboxEvent) => void): () => void;
}

export type OutboxEvent =
  | { type: 'made' | 'kept' | 'changed' | 'dropped'; operation: Operation }
  | { type: 'settled'; operation: Operation; result?: unknown }
  /** The device keeps nothing any more: what is appended from now on ends with the tab. */
  | { type: 'failed' };

/**
 * What becomes of an operation behind a held one of its lane: what to keep instead of both, null for nothing, or
 * `behind` when it waits there for what the person chooses.
 */
export type GiveWay = (held: NewOperation, next: NewOperation) => NewOperation | null | 'behind';

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
  /** Ids of operations that this page has seen kept: what it did not see may have been sent by the one before. */
  const fresh = new Set<string>();
  const hear = (event: OutboxEvent) => {
    if (event.type === 'kept') fresh.add(event.operation.id);
    if (event.type === 'settled' || event.type === 'dropped') fresh.delete(event.operation.id);
    listeners.forEach(listener => listener(event));
  };
  const tell = (event: OutboxEvent) => {
    hear(event);
    tabs?.postMessage(event);
  };
  tabs?.addEventListener('message', message => hear((message as MessageEvent<OutboxEvent>).data));
  const kept = shelf ?? openShelf(() => hear({ type: 'failed' }));
  /** By lane: gives an awaited operation that is not written yet. */
  const unwritten = new Map<string, () => Operation>();

  /** Changes a lane in one step and tells what happened once it is kept. */
  const change = async (
    userId: string,
    lane: string,
    decide: (operations: Operation[]) => LaneChange & { events?: OutboxEvent[] },
    durability?: Durability,
  ) => {
    let events: OutboxEvent[] = [];
    const decideAndTell = (operations: Operation[]) => {
      const decided = decide(operations);
      events = decided.events ?? [];
      return decided;
    };
    const added = await kept.change(userId, lane, decideAndTell, durability);
    events.forEach(tell);
    if (added) tell({ type: 'kept', operation: added });
  };

  return {
    open: userId => kept.all(userId),
    async append(userId, operation, isAwaited = false) {
      const madeAt = new Date(now()).toISOString();
      const made: Operation = {
        ...operation,
        userId,
        number: BEHIND_ALL,
        madeAt,
        status: 'made',
        isAttempted: false,
      };
      let isKept = false;
      let isTaken = false;
      const key = keyOf(userId, operation.lane);
      if (isAwaited) {
        unwritten.set(key, () => {
          isTaken = true;
          return { ...made, status: 'waiting' };
        });
      }
      const keeping = change(userId, operation.lane, operations => {
        const held = operations.find(one => one.status === 'held');
        const instead = held ? giveWay(held, operation) : 'behind';
        const wanted = instead === 'behind' ? operation : instead;
        isKept = wanted?.id === operation.id;
        const { kind, payload } = operation;
        const own = wanted === operation ? {} : { own: { kind, payload } };
        unwritten.delete(key);
        return {
          ...(held && instead !== 'behind' && withdraw([held])),
          add: wanted
            ? { ...wanted, ...own, userId, madeAt, status: 'waiting', isAttempted: isTaken }
            : undefined,
        };
      });
      hear({ type: 'made', operation: made });
      await keeping;
      if (!isKept) hear({ type: 'dropped', operation: made });
    },
    async take(userId, lane) {
      const key = keyOf(userId, lane);
      const giveUnwritten = unwritten.get(key);
      if (giveUnwritten) {
        unwritten.delete(key);
        return giveUnwritten();
      }
      let taken: Operation | undefined;
      const note = ([first]: Operation[]) => {
        taken = first?.status === 'waiting' ? first : undefined;
        return { put: taken && !taken.isAttempted ? [{ ...taken, isAttempted: true }] : [] };
      };
      // After a power cut there is another page, and that takes what an earlier one kept for attempted in any case.
      await change(userId, lane, note, 'relaxed');
      return taken && { ...taken, isAttempted: taken.isAttempted || !fresh.has(taken.id) };
    },
    settle: ({ userId, lane, id }, result, carry) =>
      change(userId, lane, operations => {
        const operation = operations.find(one => one.id === id);
        if (!operation) return {};
        const behind = carry ? operations.filter(one => one.id !== id) : [];
        const carried = behind.map(one => withPayload(one, carry));
        return {
          remove: [operation],
          put: carried,
          events: [{ type: 'settled', operation, result }, ...carried.map(changed)],
        };
      }),
    hold: ({ userId, lane, id }, { payload, ...why }) =>
      change(userId, lane, operations => {
        const operation = operations.find(one => one.id === id);
        if (!operation) return {};
        const held: Operation = {
          ...operation,
          ...why,
          payload: payload ?? operation.payload,
          status: 'held',
        };
        for (const behind of operations.filter(one => one.id !== id)) {
          const instead = giveWay(held, behind);
          if (instead === 'behind') continue;
          if (!instead) return withdraw([operation, behind]);
          const next: Operation = { ...behind, ...instead };
          return {
            remove: [operation],
            put: [next],
            events: [{ type: 'dropped', operation }, changed(next)],
          };
        }
        return { put: [held], events: [changed(held)] };
      }),
    release: (userId, lane, update) =>
      change(userId, lane, operations => {
        const released = operations
          .filter(one => one.status === 'held')
          .map(({ reason: _reason, found: _found, ...one }) =>
            withPayload({ ...one, status: 'waiting' }, update),
          );
        return { put: released, events: released.map(changed) };
      }),
    drop: (userId, lane) => change(userId, lane, withdraw),
    dropHeld: (userId, lane) =>
      change(userId, lane, operations => {
        const isHeld = ({ status }: Operation) => status === 'held';
        const { remove, events } = withdraw(operations.filter(isHeld));
        const behind = operations.filter(one => !isHeld(one));
        return { remove, events: [...events, ...behind.map(changed)] };
      }),
    async clear(userId) {
      const lanes = new Set((await kept.all(userId)).map(one => one.lane));
      for (const lane of lanes) await change(userId, lane, withdraw);
    },
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The number of what has none yet. */
const BEHIND_ALL = Number.MAX_SAFE_INTEGER;

const changed = (operation: Operation): OutboxEvent => ({ type: 'changed', operation });

/** Takes operations away. */
const withdraw = (operations: Operation[]) => ({
  remove: operations,
  events: operations.map((operation): OutboxEvent => ({ type: 'dropped', operation })),
});

const withPayload = (operation: Operation, change: Record<string, unknown> = {}): Operation => ({
  ...operation,
  payload: { ...(operation.payload as object), ...change },
});
