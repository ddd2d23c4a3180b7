import { bucketsBy } from '../../../lib/days/buckets';
import { plain } from '../../../lib/text/plain';
import type { Json } from '../../../services/database';
import type { Operation } from '../../operations';
import type { Key, KeyedId, Pending, RecordDefinition, RecordListState as State } from './recordState';
import { storedAt, withStored } from '../sidecars';

/** The number of recent versions kept for an item with pending operations: its own, and those that follow at once. */
const RECENT_VERSIONS = 4;

/** The key that a payload names, null when it names none. */
export const keyOfPayload = (payload: unknown): string | null =>
  (payload as { fireId?: string | null } | undefined)?.fireId ?? null;

/** Adds a version to the recent ones. */
export const withVersion = <Item>(versions: readonly (Item | null)[] = [], version: Item | null) =>
  [...versions, version].slice(-RECENT_VERSIONS);

/** Lookups in a record list: by id, by key, and including pending items. */
export function itemsOf<Item extends object, Id extends Key>(
  definition: RecordDefinition<State<Item, Id>, Item, Id>,
) {
  const { keyOf, newIds } = definition;
  const items = bucketsBy<Item, Id>(definition.idOf);
  const pendings = bucketsBy<Pending<Item, Id>, Id>(({ id }) => id);
  const keyedIds = bucketsBy<KeyedId<Id>, string>(({ fireId }) => fireId);

  type Read = Pick<State<Item, Id>, 'items' | 'pending' | 'ids'>;
  const item = (state: Read, id: Id): Item | undefined => items.get(plain(state.items), id);
  const pendingOf = (state: Read, id: Id): Pending<Item, Id> | undefined =>
    pendings.get(plain(state.pending), id);
  const operationsOf = (state: Read, id: Id): Operation[] => pendingOf(state, id)?.operations ?? [];
  /** The server's version of an item. */
  const serverItem = (state: Read, id: Id): Item | null => {
    const pending = pendingOf(state, id);
    return pending ? pending.base : (item(state, id) ?? null);
  };
  /** The id of the item with this key, displayed or pending. */
  const idOfKey = (state: Read, fireId: string): Id | undefined => {
    if (newIds) return keyedIds.get(plain(state.ids), fireId)?.id;
    const id = fireId as Id;
    return item(state, id) || pendingOf(state, id) ? id : undefined;
  };

  return {
    definition,
    buckets: { items, pendings, keyedIds },
    item,
    pendingOf,
    operationsOf,
    allPending: (state: Read): Pending<Item, Id>[] => [...pendings.all(plain(state.pending))],
    allItems: (state: Read): Iterable<Item> => items.all(plain(state.items)),
    serverItem,
    idOfKey,
    /** The item of an operation, found by its record's key in case this page uses another id for it. */
    idOfOperation(state: Read, { id: operationId, payload }: Operation): Id {
      const id = definition.idOfPayload(payload as never);
      if (operationsOf(state, id).some(operation => operation.id === operationId)) return id;
      const fireId = keyOfPayload(payload);
      return (fireId === null ? undefined : idOfKey(state, fireId)) ?? id;
    },
    keyOfPending: ({ base, operations }: Pending<Item, Id>): string | null =>
      (base && keyOf(base)) ?? keyOfPayload(operations[0]?.payload),
    /** The item of a stored record and its sidecars; null when the record is invalid. */
    parse(state: State<Item, Id>, record: Json, id: Id, fireId: string): Item | null {
      const parsed = definition.parse(record, id, fireId);
      return parsed && withStored(definition.sidecars, parsed, name => storedAt(state, name, fireId));
    },
  };
}
type ItemsOf<Item extends object, Id extends Key> = ReturnType<typeof itemsOf<Item, Id>>;

/** Changes to the items of a record list. */
export function showOf<Item extends object, Id extends Key>(found: ItemsOf<Item, Id>) {
  const { definition, buckets, item, pendingOf, keyOfPending } = found;
  const { items, pendings, keyedIds } = buckets;
  const { keyOf, kinds } = definition;

  const setId = (state: State<Item, Id>, fireId: string, id: Id | null) => {
    const ids = plain(state.ids);
    state.ids = id === null ? keyedIds.remove(ids, fireId) : keyedIds.put(ids, { fireId, id });
  };
  /** Displays the result of an item's server version and operations, and stores the pending ones. */
  function show(
    state: State<Item, Id>,
    id: Id,
    base: Item | null,
    operations = found.operationsOf(state, id),
    recentVersions = pendingOf(state, id)?.recentVersions ?? [],
  ) {
    const [before, pendingBefore] = [item(state, id), pendingOf(state, id)];
    const pending = { id, base, operations, ...(recentVersions.length > 0 && { recentVersions }) };
    const applied = operations.reduce(
      (on: Item | null, operation) => kinds[operation.kind]!.apply(on, operation) as Item | null,
      base,
    );
    const after = definition.shown ? definition.shown(state, pending, applied) : applied;
    const all = plain(state.pending);
    if (operations.length > 0) state.pending = pendings.put(all, pending);
    else if (pendingBefore) state.pending = pendings.remove(all, id);
    state.pendingCount += operations.length - (pendingBefore?.operations.length ?? 0);
    if (after) state.items = items.put(plain(state.items), after);
    else if (before) state.items = items.remove(plain(state.items), id);
    if (definition.newIds) {
      const keyBefore = (pendingBefore && keyOfPending(pendingBefore)) ?? (before && keyOf(before)) ?? null;
      const key = (operations.length > 0 ? keyOfPending(pending) : null) ?? (after && keyOf(after));
      if (keyBefore !== key && keyBefore !== null) setId(state, keyBefore, null);
      if (keyBefore !== key && key !== null) setId(state, key, id);
    }
    definition.reindex(state, before, after);
  }
  return {
    ...found,
    show,
    /** Displays a server version from the live listener in the same way. */
    showLive: (state: State<Item, Id>, id: Id, base: Item | null) =>
      show(
        state,
        id,
        base,
        found.operationsOf(state, id),
        withVersion(pendingOf(state, id)?.recentVersions, base),
      ),
    markChanged(state: State<Item, Id>, note: string) {
      if (state.phase === 'loading') state.changedWhileLoading[note] = true;
    },
  };
}

/** The items of a record list: lookups and changes. */
export type RecordItems<Item extends object, Id extends Key> = ReturnType<typeof showOf<Item, Id>>;
