import { besideRecords, type BesideList } from '../lib/databasePaths';
import { plain } from '../lib/plain';
import type { Json, ListName, Records } from '../services/database';
import type { Confirmation } from './operations';
import type { Pending, RecordListState } from './recordList';
import { areSameStored, changedValue, storedAt, storedByKey, type Sidecars } from './sidecars';

/** What arrived of a list beside records: read whole (`loaded`), told live whole (`list`), or what changed in it. */
export type BesideArrival = { list: BesideList; type: 'loaded' | 'list' | 'changes'; records: Records };

/** What is needed of the list that holds the records. */
type RecordsOf<State, Item, Id> = {
  list: ListName;
  sidecars: Sidecars<Item>;
  idOfKey(state: State, fireId: string): Id | undefined;
  serverItem(state: State, id: Id): Item | null;
  pendingOf(state: State, id: Id): Pending<Item, Id> | undefined;
  showHeard(state: State, id: Id, base: Item): void;
};

/**
 * What lies beside a slice's records: read with them, and followed live. What arrives while a read is under way is newer
 * than its answer.
 */
export function besideListsOf<
  State extends RecordListState<Item, Id>,
  Item extends object,
  Id extends string | number,
>(records: RecordsOf<State, Item, Id>) {
  const { list: ofList, sidecars } = records;
  const nameOf = (list: BesideList) => besideRecords[ofList].find(one => one.list === list)?.name;
  const markChanged = (state: State, note: string) => {
    if (state.phase === 'loading') state.changedWhileLoading[note] = true;
  };

  function put(state: State, name: string, fireId: string, value: Json) {
    const values = plain(state.beside[name]!);
    if (areSameStored(storedAt(state, name, fireId), value)) return;
    state.beside[name] =
      value === null ? storedByKey.remove(values, fireId) : storedByKey.put(values, { fireId, value });
    show(state, name, fireId, value);
  }
  /** Shows the record anew, if it is there. */
  function show(state: State, name: string, fireId: string, value: Json) {
    const id = records.idOfKey(state, fireId);
    const base = id === undefined ? null : records.serverItem(state, id);
    const sidecar = sidecars[name];
    if (base && sidecar) records.showHeard(state, id!, sidecar.onto(base, value));
  }

  function takeList(state: State, name: string, list: string, news: Records, isLive: boolean) {
    const newer = isLive ? {} : plain(state.changedWhileLoading);
    if (`${list}/` in newer) return;
    if (isLive) markChanged(state, `${list}/`);
    const before = plain(state.beside[name]!);
    const all = new Map<string, Json>([...storedByKey.all(before)].map(({ fireId }) => [fireId, null]));
    for (const [fireId, value] of Object.entries(news)) all.set(fireId, value);
    if (before === storedByKey.empty && !state.isKnown && state.pendingCount === 0) {
      // At the start this list comes before its records, but for the first rows of a long one.
      state.beside[name] = storedByKey.of([...all].map(([fireId, value]) => ({ fireId, value })));
      for (const [fireId, value] of all) show(state, name, fireId, value);
      return;
    }
    for (const [fireId, value] of all) if (!(`${list}/${fireId}` in newer)) put(state, name, fireId, value);
  }

  function takeChanges(state: State, name: string, list: string, news: Records) {
    for (const [fireId, value] of Object.entries(news)) {
      markChanged(state, `${list}/${fireId}`);
      put(state, name, fireId, value);
    }
  }

  /** Whether the live listener has told this of the record since its first pending operation. */
  const isHeard = (state: State, name: string, fireId: string, value: Json) => {
    const id = records.idOfKey(state, fireId);
    const { heard = [] } = (id !== undefined && records.pendingOf(state, id)) || {};
    const saysSo = (item: Item) => areSameStored(changedValue(null, sidecars[name]!.of(item)), value);
    return name in sidecars && heard.some(item => item && saysSo(item));
  };

  return {
    /** Takes what arrived of one of the lists. */
    take(state: State, { list, type, records: news }: BesideArrival) {
      const name = nameOf(list);
      if (name === undefined) return;
      if (type === 'changes') takeChanges(state, name, list, news);
      else takeList(state, name, list, news, type === 'list');
    },
    /**
     * Takes what the server has confirmed, but for what the live listener has told already, and what is not any more what
     * it was when the change was sent: another device may have changed it since. The answer to a write and the live
     * listener come by two connections.
     */
    takeConfirmed(state: State, { beside = {}, seen }: Confirmation = {}) {
      for (const [list, news] of Object.entries(beside)) {
        const name = nameOf(list as BesideList);
        if (name === undefined) continue;
        const fresh = Object.entries(news).filter(
          ([fireId, value]) =>
            !isHeard(state, name, fireId, value) &&
            (seen === undefined || areSameStored(storedAt(state, name, fireId), seen)),
        );
        takeChanges(state, name, list, Object.fromEntries(fresh));
      }
    },
  };
}
