import type { BesideList } from './databasePaths';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The five stored fields of a task; `taskDueDate` is an ISO instant. */
export type TaskBody = {
  taskName: string;
  taskDescription: string;
  taskList: string;
  taskDueDate: string;
  taskId: number;
};

export type NoteBody = { noteTitle: string; noteDescription: string };

/** Records by key as the database returns them; their shape is not validated. */
export type Records = Record<string, Json>;

/** The lists of an account, each stored under its user's id. */
export type ListName = 'tasks' | 'notes';

/**
 * The trash's copy of a record: the time of deletion (ISO, server clock) and the record. For another version of a
 * record, `otherOf` is that record's key. Sidecars stay under their own paths.
 */
export type TrashCopy = { deletedAt: string; record: Json; otherOf?: string };

/** An event of a live listener: first the whole list, then only changes (null: removed). */
export type LiveEvent = { type: 'list'; records: Records } | { type: 'changes'; records: Records };

export type LiveList = ListName | BesideList | 'settings' | 'trash/tasks' | 'trash/notes';

/** A query by a field of the records, or by their values, for those that are equal or not larger. */
export type Query = { by: string } & ({ equalTo: Json } | { upTo: string });

/** The number of bytes that the account stores, and its limit, as counted by the server. */
export type AccountStorage = { stores: number; mayStore: number };

/** All calls throw `ServiceFailure`. Paths are relative to the user's data, as defined in `services/databasePaths.ts`. */
export interface DatabaseService {
  /** The whole list, by key. */
  load(userId: string, list: LiveList): Promise<Records>;
  /** The records that match a query, by key. */
  find(
    userId: string,
    list: LiveList | 'applied' | 'taken/tasks' | 'taken/notes',
    query: Query,
  ): Promise<Records>;
  /** The value at a path, null for nothing. */
  read(userId: string, path: string): Promise<Json>;
  /** A record and its ETag; `record` is null when missing. */
  readRecord(userId: string, list: ListName, fireId: string): Promise<{ record: Json; etag: string }>;
  /** The new record's key. */
  addTask(userId: string, body: TaskBody): Promise<string>;
  /** Throws `conflict` when the record has changed since `etag`. */
  saveTask(userId: string, fireId: string, body: TaskBody, etag: string): Promise<void>;
  addNote(userId: string, fireId: string, body: NoteBody): Promise<void>;
  saveNote(userId: string, fireId: string, body: NoteBody): Promise<void>;
  /** Writes values at several paths (null: removes them), atomically. Throws `refused` when the rules refuse it. */
  update(userId: string, paths: Records): Promise<void>;
  /**
   * Like `update`, at most once: it also marks operations as applied, under `ext/applied/{id}`, and throws `refused`
   * when one is already marked. An id is the operation's, with a suffix where an operation needs several writes.
   */
  apply(userId: string, ids: string | readonly string[], paths: Records): Promise<void>;
  /**
   * The server's time in milliseconds since the epoch, to be compared with instants written by other devices. Throws
   * `network` when the server cannot be reached.
   */
  serverTime(userId: string): Promise<number>;
  /** The account's usage; null where the server has no limit. */
  accountStorage(userId: string): Promise<AccountStorage | null>;
  /** Removes all data of the user from the database. */
  deleteAll(userId: string): Promise<void>;
  /**
   * Follows a list until the returned function is called. It first reads the whole list, in parts if `knownKeys`, the
   * known keys of its records, are many.
   */
  follow(
    userId: string,
    list: LiveList,
    listener: (event: LiveEvent) => void,
    knownKeys?: readonly string[],
  ): () => void;
  /** Closes the user's connection and discards the SDK's data in memory and the address of the user's database. */
  close(userId: string): Promise<void>;
}
