import { inOrder, type Operation } from '../../operations';
import { nextNumber } from './leftSteps';
import { entriesAfter, type LogEntry } from './operationLog';
import type { OperationStore } from './operationStore';

/** Operations by item, in order. */
export type ItemOperations = Map<string, Operation[]>;
/** The key for a user's item. */
export const itemIdOf = (userId: string, itemKey: string) => JSON.stringify([userId, itemKey]);

/** Behaves like the device's store, until the tab is closed. */
export function openMemoryStore(items: ItemOperations = new Map()): OperationStore {
  const stored = entriesAfter({ added: [...items.values()].flat() }, () => undefined);
  const log = new Map<number, LogEntry>(stored.map(entry => [entry.number, entry]));
  const ofUser = <One extends { userId: string }>(all: Iterable<One>, userId: string) =>
    [...all].filter(owned => owned.userId === userId);
  const all = (userId: string) => ofUser([...items.values()].flat(), userId).sort(inOrder);
  return {
    all: async userId => all(userId),
    left: () => [],
    log: async userId => ({ operations: all(userId), entries: ofUser(log.values(), userId) }),
    async change(userId, itemKey, decide, options = {}) {
      const first = options.requested?.[0];
      const operations = items.get(itemIdOf(userId, itemKey)) ?? [];
      const known = first && operations.find(({ id }) => id === first.id);
      if (known || (first && [...log.values()].some(({ id }) => id === first.id)))
        return { added: [], put: [], removed: [], known: known ?? null };
      const change = decide(operations);
      const { put = [], add = [] } = change;
      const added = add.map(operation => ({ ...operation, number: nextNumber() }));
      const removed = [...(change.remove ?? []), ...(change.isCancelling ? added : [])];
      const isSame = (a: Operation) => (b: Operation) => a.number === b.number;
      const rest = operations
        .filter(operation => !removed.some(isSame(operation)))
        .map(operation => put.find(isSame(operation)) ?? operation);
      const kept = change.isCancelling ? [] : added;
      items.set(itemIdOf(userId, itemKey), [...rest, ...kept]);
      const logged = { ...change, remove: removed, added };
      entriesAfter(logged, number => log.get(number)).forEach(entry => log.set(entry.number, entry));
      return { added: kept, put, removed, isConfirmed: change.isConfirmed };
    },
    async clear(userId) {
      const operations = all(userId);
      for (const { itemKey } of operations) items.delete(itemIdOf(userId, itemKey));
      for (const [number, entry] of log) if (entry.userId === userId) log.delete(number);
      return operations;
    },
    async forgetEnded(signedIn) {
      const held = new Set([...items.values()].flat().map(({ number }) => number));
      for (const [number, { userId }] of log)
        if (userId !== signedIn && !held.has(number)) log.delete(number);
    },
  };
}
