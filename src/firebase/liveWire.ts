import type { Json, LiveEvent } from '../services/database';

/** What is removed: this record, or the trash's copy of this instant (ISO). */
export type Expected = { record: Json } | { deletedAt: string };

/** What the database does for a user beyond single REST calls. Paths are the user's own; `''` is all that they have. */
export type LiveWire = {
  set(path: string, value: Json): Promise<void>;
  remove(path: string): Promise<void>;
  /** Removes what is at a path if it is still this, or is gone already. Throws `conflict` when it is something else. */
  removeIf(path: string, expected: Expected): Promise<void>;
  /** The whole list once, then only what changes. `onCancelled`: it ended, not by the returned function. */
  follow(
    path: string,
    listener: (event: LiveEvent) => void,
    onCancelled: () => void,
    knownKeys?: readonly string[],
  ): () => void;
};

/** Whether what is there now, which is not null, is still what was to be removed. */
export const isExpected = (now: Json, expected: Expected): boolean =>
  'record' in expected
    ? fieldsOf(now) === fieldsOf(expected.record)
    : (now as { deletedAt?: Json }).deletedAt === expected.deletedAt;

/** Records are objects of leaves; their fields come in any order. */
const fieldsOf = (record: Json) =>
  JSON.stringify(Object.entries(record ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)));
