import type { PayloadAction } from '@reduxjs/toolkit';
import { plain } from '../../../lib/text/plain';
import type { Json, Records } from '../../../services/database';
import { withVersion, type RecordItems } from './recordItems';
import type { Failure, Key, RecordListState as State } from './recordState';

/** Putting one item costs what building a list of about so many does: with more to put the list is built anew. */
const PUT_IN_BUILDS = 20;

/** The server's items by id, as a list of records leaves them, and the ids of those that are new or differ. */
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
  // Every id of a record's own is given before the first stand-in.
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

/** Shows a whole list anew, with what is pending on top. `differences` are the ids of what is new, changed or gone. */
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

/** Takes the server's version of single records (null: deleted). */
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

/** The reducers of records that arrive: from the device's copy, as an answer, or by the live listener. */
export function arrivalsOf<Item extends object, Id extends Key>(list: RecordItems<Item, Id>) {
  const { definition, pendingOf, allPending, allItems, show, showLive } = list;
  const { idOf } = definition;

  const takeRecords = (state: State<Item, Id>, records: Records) => takeEach(list, state, records);

  /** Takes a whole list: what it lacks is gone, but for what changed since it was asked for. */
  function takeList(state: State<Item, Id>, records: Records, changed: Record<string, true>, isLive = false) {
    const before = plain(state);
    const { versions, differences } = versionsOf(list, before, records, changed);
    const pending = allPending(before);
    const unchanged = versions.size - differences.length;
    let count = 0;
    for (const bucket of Object.values(before.items)) count += bucket.length;
    // Most lists are what is known already: where as many are as they were, none is gone.
    if (pending.length > 0 || unchanged < count) {
      for (const known of allItems(before)) {
        const id = idOf(known);
        if (!versions.has(id) && !pendingOf(before, id)) differences.push(id);
      }
      for (const { id, base } of pending) if (base && !versions.has(id)) differences.push(id);
    }
    if (differences.length > 0) state.newsCount++;
    if (differences.length * PUT_IN_BUILDS > versions.size)
      return rebuild(list, state, versions, differences, isLive);
    for (const id of differences) (isLive ? showLive : show)(state, id, versions.get(id) ?? null);
  }

  return {
    /** The list is asked for. */
    requested(state: State<Item, Id>) {
      Object.assign(state, { phase: 'loading', failure: null, changedWhileLoading: {}, isOvertaken: false });
    },
    /** Some items of the device's copy: more is to come. */
    partRestored(state: State<Item, Id>, { payload }: PayloadAction<Records>) {
      if (!state.isKnown && state.phase !== 'loaded')
        takeList(state, payload, plain(state.changedWhileLoading));
    },
    /** The device's copy of the last visit, while the server is asked. */
    restored(state: State<Item, Id>, { payload }: PayloadAction<Records>) {
      if (state.isKnown || state.phase === 'loaded') return;
      takeList(state, payload, plain(state.changedWhileLoading));
      state.isKnown = true;
    },
    /** The server's answer. */
    loaded(state: State<Item, Id>, { payload }: PayloadAction<Records>) {
      if (!state.isOvertaken) takeList(state, payload, plain(state.changedWhileLoading));
      Object.assign(state, { isKnown: true, phase: 'loaded', changedWhileLoading: {} });
    },
    loadFailed(state: State<Item, Id>, { payload: failure }: PayloadAction<Failure>) {
      if (state.isLive) state.phase = 'loaded';
      else Object.assign(state, { phase: 'failed', failure });
      state.changedWhileLoading = {};
    },
    /**
     * The live listener's first list, and again after each lost connection. A read goes on: what lies beside the records
     * comes with its answer, which may be older than what arrives live until then.
     */
    listArrived(state: State<Item, Id>, { payload }: PayloadAction<Records>) {
      takeList(state, payload, {}, true);
      if (state.phase !== 'loading') state.phase = 'loaded';
      Object.assign(state, { isKnown: true, failure: null, isOvertaken: true, isLive: true });
    },
    /** Records changed on the server, here or elsewhere (null: deleted). */
    recordsArrived(state: State<Item, Id>, { payload }: PayloadAction<Records>) {
      takeRecords(state, payload);
    },
    takeRecords,
  };
}
