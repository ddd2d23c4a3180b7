import { openHandover, type Handover } from '../../lib/deviceDatabase/handover';
import type { Confirmation, Operation } from '../operations';
import { openAppending } from './appending';
import { attempted, blocked, confirmed, retried, type AppendOptions, type ItemChange } from './itemChanges';
import type { StoredLog } from './store/operationLog';
import {
  openOperationStore,
  type Durability,
  type OperationStore,
  type StorageState,
} from './store/operationStore';
import {
  openQueueEvents,
  type OperationEvent,
  type QueueEvent,
  type QueueEvents,
  type Tabs,
} from './queueEvents';
import { handedOver } from './takeOver';

/**
 * The queue of unconfirmed changes. When `append` resolves, the operation is on this device, until `confirm` or
 * `discard`. Each change is one transaction, which every tab hears of afterwards. Without storage the queue works in
 * memory (event `moved`).
 */
export interface Queue {
  /** All operations of the user, in order, including those handed over by other pages. */
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
  /** Removes log entries of operations that are no longer here: of `userId`, and of all users who are not signed in. */
  forgetEnded(userId: string, signedIn: string | null): Promise<void>;
  /**
   * Called when the page ends or may end: hands unstored operations over to the next page. Synchronous. Returns
   * whether nothing can be lost now.
   */
  handOver(): boolean;
  follow(listener: (event: QueueEvent) => void): () => void;
}

type Options = AppendOptions & {
  tabs?: Tabs;
  store?: OperationStore;
  handover?: Handover<Operation>;
};

/** Opens the queue in this page. By default `store` is the device's; without a `handover` nothing is handed over. */
export function openQueue({ tabs, store, handover = openHandover(handedOver), ...options }: Options): Queue {
  const events = openQueueEvents(tabs);
  let hasFailed = false;
  const move = (storage: StorageState) => {
    hasFailed = storage === 'memory'; // the other tabs use the second database
    events.tell({ type: 'moved', storage });
  };
  const operations = store ?? openOperationStore(move);
  const change = changeBy(operations, events);
  const { append, replaceAll, takeUnwritten, takeOver } = openAppending({
    ...options,
    handover,
    operations,
    change,
    events,
  });
  handover.follow(userId => events.tell({ type: 'handedOver', userId }));

  return {
    async all(userId) {
      await takeOver(userId);
      const all = await operations.all(userId);
      // The read has stored again what was lost.
      if (operations.lost().length === 0) handover.release([]);
      return all;
    },
    handOver: () => handover.handOver(operations.lost()) && !hasFailed,
    log: userId => operations.log(userId),
    append,
    replaceAll,
    async take(userId, itemKey) {
      const unwritten = takeUnwritten(userId, itemKey);
      if (unwritten) return unwritten;
      let taken: Operation | undefined;
      const note = ([first]: Operation[]) => {
        taken = first?.status === 'pending' ? first : undefined;
        return attempted(taken);
      };
      // Not strictly durable: after a power cut another page runs, which treats stored operations as possibly sent
      // anyway.
      await change(userId, itemKey, note, 'relaxed');
      return taken && { ...taken, isAttempted: taken.isAttempted || !events.isKept(taken.id) };
    },
    async confirm(operation, confirmation) {
      const { userId, itemKey, id } = operation;
      const isNews = events.endOf(id) !== 'confirmed';
      const event: OperationEvent = { type: 'confirmed', operation, confirmation };
      // It was confirmed while being stored.
      if (isNews && handover.isHeld(id)) events.tell({ type: 'kept', operation });
      if (isNews) events.tell(event);
      await change(userId, itemKey, all => confirmed(all, id, confirmation?.record?.fireId));
      if (isNews) events.tellOtherTabs(event);
    },
    block: ({ userId, itemKey, id }, why) =>
      done(change(userId, itemKey, all => blocked(all, id, why, options.coalesce))),
    retry: (userId, itemKey) => done(change(userId, itemKey, retried)),
    discard: (userId, itemKey) => done(change(userId, itemKey, all => ({ remove: all }))),
    async clear(userId) {
      handover.clear(userId);
      for (const operation of await operations.clear(userId))
        events.tellAll({ type: 'discarded', operation });
    },
    forgetEnded: (userId, signedIn) => operations.forgetEnded(userId, signedIn),
    follow: events.follow,
  };
}

const done = async (change: Promise<unknown>) => void (await change);

/** Changes an item's operations in one step, and emits the events once that is on the disk. */
const changeBy =
  (operations: OperationStore, events: QueueEvents) =>
  async (
    userId: string,
    itemKey: string,
    decide: (operations: Operation[]) => ItemChange,
    durability?: Durability,
  ) => {
    let decided: ItemChange = {};
    const added = await operations.change(userId, itemKey, all => (decided = decide(all)), durability);
    const { remove = [], put = [], isConfirmed, event } = decided;
    if (!isConfirmed) for (const operation of remove) events.tellAll({ type: 'discarded', operation });
    if (event) for (const operation of put) events.tellAll({ type: event, operation });
    for (const operation of added) {
      const kept: OperationEvent = { type: 'kept', operation };
      // This page has already emitted it, when the answer arrived during the write.
      if (events.endOf(operation.id) === 'confirmed') events.tellOtherTabs(kept);
      else events.tellAll(kept);
    }
    return added;
  };
