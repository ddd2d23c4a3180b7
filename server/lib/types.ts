/** The interfaces between the parts of the server. `main.ts` builds the parts, tests build their own. */

/** Milliseconds since the epoch. Always passed as an argument, so that tests control the time. */
export type Clock = () => number;

/** Cryptographically strong bytes. */
export type Random = (bytes: number) => Uint8Array;

/** Work in slices: it yields after each, and returns its result (`slices.ts` runs it). */
export type Work<T> = Generator<unknown, T, undefined>;

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The user as seen by the rules; `auth` is null when signed out. */
export type Auth = { uid: string; provider: string; token: Record<string, Json> } | null;

/** Verifies an ID token and returns its user. Throws `ProtocolError('invalid_token' | 'expired_token')`. */
export interface TokenVerifier {
  verify(idToken: string): Promise<{ auth: NonNullable<Auth>; expiresAt: number }>;
  /**
   * Whether a verified token is still valid: the account exists, is enabled, and the token was not revoked. Its expiry
   * is not checked.
   */
  isCurrent(auth: NonNullable<Auth>): boolean;
  /** Calls back with the uid whose tokens have become invalid (deleted, disabled, signed out everywhere). */
  onRevoked(listener: (uid: string) => void): () => void;
}

/**
 * A refusal by a protocol. `code` is its error code (`permission_denied`, `EMAIL_EXISTS`, …), `status` the HTTP
 * status. The edges translate it, and no other error is thrown to them deliberately.
 */
export class ProtocolError extends Error {
  constructor(
    readonly code: string,
    message: string = code,
    readonly status: number = 400,
  ) {
    super(message);
    this.name = 'ProtocolError';
  }
}

export type Primitive = string | number | boolean;
export type Priority = null | number | string;

/** A read-only view of a node, now or after a write. Its cost is that of what is read: views do not copy the tree. */
export interface NodeView {
  /** The leaf's value; undefined for a map and for none. */
  readonly leaf: Primitive | undefined;
  readonly priority: Priority;
  /** True when there is no node. */
  readonly isEmpty: boolean;
  /** The child; an empty view when there is none. Keys are data, including `__proto__`. */
  child(key: string): NodeView;
  /** The children's keys, in unspecified order. */
  keys(): Iterable<string>;
  readonly size: number;
}

/** Thrown when a part of a database is read that is not loaded: load it, then read again. Null means all parts. */
export class NotLoaded extends Error {
  constructor(readonly key: string | null) {
    super('A part of the database is not in memory');
    this.name = 'NotLoaded';
  }
}

/** A place that a write affects, and whether it is removed. */
type WrittenPath = { path: readonly string[]; deletes: boolean };

/** The values of `query.*` in a `.read` rule; all null or false for a read without a query. */
export interface QueryView {
  orderByChild: string | null;
  orderByKey: boolean;
  orderByValue: boolean;
  orderByPriority: boolean;
  startAt: Primitive | null;
  endAt: Primitive | null;
  equalTo: Primitive | null;
  limitToFirst: number | null;
  limitToLast: number | null;
}

/**
 * The compiled rules of a file (docs/protocol.md, E). Errors of an evaluation deny; only `NotLoaded`, which a view
 * throws, is rethrown.
 */
export interface Rules {
  canRead(ask: {
    auth: Auth;
    now: number;
    root: NodeView;
    path: readonly string[];
    query?: QueryView;
  }): boolean;
  /**
   * False when this user can write nothing at all at `path`: checked before a body is read. With `below`, when also
   * nothing below it can be written.
   */
  mayWrite(ask: {
    auth: Auth;
    now: number;
    root: NodeView;
    path: readonly string[];
    below: boolean;
  }): boolean;
  /**
   * Checks a write as a whole: each path's `.write` with the old and the new root, then every `.validate`. Returns the
   * answer, or the work to compute it.
   */
  canWrite(ask: {
    auth: Auth;
    now: number;
    root: NodeView;
    newRoot: NodeView;
    writes: readonly WrittenPath[];
  }): boolean | Work<boolean>;
  /** True when the rules declare an index for ordering the children of `path` by `child` ('.value' for orderByValue). */
  isIndexed(path: readonly string[], child: string): boolean;
}

/** A put (`value`) or a removal (`value: null`) of one key; keys and values are UTF-8 text. */
export type StoreChange = { key: string; value: string | null };
export type Batch = readonly StoreChange[];

/** Pairs of key and value. They come in pages, because a promise for each pair would cost more than its processing. */
export type Page = readonly (readonly [string, string])[];

/** A named part of the data folder (`accounts`, `keys`, `db:NAME`, …). */
export interface Section {
  /** All pairs whose key starts with `prefix`, in pages, in the order of the keys' bytes. */
  pages(prefix?: string): AsyncIterable<Page>;
  get(key: string): Promise<string | undefined>;
  /** The parts of a database: its top-level keys that have records, with their number and their size in memory. */
  parts(): Iterable<{ key: string; bytes: number; records: number }>;
  /**
   * The records of a part, verified by count and checksum: if reading ends without an error, they are complete. Until
   * the part is released its checksums are held, so that a commit which changes it reads nothing. Throws a
   * `StoreError` when it is damaged.
   */
  readPart(key: string): AsyncIterable<Page>;
  /** Releases a part. No commit that changes it may be in progress. */
  releasePart(key: string): void;
  /** Removes all records of a part, even if damaged. No commit that changes the part may be in progress. */
  dropPart(key: string): Promise<void>;
  /** Sets a part's size in memory, to be stored with the next commit that changes it. */
  noteSize(key: string, bytes: number): void;
  /**
   * Resolves once the changes are on disk, atomically. Concurrent callers share one sync. Rejects with
   * `ProtocolError('unavailable', …, 503)` when the disk refuses (full, read-only); nothing is then written.
   */
  commit(changes: readonly StoreChange[]): Promise<void>;
}

/** The data folder: for one process at a time, with mode 0700 and a format version. */
export interface Store {
  section(name: string): Section;
  close(): Promise<void>;
}
