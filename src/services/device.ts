import type { BesideList } from './databasePaths';
import type { ListName, Records } from './database';

/** The value of the key `userData`; `token` is the provider's refresh token and never enters the store. */
export type UserData = { email: string; id: string; expiryDate: string; token: string };

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

export type CachedList = ListName | BesideList;

/** Data that a user leaves on this device under their id: unsubmitted words, and their place. */
export interface ReturnPlaces {
  /** Keeps where this tab is now, for the same person's next sign-in. */
  keepPlace(userId: string): void;
  /** True when a tab has kept its place: the session ended by itself, not by Sign out. */
  hasPlace(userId: string): boolean;
  /** Goes to the kept place, if there is one; it is kept no longer. */
  returnToPlace(userId: string): Promise<void>;
  /** The person signs out: forgets their place, and words that were shared with this tab and not made a task or note. */
  signOut(userId: string): void;
  /** Forgets the place and all drafts. */
  clear(userId: string): Promise<void>;
}

/**
 * Typed values of a form, over what the user saw when they began: text by field. `rest` are the values that are left
 * once what was submitted before is on the disk; all of them when not given.
 */
export type FormDraft = {
  base: Record<string, string>;
  values: Record<string, string>;
  rest?: Record<string, string>;
};

/** A draft of the same form that is not this tab's own: of another tab, or of one that is closed. */
export type OtherDraft = FormDraft & { tab: string; savedAt: string; isTabOpen: boolean };

/** Why what is typed is not kept: no space is left, or any other error; a disk that is really full may be told as that. */
export type DraftFailure = 'full' | 'broken';

/**
 * Words that were typed and not submitted, kept on this device under their user's id: one draft for each form and tab.
 * Writing never blocks and never throws; `failure` says how the last write ended.
 */
export interface DraftService {
  /** Reads the drafts of a user; resolves within a second, whatever the device does. Then the rest answers at once. */
  open(userId: string): Promise<void>;
  isOpen(userId: string): boolean;
  /** Reads again which drafts of other tabs there are, and which tabs are open. */
  refresh(userId: string): Promise<void>;
  own(userId: string, form: string): FormDraft | null;
  /** Newest first; the same array until something changed. */
  others(userId: string, form: string): readonly OtherDraft[];
  /** Keeps this tab's draft, or removes it (null), unless a submit of it is not on the disk yet. To be told every key. */
  write(userId: string, form: string, draft: FormDraft | null): void;
  /** The form is left: what was typed last is on its way to the disk now. */
  leave(userId: string, form: string): void;
  /** Keeps what was submitted until `confirm` is told that the operation is on the disk. */
  submit(userId: string, form: string, draft: FormDraft, operationId: string): void;
  confirm(operationId: string): void;
  /** Makes another draft this tab's own, in one transaction. What this tab had, if anything, is offered in its place. */
  take(userId: string, form: string, other: OtherDraft): void;
  /** Removes a draft of another tab. */
  discard(userId: string, form: string, other: OtherDraft): void;
  failure(): DraftFailure | null;
  /** The names of the forms that have a draft of any tab, sorted. */
  forms(userId: string): string[];
  /**
   * The page ends, or may end: hands what is not on the disk yet over to the next page. Synchronous. `areOperationsKept`:
   * so was all that was submitted, and only the rest is a draft.
   */
  handOver(areOperationsKept: boolean): void;
  /** Calls back when `others`, `failure` or `forms` changed. */
  follow(listener: () => void): () => void;
  clear(userId: string): Promise<void>;
}

/** Words of a user's field whose code is not there yet: nobody else keeps them. `form`: of a form, not of the quick line. */
export type EarlyWords = EarlyField & { words: string };
export type EarlyField = { userId: string; form?: 'task/new' };

/** Early words of this page, and of those of the user that ended before. */
export interface EarlyWordsOfPages {
  /** Holds words of this page, in place of what it held of the field. */
  hold(words: EarlyWords): void;
  /** Those of a field: of each page that ended, in their order, then this page's. They are held until they are released. */
  words(field: EarlyField): string[];
  /** Something else keeps the words of a field. */
  release(field: EarlyField): void;
  /** Nobody needs what this page holds of a field. */
  drop(field: EarlyField): void;
}

/** The drafts, whose code is loaded with the first form. */
export interface DraftsLater {
  /** Text that is held when the page ends; the user's next field of that name takes it. */
  readonly early: EarlyWordsOfPages;
  /** Null until the code is there. */
  readonly service: DraftService | null;
  /** Loads the code and reads the drafts of a user. Never rejects. */
  open(userId: string): Promise<void>;
  /** The page ends, or may end (`DraftService`). */
  handOver: DraftService['handOver'];
  /** Removes all drafts of a user. Rejects when the device fails. */
  clear(userId: string): Promise<void>;
}

/** How many tasks each view held on a day, by the view's name. */
export type FirstCounts = { day: string; of: Record<string, number> };

/**
 * Tasks of the first screens, when they repeat, and their places, by their keys; taskIds by their day,
 * in order; and how many there are in all.
 */
export type FirstRows = {
  tasks: Records;
  repeats: Records;
  order: Records;
  days?: Record<string, readonly number[]>;
  counts?: FirstCounts;
};

/** The last known records of the server, so that the app opens without it. Losing it costs time, never data. */
export interface CacheService {
  read(userId: string, list: CachedList): Promise<Records | null>;
  /**
   * The tasks that the first screens show, at once: what is drawn first waits for nothing. Null: only the whole list has
   * them; undefined: this device keeps no list of that user.
   */
  readFirst(userId: string): FirstRows | null | undefined;
  writeFirst(userId: string, rows: FirstRows | null): void;
  /** The settings, at once: the first paint shows them. Null: this device keeps none of that user. */
  readSettings(userId: string): Records | null;
  writeSettings(userId: string, settings: Records): void;
  /** Replaces the whole list. */
  write(userId: string, list: CachedList, records: Records): Promise<void>;
  /** Changes single records (null: removed); costs what changed. */
  change(userId: string, list: CachedList, records: Records): Promise<void>;
  /** The changes made on this device, in their order. */
  readHistory(userId: string): Promise<HistoryEntry[]>;
  changeHistory(userId: string, changed: HistoryEntry[], removed: string[]): Promise<void>;
  clear(userId: string): Promise<void>;
}

/** An operation of a change, as it was handed to the queue. */
export type HistoryStep = { id: string; itemKey: string; kind: string; payload: unknown };

/** A change by the user, in one step or several, which is undone and redone as a whole. */
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
