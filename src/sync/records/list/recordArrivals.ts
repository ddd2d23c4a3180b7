import type { PayloadAction } from '@reduxjs/toolkit';
import { plain } from '../../../lib/text/plain';
import type { Json, Records } from '../../../services/database';
import { withVersion, type RecordItems } from './recordItems';
import type { Failure, Key, RecordListState as State } from './recordState';

/** Putting a single item costs as much as building a list of about so many items; above that the list is built anew. */
const PUT_IN_BUILDS = 20;

/** The server's items by id, and the ids of those that are new or changed. */
function versionsOf<Item extends object, Id extends Key>(
  { definition, idOfKey, serverItem, pendingOf, parse }: RecordItems<Item, Id>,
  before: State<Item, Id>,
  records: Records,
  changed: Record<string, true>,
) {
  const { idOf, keyOf, isRecordOf, newIds } = definition;
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
    else if (id !== undefined || !newIds) take(fireId, id ?? (fireId as Id), record);
    else unknown.push([fireId, record]);
  }
  // All records with a valid id of their own get it before stand-in ids are assigned.
  const withoutId: [string, Json][] = [];
  for (const [fireId, record] of unknown) {
    const id = newIds!.own(before, record, taken => versions.has(taken));
    if (id === undefined) withoutId.push([fireId, record]);
    else take(fireId, id, record);
  }
  const isTaken = (id: Id) => versions.has(id) || pendingOf(before, id) !== undefined;
  for (const [fireId, record] of withoutId) take(fireId, newIds!.standIn(fireId, isTaken), record);
  return { versions, differences };
}

/** Rebuilds a whole list, with pending operations on top. `differences` are the ids of new, changed and removed items. */
function rebuild<Item extends object, Id extends Key>(
  { definition, buckets, allPending, pendingOf, show }: RecordItems<Item, Id>,
  state: State<Item, Id>,
  versions: Map<Id, Item>,
  differences: readonly Id[],
  isLive: boolean,
) {
  const { idOf, keyOf, newIds } = definition;
  const before = plain(state);
  const pending = allPending(before);
  const confirmed = [...versions.values()].filter(item => !pendingOf(before, idOf(item)));
  state.items = buckets.items.of(confirmed);
  const keyed = confirmed.flatMap(item => {
    const fireId = keyOf(item);
    return fireId === null ? [] : { fireId, id: idOf(item) };
  });
  if (newIds) state.ids = buckets.keyedIds.of(keyed);
  state.pending = buckets.pendings.empty;
  state.pendingCount = 0;
  definition.rebuild(state, confirmed);
  const changedIds = new Set(pending.length > 0 ? differences : []);
  for (const { id, operations, recentVersions = [] } of pending) {
    const version = versions.get(id) ?? null;
    const isNew = isLive && changedIds.has(id);
    show(state, id, version, operations, isNew ? withVersion(recentVersions, version) : recentVersions);
  }
}

/** Applies the server's version of single records (null: deleted). */
function takeEach<Item extends object, Id extends Key>(
  list: RecordItems<Item, Id>,
  state: State<Item, Id>,
  records: Records,
) {
  const { newIds } = list.definition;
  const isTaken = (id: Id) => list.item(state, id) !== undefined || list.pendingOf(state, id) !== undefined;
  const newId = (fireId: string, record: Json): Id =>
    newIds ? (newIds.own(plain(state), record, isTaken) ?? newIds.standIn(fireId, isTaken)) : (fireId as Id);
  for (const [fireId, record] of Object.entries(records)) {
    list.markChanged(state, fireId);
    const known = list.idOfKey(state, fireId);
    const id = known ?? newId(fireId, record);
    const version = list.parse(state, record, id, fireId);
    if (version || known !== undefined) list.showLive(state, id, version);
  }
}

/** The reducers for records that arrive: from the device's copy, from an answer, or live. */
export function arrivalsOf<Item extends object, Id extends Key>(list: RecordItems<Item, Id>) {
  const { definition, pendingOf, allPending, allItems, show, showLive } = list;
  const { idOf } = definition;
  const whole = `${definition.list}/`;

  const takeRecords = (state: State<Item, Id>, records: Records) => takeEach(list, state, records);

  /** Applies a whole list: records that are missing in it are removed, unless they changed since it was requested. */
  function takeList(state: State<Item, Id>, records: Records, changed: Record<string, true>, isLive = false) {
    const before = plain(state);
    const { versions, differences } = versionsOf(list, before, records, changed);
    const pending = allPending(before);
    const unchanged = versions.size - differences.length;
    let count = 0;
    for (const bucket of Object.values(before.items)) count += bucket.length;
    // Most lists contain no news: when the number of unchanged items equals the total, none was removed.
    if (pending.length > 0 || unchanged < count) {
      for (const known of allItems(before)) {
        const id = idOf(known);
        if (!versions.has(id) && !pendingOf(before, id)) differences.push(id);
      }
      for (const { id, base } of pending) if (base && !versions.has(id)) differences.push(id);
    }
    if (differences.length * PUT_IN_BUILDS > versions.size)
      return rebuild(list, state, versions, differences, isLive);
    for (const id of differences) (isLive ? showLive : show)(state, id, versions.get(id) ?? null);
  }

  return {
    /** The list was requested. */
    requested(state: State<Item, Id>) {
      Object.assign(state, { phase: 'loading', failure: null, changedWhileLoading: {} });
    },
    /** The device's copy of the last visit, while the server's answer is pending. */
    restored(state: State<Item, Id>, { payload }: PayloadAction<Records>) {
      if (!state.isKnown) takeList(state, payload, plain(state.changedWhileLoading));
      state.isKnown = true;
    },
    /** The server's answer. */
    loaded(state: State<Item, Id>, { payload }: PayloadAction<Records>) {
      const changed = plain(state.changedWhileLoading);
      if (!(whole in changed)) takeList(state, payload, changed);
      Object.assign(state, { isKnown: true, phase: 'loaded', changedWhileLoading: {} });
    },
    loadFailed(state: State<Item, Id>, { payload: failure }: PayloadAction<Failure>) {
      if (state.isLive) state.phase = 'loaded';
      else Object.assign(state, { phase: 'failed', failure });
      state.changedWhileLoading = {};
    },
    /**
     * The live listener's first list, and again after each lost connection. A read in progress continues, because its
     * answer includes the sidecars; its records may be older than the live ones.
     */
    listArrived(state: State<Item, Id>, { payload }: PayloadAction<Records>) {
      takeList(state, payload, {}, true);
      list.markChanged(state, whole);
      if (state.phase !== 'loading') state.phase = 'loaded';
      Object.assign(state, { isKnown: true, failure: null, isLive: true });
    },
    /** Records changed on the server, by this device or another (null: deleted). */
    recordsArrived(state: State<Item, Id>, { payload }: PayloadAction<Records>) {
      takeRecords(state, payload);
    },
    takeRecords,
  };
}
