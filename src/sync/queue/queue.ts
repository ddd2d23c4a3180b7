import { openHandover, type Handover } from '../../lib/deviceDatabase/handover';
import type { Confirmation, Operation } from '../operations';
import { openAppending } from './appending';
import {
  attempted,
  blocked,
  confirmed,
  discarded,
  retried,
  type AppendOptions,
  type ItemChange,
} from './itemChanges';
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
 * The queue of changes that the server has not confirmed. An operation is on this device when `append` answers, and stays
 * until `confirm` or `discard`; each change is one transaction, and every tab hears of it afterwards. Without storage it
 * works in memory (event `moved`).
 */
export interface Queue {
  /** All of the user's operations, in order, with what other pages handed over by now. */
  all(userId: string): Promise<Operation[]>;
  /** The same as of one instant, and what became of all that were ever kept. */
  log(userId: string): Promise<StoredLog>;
  /**
   * Keeps a requested operation; behind a blocked one it is coalesced. An awaited one (`isAwaited`), the first of its item,
   * can be sent while it is being written; it is then written as possibly sent. Nobody is told that it is kept before it
   * is.
   */
  append(operation: Operation, isAwaited?: boolean): Promise<void>;
  /** Keeps many operations of one item in one step, in place of all that it has: all of them, or none. */
  replaceAll(operations: readonly Operation[]): Promise<void>;
  /**
   * The item's next operation if it is pending, noted in the same step as one that may reach the server from now on.
   * `isAttempted` says whether it may have reached it before: always true of one that an earlier page kept.
   */
  take(userId: string, itemKey: string): Promise<Operation | undefined>;
  /** The server has it: removes it. The operations behind it learn the record's key. */
  confirm(operation: Operation, confirmation?: Confirmation): Promise<void>;
  /** Nothing of its item is sent until the person retries it, unless one behind it coalesces with it. */
  block(operation: Operation, why: { reason: string; payload?: unknown }): Promise<void>;
  /** The item's blocked operation is pending again. */
  retry(userId: string, itemKey: string): Promise<void>;
  /** Gives up all of an item. */
  discard(userId: string, itemKey: string): Promise<void>;
  /** Gives up all that the user has here, and forgets what became of it. */
  clear(userId: string): Promise<void>;
  /** Forgets what became of operations that are not here any more: of `userId`, and of all who are not signed in. */
  forgetEnded(userId: string, signedIn: string | null): Promise<void>;
  /**
   * The page ends, or may end: hands what is not on the device yet over to the next page. Synchronous. Answers whether
   * nothing can be lost now.
   */
  handOver(): boolean;
  follow(listener: (event: QueueEvent) => void): () => void;
}

type Options = AppendOptions & {
  tabs?: Tabs;
  store?: OperationStore;
  handover?: Handover<Operation>;
};

/** Opens the queue in this page. Without a `store` it is the device's, without a `handover` nothing is handed over. */
export function openQueue({ tabs, store, handover = openHandover(handedOver), ...options }: Options): Queue {
  const events = openQueueEvents(tabs);
  let hasFailed = false;
  const move = (storage: StorageState) => {
    hasFailed = storage === 'memory'; // the others go on in a second database
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
      return operations.all(userId);
    },
    handOver: () => handover.handOver() && !hasFailed,
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
      // After a power cut there is another page, which counts what an earlier one kept as attempted in any case.
      await change(userId, itemKey, note, 'relaxed');
      return taken && { ...taken, isAttempted: taken.isAttempted || !events.isKept(taken.id) };
    },
    async confirm(operation, confirmation) {
      const { userId, itemKey, id } = operation;
      const isNews = events.endOf(id) !== 'confirmed';
      const event: OperationEvent = { type: 'confirmed', operation, confirmation };
      // It was confirmed while it was being written.
      if (isNews && handover.isHeld(id)) events.tell({ type: 'kept', operation });
      if (isNews) events.tell(event);
      await change(userId, itemKey, all => confirmed(all, id, confirmation?.record?.fireId));
      if (isNews) events.tellOtherTabs(event);
    },
    block: ({ userId, itemKey, id }, why) =>
      done(change(userId, itemKey, all => blocked(all, id, why, options.coalesce))),
    retry: (userId, itemKey) => done(change(userId, itemKey, retried)),
    discard: (userId, itemKey) => done(change(userId, itemKey, discarded)),
    async clear(userId) {
      handover.clear(userId);
      discarded(await operations.clear(userId)).events.forEach(events.tellAll);
    },
    forgetEnded: (userId, signedIn) => operations.forgetEnded(userId, signedIn),
    follow: events.follow,
  };
}

const done = async (change: Promise<unknown>) => void (await change);

/** Changes an item's operations in one step and tells what happened once it is on the disk. */
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
    decided.events?.forEach(events.tellAll);
    for (const operation of added) {
      const kept: OperationEvent = { type: 'kept', operation };
      // This page has told it already, with the answer that came while it was being written.
      if (events.endOf(operation.id) === 'confirmed') events.tellOtherTabs(kept);
      else events.tellAll(kept);
    }
    return added;
  };
