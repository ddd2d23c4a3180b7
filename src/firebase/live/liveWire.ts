import type { Json, LiveEvent, Records } from '../../services/database';
import type { Rest } from '../rest/rest';
import type { ServerClock } from '../rest/serverClock';
import type { FirebaseAuth } from './firebaseAuth';

/** The database's services beyond single REST calls. Paths are below the user's own; `''` is all of their data. */
export type LiveWire = {
  set(path: string, value: Json): Promise<void>;
  remove(path: string): Promise<void>;
  /** Writes values at several paths (null: removes them), atomically. */
  update(paths: Records): Promise<void>;
  /**
   * The whole list once, then only changes. `onCancelled`: following ended for another reason than a call of the
   * returned function.
   */
  follow(
    path: string,
    listener: (event: LiveEvent) => void,
    onCancelled: () => void,
    knownKeys?: readonly string[],
  ): () => void;
};

/** The dependencies of both kinds of connection. */
export type LiveParts = {
  auth: Pick<FirebaseAuth, 'idToken' | 'user'>;
  rest: Rest;
  serverClock: ServerClock;
  /** Called whenever the server has been reached. */
  onConnected: () => void;
};
