import type { StoredLog } from './operationLog';
import type { Coalesced } from './kinds';
import type { Confirmation, NewOperation, Operation } from './operations';
import { itemIdOf } from './memoryStore';
import { openOperationStore, type Durability, type OperationStore, type StoreChange } from './operationStore';

/**
 * The queue of what a person changed and the server has not confirmed yet. What it guarantees:
 *
 * An operation is on this device, under its user's id, when `append` answers, and stays through reload, crash, sign-out
 * and the end of the session until `confirm` or `discard` removes it; each change is one transaction, so no instant
 * shows half of it. Operations of one item keep their order. Every tab hears of each event once it is on the disk; the
 * tab that sends hears of a confirmation at once. The queue sends nothing and knows nothing of what an operation means.
 * Where the device stores nothing (no IndexedDB, full, broken) it works on in memory and says so by the event `failed`.
 */
export interface Queue {
  /** All of the user's operations, in order. */
  all(userId: string): Promise<Operation[]>;
  /** The same as of one instant, and what became of all that were ever kept. */
  log(userId: string): Promise<StoredLog>;
  /**
   * Keeps a requested operation. Behind a blocked one it is coalesced. One whose answer somebody waits for (`isAwaited`)
   * can be taken while it is being written, because it is the first of its item; it is then written as one that may have
   * been sent. If a crash takes it from the device in these milliseconds, nobody was told that it is kept.
   */
  append(operation: Operation, isAwaited?: boolean): Promise<void>;
  /** Keeps many operations of one new item in one step: all of them, or none. */
  appendAll(operations: readonly Operation[]): Promise<void>;
  /**
   * The item's next operation if it is pending, noted in the same step as one that may reach the server from now on.
   * `isAttempted` says whether it may have reached it before: always true of one that an earlier page kept.
   */
  take(userId: string, itemKey: string): Promise<Operation | undefined>;
  /** The server has it: removes it and merges `followers` into the payloads behind it. */
  confirm(
    operation: Operation,
    confirmation?: Confirmation,
    followers?: Record<string, unknown>,
  ): Promise<void>;
  /** Nothing of its item is sent until the person retries it, unless one behind it coalesces with it. */
  block(operation: Operation, why: { reason: string; payload?: unknown }): Promise<void>;
  /** The item's blocked operation is pending again. */
  retry(userId: string, itemKey: string): Promise<void>;
  /** Gives up all of an item. */
  discard(userId: string, itemKey: string): Promise<void>;
  /** Gives up all that the user has here, and forgets what became of it. */
  clear(userId: string): Promise<void>;
  follow(listener: (event: QueueEvent) => void): () => void;
}

export type QueueEvent =
  /** `appending` is told to this page alone, before the disk has the operation. */
  | { type: 'appending' | 'kept' | 'discarded'; operation: Operation }
  | { type: 'changed'; operation: Operation }
  | { type: 'confirmed'; operation: Operation; confirmation?: Confirmation }
  /**
   * The device stores nothing any more (`memory`), a newer version of the app has its store (`newer`), or it does not
   * answer (`silent`): what is appended from now on ends with the tab.
   */
  | { type: 'failed'; storage: 'memory' | 'newer' | 'silent' };

/** What becomes of an operation whose item has a blocked one; see `Kind.coalesce`. */
export type Coalesce = (blocked: NewOperation, next: NewOperation) => Coalesced;

/** A channel to the other tabs (a BroadcastChannel, or a test's own). */
export type Tabs = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;

type Parts = {
  coalesce: Coalesce;
  tabs?: Tabs;
  store?: OperationStore;
};

export function openQueue({ coalesce, tabs, store = undefined }: Parts): Queue {
  const listeners = new Set<(event: QueueEvent) => void>();
  /** Ids of operations that this page has seen kept: one that it did not see may have been sent by an earlier page. */
  const keptHere = new Set<string>();
  /** How operations ended that this page knows to be over: another tab may send one too, or tell late what it was before. */
  const ends = new Map<string, 'confirmed' | 'discarded'>();
  const isConfirmed = (id: string) => ends.get(id) === 'confirmed';
  const emit = (event: QueueEvent) => {
    if (event.type === 'kept') keptHere.add(event.operation.id);
    if (event.type === 'confirmed' || event.type === 'discarded') {
      const { id } = event.operation;
      keptHere.delete(id);
      if (!isConfirmed(id)) ends.set(id, event.type);
    }
    listeners.forEach(listener => listener(event));
  };
  const tellOtherTabs = (event: QueueEvent) => tabs?.postMessage(event);
  const emitToAll = (event: QueueEvent) => {
    emit(event);
    tellOtherTabs(event);
  };
  tabs?.addEventListener('message', message => {
    const event = (message as MessageEvent<QueueEvent>).data;
    const end = 'operation' in event && ends.get(event.operation.id);
    // What the record is by now may have been heard since this tab had its own answer.
    if (end === 'confirmed' && event.type === 'confirmed') return;
    emit(event);
    // This tab can send what another one kept, and be answered, before it hears of that; or put another in its place.
    if (end && (event.type === 'kept' || event.type === 'changed'))
      emit({ type: end, operation: event.operation });
  });
  const operations = store ?? openOperationStore(storage => emit({ type: 'failed', storage }));
  /** By item: gives an awaited operation that is not written yet. */
  const unwritten = new Map<string, () => Operation>();
  /** Ids of operations that are being written; of those, the ones that were confirmed meanwhile. */
  const writing = new Set<string>();
  const confirmedWhileWriting = new Set<string>();

  /** Changes an item's operations in one step and emits what happened once it is on the disk. */
  const change = async (
    userId: string,
    itemKey: string,
    decide: (operations: Operation[]) => StoreChange & { events?: QueueEvent[] },
    durability?: Durability,
  ) => {
    let events: QueueEvent[] = [];
    const decideOnce = (there: Operation[]) => {
      const decided = decide(there);
      events = decided.events ?? [];
      return decided;
    };
    const added = await operations.change(userId, itemKey, decideOnce, durability);
    events.forEach(emitToAll);
    for (const operation of added) {
      const kept: QueueEvent = { type: 'kept', operation };
      if (confirmedWhileWriting.delete(operation.id)) tellOtherTabs(kept);
      else emitToAll(kept);
    }
  };

  /** What one operation takes the place of both (null: none), undefined when the next one waits. */
  const replacement = (blocked: NewOperation, next: NewOperation) => {
    const coalesced = coalesce(blocked, next);
    return coalesced === 'queue' ? undefined : coalesced;
  };

  return {
    all: userId => operations.all(userId),
    log: userId => operations.log(userId),
    async append(requested, isAwaited = false) {
      const { id, userId, itemKey, kind, payload } = requested;
      let isKept = false;
      let isTaken = false;
      const item = itemIdOf(userId, itemKey);
      if (isAwaited) {
        unwritten.set(item, () => {
          isTaken = true;
          return { ...requested, status: 'pending' };
        });
      }
      writing.add(id);
      const keeping = change(userId, itemKey, there => {
        const blocked = there.find(one => one.status === 'blocked');
        const instead = blocked ? replacement(blocked, requested) : undefined;
        const wanted = instead === undefined ? requested : instead;
        isKept = wanted?.id === id;
        unwritten.delete(item);
        const operation: Operation = {
          ...requested,
          ...(wanted && wanted !== requested && { requested: { kind, payload } }),
          ...wanted,
          status: 'pending',
          isAttempted: isTaken,
        };
        return {
          ...(blocked && instead !== undefined && withdraw([blocked])),
          add: [withoutNumber(operation)],
          isCancelling: !wanted,
        };
      });
      emit({ type: 'appending', operation: requested });
      await keeping;
      writing.delete(id);
      if (!isKept) emit({ type: 'discarded', operation: requested });
    },
    async appendAll(all) {
      const [first] = all;
      if (!first) return;
      const add = all.map(one => withoutNumber({ ...one, status: 'pending' }));
      await change(first.userId, first.itemKey, () => ({ add }));
    },
    async take(userId, itemKey) {
      const item = itemIdOf(userId, itemKey);
      const giveUnwritten = unwritten.get(item);
      if (giveUnwritten) {
        unwritten.delete(item);
        return giveUnwritten();
      }
      let taken: Operation | undefined;
      const note = ([first]: Operation[]) => {
        taken = first?.status === 'pending' ? first : undefined;
        return { put: taken && !taken.isAttempted ? [{ ...taken, isAttempted: true }] : [] };
      };
      // After a power cut there is another page, which counts what an earlier one kept as attempted in any case.
      await change(userId, itemKey, note, 'relaxed');
      return taken && { ...taken, isAttempted: taken.isAttempted || !keptHere.has(taken.id) };
    },
    async confirm(operation, confirmation, followers) {
      const { userId, itemKey, id } = operation;
      const isNews = !isConfirmed(id);
      if (isNews && writing.has(id)) {
        confirmedWhileWriting.add(id);
        emit({ type: 'kept', operation });
      }
      const confirmed: QueueEvent = { type: 'confirmed', operation, confirmation };
      if (isNews) emit(confirmed);
      await change(userId, itemKey, there => {
        if (!there.some(one => one.id === id)) return {};
        const behind = followers ? there.filter(one => one.id !== id) : [];
        const updated = behind.map(one => withPayload(one, followers));
        return {
          remove: there.filter(one => one.id === id),
          isConfirmed: true,
          put: updated,
          events: updated.map(changed),
        };
      });
      if (isNews) tellOtherTabs(confirmed);
    },
    block: ({ userId, itemKey, id }, { payload, ...why }) =>
      change(userId, itemKey, there => {
        const operation = there.find(one => one.id === id);
        if (!operation) return {};
        const blocked: Operation = {
          ...operation,
          ...why,
          payload: payload ?? operation.payload,
          status: 'blocked',
        };
        for (const behind of there.filter(one => one.id !== id)) {
          const instead = replacement(blocked, behind);
          if (instead === undefined) continue;
          if (!instead) return withdraw([operation, behind]);
          const next: Operation = { ...behind, ...instead };
          return {
            remove: [operation],
            put: [next],
            events: [{ type: 'discarded', operation }, changed(next)],
          };
        }
        return { put: [blocked], events: [changed(blocked)] };
      }),
    retry: (userId, itemKey) =>
      change(userId, itemKey, there => {
        const retried = there
          .filter(one => one.status === 'blocked')
          .map(({ reason: _reason, ...one }): Operation => ({ ...one, status: 'pending' }));
        return { put: retried, events: retried.map(changed) };
      }),
    discard: (userId, itemKey) => change(userId, itemKey, withdraw),
    async clear(userId) {
      withdraw(await operations.clear(userId)).events.forEach(emitToAll);
    },
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const changed = (operation: Operation) => ({ type: 'changed', operation }) as const;

/** The store numbers what it adds. */
const withoutNumber = ({ number: _number, ...operation }: Operation) => operation;

/** Removes operations that the person gave up, or another one replaced. */
const withdraw = (operations: Operation[]) => ({
  remove: operations,
  events: operations.map((operation): QueueEvent => ({ type: 'discarded', operation })),
});

const withPayload = (operation: Operation, change: Record<string, unknown> = {}): Operation => ({
  ...operation,
  payload: { ...(operation.payload as object), ...change },
});
