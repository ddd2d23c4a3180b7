import { openDeviceDatabase, type DeviceDatabase } from '../../lib/deviceDatabase';
import type { Confirmation, Operation } from '../operations';
import { appended, attempted, blocked, confirmed, retried, withoutNumber } from './itemChanges';
import type { AppendOptions, ItemChange } from './itemChanges';
import {
  openQueueEvents,
  type OperationEvent,
  type QueueEvent,
  type QueueEvents,
  type Tabs,
} from './queueEvents';
import { itemIdOf } from './store/memoryStore';
import type { StoredLog } from './store/operationLog';
import { openOperationStore, type ChangeOptions, type OperationStore } from './store/operationStore';

/**
 * The queue of unconfirmed changes. An operation is on this device at the end of the turn that appends it. Each change is
 * one transaction, which every tab hears of afterwards. When the database fails, the queue works in memory (`moved`).
 */
export interface Queue {
  /** All operations of the user, in order, including those that other pages left. */
  all(userId: string): Promise<Operation[]>;
  /** A consistent snapshot of all operations and of the log. */
  log(userId: string): Promise<StoredLog>;
  /**
   * Stores a requested operation, coalesced with a blocked one. An awaited one (`isAwaited`), the first of its item, can
   * be sent while it is being stored; it is then stored as possibly sent. Events follow only once it is on the disk.
   */
  append(operation: Operation, isAwaited?: boolean): Promise<void>;
  /** Replaces all operations of an item by these in one step, atomically. */
  replaceAll(operations: readonly Operation[]): Promise<void>;
  /**
   * Takes the item's next operation if it is pending, and marks it as possibly sent in the same step. `isAttempted`
   * tells whether it may have been sent before: always true for one that an earlier page stored.
   */
  take(userId: string, itemKey: string): Promise<Operation | undefined>;
  /** Removes a confirmed operation. Later operations of the item get the record's key. */
  confirm(operation: Operation, confirmation?: Confirmation): Promise<void>;
  /** Blocks the item until the user retries, unless a later operation coalesces with this one. */
  block(operation: Operation, why: { reason: string; payload?: unknown }): Promise<void>;
  /** Makes the item's blocked operation pending again. */
  retry(userId: string, itemKey: string): Promise<void>;
  /** Discards all operations of an item. */
  discard(userId: string, itemKey: string): Promise<void>;
  /** Discards all operations of the user, and their log. */
  clear(userId: string): Promise<void>;
  /** Removes log entries of operations that are no longer here, of all users except `signedIn`. */
  forgetEnded(signedIn: string | null): Promise<void>;
  follow(listener: (event: QueueEvent) => void): () => void;
}

type Options = AppendOptions & { tabs?: Tabs; database?: DeviceDatabase; store?: OperationStore };

type Change = ReturnType<typeof changeBy>;

/** Changes an item's operations in one step, and emits the events once that is on the disk. */
const changeBy =
  (operations: OperationStore, events: QueueEvents) =>
  async (
    userId: string,
    itemKey: string,
    decide: (operations: Operation[]) => ItemChange,
    options?: ChangeOptions,
  ) => {
    let decided: ItemChange = {};
    const changed = await operations.change(userId, itemKey, all => (decided = decide(all)), options);
    if (changed.known !== undefined) return changed;
    const { added, put, removed, isConfirmed } = changed;
    if (!isConfirmed) for (const operation of removed) events.tellAll({ type: 'discarded', operation });
    if (decided.event) for (const operation of put) events.tellAll({ type: decided.event, operation });
    for (const operation of added) {
      const kept: OperationEvent = { type: 'kept', operation };
      // This page has already emitted it, when the answer arrived during the write.
      if (events.endOf(operation.id) === 'confirmed') events.tellOtherTabs(kept);
      else events.tellAll(kept);
    }
    return changed;
  };

/** Appends this page's operations, and those that other pages left. */
function openAppending(change: Change, events: QueueEvents, options: AppendOptions) {
  /** Ids of operations that are being stored. */
  const unstored = new Set<string>();
  /** By item: an awaited operation that is being stored, and was not taken yet. */
  const awaited = new Map<string, Operation>();
  /** Ids of awaited operations that were taken for sending while being stored. */
  const taken = new Set<string>();

  const keep = async (requested: Operation) => {
    const { id, userId, itemKey } = requested;
    unstored.add(id);
    const decide = (all: Operation[]) => {
      awaited.delete(itemIdOf(userId, itemKey));
      const isAttempted = requested.isAttempted || taken.has(id);
      return appended(all, { ...requested, isAttempted }, options);
    };
    const { known } = await change(userId, itemKey, decide, { requested: [requested] });
    awaited.delete(itemIdOf(userId, itemKey));
    taken.delete(id);
    unstored.delete(id);
    // Another page stored it; its message may have been missed, or never sent.
    if (known === undefined || events.endOf(id) || events.isKept(id)) return;
    if (known) events.tellAll({ type: 'kept', operation: known });
    else events.tell({ type: 'discarded', operation: requested });
  };

  return {
    isUnstored: (id: string) => unstored.has(id),
    append(requested: Operation, isAwaited = false) {
      if (isAwaited) awaited.set(itemIdOf(requested.userId, requested.itemKey), requested);
      const keeping = keep(requested);
      events.tell({ type: 'appending', operation: requested });
      return keeping;
    },
    async replaceAll(requested: readonly Operation[]) {
      const [first] = requested;
      if (!first) return;
      requested.forEach(({ id }) => unstored.add(id));
      const add = requested.map(operation => withoutNumber({ ...operation, status: 'pending' }));
      await change(first.userId, first.itemKey, stored => ({ remove: stored, add }), { requested });
      requested.forEach(({ id }) => unstored.delete(id));
    },
    /** Takes an item's operation for sending while it is being stored. */
    takeAwaited(userId: string, itemKey: string): Operation | undefined {
      const requested = awaited.get(itemIdOf(userId, itemKey));
      if (!requested) return undefined;
      awaited.delete(itemIdOf(userId, itemKey));
      taken.add(requested.id);
      return { ...requested, status: 'pending' };
    },
    /** Stores operations that other pages left, and may have sent. */
    async takeLeft(all: readonly Operation[]) {
      const left = all.filter(({ id }) => !unstored.has(id));
      await Promise.all(left.map(({ reason: _, ...operation }) => keep({ ...operation, isAttempted: true })));
    },
  };
}

/** Opens the queue in this page, by default on the device's database; tests hand in a store. */
export function openQueue({ tabs, database, store, ...options }: Options): Queue {
  const events = openQueueEvents(tabs);
  const operations =
    store ??
    openOperationStore(database ?? openDeviceDatabase(), {
      onFailure: () => events.tell({ type: 'moved' }),
      onLeft: userId => void all(userId),
    });
  const change = changeBy(operations, events);
  const { append, replaceAll, takeAwaited, takeLeft, isUnstored } = openAppending(change, events, options);
  const all = async (userId: string) => {
    await takeLeft(operations.left(userId));
    return operations.all(userId);
  };
  const changed = async (change: Promise<unknown>) => void (await change);

  return {
    all,
    log: operations.log,
    append,
    replaceAll,
    async take(userId, itemKey) {
      const requested = takeAwaited(userId, itemKey);
      if (requested) return requested;
      let next: Operation | undefined;
      const note = ([first]: Operation[]) => {
        next = first?.status === 'pending' ? first : undefined;
        return attempted(next);
      };
      // After a power cut another page runs, which treats stored operations as possibly sent anyway.
      await change(userId, itemKey, note, { isRelaxed: true });
      return next && { ...next, isAttempted: next.isAttempted || !events.isKept(next.id) };
    },
    async confirm(operation, confirmation) {
      const { userId, itemKey, id } = operation;
      const isNews = events.endOf(id) !== 'confirmed';
      const event: OperationEvent = { type: 'confirmed', operation, confirmation };
      // It was confirmed while being stored.
      if (isNews && isUnstored(id)) events.tell({ type: 'kept', operation });
      if (isNews) events.tell(event);
      await change(userId, itemKey, all => confirmed(all, id, confirmation?.record?.fireId));
      if (isNews) events.tellOtherTabs(event);
    },
    block: ({ userId, itemKey, id }, why) =>
      changed(change(userId, itemKey, all => blocked(all, id, why, options.coalesce))),
    retry: (userId, itemKey) => changed(change(userId, itemKey, retried)),
    discard: (userId, itemKey) => changed(change(userId, itemKey, all => ({ remove: all }))),
    async clear(userId) {
      for (const operation of await operations.clear(userId))
        events.tellAll({ type: 'discarded', operation });
    },
    forgetEnded: operations.forgetEnded,
    follow: events.follow,
  };
}
