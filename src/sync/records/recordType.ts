import type { Saga } from '../../lib/effects';
import type { Merged } from '../../lib/text/mergeLines';
import type { Json, ListName, Records } from '../../services/database';
import type { DescribeContext, SendServices } from '../kinds';
import type { Confirmation, Operation } from '../operations';
import { storedOf, type Sidecars } from './sidecars';

/** Identifies a payload's record. `fireId` is null until the database has assigned the record's key. */
export type Target = { fireId: string | null };

/** A record type: everything needed to add, edit, delete and restore its records. */
export type RecordType<Item extends Fields, Fields extends object, T extends Target> = {
  /** `task` for the kinds `task/add`, `task/edit`, … */
  name: string;
  list: ListName;
  targetOf(payload: T): T;
  /** The item with these fields; `before` is its previous version. */
  itemOf(payload: T, fields: Fields, before: Item | null): Item;
  fieldsOf(item: Fields): Fields;
  sameFields(a: Fields, b: Fields): boolean;
  /** The fields of a stored record; null when invalid. */
  fieldsOfRecord(record: Json): Fields | null;
  recordOf(fields: Fields, target: T): Json;
  titleOf(fields: Fields): string;
  /** The destination of an added record, appended to its name in descriptions; absent when it is always the same. */
  placeOf?(addition: Deleted<Fields>, context: DescribeContext): string;
  /** The destination of an edit that only moved its record, appended to the name; null for other edits. */
  moveOf?(edit: Edited<Fields>, context: DescribeContext): string | null;
  /** The description and label of special edits, such as a tick; null for ordinary ones. */
  namedEdit?(edit: Edited<Fields>, record: string): { words: string; label: string } | null;
  /** An edit without changes meant for a state of the item that no longer exists. */
  stillMeant?(edit: T & Edited<Fields>, item: Item): Edited<Fields>;
  sidecars: Sidecars<Item>;
  sending: RecordSending<Fields, T>;
};

/** The functions that send records of one type. */
export type RecordSending<Fields extends object, T extends Target> = {
  /** Finds the key of a record that this device does not know; undefined when there is none. */
  findKey(services: SendServices, operation: Operation<string, T>): Saga<string | undefined>;
  /** Adds the record once, with its sidecars. Returns its key and what is stored (null: deleted since). */
  create(
    services: SendServices,
    operation: Operation<string, T & Deleted<Fields>>,
  ): Saga<{ fireId: string; record: Json; beside?: Confirmation['beside'] }>;
  /**
   * Runs an attempt to edit while no other device edits the record, if the type needs such a lock. The services of the
   * attempt write nothing that would arrive after the lock.
   */
  inTurn?<Answer>(
    services: SendServices,
    operation: Operation<string, T>,
    fireId: string,
    attempt: (services: SendServices) => Saga<Answer>,
  ): Saga<Answer>;
  /**
   * Overwrites the record that was read with its edited version. Throws `conflict` when it changed meanwhile; returns
   * the overwritten version if the write was unconditional.
   */
  save(
    services: SendServices,
    operation: Operation<string, T>,
    read: { fireId: string; record: Json; etag: string },
    fields: Fields,
  ): Saga<{ overwritten?: Json }>;
  /** The stored record of changed fields; unchanged fields keep their stored form. */
  recordOver(record: Json, fields: Fields, target: T): Json;
  /** The stored name of a field. */
  storedName(field: keyof Fields): string;
  /** An edit without changes meant for a state that no longer exists, judging by the record's sidecars. */
  stillMeant?(
    services: SendServices,
    operation: Operation<string, T & Edited<Fields>>,
    fireId: string,
  ): Saga<Edited<Fields>>;
  /** Merges three versions where that can be better than field by field. */
  merge(base: Fields, mine: Fields, theirs: Fields): Merged<Fields>;
};

/** `others` are versions that the user has not seen: they go into the trash with the operation. */
export type WithOthers<Fields> = { others?: Fields[] };
export type Addition<Fields> = Deleted<Fields> & WithOthers<Fields>;
/** `base` is what the user saw when the edit began; the differences from it are their changes. */
export type Edited<Fields> = { base: Fields; fields: Fields } & WithOthers<Fields>;
/** A new or deleted record with its sidecars by name, so that it can be displayed before the server has answered. */
export type Deleted<Fields> = { fields: Fields; beside?: Records };
export type Deletion<Fields> = Deleted<Fields> & WithOthers<Fields>;

/** The payload to delete an item in its current state. */
export const deletedNow = <Item extends Fields, Fields>(
  type: { fieldsOf(item: Item): Fields; sidecars: Sidecars<Item> },
  item: Item,
): Deleted<Fields> => {
  const beside = storedOf(type.sidecars, item);
  return { fields: type.fieldsOf(item), ...(beside && { beside }) };
};
