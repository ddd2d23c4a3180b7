import type { BesideList } from './databasePaths';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The five stored fields of a task, `taskDueDate` as an ISO instant. */
export type TaskBody = {
  taskName: string;
  taskDescription: string;
  taskList: string;
  taskDueDate: string;
  taskId: number;
};

export type NoteBody = { noteTitle: string; noteDescription: string };

/** Records by key, as the database answered them: nothing about their shape is promised. */
export type Records = Record<string, Json>;

/** The lists that an account has, each under its user's id. */
export type ListName = 'tasks' | 'notes';

/**
 * The trash's copy of a record: when it was deleted (ISO, by the server's clock), the record as it was, and its
 * sidecars by name (`done`, `looks`). `otherOf` is the key of the record of which this is another version.
 */
export type TrashCopy = {
  deletedAt: string;
  record: Json;
  beside?: Records;
  otherOf?: string;
};

/** A live listener's event: the whole list once, then only the changes (null: removed). */
export type LiveEvent = { type: 'list'; records: Records } | { type: 'changes'; records: Records };

export type LiveList = ListName | BesideList | 'settings' | 'trash/tasks' | 'trash/notes';

/** A query by one field of the records, or by their values: those that equal, or that are no larger. */
export type Query = { by: string } & ({ equalTo: Json } | { upTo: string });

/** The bytes that the account stores and may store, as the server counts them. */
export type AccountStorage = { stores: number; mayStore: number };

/** Calls throw a `ServiceFailure`. Paths are the user's own, as `services/databasePaths.ts` spells them. */
export interface DatabaseService {
  /** All of a list, by key. */
  load(userId: string, list: LiveList): Promise<Records>;
  /** Those of a list that a query finds, by key. */
  find(
    userId: string,
    list: LiveList | 'applied' | 'taken/tasks' | 'taken/notes',
    query: Query,
  ): Promise<Records>;
  /** The value at a path, null for nothing. */
  read(userId: string, path: string): Promise<Json>;
  /** A record and its ETag; `record` is null when it is not there. */
  readRecord(userId: string, list: ListName, fireId: string): Promise<{ record: Json; etag: string }>;
  /** The new record's key. */
  addTask(userId: string, body: TaskBody): Promise<string>;
  /** Throws `conflict` when the record is no longer the one that `etag` names. */
  saveTask(userId: string, fireId: string, body: TaskBody, etag: string): Promise<void>;
  addNote(userId: string, fireId: string, body: NoteBody): Promise<void>;
  saveNote(userId: string, fireId: string, body: NoteBody): Promise<void>;
  /** Writes what paths name (null: removes it), all of it or nothing. Throws `refused` when the rules say no. */
  update(userId: string, paths: Records): Promise<void>;
  /**
   * The same, once: the write also marks operations as applied, under `ext/applied/{id}`. Throws `refused` when one has
   * its mark already, too. An id is the operation's, or begins with it where an operation takes several writes.
   */
  apply(userId: string, ids: string | readonly string[], paths: Records): Promise<void>;
  /**
   * The server's clock, in milliseconds since the epoch: what is compared with instants that other devices wrote. Throws
   * `network` when the server can't be asked.
   */
  serverTime(userId: string): Promise<number>;
  /** How full the account is; null where the server sets no bound. */
  accountStorage(userId: string): Promise<AccountStorage | null>;
  /** Takes away all that the user has in the database. */
  deleteAll(userId: string): Promise<void>;
  /**
   * Follows a list live until the returned function is called; reads the whole list once, in parts where `knownKeys`, those
   * known to be in it, are many.
   */
  follow(
    userId: string,
    list: LiveList,
    listener: (event: LiveEvent) => void,
    knownKeys?: readonly string[],
  ): () => void;
  /** Forgets the user's connection, all that the SDK holds in memory, and which database was the user's. */
  close(userId: string): Promise<void>;
}
