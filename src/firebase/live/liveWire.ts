import type { Json, LiveEvent, Records } from '../../services/database';

/** The database's services beyond single REST calls. Paths are below the user's own; `''` is all of their data. */
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
