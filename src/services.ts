/**
 * What sagas are handed: the world outside the store, as types. `index.tsx` builds the real ones, tests hand in fakes.
 * Nothing here returns Firebase's own objects, and everything that fails throws a `ServiceFailure`.
 */

/**
 * Which failure is which, and so what to do about it:
 * - `network`: no network, a timeout, a lost connection. It may have happened; wait and try again.
 * - `server`: the server answered 5xx. Wait and try again.
 * - `refused`: the server said no (rules, too large, malformed). Trying the same again is no use.
 * - `signIn`: the provider has no session any more; the person has to sign in again.
 * - `conflict`: the record is not what it was when it was read (412).
 */
export type FailureKind = 'network' | 'server' | 'refused' | 'signIn' | 'conflict';

export class ServiceFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    /** The protocol's own word, e.g. `auth/invalid-credential` or `permission_denied`. */
    readonly code: string,
    message: string = code,
  ) {
    super(message);
    this.name = 'ServiceFailure';
  }
}

/** What is said of a failed call where the person is looking; anything but a `ServiceFailure` is a bug and stays loud. */
export function failureOf(error: unknown): { code: string; message: string } {
  if (!(error instanceof ServiceFailure)) throw error;
  return { code: error.kind, message: error.message };
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What is kept under the key `userData`; `token` is the provider's refresh token and never enters the store. */
export type UserData = { email: string; id: string; expiryDate: string; token: string };

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
/** What the trash keeps of a record: the record as it was, and the instant (ISO) at which it was deleted. */
export type TrashCopy = { deletedAt: string; record: Json };

/** What a live listener tells: the whole list once, then only what changed (null: removed). */
export type LiveEvent = { type: 'list'; records: Records } | { type: 'changes'; records: Records };

export type Account = { email: string; uid: string; refreshToken: string };

export interface AuthService {
  signUp(email: string, password: string): Promise<Account>;
  signIn(email: string, password: string): Promise<Account>;
  /** Ends the provider's session on this device; works without network. */
  signOut(): Promise<void>;
  /** Whose session the provider holds on this device (null: nobody's): told once it is known and when it changes. */
  follow(listener: (uid: string | null) => void): () => void;
  /** True when the provider refuses this session for good: expired, revoked, disabled or deleted. */
  isRefused(refreshToken: string): Promise<boolean>;
  /** Takes the password anew (`email`: the account's, where it may have changed): what needs a recent sign-in may follow. */
  reauthenticate(userId: string, password: string, email?: string): Promise<Account>;
  /** Sets the password, the same one or another; every other device's session ends. Wants a recent sign-in. */
  changePassword(userId: string, newPassword: string): Promise<Account>;
  /** As above; null when the address changes only once a link in a mail to it was followed. */
  changeEmail(userId: string, email: string): Promise<Account | null>;
  /** Wants a recent sign-in too; what the account kept in the database stays. */
  deleteAccount(userId: string): Promise<void>;
  /** Asks for a way to a new password: by a mail, or by whoever runs the server. */
  requestReset(email: string): Promise<'mail' | 'operator'>;
}

export type LiveList = ListName | 'done' | 'trash/tasks' | 'trash/notes';

export interface DatabaseService {
  loadTasks(userId: string): Promise<Records>;
  /** The new record's key. */
  addTask(userId: string, body: TaskBody): Promise<string>;
  /** The keys and records whose `taskId` this is. */
  findTasks(userId: string, taskId: number): Promise<Records>;
  /** A record and its ETag; `record` is null when it is not there. */
  readTask(userId: string, fireId: string): Promise<{ record: Json; etag: string }>;
  /** Throws `conflict` when the record is no longer the one that `etag` names. */
  saveTask(userId: string, fireId: string, body: TaskBody, etag: string): Promise<void>;
  deleteTask(userId: string, fireId: string): Promise<void>;
  loadNotes(userId: string): Promise<Records>;
  addNote(userId: string, fireId: string, body: NoteBody): Promise<void>;
  readNote(userId: string, fireId: string): Promise<Json>;
  saveNote(userId: string, fireId: string, body: NoteBody): Promise<void>;
  deleteNote(userId: string, fireId: string): Promise<void>;
  /** The instants (ISO) at which tasks were ticked off, by the key of the task. */
  loadDone(userId: string): Promise<Records>;
  /** Ticks a task off at an instant (ISO), or makes it one to be done again (null). */
  saveDone(userId: string, fireId: string, doneAt: string | null): Promise<void>;
  /** `TrashCopy`s by key. */
  loadTrash(userId: string): Promise<Record<ListName, Records>>;
  /** Those that were deleted before an instant (ISO). */
  loadOldTrash(userId: string, list: ListName, before: string): Promise<Records>;
  readTrash(userId: string, list: ListName, fireId: string): Promise<Json>;
  keepInTrash(userId: string, list: ListName, fireId: string, copy: TrashCopy): Promise<void>;
  /** Puts a record back under its key. Throws `conflict` when there is one. */
  restore(userId: string, list: ListName, fireId: string, record: Json): Promise<void>;
  /** Writes what paths name, relative to the user (null: removes it), all of it or nothing. */
  update(userId: string, paths: Records): Promise<void>;
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
  /** Forgets the user's connection and all that the SDK holds in memory. */
  close(): Promise<void>;
}

/** The device's small memory: `userData`, shared by all tabs. */
export interface SessionStorage {
  /** Marks for all tabs that a sign-in is under way: until `endSignIn`, or for two minutes. */
  beginSignIn(): void;
  endSignIn(): void;
  isSignInUnderWay(): boolean;
  read(): string | null;
  write(userData: UserData): void;
  clear(): void;
  /** Calls back when another tab wrote or cleared it. */
  follow(listener: () => void): () => void;
}

export type CachedList = ListName | 'done';
/** What a person leaves lying on this device under their id: words that were not submitted, and their place. */
export interface Leftovers {
  /** Keeps where this tab is now, for the same person's next sign-in. */
  keepPlace(userId: string): void;
  /** True when a tab has kept its place: the session ended by itself, not by Sign out. */
  hasPlace(userId: string): boolean;
  /** Goes to the kept place, if there is one; it is kept no longer. */
  comeBack(userId: string): Promise<void>;
  /** Forgets the place and all drafts. */
  clear(userId: string): void;
}

/** The last known records of the server, so that the app opens without it. Losing it costs time, never data. */
export interface CacheService {
  read(userId: string, list: CachedList): Promise<Records | null>;
  /**
   * The tasks that the first screens show, at once: what is drawn first waits for nothing. Null: only the whole list has
   * them; undefined: this device keeps no list of that user.
   */
  readFirst(userId: string): Records | null | undefined;
  writeFirst(userId: string, records: Records | null): void;
  /** Replaces the whole list. */
  write(userId: string, list: CachedList, records: Records): Promise<void>;
  /** Changes single records (null: removed); costs what changed. */
  change(userId: string, list: CachedList, records: Records): Promise<void>;
  /** What this device's person changed, in the order in which they were made. */
  readHistory(userId: string): Promise<HistoryEntry[]>;
  changeHistory(userId: string, changed: HistoryEntry[], removed: string[]): Promise<void>;
  clear(userId: string): Promise<void>;
}

/** One operation of a change, as it was handed to the queue. */
export type HistoryStep = { id: string; lane: string; kind: string; payload: unknown };
/** One change that a person made, in one step or several, which is taken back and made again as a whole. */
export type HistoryEntry = {
  id: string;
  /** Order of making on this device. */
  number: number;
  isUndone: boolean;
  steps: HistoryStep[];
};

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves once what is on the screen now has been painted and nothing urgent is left to do. */
  afterPaint(): Promise<void>;
  /** Calls back when time may have jumped: the page became visible or was focused. */
  onWake(listener: () => void): () => void;
}

export interface Connection {
  isOnline(): boolean;
  follow(listener: (online: boolean) => void): () => void;
}

export interface Navigation {
  /** The path that is open now. */
  path(): string;
  /** `state` is what the address does not say, e.g. which note lies open. */
  go(path: string, state?: unknown): void;
}

export interface Random {
  /** A whole number from 0 to below `limit`, from the device's cryptographic source. */
  below(limit: number): number;
  /** A key of the database's own kind for a new record: later ones sort behind earlier ones. */
  pushKey(): string;
}

export interface Updates {
  /** Begins to look for newer versions, once the page has loaded. */
  start(): void;
  /** Calls back when a newer version of the app is ready to be used. */
  follow(listener: () => void): () => void;
  /** Reloads into the newer version. */
  apply(): void;
}
