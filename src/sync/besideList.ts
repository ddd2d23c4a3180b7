import { bucketsBy, type Buckets } from '../lib/buckets';
import { plain } from '../lib/plain';
import type { BesideList, Json, Records } from '../services/database';
import { othersOf, type Others } from './others';
import type { RecordListState } from './recordList';

/** What lies beside a record, by the record's key in the database. */
type Beside = { fireId: string };

/** What such a list needs of the slice that holds its records. */
type Reading = Pick<
  RecordListState<object, string>,
  'phase' | 'isKnown' | 'pendingCount' | 'changedWhileLoading'
>;

type Definition<State, Value extends Beside> = {
  /** Tells one list from another within a slice. */
  name: BesideList;
  /** All that is known, also of records that are not (or no longer) there. */
  read(state: State): Buckets<Value>;
  write(state: State, values: Buckets<Value>): void;
  /** Null when it says nothing. Nothing about its shape is promised. */
  parse(fireId: string, value: Json): Value | null;
  areSame(a: Value, b: Value): boolean;
  /** What lies beside a record changed (null: there is nothing): the slice shows the record anew. */
  changed(state: State, fireId: string, value: Value | null): void;
};

/**
 * A list of what lies beside a slice's records, such as the marks of what is done: read with the records, and followed
 * live. What arrives while a read is under way is newer than its answer.
 */
export function besideListBy<State extends Reading, Value extends Beside>(
  definition: Definition<State, Value>,
) {
  const { name, read, write, parse, areSame, changed } = definition;
  const byKey = bucketsBy<Value, string>(({ fireId }) => fireId);
  /** How a value that is newer than a read under way is noted among the records'. */
  const noteOf = (fireId: string) => `${name}/${fireId}`;
  /** The live list arrived since the read began. */
  const ALL = noteOf('');
  const markChanged = (state: State, note: string) => {
    if (state.phase === 'loading') state.changedWhileLoading[note] = true;
  };

  function put(state: State, fireId: string, value: Value | null) {
    const values = read(state);
    const before = byKey.get(values, fireId) ?? null;
    if (before === value || (before && value && areSame(before, value))) return;
    write(state, value === null ? byKey.remove(values, fireId) : byKey.put(values, value));
    changed(state, fireId, value);
  }

  return {
    /** Takes what changed (null: removed). */
    takeChanges(state: State, records: Records) {
      for (const [fireId, value] of Object.entries(records)) {
        markChanged(state, noteOf(fireId));
        put(state, fireId, parse(fireId, value));
      }
    },
    /** Takes the whole list, but for what is newer than the read that it answers. */
    takeList(state: State, records: Records, isLive = false) {
      const newer = isLive ? {} : plain(state.changedWhileLoading);
      if (ALL in newer) return;
      if (isLive) markChanged(state, ALL);
      const before = read(state);
      const known = new Map<string, Value | null>();
      for (const { fireId } of byKey.all(before)) known.set(fireId, null);
      for (const [fireId, value] of Object.entries(records)) {
        const parsed = parse(fireId, value);
        if (parsed) known.set(fireId, parsed);
      }
      if (before === byKey.empty && !state.isKnown && state.pendingCount === 0) {
        // At the start this list comes before its records, and nothing has to be shown anew.
        write(state, byKey.of([...known.values()].filter(value => value !== null)));
        return;
      }
      for (const [fireId, value] of known) if (!(noteOf(fireId) in newer)) put(state, fireId, value);
    },
  };
}

/** What arrived of a list beside records: read whole (`loaded`), told live whole (`list`), or what changed in it. */
export type BesideArrival = { list: BesideList; type: 'loaded' | 'list' | 'changes'; records: Records };

type Taking<State> = Pick<
  ReturnType<typeof besideListBy<State & Reading, Beside>>,
  'takeChanges' | 'takeList'
>;

/** The reducer of a slice's arrivals. */
export const takeArrival =
  <State extends Reading>(lists: Partial<Record<BesideList, Taking<State>>>) =>
  (state: State, { payload: { list, type, records } }: { payload: BesideArrival }) => {
    if (type === 'changes') lists[list]!.takeChanges(state, records);
    else lists[list]!.takeList(state, records, type === 'list');
  };

/** The list of notices at the records of a slice, which reads them by their keys. */
export const othersList = <State extends Reading & { others: Buckets<Others> }>(name: BesideList) =>
  besideListBy<State, Others>({
    name,
    read: ({ others }) => plain(others),
    write(state, others) {
      state.others = others;
    },
    parse: othersOf,
    areSame: (a, b) => JSON.stringify(a) === JSON.stringify(b),
    changed: () => undefined,
  });
