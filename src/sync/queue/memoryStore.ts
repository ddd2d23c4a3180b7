import { entriesAfter, noTotals, totalsAfter, type LogEntry, type Totals } from './operationLog';
import { inOrder, type Operation } from '../operations';
import type { OperationStore } from './operationStore';

/** Behind every number that a device gives, so that what is in memory comes after what the device has. */
const FIRST_IN_MEMORY = 2 ** 40;

/** Operations by item, in order. */
export type ItemOperations = Map<string, Operation[]>;
/** A user's item as one string. */
export const itemIdOf = (userId: string, itemKey: string) => JSON.stringify([userId, itemKey]);

/** Works like the device's, until the tab is closed. */
export function openMemoryStore(items: ItemOperations = new Map()): OperationStore {
  let number = FIRST_IN_MEMORY;
  const log = new Map<number, LogEntry>();
  const totals = new Map<string, Totals>();
  const ofUser = <One extends { userId: string }>(all: Iterable<One>, userId: string) =>
    [...all].filter(one => one.userId === userId);
  const all = (userId: string) => ofUser([...items.values()].flat(), userId).sort(inOrder);
  return {
    all: async userId => all(userId),
    log: async userId => ({
      operations: all(userId),
      entries: ofUser(log.values(), userId),
      totals: totals.get(userId) ?? noTotals,
    }),
    ofItem: async (userId, itemKey) => items.get(itemIdOf(userId, itemKey)) ?? [],
    async change(userId, itemKey, decide) {
      const operations = items.get(itemIdOf(userId, itemKey)) ?? [];
      const change = decide(operations);
      const { put = [], add = [] } = change;
      const added = add.map(one => ({ ...one, number: number++ }));
      const remove = [...(change.remove ?? []), ...(change.isCancelling ? added : [])];
      const isIn = (some: Operation[], { number: one }: Operation) =>
        some.some(other => other.number === one);
      const rest = operations
        .filter(one => !isIn(remove, one))
        .map(one => put.find(changed => changed.number === one.number) ?? one);
      const there = change.isCancelling ? [] : added;
      items.set(itemIdOf(userId, itemKey), [...rest, ...there]);
      const logged = { ...change, remove, added };
      entriesAfter(logged, one => log.get(one)).forEach(entry => log.set(entry.number, entry));
      totals.set(userId, totalsAfter(totals.get(userId) ?? noTotals, logged));
      return there;
    },
    async clear(userId) {
      const operations = all(userId);
      for (const { itemKey } of operations) items.delete(itemIdOf(userId, itemKey));
      for (const [one, entry] of log) if (entry.userId === userId) log.delete(one);
      totals.delete(userId);
      return operations;
    },
    async forgetEnded(_userId, signedIn) {
      const held = [...items.values()].flat();
      for (const [one, { userId }] of log)
        if (userId !== signedIn && held.every(({ number }) => number !== one)) log.delete(one);
      for (const userId of totals.keys()) {
        const made = ofUser(held, userId).length;
        if (userId === signedIn) continue;
        if (made > 0) totals.set(userId, { ...noTotals, made });
        else totals.delete(userId);
      }
    },
  };
}
