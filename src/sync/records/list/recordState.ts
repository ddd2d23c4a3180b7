import type { Buckets } from '../../../lib/days/buckets';
import type { Json, ListName } from '../../../services/database';
import type { Kinds } from '../../kinds';
import type { Operation } from '../../operations';
import type { SidecarState, Sidecars } from '../sidecars';

/** The id of an item on this device. */
export type Key = string | number;

export type Failure = { code: string; message: string };

/**
 * The unconfirmed operations of an item, in order, on top of the server's version (null: none). `recentVersions` are
 * the last versions received live since the first operation was requested.
 */
export type Pending<Item, Id> = {
  id: Id;
  base: Item | null;
  operations: Operation[];
  recentVersions?: (Item | null)[];
};

/**
 * A list of records in a slice: the displayed items, which are the server's version with this device's unconfirmed
 * operations on top, and the loading state. A read and a live listener may update it at the same time.
 */
export type RecordListState<Item, Id extends Key> = {
  phase: 'idle' | 'loading' | 'loaded' | 'failed';
  failure: Failure | null;
  /** True once the items are known, from the device's copy or an answer. */
  isKnown: boolean;
  items: Buckets<Item>;
  /** Unconfirmed operations, by item. */
  pending: Buckets<Pending<Item, Id>>;
  pendingCount: number;
  /** Ids by the record's database key, where they differ. */
  ids: Buckets<KeyedId<Id>>;
  /** The last operation that the server confirmed. */
  confirmedId: string | null;
  /** Keys of records, and whole lists (`tasks/`), that arrived live during a read, whose answer may be older. */
  changedWhileLoading: Record<string, true>;
  /** Whether the live listener has delivered the list, so that a failed read does not matter. */
  isLive: boolean;
  /** The records' sidecars. */
  beside: SidecarState;
};
export type KeyedId<Id> = { fireId: string; id: Id };

/** Everything that a feature defines about its records. `State` is the state of its slice. */
export type RecordDefinition<State, Item, Id> = {
  list: ListName;
  sidecars: Sidecars<Item>;
  kinds: Kinds;
  idOf(item: Item): Id;
  idOfPayload(payload: never): Id;
  /** The record's key; null until the database has assigned it. */
  keyOf(item: Item): string | null;
  /** The item of a stored record without sidecars; null when the record is invalid. Its shape must be checked. */
  parse(record: Json, id: Id, fireId: string): Item | null;
  /** Whether a record equals an item; at a start most records do. */
  isRecordOf(item: Item, record: Json): boolean;
  /** Ids for records that are not identified by their keys. By default an item's id is its record's key. */
  newIds?: {
    /** The record's own id; undefined when it is missing or taken. `isTaken` tells whether another record has an id. */
    own(state: State, record: Json, isTaken: (id: Id) => boolean): Id | undefined;
    /** A free id for a record without a valid one. */
    standIn(fireId: string, isTaken: (id: Id) => boolean): Id;
  };
  /** The displayed item; by default the operations applied to the server's version. */
  shown?(state: State, pending: Pending<Item, Id>, applied: Item | null): Item | null;
  /** Updates state derived from items, such as their order. Called for each changed item. */
  reindex(state: State, before: Item | undefined, after: Item | null): void;
  /** Updates that state for all items at once. */
  rebuild(state: State, items: readonly Item[]): void;
  /** Called when an operation is new on this page. */
  requested?(state: State, operation: Operation, id: Id): void;
};
