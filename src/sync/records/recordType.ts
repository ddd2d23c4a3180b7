import type { Json, ListName, Records } from '../../services/database';
import type { DescribeContext } from '../kinds';
import type { RecordSending } from './senders/recordSending';
import { storedOf, type Sidecars } from './sidecars';

/** Which record a payload is about. `fireId` is null until the database has given the record its key. */
export type Target = { fireId: string | null };

/** A type of record: everything that is needed to add, edit, delete and restore one. */
export type RecordType<Item extends Fields, Fields extends object, T extends Target> = {
  /** `task` for the kinds `task/add`, `task/edit`, … */
  name: string;
  list: ListName;
  targetOf(payload: T): T;
  /** The item that these fields make; `before` is what there was. */
  itemOf(payload: T, fields: Fields, before: Item | null): Item;
  fieldsOf(item: Fields): Fields;
  sameFields(a: Fields, b: Fields): boolean;
  /** The fields of a stored record, null when it is none. */
  fieldsOfRecord(record: Json): Fields | null;
  recordOf(fields: Fields, target: T): Json;
  titleOf(fields: Fields): string;
  /** Where an added record went, in words behind its name; nothing when that is always the same place. */
  placeOf?(fields: Fields, context: DescribeContext): string;
  /** Where an edit moved its record, in words behind its name; null when it changed anything else too. */
  moveOf?(edit: Edited<Fields>, context: DescribeContext): string | null;
  /** An edit that has a name of its own: in words with what it changes, and its label. Null for any other. */
  namedEdit?(edit: Edited<Fields>, record: string): { words: string; label: string } | null;
  /** An edit without what was meant for something of the item that is over by now. */
  stillMeant?(edit: T & Edited<Fields>, item: Item): Edited<Fields>;
  sidecars: Sidecars<Item>;
  /** Loads how records of this type reach the server. */
  loadSending(): Promise<RecordSending<Fields, T>>;
};

/** `others` are versions that nobody has seen: they go into the trash with the operation. */
export type WithOthers<Fields> = { others?: Fields[] };
export type Addition<Fields> = { fields: Fields } & WithOthers<Fields>;
/** `base` is what the person saw when the edit began: what differs from it is what they changed. */
export type Edited<Fields> = { base: Fields; fields: Fields } & WithOthers<Fields>;
/**
 * A record as it was when it was deleted, and what was stored beside it by name, so that it is shown again before the
 * server has answered.
 */
export type Deleted<Fields> = { fields: Fields; beside?: Records };
export type Deletion<Fields> = Partial<Deleted<Fields>> & WithOthers<Fields>;

/** The payload of a deletion of an item as it is now. */
export const deletedNow = <Item extends Fields, Fields>(
  type: { fieldsOf(item: Item): Fields; sidecars: Sidecars<Item> },
  item: Item,
): Deleted<Fields> => {
  const beside = storedOf(type.sidecars, item);
  return { fields: type.fieldsOf(item), ...(beside && { beside }) };
};
