import type { Json, LiveEvent, Records } from '../../services/database';

/** What the database does for a user beyond single REST calls. Paths are the user's own; `''` is all that they have. */
export type LiveWire = {
  set(path: string, value: Json): Promise<void>;
  remove(path: string): Promise<void>;
  /** Writes what paths name (null: removes it), all of it or nothing. */
  update(paths: Records): Promise<void>;
  /** The whole list once, then only what changes. `onCancelled`: it ended, not by the returned function. */
  follow(
    path: string,
    listener: (event: LiveEvent) => void,
    onCancelled: () => void,
    knownKeys?: readonly string[],
  ): () => void;
};
