import { bucketsBy, type Buckets } from '../../lib/days/buckets';
import { besideRecords } from '../../services/databasePaths';
import { plain } from '../../lib/text/plain';
import type { Json, ListName, Records } from '../../services/database';

/** A value that lies beside a record, and how it is part of the record's item. */
export type Sidecar<Item> = {
  /** The item with a stored value (null: there is none). A value that cannot be read says nothing. */
  onto(item: Item, stored: Json): Item;
  /** The value to store of the item. Of an object every member, null for those that are not set. */
  of(item: Item): Json;
  /** Whether the database's rules take the value. */
  isStorable(stored: Json): boolean;
  /** Words for the part that an imported record loses when its value is not storable. */
  words: string;
};
/** By the names that `services/databasePaths.ts` gives. */
export type Sidecars<Item> = Record<string, Sidecar<Item>>;

/** The sidecars of a list's records by name, also of records that are not (or no longer) listed. */
export type SidecarState = Record<string, Buckets<{ fireId: string; value: Json }>>;

/** The slices of records, by the names of their lists. */
export type SidecarRoot = Record<ListName, { beside: SidecarState }>;

export const storedByKey = bucketsBy<{ fireId: string; value: Json }, string>(({ fireId }) => fireId);

export const noSidecars = (list: ListName): SidecarState =>
  Object.fromEntries(besideRecords[list].map(({ name }) => [name, storedByKey.empty]));

/** The value of a record's sidecar, null for none. */
export const storedAt = ({ beside }: { beside: SidecarState }, name: string, fireId: string): Json =>
  storedByKey.get(plain(beside[name]!), fireId)?.value ?? null;

/** All sidecars of a record, by name. */
export const allStoredAt = (state: { beside: SidecarState }, list: ListName, fireId: string): Records =>
  Object.fromEntries(besideRecords[list].map(({ name }) => [name, storedAt(state, name, fireId)]));

/** The item with those of its values that are there. */
export const withStored = <Item>(
  sidecars: Sidecars<Item>,
  item: Item,
  storedOf: (name: string) => Json | undefined,
): Item =>
  Object.entries(sidecars).reduce((all, [name, sidecar]) => {
    const stored = storedOf(name) ?? null;
    return stored === null ? all : sidecar.onto(all, stored);
  }, item);

const isObject = (value: Json): value is Records =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** A stored value after a change, which names members of an object, or is the whole. Null when nothing is left. */
export function changedValue(before: Json, change: Json): Json {
  if (!isObject(change)) return change;
  const members = Object.entries({ ...(isObject(before) && before), ...change });
  const left = members.filter(([, value]) => value !== null);
  return left.length > 0 ? Object.fromEntries(left) : null;
}

/** The change from one value to another: of an object the members that differ. */
export const changeOf = (before: Json, after: Json): Json =>
  isObject(before) && isObject(after)
    ? Object.fromEntries(Object.entries(after).filter(([member, value]) => value !== before[member]))
    : after;

/** The sidecars of an item by name, as they are stored; null for none. */
export const storedOf = <Item>(sidecars: Sidecars<Item>, item: Item): Records | null =>
  changedValue(
    null,
    Object.fromEntries(
      Object.entries(sidecars).map(([name, sidecar]) => [name, changedValue(null, sidecar.of(item))]),
    ),
  ) as Records | null;

const textOf = (value: Json) => JSON.stringify(isObject(value) ? Object.entries(value).sort() : value);

export const areSameStored = (a: Json, b: Json) => a === b || textOf(a) === textOf(b);
