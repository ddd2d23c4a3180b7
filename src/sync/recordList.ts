import type { ActionReducerMapBuilder } from '@reduxjs/toolkit';
import { bucketsBy, type Buckets } from '../lib/buckets';
import { plain } from '../lib/plain';
import type { Json, ListName, Records } from '../services/database';
import type { Kinds } from './kinds';
import {
  inOrder,
  operationChanged,
  operationConfirmed,
  operationDiscarded,
  operationKept,
  operationRequested,
  type Confirmation,
  type Operation,
} from './operations';
import { othersOf as noticeOf, type Others } from './others';
import { operationsRead } from './queueSlice';
import { noneBeside, storedAt, withStored, type BesideState, type Sidecars } from './sidecars';

export type Failure = { code: string; message: string };

/**
 * The unconfirmed operations on one item, in order, over the server's version of it (null: the server has none). `heard`
 * are the last versions that the live listener told since the first of them was requested.
 */
export type Pending<Item, Id> = {
  id: Id;
  base: Item | null;
  operations: Operation[];
  heard?: (Item | null)[];
};

/** So many versions are remembered of an item with pending operations: its own, and what follows in the same moment. */
const HEARD = 4;

/**
 * A list of records as a slice holds it: what the screen shows, which is the server's version with this device's
 * unconfirmed operations on top, and how reading it goes. It can be told by a read and by a live listener at once.
 */
export type RecordListState<Item, Id extends string | number> = {
  phase: 'idle' | 'loading' | 'loaded' | 'failed';
  failure: Failure | null;
  /** True once the items may be believed: from the device's copy or from an answer. */
  isKnown: boolean;
  items: Buckets<Item>;
  /** What is not confirmed, by item. */
  pending: Buckets<Pending<Item, Id>>;
  pendingCount: number;
  /** Ids by the record's key in the database, where that is not the id itself. */
  ids: Buckets<KeyedId<Id>>;
  /** The last operation that the server confirmed. */
  confirmedId: string | null;
  /** Keys of records that changed while a read is under way: its answer may be older. */
  changedWhileLoading: Record<string, true>;
  /** The live list arrived while a read is under way: its answer may be older as a whole. */
  isOvertaken: boolean;
  /** The live listener has brought the list: from then on a read that fails is no loss. */
  isLive: boolean;
  /** How many whole lists brought something that was not known. */
  newsCount: number;
  /** What lies beside the records. */
  beside: BesideState;
};
type KeyedId<Id> = { fireId: string; id: Id };

/** What a feature says of its records. `State` is its slice's. */
export type RecordDefinition<State, Item, Id> = {
  list: ListName;
  sidecars: Sidecars<Item>;
  kinds: Kinds;
  idOf(item: Item): Id;
  idOfPayload(payload: never): Id;
  /** The record's key in the database; null until the database has given it one. */
  keyOf(item: Item): string | null;
  /** The key that a payload names, if it does. */
  keyOfPayload(payload: never): string | null;
  /** The item of a stored record, with nothing beside it; null when it is none. Nothing about its shape is promised. */
  parse(record: Json, id: Id, fireId: string): Item | null;
  /** Whether a record says what this item says: most of a list does, at every start. */
  isRecordOf(item: Item, record: Json): boolean;
  /**
   * The id of a record that is not known by its key. `isTaken` tells of ids that other records have. Undefined when the
   * record's own id is missing or taken: `standInId` then gives it one.
   */
  idOfRecord(state: State, fireId: string, record: Json, isTaken: (id: Id) => boolean): Id | undefined;
  standInId(fireId: string, isTaken: (id: Id) => boolean): Id;
  /** Whether an item's id is its record's key. */
  areIdsKeys?: boolean;
  /** What is shown of an item: by default its operations applied to the server's version. */
  shown?(state: State, pending: Pending<Item, Id>, applied: Item | null): Item | null;
  /** Keeps what the slice derives from items, e.g. their order. Called for each item that changed. */
  reindex(state: State, before: Item | undefined, after: Item | null): void;
  /** The same for all items at once. */
  rebuild(state: State, items: readonly Item[]): void;
  /** An operation was requested or kept. */
  requested?(state: State, operation: Operation, id: Id): void;
  /** The server confirmed an operation; called before the item is shown. */
  confirmed?(state: State, operation: Operation, confirmation: Confirmation | undefined): void;
};

/** Putting one item costs what building a list of about so many does: with more to put the list is built anew. */
const PUT_IN_BUILDS = 20;

/** The functions of a slice that keeps a list of records. */
export function recordListBy<
  State extends RecordListState<Item, Id>,
  Item extends object,
  Id extends string | number,
>(definition: RecordDefinition<State, Item, Id>) {
  const { list, sidecars, kinds, idOf, keyOf, isRecordOf } = definition;
  const items = bucketsBy<Item, Id>(idOf);
  const pendings = bucketsBy<Pending<Item, Id>, Id>(({ id }) => id);
  const keyedIds = bucketsBy<KeyedId<Id>, string>(({ fireId }) => fireId);

  const initialState: RecordListState<Item, Id> = {
    phase: 'idle',
    failure: null,
    isKnown: false,
    items: items.empty,
    pending: pendings.empty,
    pendingCount: 0,
    ids: keyedIds.empty,
    confirmedId: null,
    changedWhileLoading: {},
    isOvertaken: false,
    isLive: false,
    newsCount: 0,
    beside: noneBeside(list),
  };

  type Read = Pick<State, 'items' | 'pending' | 'ids'>;
  /** A kind that only a newer version of the app knows changes no item: not even its payload's shape is known. */
  const owns = ({ kind }: Pick<Operation, 'kind'>) => Object.hasOwn(kinds, kind);
  const shownItem = (state: Read, id: Id): Item | undefined => items.get(plain(state.items), id);
  const pendingOf = (state: Read, id: Id): Pending<Item, Id> | undefined =>
    pendings.get(plain(state.pending), id);
  const operationsOf = (state: Read, id: Id): Operation[] => pendingOf(state, id)?.operations ?? [];
  const allPending = (state: Read): Pending<Item, Id>[] => [...pendings.all(plain(state.pending))];
  const allItems = (state: Read): Iterable<Item> => items.all(plain(state.items));
  /** The server's version of an item. */
  const serverItem = (state: Read, id: Id): Item | null => {
    const pending = pendingOf(state, id);
    return pending ? pending.base : (shownItem(state, id) ?? null);
  };
  /** The id of the item with this key, shown or pending. */
  const idOfKey = (state: Read, fireId: string): Id | undefined => {
    if (!definition.areIdsKeys) return keyedIds.get(plain(state.ids), fireId)?.id;
    const id = fireId as Id;
    return shownItem(state, id) || pendingOf(state, id) ? id : undefined;
  };
  const keyOfPending = ({ base, operations }: Pending<Item, Id>): string | null =>
    (base && keyOf(base)) ?? definition.keyOfPayload(operations[0]?.payload as never) ?? null;

  const parse = (state: State, record: Json, id: Id, fireId: string): Item | null => {
    const item = definition.parse(record, id, fireId);
    return item && withStored(sidecars, item, name => storedAt(state, name, fireId));
  };

  const markChanged = (state: State, fireId: string) => {
    if (state.phase === 'loading') state.changedWhileLoading[fireId] = true;
  };
  const setId = (state: State, fireId: string, id: Id | null) => {
    const ids = plain(state.ids);
    state.ids = id === null ? keyedIds.remove(ids, fireId) : keyedIds.put(ids, { fireId, id });
  };

  /** Shows what the server's version and the operations make of an item, and keeps what is pending. */
  function show(
    state: State,
    id: Id,
    base: Item | null,
    operations: Operation[],
    heard = pendingOf(state, id)?.heard ?? [],
  ) {
    const [before, pendingBefore] = [shownItem(state, id), pendingOf(state, id)];
    const pending = { id, base, operations, ...(heard.length > 0 && { heard }) };
    const applied = operations.reduce(
      (item: Item | null, one) => kinds[one.kind]!.apply(item, one) as Item | null,
      base,
    );
    const after = definition.shown ? definition.shown(state, pending, applied) : applied;
    const all = plain(state.pending);
    if (operations.length > 0) state.pending = pendings.put(all, pending);
    else if (pendingBefore) state.pending = pendings.remove(all, id);
    state.pendingCount += operations.length - (pendingBefore?.operations.length ?? 0);
    if (after) state.items = items.put(plain(state.items), after);
    else if (before) state.items = items.remove(plain(state.items), id);
    if (!definition.areIdsKeys) {
      const keyBefore = (pendingBefore && keyOfPending(pendingBefore)) ?? (before && keyOf(before)) ?? null;
      const key = (operations.length > 0 ? keyOfPending(pending) : null) ?? (after && keyOf(after));
      if (keyBefore !== key && keyBefore !== null) setId(state, keyBefore, null);
      if (keyBefore !== key && key !== null) setId(state, key, id);
    }
    definition.reindex(state, before, after);
  }
  const showAgain = (state: State, id: Id) => show(state, id, serverItem(state, id), operationsOf(state, id));

  /** The same of what the live listener told. */
  const showHeard = (state: State, id: Id, base: Item | null, operations = operationsOf(state, id)) =>
    show(state, id, base, operations, [...(pendingOf(state, id)?.heard ?? []), base].slice(-HEARD));

  /** Takes the server's version of single records (null: deleted). */
  function takeRecords(state: State, records: Records) {
    const isTaken = (id: Id) => shownItem(state, id) !== undefined || pendingOf(state, id) !== undefined;
    for (const [fireId, record] of Object.entries(records)) {
      markChanged(state, fireId);
      const known = idOfKey(state, fireId);
      const id =
        known ??
        definition.idOfRecord(plain(state), fireId, record, isTaken) ??
        definition.standInId(fireId, isTaken);
      const item = parse(state, record, id, fireId);
      if (item || known !== undefined) showHeard(state, id, item);
    }
  }

  /** Takes a whole list: what it lacks is gone, but for what changed since it was asked for. */
  function takeList(state: State, records: Records, changed: Record<string, true>, isLive = false) {
    const before = plain(state);
    const { versions, differences } = versionsOf(before, records, changed);
    const pending = allPending(before);
    const unchanged = versions.size - differences.length;
    let count = 0;
    for (const bucket of Object.values(before.items)) count += bucket.length;
    // Most lists are what is known already: where as many are as they were, none is gone.
    if (pending.length > 0 || unchanged < count) {
      for (const item of allItems(before)) {
        const id = idOf(item);
        if (!versions.has(id) && !pendingOf(before, id)) differences.push(id);
      }
      for (const { id, base } of pending) if (base && !versions.has(id)) differences.push(id);
    }
    if (differences.length > 0) state.newsCount++;
    if (differences.length * PUT_IN_BUILDS <= versions.size) {
      for (const id of differences)
        (isLive ? showHeard : show)(state, id, versions.get(id) ?? null, operationsOf(before, id));
      return;
    }
    const settled = [...versions.values()].filter(item => !pendingOf(before, idOf(item)));
    state.items = items.of(settled);
    const keyed = settled.flatMap(item => {
      const fireId = keyOf(item);
      return fireId === null ? [] : { fireId, id: idOf(item) };
    });
    if (!definition.areIdsKeys) state.ids = keyedIds.of(keyed);
    state.pending = pendings.empty;
    state.pendingCount = 0;
    definition.rebuild(state, settled);
    const changedIds = new Set(pending.length > 0 ? differences : []);
    for (const { id, operations, heard = [] } of pending) {
      const version = versions.get(id) ?? null;
      const isHeard = isLive && changedIds.has(id);
      show(state, id, version, operations, isHeard ? [...heard, version].slice(-HEARD) : heard);
    }
  }

  /** The server's items by id, as a list of records leaves them, and the ids of those that are new or differ. */
  function versionsOf(before: State, records: Records, changed: Record<string, true>) {
    const versions = new Map<Id, Item>();
    const differences: Id[] = [];
    const changedKeys = new Set(Object.keys(changed));
    for (const fireId of changedKeys) {
      const id = idOfKey(before, fireId);
      const version = id === undefined ? null : serverItem(before, id);
      if (version) versions.set(idOf(version), version);
    }
    const take = (fireId: string, id: Id, record: Json) => {
      const item = parse(before, record, id, fireId);
      if (!item) return;
      versions.set(id, item);
      differences.push(id);
    };
    const unknown: [string, Json][] = [];
    for (const [fireId, record] of Object.entries(records)) {
      if (changedKeys.has(fireId)) continue;
      const id = idOfKey(before, fireId);
      const known = id === undefined ? null : serverItem(before, id);
      if (known && keyOf(known) === fireId && isRecordOf(known, record)) versions.set(idOf(known), known);
      else if (id !== undefined) take(fireId, id, record);
      else unknown.push([fireId, record]);
    }
    // Every id of a record's own is given before the first stand-in.
    const without: [string, Json][] = [];
    for (const [fireId, record] of unknown) {
      const id = definition.idOfRecord(before, fireId, record, one => versions.has(one));
      if (id === undefined) without.push([fireId, record]);
      else take(fireId, id, record);
    }
    const isTaken = (id: Id) => versions.has(id) || pendingOf(before, id) !== undefined;
    for (const [fireId, record] of without) take(fireId, definition.standInId(fireId, isTaken), record);
    return { versions, differences };
  }

  /** What the slice's events do. */
  const reads = {
    /** The list is asked for. */
    requested(state: State) {
      Object.assign(state, { phase: 'loading', failure: null, changedWhileLoading: {}, isOvertaken: false });
    },
    /** The device's copy of the last visit, while the server is asked. `isPart`: more is to come. */
    restored(state: State, records: Records, isPart = false) {
      if (state.isKnown || state.phase === 'loaded') return;
      takeList(state, records, plain(state.changedWhileLoading));
      if (!isPart) state.isKnown = true;
    },
    /** The server's answer. */
    loaded(state: State, records: Records) {
      if (!state.isOvertaken) takeList(state, records, plain(state.changedWhileLoading));
      Object.assign(state, { isKnown: true, phase: 'loaded', changedWhileLoading: {}, isOvertaken: false });
    },
    loadFailed(state: State, failure: Failure) {
      if (state.isLive) state.phase = 'loaded';
      else Object.assign(state, { phase: 'failed', failure });
      Object.assign(state, { changedWhileLoading: {}, isOvertaken: false });
    },
    /**
     * The live listener's first list, and again after each lost connection. A read goes on: what lies beside the records
     * comes with its answer, which may be older than what is heard until then.
     */
    listArrived(state: State, records: Records) {
      takeList(state, records, {}, true);
      if (state.phase !== 'loading') state.phase = 'loaded';
      Object.assign(state, { isKnown: true, failure: null, isOvertaken: true, isLive: true });
    },
    /** Records changed on the server, here or elsewhere (null: deleted). */
    recordsArrived: takeRecords,
  };

  const without = (operations: readonly Operation[], { id }: Operation) =>
    operations.filter(one => one.id !== id);
  /** The item of an operation: by the key of its record, where this page knows that by another id than the one that asks. */
  const idOfOperation = (state: Read, { id: operationId, payload }: Operation): Id => {
    const id = definition.idOfPayload(payload as never);
    if (operationsOf(state, id).some(one => one.id === operationId)) return id;
    const fireId = definition.keyOfPayload(payload as never);
    return (fireId === null ? undefined : idOfKey(state, fireId)) ?? id;
  };
  const update = (
    state: State,
    operation: Operation,
    change: (operations: Operation[], operation: Operation) => Operation[],
  ) => {
    const id = idOfOperation(state, operation);
    show(state, id, serverItem(state, id), change(operationsOf(state, id), operation));
  };
  const take = (state: State, operation: Operation) => {
    if (!owns(operation)) return;
    definition.requested?.(state, operation, idOfOperation(state, operation));
    update(state, operation, (operations, one) => [...without(operations, one), one].sort(inOrder));
  };
  const confirm = (state: State, operation: Operation, confirmation: Confirmation | undefined) => {
    if (!owns(operation)) return;
    const id = idOfOperation(state, operation);
    const operations = without(operationsOf(state, id), operation);
    state.confirmedId = operation.id;
    definition.confirmed?.(state, operation, confirmation);
    const { record } = confirmation ?? {};
    if (!record || isOlder(state, id, record)) return show(state, id, serverItem(state, id), operations, []);
    const { fireId, value } = record;
    markChanged(state, fireId);
    const base = serverItem(state, id);
    const otherKey = base && keyOf(base) !== fireId ? keyOf(base) : null;
    const isKnown = definition.keyOfPayload(operation.payload as never) === fireId;
    // A browser repeated the add: the record that was heard first goes by another id from now on.
    const isRepeated = base !== null && value !== null && !isKnown && isRecordOf(base, value);
    if (otherKey !== null && !isRepeated) {
      // Another tab knows the record by an id that is another record's here.
      show(state, id, base, operations, []);
      return takeRecords(state, { [fireId]: value });
    }
    // The record may have arrived under another id before its key was known.
    const other = idOfKey(state, fireId);
    if (other !== undefined && other !== id) show(state, other, null, operationsOf(state, other));
    show(state, id, parse(state, value, id, fireId), operations, []);
    if (otherKey !== null) takeRecords(state, { [otherKey]: value });
  };
  /**
   * Whether what an answer says of a record is older than what is known of it. The answer and the live listener come by
   * two connections: what the operation wrote, and what another device wrote after it, may have been heard before.
   */
  const isOlder = (state: State, id: Id, { fireId, value, before }: NonNullable<Confirmation['record']>) => {
    const says = (item: Item | null, record: Json) =>
      item && record !== null ? keyOf(item) === fireId && isRecordOf(item, record) : !item && record === null;
    const { base = null, heard = [] } = pendingOf(state, id) ?? {};
    if (heard.some(item => says(item, value))) return true;
    return heard.length > 0 && before !== undefined && !says(base, before);
  };
  const readAll = (state: State, all: readonly Operation[]) => {
    const before = plain(state);
    const byId = new Map<Id, Operation[]>(allPending(before).map(({ id }) => [id, []]));
    for (const operation of all.filter(owns)) {
      const id = idOfOperation(before, operation);
      const operations = byId.get(id);
      if (operations) operations.push(operation);
      else byId.set(id, [operation]);
    }
    for (const [id, operations] of byId)
      if (!areSame(operations, operationsOf(before, id))) show(state, id, serverItem(before, id), operations);
  };

  /** Lets the slice follow the queue. To be called behind the slice's own cases. */
  const followQueue = (builder: ActionReducerMapBuilder<State>) =>
    builder
      .addMatcher(operationsRead.match, (state, { payload }) => readAll(state as State, payload))
      .addMatcher(operationRequested.match, (state, { payload }) => take(state as State, payload))
      .addMatcher(operationKept.match, (state, { payload }) => take(state as State, payload))
      .addMatcher(operationChanged.match, (state, { payload }) => {
        if (owns(payload))
          update(state as State, payload, (operations, changed) =>
            operations.map(one => (one.id === changed.id ? changed : one)),
          );
      })
      .addMatcher(operationDiscarded.match, (state, { payload }) => {
        if (owns(payload)) update(state as State, payload, without);
      })
      .addMatcher(operationConfirmed.match, (state, { payload }) =>
        confirm(state as State, payload.operation, payload.confirmation),
      );

  /** What a person is told at an item; nothing once they have dismissed it here. */
  const othersOf = (state: Read & Pick<State, 'beside'>, id: Id): Others | undefined => {
    const item = shownItem(state, id);
    const fireId = item && keyOf(item);
    if (!fireId || operationsOf(state, id).some(({ kind }) => kinds[kind]?.isDismissal)) return undefined;
    return noticeOf(storedAt(state, 'others', fireId));
  };

  return {
    initialState,
    list,
    sidecars,
    othersOf,
    item: shownItem,
    serverItem,
    pendingOf,
    allPending,
    allItems,
    idOfKey,
    show,
    showHeard,
    showAgain,
    reads,
    followQueue,
    /** All keys. Costs the whole list. */
    allKeys: (state: Read): string[] => Array.from(allItems(state)).flatMap(item => keyOf(item) ?? []),
    /** What changed between two versions of `items`. */
    changes: items.changes,
  };
}

/** What comes back from the device is the same but for `isAttempted`, which the page that sends notes there. */
const isSameOperation = (a: Operation, b: Operation) =>
  a === b || JSON.stringify({ ...a, isAttempted: true }) === JSON.stringify({ ...b, isAttempted: true });
const areSame = (a: readonly Operation[], b: readonly Operation[]) =>
  a.length === b.length && a.every((operation, at) => isSameOperation(operation, b[at]!));
