import type { PayloadAction } from '@reduxjs/toolkit';
import { besideRecords, type BesideList } from '../../../services/databasePaths';
import { plain } from '../../../lib/text/plain';
import type { Json, Records } from '../../../services/database';
import type { Confirmation } from '../../operations';
import type { RecordItems } from './recordItems';
import type { Key, RecordListState as State } from './recordState';
import { areSameStored, changedValue, storedAt, storedByKey } from '../sidecars';

/** A list of sidecars arrived: read whole (`loaded`), live and whole (`list`), or live changes. */
export type SidecarArrival = { list: BesideList; type: 'loaded' | 'list' | 'changes'; records: Records };

/**
 * The reducers of sidecars, which are read with their records and followed live. A live value that arrives during a
 * read is newer than its answer.
 */
export function sidecarArrivalsOf<Item extends object, Id extends Key>(items: RecordItems<Item, Id>) {
  const { definition, idOfKey, serverItem, pendingOf, showLive, markChanged } = items;
  const { list: ofList, sidecars } = definition;
  const nameOf = (list: string) => besideRecords[ofList].find(sidecar => sidecar.list === list)?.name;

  /** Updates the displayed record, if it is listed. */
  function show(state: State<Item, Id>, name: string, fireId: string, value: Json) {
    const id = idOfKey(state, fireId);
    const base = id === undefined ? null : serverItem(state, id);
    const sidecar = sidecars[name];
    if (base && sidecar) showLive(state, id!, sidecar.onto(base, value));
  }
  function put(state: State<Item, Id>, name: string, fireId: string, value: Json) {
    const values = plain(state.beside[name]!);
    if (areSameStored(storedAt(state, name, fireId), value)) return;
    state.beside[name] =
      value === null ? storedByKey.remove(values, fireId) : storedByKey.put(values, { fireId, value });
    show(state, name, fireId, value);
  }

  function takeList(state: State<Item, Id>, name: string, list: string, news: Records, isLive: boolean) {
    const newer = isLive ? {} : plain(state.changedWhileLoading);
    if (`${list}/` in newer) return;
    if (isLive) markChanged(state, `${list}/`);
    const before = plain(state.beside[name]!);
    const all = new Map<string, Json>([...storedByKey.all(before)].map(({ fireId }) => [fireId, null]));
    for (const [fireId, value] of Object.entries(news)) all.set(fireId, value);
    if (before === storedByKey.empty && !state.isKnown && state.pendingCount === 0) {
      // At the start this list arrives before its records, except for an add that is already confirmed.
      state.beside[name] = storedByKey.of([...all].map(([fireId, value]) => ({ fireId, value })));
      for (const [fireId, value] of all) show(state, name, fireId, value);
      return;
    }
    for (const [fireId, value] of all) if (!(`${list}/${fireId}` in newer)) put(state, name, fireId, value);
  }
  function takeChanges(state: State<Item, Id>, name: string, list: string, news: Records) {
    for (const [fireId, value] of Object.entries(news)) {
      markChanged(state, `${list}/${fireId}`);
      put(state, name, fireId, value);
    }
  }

  /** Whether a record's sidecar was received live since its first pending operation. */
  const isRecent = (state: State<Item, Id>, name: string, fireId: string, value: Json) => {
    const id = idOfKey(state, fireId);
    const { recentVersions = [] } = (id !== undefined && pendingOf(state, id)) || {};
    const saysSo = (item: Item) => areSameStored(changedValue(null, sidecars[name]!.of(item)), value);
    return name in sidecars && recentVersions.some(item => item && saysSo(item));
  };

  return {
    /** Applies an arrived list or change. */
    sidecarsArrived(state: State<Item, Id>, { payload }: PayloadAction<SidecarArrival>) {
      const { list, type, records: news } = payload;
      const name = nameOf(list);
      if (name === undefined) return;
      if (type === 'changes') takeChanges(state, name, list, news);
      else takeList(state, name, list, news, type === 'list');
    },
    /**
     * Applies confirmed values, except those already received live, because answers and live events use two
     * connections.
     */
    takeConfirmedSidecars(state: State<Item, Id>, { beside = {} }: Confirmation = {}) {
      for (const [list, news] of Object.entries(beside)) {
        const name = nameOf(list);
        if (name === undefined) continue;
        const fresh = Object.entries(news).filter(([fireId, value]) => !isRecent(state, name, fireId, value));
        takeChanges(state, name, list, Object.fromEntries(fresh));
      }
    },
  };
}
