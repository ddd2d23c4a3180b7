import type { BesideList } from './databasePaths';
import type { ListName, Records } from './database';

/** The value of the key `userData`; `token` is the provider's refresh token, which never enters the store. */
export type UserData = { email: string; id: string; expiryDate: string; token: string };

/** `userData` on the device, shared by all tabs. */
export interface SessionStorage {
  /** Marks in all tabs that a sign-in is in progress, until `endSignIn` or for two minutes. */
  beginSignIn(): void;
  endSignIn(): void;
  isSignInUnderWay(): boolean;
  read(): string | null;
  write(userData: UserData): void;
  clear(): void;
  /** Calls back when another tab wrote or removed it. */
  follow(listener: () => void): () => void;
}

export type CachedList = ListName | BesideList;

/** Data that a user leaves on this device under their id: unsubmitted text, and their place. */
export interface ReturnPlaces {
  /** Stores the tab's current place for the same user's next sign-in. */
  keepPlace(userId: string): void;
  /** True when a tab has stored its place: the session ended without Sign out. */
  hasPlace(userId: string): boolean;
  /** Goes to the stored place, if there is one, and removes it. */
  returnToPlace(userId: string): Promise<void>;
  /** Called at Sign out: removes the place, and text that was shared with this tab but not used. */
  signOut(userId: string): void;
  /** Removes the place and all drafts. */
  clear(userId: string): void;
}

/** Typed values of a form, with the base values from which the user began: text by field. */
export type FormDraft = { base: Record<string, string>; values: Record<string, string> };

/** A draft of the same form by another tab, open or closed. */
export type OtherDraft = FormDraft & { tab: string; savedAt: string; isTabOpen: boolean };

/** Why drafts cannot be stored: the disk is full, or any other error. Some browsers report a full disk as another error. */
export type DraftFailure = 'full' | 'broken';

/** This tab among the tabs of the browser. */
export interface Tab {
  /** Identifies the tab across reloads. */
  id(): string;
  /** Resolves if the tab turned out to be a copy of another one, and has a new id. */
  hasMoved: Promise<void>;
  /** The ids of all open tabs; null if the browser does not tell. */
  open(): Promise<ReadonlySet<string> | null>;
}

/**
 * Unsubmitted text, stored on this device under its user's id: one draft for each form and tab. Writing never blocks
 * and never throws; `failure` is the result of the last write.
 */
export interface DraftService {
  /** Whether it is known which of the user's drafts are those of closed tabs. */
  isReady(userId: string): boolean;
  /** Asks again which tabs are open. */
  refresh(): void;
  own(userId: string, form: string): FormDraft | null;
  /** Newest first; the array keeps its identity until something changes. */
  others(userId: string, form: string): readonly OtherDraft[];
  /** Stores this tab's draft soon, or removes it (null) at once. To be called at every keystroke. */
  write(userId: string, form: string, draft: FormDraft | null): void;
  /** Called when the form is left: writes the latest draft immediately. */
  leave(userId: string, form: string): void;
  /** Replaces this tab's draft by another tab's, or a new one; the replaced draft is offered as another tab's. */
  take(userId: string, form: string, other: FormDraft & Partial<OtherDraft>): void;
  /** Removes a draft of another tab. */
  discard(userId: string, form: string, other: OtherDraft): void;
  failure(): DraftFailure | null;
  /** The names of all forms with a draft of any tab, sorted. */
  forms(userId: string): string[];
  /** Calls back when `isReady`, `others`, `failure` or `forms` changed. */
  follow(listener: () => void): () => void;
  clear(userId: string): void;
}

/** The last known records of the server, so that the app opens without it. Losing the copy costs time, never data. */
export interface CacheService {
  read(userId: string, list: CachedList): Promise<Records | null>;
  /** The settings, synchronously, for the first paint. Null: this device has none of the user. */
  readSettings(userId: string): Records | null;
  writeSettings(userId: string, settings: Records): void;
  /** Replaces the whole list. */
  write(userId: string, list: CachedList, records: Records): Promise<void>;
  /** Changes single records (null: removed); its cost depends on their number only. */
  change(userId: string, list: CachedList, records: Records): Promise<void>;
  /** The changes made on this device, in order. */
  readHistory(userId: string): Promise<HistoryEntry[]>;
  changeHistory(userId: string, changed: HistoryEntry[], removed: string[]): Promise<void>;
  clear(userId: string): Promise<void>;
}

/** An operation of a change, as it was requested. */
export type HistoryStep = { id: string; itemKey: string; kind: string; payload: unknown };

/** A change by the user, of one or several steps, which is undone and redone as a whole. */
export type HistoryEntry = {
  id: string;
  /** The position in the order of changes on this device. */
  number: number;
  isUndone: boolean;
  steps: HistoryStep[];
};

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves once the current rendering has been painted and no urgent work is left. */
  afterPaint(): Promise<void>;
  /** Calls back when time may have jumped: the page became visible or got the focus. */
  onWake(listener: () => void): () => void;
}

export interface Connection {
  isOnline(): boolean;
  follow(listener: (online: boolean) => void): () => void;
}

export interface Random {
  /** A random whole number from 0 to below `limit`, from the device's cryptographic source. */
  below(limit: number): number;
  /** A push key for a new record; later keys sort behind earlier ones. */
  pushKey(): string;
}

export interface Updates {
  /** Starts to look for newer versions, once the page has loaded. */
  start(): void;
  /** Calls back when a newer version of the app is ready. */
  follow(listener: () => void): () => void;
  /** Reloads the page with the newer version. */
  apply(): void;
}

export interface Navigation {
  /** The current path. */
  path(): string;
  /** `state` is stored in the history entry, e.g. the open note. */
  go(path: string, state?: unknown): void;
}
