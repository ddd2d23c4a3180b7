import { bucketsBy, type Buckets } from '../../lib/days/buckets';
import { isObject } from '../../../shared/json';
import { besideRecords } from '../../services/databasePaths';
import { plain } from '../../lib/text/plain';
import type { Json, ListName, Records } from '../../services/database';

/** A value stored beside a record, and how it becomes part of the record's item. */
export type Sidecar<Item> = {
  /** The item with a stored value (null: none). An unreadable value has no effect. */
  onto(item: Item, stored: Json): Item;
  /** The item's value to store. For an object all members, with null for those not set. */
  of(item: Item): Json;
  /** Whether two values mean the same to a later undo; by default only equal ones. */
  isSame?(a: Json, b: Json): boolean;
  /** Whether the database rules accept the value. */
  isStorable(stored: Json): boolean;
  /** The name of the part that an imported record loses when its value is invalid. */
  words: string;
};
/** By the names in `services/databasePaths.ts`. */
export type Sidecars<Item> = Record<string, Sidecar<Item>>;

/** The sidecars of a list's records by name, including those of unlisted records. */
export type SidecarState = Record<string, Buckets<{ fireId: string; value: Json }>>;

/** The slices of records, by the names of their lists. */
export type SidecarRoot = Record<ListName, { beside: SidecarState }>;

export const storedByKey = bucketsBy<{ fireId: string; value: Json }, string>(({ fireId }) => fireId);

export const noSidecars = (list: ListName): SidecarState =>
  Object.fromEntries(besideRecords[list].map(({ name }) => [name, storedByKey.empty]));

/** The value of a record's sidecar; null for none. */
export const storedAt = ({ beside }: { beside: SidecarState }, name: string, fireId: string): Json =>
  storedByKey.get(plain(beside[name]!), fireId)?.value ?? null;

/** A record's sidecars by name, as known to this page. */
export const selectBeside = (root: SidecarRoot, list: ListName, fireId: string): Records =>
  Object.fromEntries(besideRecords[list].map(({ name }) => [name, storedAt(root[list], name, fireId)]));

/** The item with its sidecar values. */
export const withStored = <Item>(
  sidecars: Sidecars<Item>,
  item: Item,
  storedOf: (name: string) => Json | undefined,
): Item =>
  Object.entries(sidecars).reduce((all, [name, sidecar]) => {
    const stored = storedOf(name) ?? null;
    return stored === null ? all : sidecar.onto(all, stored);
  }, item);

/** A stored value after a change of members of an object, or of the whole value. Null when nothing is left. */
export function changedValue(before: Json, change: Json): Json {
  if (!isObject(change)) return change;
  const members = Object.entries({ ...(isObject(before) && before), ...change });
  const left = members.filter(([, value]) => value !== null);
  return left.length > 0 ? Object.fromEntries(left) : null;
}

/** The change from one value to another: for an object the members that differ. */
export const changeOf = (before: Json, after: Json): Json =>
  isObject(before) && isObject(after)
    ? Object.fromEntries(Object.entries(after).filter(([member, value]) => value !== before[member]))
    : after;

/** The sidecars of an item by name, in stored form; null for none. */
export const storedOf = <Item>(sidecars: Sidecars<Item>, item: Item): Records | null =>
  changedValue(
    null,
    Object.fromEntries(
      Object.entries(sidecars).map(([name, sidecar]) => [name, changedValue(null, sidecar.of(item))]),
    ),
  ) as Records | null;

const textOf = (value: Json) => JSON.stringify(isObject(value) ? Object.entries(value).sort() : value);

export const areSameStored = (a: Json, b: Json) => a === b || textOf(a) === textOf(b);

/** Whether an item still has a value that a change gave it, or at least its members for an object. */
export function stillHas<Item>({ of, isSame = areSameStored }: Sidecar<Item>, item: Item, value: Json) {
  const now = of(item);
  return isSame(changedValue(null, now), changedValue(changedValue(null, now), value));
}
