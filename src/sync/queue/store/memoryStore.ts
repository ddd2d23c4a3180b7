import { entriesAfter, type LogEntry } from './operationLog';
import { inOrder, type Operation } from '../../operations';
import type { OperationStore } from './operationStore';

/** Greater than the numbers that a device assigns, so that operations in memory sort behind stored ones. */
const FIRST_IN_MEMORY = 2 ** 40;

/** Operations by item, in order. */
export type ItemOperations = Map<string, Operation[]>;
/** The key for a user's item. */
export const itemIdOf = (userId: string, itemKey: string) => JSON.stringify([userId, itemKey]);

/** Behaves like the device's store, until the tab is closed. */
export function openMemoryStore(items: ItemOperations = new Map()): OperationStore {
  let number = FIRST_IN_MEMORY;
  const log = new Map<number, LogEntry>();
  const ofUser = <One extends { userId: string }>(all: Iterable<One>, userId: string) =>
    [...all].filter(owned => owned.userId === userId);
  const all = (userId: string) => ofUser([...items.values()].flat(), userId).sort(inOrder);
  return {
    all: async userId => all(userId),
    log: async userId => ({ operations: all(userId), entries: ofUser(log.values(), userId) }),
    lost: () => [],
    async change(userId, itemKey, decide) {
      const operations = items.get(itemIdOf(userId, itemKey)) ?? [];
      const change = decide(operations);
      const { put = [], add = [] } = change;
      const added = add.map(operation => ({ ...operation, number: number++ }));
      const remove = [...(change.remove ?? []), ...(change.isCancelling ? added : [])];
      const isSame = (a: Operation) => (b: Operation) => a.number === b.number;
      const rest = operations
        .filter(operation => !remove.some(isSame(operation)))
        .map(operation => put.find(isSame(operation)) ?? operation);
      const kept = change.isCancelling ? [] : added;
      items.set(itemIdOf(userId, itemKey), [...rest, ...kept]);
      const logged = { ...change, remove, added };
      entriesAfter(logged, key => log.get(key)).forEach(entry => log.set(entry.number, entry));
      return kept;
    },
    async clear(userId) {
      const operations = all(userId);
      for (const { itemKey } of operations) items.delete(itemIdOf(userId, itemKey));
      for (const [key, entry] of log) if (entry.userId === userId) log.delete(key);
      return operations;
    },
    async forgetEnded(_userId, signedIn) {
      const held = [...items.values()].flat();
      for (const [key, { userId }] of log)
        if (userId !== signedIn && held.every(operation => operation.number !== key)) log.delete(key);
    },
  };
}
