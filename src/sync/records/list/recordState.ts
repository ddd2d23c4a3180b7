import type { Buckets } from '../../../lib/days/buckets';
import type { Json, ListName } from '../../../services/database';
import type { Kinds } from '../../kinds';
import type { Operation } from '../../operations';
import type { SidecarState, Sidecars } from '../sidecars';

/** The id of an item on this device. */
export type Key = string | number;

export type Failure = { code: string; message: string };

/**
 * The unconfirmed operations on one item, in order, over the server's version of it (null: the server has none).
 * `recentVersions` are the last ones that the live listener brought since the first operation was requested.
 */
export type Pending<Item, Id> = {
  id: Id;
  base: Item | null;
  operations: Operation[];
  recentVersions?: (Item | null)[];
};

/**
 * A list of records as a slice holds it: what the screen shows, which is the server's version with this device's
 * unconfirmed operations on top, and how reading it goes. A read and a live listener can bring it at once.
 */
export type RecordListState<Item, Id extends Key> = {
  phase: 'idle' | 'loading' | 'loaded' | 'failed';
  failure: Failure | null;
  /** True once the items may be believed: from the device's copy or from an answer. */
  isKnown: boolean;
  items: Buckets<Item>;
  /** Unconfirmed operations, by item. */
  pending: Buckets<Pending<Item, Id>>;
  pendingCount: number;
  /** Ids by the record's key in the database, where that is not the id itself. */
  ids: Buckets<KeyedId<Id>>;
  /** The last operation that the server confirmed. */
  confirmedId: string | null;
  /** Keys of records that changed while a read is under way: its answer may be older. */
  changedWhileLoading: Record<string, true>;
  /** The live list arrived since a read began: its answer may be older as a whole. */
  isOvertaken: boolean;
  /** The live listener has brought the list: from then on a read that fails is no loss. */
  isLive: boolean;
  /** How many whole lists brought something that was not known. */
  newsCount: number;
  /** The records' sidecars. */
  beside: SidecarState;
};
export type KeyedId<Id> = { fireId: string; id: Id };

/** Everything that a feature says of its records. `State` is its slice's. */
export type RecordDefinition<State, Item, Id> = {
  list: ListName;
  sidecars: Sidecars<Item>;
  kinds: Kinds;
  idOf(item: Item): Id;
  idOfPayload(payload: never): Id;
  /** The record's key; null until the database has given it one. */
  keyOf(item: Item): string | null;
  /** The item of a stored record, with nothing beside it; null when it is none. Nothing about its shape is promised. */
  parse(record: Json, id: Id, fireId: string): Item | null;
  /** Whether a record says what this item says: most of a list does, at every start. */
  isRecordOf(item: Item, record: Json): boolean;
  /** The ids of records that are not known by their keys. Not given: an item's id is its record's key. */
  newIds?: {
    /** The record's own id, undefined when it is missing or taken. `isTaken` tells of ids that other records have. */
    own(state: State, record: Json, isTaken: (id: Id) => boolean): Id | undefined;
    /** An id that is free, for a record without one of its own. */
    standIn(fireId: string, isTaken: (id: Id) => boolean): Id;
  };
  /** The item that is shown: by default its operations applied to the server's version. */
  shown?(state: State, pending: Pending<Item, Id>, applied: Item | null): Item | null;
  /** Keeps what the slice derives from items, e.g. their order. Called for each item that changed. */
  reindex(state: State, before: Item | undefined, after: Item | null): void;
  /** The same for all items at once. */
  rebuild(state: State, items: readonly Item[]): void;
  /** An operation was requested or kept. */
  requested?(state: State, operation: Operation, id: Id): void;
};
