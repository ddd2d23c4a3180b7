import type { Handover } from '../../lib/deviceDatabase/handover';
import type { Operation } from '../operations';
import { appended, withoutNumber, type AppendOptions } from './itemChanges';
import { itemIdOf } from './store/memoryStore';
import type { OperationStore } from './store/operationStore';
import type { QueueEvents } from './queueEvents';
import { keepOnce, takeOver, type ChangeItem } from './takeOver';

type Parts = AppendOptions & {
  handover: Handover<Operation>;
  operations: OperationStore;
  change: ChangeItem;
  events: QueueEvents;
};

/** Appends operations to the queue: this page's, and those that other pages handed over. */
export function openAppending(parts: Parts) {
  const { handover, events } = parts;
  /** By item: an awaited operation that is not stored yet. */
  const unwritten = new Map<string, Operation>();
  /** Ids of awaited operations that were taken for sending while being stored. */
  const taken = new Set<string>();
  /** By user: the takeover in progress. Later requests wait for it. */
  const takings = new Map<string, Promise<unknown>>();

  /** Another page stored an operation of this one; this page may have been frozen and missed its message. */
  const tellKeptElsewhere = (requested: Operation, stored?: Operation) => {
    if (events.endOf(requested.id) || events.isKept(requested.id)) return;
    events.tell(stored ? { type: 'kept', operation: stored } : { type: 'discarded', operation: requested });
  };
  const keep = async (requested: Operation) => {
    const { id, userId, itemKey } = requested;
    const item = itemIdOf(userId, itemKey);
    const kept = await keepOnce(parts, [requested], operations => {
      unwritten.delete(item);
      const isAttempted = requested.isAttempted || taken.has(id);
      return appended(operations, { ...requested, isAttempted }, parts);
    });
    unwritten.delete(item);
    taken.delete(id);
    if ('elsewhere' in kept) tellKeptElsewhere(requested, kept.elsewhere[0]);
    else if (!kept.added.some(operation => operation.id === id))
      events.tell({ type: 'discarded', operation: requested });
  };

  return {
    async append(requested: Operation, isAwaited = false) {
      const { userId, itemKey } = requested;
      if (isAwaited) unwritten.set(itemIdOf(userId, itemKey), requested);
      handover.hold(requested);
      const earlier = takings.get(userId);
      const keeping = earlier ? earlier.then(() => keep(requested)) : keep(requested);
      events.tell({ type: 'appending', operation: requested });
      await keeping;
    },
    async replaceAll(all: readonly Operation[]) {
      const [first, ...others] = all;
      if (!first) return;
      all.forEach(handover.hold);
      const add = all.map(operation => withoutNumber({ ...operation, status: 'pending' }));
      const kept = await keepOnce(parts, [first, ...others], stored => ({ remove: stored, add }));
      if ('elsewhere' in kept) kept.elsewhere.forEach((stored, at) => tellKeptElsewhere(all[at]!, stored));
    },
    /** Takes an item's operation for sending while it is being stored. It is stored as possibly sent. */
    takeUnwritten(userId: string, itemKey: string): Operation | undefined {
      const item = itemIdOf(userId, itemKey);
      const requested = unwritten.get(item);
      if (!requested) return undefined;
      unwritten.delete(item);
      taken.add(requested.id);
      handover.hold({ ...requested, isAttempted: true });
      return { ...requested, status: 'pending' };
    },
    /** Stores the operations that other pages handed over, after any takeover in progress. */
    async takeOver(userId: string) {
      const taken = takeOver(parts, userId, {
        keep: operation => keep({ ...operation, userId, isAttempted: true }),
        tell: operation => events.tellAll({ type: 'kept', operation }),
      });
      const taking = Promise.all([takings.get(userId), taken]);
      takings.set(userId, taking);
      await taking.finally(() => takings.get(userId) === taking && takings.delete(userId));
    },
  };
}
