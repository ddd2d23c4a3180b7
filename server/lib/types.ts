/**
 * The interfaces between the parts of the server. Each part is built from these in `main.ts`, tests build their own.
 */

/** Milliseconds since the epoch. An argument everywhere, so that tests own the time. */
export type Clock = () => number;

/** Cryptographically strong bytes. */
export type Random = (bytes: number) => Uint8Array;

/** Work that can be done in pieces: it yields after each, and returns its result (`slices.ts` does it). */
export type Work<T> = Generator<unknown, T, undefined>;

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Who asks, as the rules see it: `auth` is null for nobody. */
export type Auth = { uid: string; provider: string; token: Record<string, Json> } | null;

/** Turns an ID token into who it names. Throws `ProtocolError('invalid_token' | 'expired_token')`. */
export interface TokenVerifier {
  verify(idToken: string): Promise<{ auth: NonNullable<Auth>; expiresAt: number }>;
  /**
   * Whether whom a token named is still who it said: the account exists, is enabled, and the token was not revoked.
   * A token's end by time is not asked.
   */
  isCurrent(auth: NonNullable<Auth>): boolean;
  /** Calls back with the uid whose tokens have just lost their worth (deleted, disabled, signed out everywhere). */
  onRevoked(listener: (uid: string) => void): () => void;
}

/**
 * A protocol's own refusal. `code` is the wire's word (`permission_denied`, `EMAIL_EXISTS`, …), `status` its HTTP
 * status; the edges translate it, nothing else throws to them on purpose.
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

/**
 * A read-only look at a node as it is, or as it would be after a write. Looking costs what is looked at: no view ever
 * copies the tree.
 */
export interface NodeView {
  /** The leaf's value, or undefined for a map and for nothing. */
  readonly leaf: Primitive | undefined;
  readonly priority: Priority;
  /** True when nothing is here. */
  readonly isEmpty: boolean;
  /** The child, an empty view when there is none. Keys are data: `__proto__` is a key like another. */
  child(key: string): NodeView;
  /** The children's keys in no promised order. */
  keys(): Iterable<string>;
  readonly size: number;
}

/** Thrown by what looks at a part of a database that is not in memory: read it, then look again. Null is all parts. */
export class NotLoaded extends Error {
  constructor(readonly key: string | null) {
    super('A part of the database is not in memory');
    this.name = 'NotLoaded';
  }
}

/** A location that a write touches, and whether the write removes it. */
export type WrittenPath = { path: readonly string[]; deletes: boolean };

/** The value of `query.*` in a `.read` rule; all null or false for a plain read. */
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
 * The compiled rules of one file (docs/protocol.md, E). What goes wrong in an evaluation denies; only `NotLoaded`, which a
 * view throws, is thrown on.
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
   * False when nothing at all can be written at `path` by this identity: asked before a body is read. With `below`, when
   * nothing can be written at or below it either.
   */
  mayWrite(ask: {
    auth: Auth;
    now: number;
    root: NodeView;
    path: readonly string[];
    below: boolean;
  }): boolean;
  /**
   * All or nothing: every path's `.write` against one common old and new root, then every `.validate`. The answer, or the
   * work that leads to it.
   */
  canWrite(ask: {
    auth: Auth;
    now: number;
    root: NodeView;
    newRoot: NodeView;
    writes: readonly WrittenPath[];
  }): boolean | Work<boolean>;
  /** True when the children of `path` may be ordered by `child` ('.value' for orderByValue) without a full scan. */
  isIndexed(path: readonly string[], child: string): boolean;
}

/** A put (`value`) or a removal (`value: null`) of one key; keys and values are UTF-8 text. */
export type StoreChange = { key: string; value: string | null };

/** Pairs of key and value. A promise for each pair would take longer than what is done with it. */
export type Page = readonly (readonly [string, string])[];

/** A named part of the data folder (`accounts`, `keys`, `db:NAME`, …). */
export interface Section {
  /** Every pair whose key starts with `prefix`, in order of the keys' bytes, in pages. */
  pages(prefix?: string): AsyncIterable<Page>;
  get(key: string): Promise<string | undefined>;
  /** The parts of a database: its top-level keys that have records, with how many, and the bytes that they take in memory. */
  parts(): Iterable<{ key: string; bytes: number; records: number }>;
  /**
   * The records of one part, compared with its count and checksum: what was read is whole when it ends without an error.
   * Until it is released, a commit that changes it reads nothing. Throws `StoreError` when it is damaged.
   */
  readPart(key: string): AsyncIterable<Page>;
  /** No commit that changes the part may be on its way. */
  releasePart(key: string): void;
  /** Removes all records of a part, damaged or not. No commit that changes the part may be on its way. */
  dropPart(key: string): Promise<void>;
  /** Says how many bytes a part takes in memory once the next commit that changes it is on disk. */
  noteSize(key: string, bytes: number): void;
  /**
   * Resolves once the changes are on disk, all of them or none. Waiting callers share one sync. Rejects with
   * `ProtocolError('unavailable', …, 503)` when the disk refuses (full, read-only); nothing is half written.
   */
  commit(changes: readonly StoreChange[]): Promise<void>;
}

/** The data folder: one process at a time, mode 0700, a format version at its head. */
export interface Store {
  section(name: string): Section;
  close(): Promise<void>;
}
