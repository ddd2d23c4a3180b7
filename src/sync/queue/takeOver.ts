import type { openHandover, Handover } from '../../lib/deviceDatabase/handover';
import type { Operation } from '../operations';
import type { ItemChange } from './itemChanges';
import type { OperationStore } from './store/operationStore';

/** The rules for handing operations over from page to page: those of one step together. By default they go nowhere. */
export const handedOver: Parameters<typeof openHandover<Operation>>[0] = {
  storageOf: () => {
    throw new Error('No storage');
  },
  name: 'daywall-unkept',
  pageId: '',
  idOf: ({ id }) => id,
  groupOf: ({ id, changeId = id }) => changeId,
  isItem: (stored): stored is Operation => {
    const { id, itemKey, kind } = (stored ?? {}) as Partial<Operation>;
    return [id, itemKey, kind].every(field => typeof field === 'string');
  },
};

/** Changes an item's operations in one step, and emits the events. Returns the added operations. */
export type ChangeItem = (
  userId: string,
  itemKey: string,
  decide: (operations: Operation[]) => ItemChange,
) => Promise<Operation[]>;

type Parts = { handover: Handover<Operation>; operations: OperationStore; change: ChangeItem };

/** The result of storing operations once: the added ones, or the current state of those already stored. */
export type KeptOnce = { added: Operation[] } | { elsewhere: (Operation | undefined)[] };

/** A user's current and finished operations in the store, by id. */
async function readKnown(operations: OperationStore, userId: string) {
  const { entries, operations: stored } = await operations.log(userId);
  return new Map<string, Operation | undefined>([
    ...entries.map(({ id }) => [id, undefined] as const),
    ...stored.map(operation => [operation.id, operation] as const),
  ]);
}

/**
 * Adds operations of one item by `decide` once, although two pages may try: when a hidden page hands over its writes,
 * another page takes them over, and the first one continues. The store's log has the ids of all operations.
 */
export async function keepOnce(
  { handover, operations, change }: Parts,
  requested: readonly [Operation, ...Operation[]],
  decide: (operations: Operation[]) => ItemChange,
): Promise<KeptOnce> {
  const [{ id, userId, itemKey }] = requested;
  let state = 'decided' as 'decided' | 'stored' | 'taken';
  const keep = (isSure: boolean) =>
    change(userId, itemKey, stored => {
      if (stored.some(operation => operation.id === id)) state = 'stored';
      else state = !isSure && handover.isTaken(userId) ? 'taken' : 'decided';
      return state === 'decided' ? decide(stored) : {};
    });
  let added = await keep(false);
  if (state === 'taken' && !(await readKnown(operations, userId)).has(id)) added = await keep(true);
  handover.release(requested.map(operation => operation.id));
  if (state === 'decided') return { added };
  const known = await readKnown(operations, userId);
  return { elsewhere: requested.map(operation => known.get(operation.id)) };
}

/**
 * Stores operations handed over by other pages that the store never had. Those it has may not have been announced, so
 * they are reported by `tell`.
 */
export async function takeOver(
  { handover, operations }: Parts,
  userId: string,
  { keep, tell }: { keep: (operation: Operation) => Promise<void>; tell: (stored: Operation) => void },
) {
  const taken = handover.take(userId);
  if (taken.length === 0) return;
  const known = await readKnown(operations, userId);
  const isKnown = ({ id }: Operation) => known.has(id);
  handover.release(taken.filter(isKnown).map(({ id }) => id));
  taken.flatMap(({ id }) => known.get(id) ?? []).forEach(tell);
  await Promise.all(taken.filter(operation => !isKnown(operation)).map(keep));
}
