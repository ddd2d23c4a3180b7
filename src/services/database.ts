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

/** The lists that an account has, each under its user's id; those from `ext` on stand beside the specification's. */
export type ListName = 'tasks' | 'notes';

/** What the trash keeps of a record: the record as it was, and when it was deleted (ISO, by the server's clock). */
export type TrashCopy = { deletedAt: string; record: Json };

/** What a live listener tells: the whole list once, then only what changed (null: removed). */
export type LiveEvent = { type: 'list'; records: Records } | { type: 'changes'; records: Records };

export type LiveList = ListName | 'done' | 'looks' | 'settings' | 'trash/tasks' | 'trash/notes';

export interface DatabaseService {
  loadTasks(userId: string): Promise<Records>;
  /** The new record's key. */
  addTask(userId: string, body: TaskBody): Promise<string>;
  /** The keys and records whose `taskId` this is. */
  findTasks(userId: string, taskId: number): Promise<Records>;
  /** A record and its ETag; `record` is null when it is not there. */
  readRecord(userId: string, list: ListName, fireId: string): Promise<{ record: Json; etag: string }>;
  /** Removes a record if it is still `record`, or is gone already. Throws `conflict` when it is another one by now. */
  removeRecord(userId: string, list: ListName, fireId: string, record: Json): Promise<void>;
  /** Throws `conflict` when the record is no longer the one that `etag` names. */
  saveTask(userId: string, fireId: string, body: TaskBody, etag: string): Promise<void>;
  loadNotes(userId: string): Promise<Records>;
  addNote(userId: string, fireId: string, body: NoteBody): Promise<void>;
  saveNote(userId: string, fireId: string, body: NoteBody): Promise<void>;
  /** What devices are about to PATCH a note with, by operation. */
  readWriteIntents(userId: string, fireId: string): Promise<Records>;
  /** The instants (ISO) at which tasks were ticked off, by the key of the task. */
  loadDone(userId: string): Promise<Records>;
  /** How notes look and where they hang: `{ colour?, pinned?, place? }` by the key of the note. */
  loadLooks(userId: string): Promise<Records>;
  /** What shows with a record, null when nothing does: one of those of `loadDone`, or one of those of `loadLooks`. */
  readShown(userId: string, list: ListName, fireId: string): Promise<Json>;
  /** The person's settings by name. */
  loadSettings(userId: string): Promise<Records>;
  /** `TrashCopy`s by key. */
  loadTrash(userId: string): Promise<Record<ListName, Records>>;
  /** Those that were deleted before an instant (ISO). */
  loadOldTrash(userId: string, list: ListName, before: string): Promise<Records>;
  readTrash(userId: string, list: ListName, fireId: string): Promise<Json>;
  /** The `TrashCopy`s of tasks with this `taskId`, by key. */
  findInTrash(userId: string, taskId: number): Promise<Records>;
  keepInTrash(userId: string, list: ListName, fireId: string, copy: TrashCopy): Promise<void>;
  /**
   * Removes a copy from the trash if it is still the one of this instant, or is gone already. Throws `conflict` when the
   * record was deleted once more since.
   */
  removeCopy(userId: string, list: ListName, fireId: string, deletedAt: string): Promise<void>;
  /** Puts a record back under its key. Throws `conflict` when there is one. */
  restore(userId: string, list: ListName, fireId: string, record: Json): Promise<void>;
  /** Writes what paths name, relative to the user (null: removes it), all of it or nothing. */
  update(userId: string, paths: Records): Promise<void>;
  /**
   * The same, once: in the same write it marks the operation as applied. Answers false, and writes nothing, when an
   * earlier attempt (`isAttempted`) was applied already. `id` is the operation's, or begins with it where an operation
   * takes several steps.
   */
  updateOnce(
    userId: string,
    operation: { id: string; isAttempted: boolean },
    paths: Records,
  ): Promise<boolean>;
  /** When (ISO, by the server's clock) `updateOnce` was applied for this id, null when it was not. */
  appliedAt(userId: string, id: string): Promise<string | null>;
  /** The operation is confirmed: the marks whose ids begin with its own are removed with a later write. */
  releaseMarks(operationId: string): void;
  /** Removes marks of operations that were applied before an instant (ISO). */
  forgetApplied(userId: string, before: string): Promise<void>;
  /**
   * The server's clock, in milliseconds since the epoch: what is compared with instants that other devices wrote. Throws
   * `network` when the server can't be asked.
   */
  serverTime(userId: string): Promise<number>;
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
