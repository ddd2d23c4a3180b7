import type { Repeat } from '../../repeats/repeat';

/** Something that can be found: a task, a note, a deleted item, a view, or a command. */
export type Entry = {
  /** Its type and key: `task 12`, `note -Nabc`, `trash -Nabc`, `command undoRequested`. */
  key: string;
  title: string;
  text: string;
  /** The repeat rule, whose words are searched too. */
  repeat?: Repeat;
  /** The sort order among equal matches: lowest `order` first, then the latest `since`. */
  group: (typeof GROUPS)[keyof typeof GROUPS];
  since: string;
};

export const GROUPS = { command: 0, open: 1, done: 2, trash: 3 } as const;

/** A piece of text whose matches are highlighted, in order. */
export type Matched = { text: string; matches: [from: number, to: number][] };

export type Found = {
  key: string;
  title: Matched;
  /** The part of the text around the first match; null when the text has none. */
  excerpt: Matched | null;
};

/** A change of the index: entries to add or replace, and keys to remove. */
export type EntryChanges = { put: Entry[]; gone: string[] };

/** Messages to the worker. */
export type ToIndex = { type: 'change'; changes: EntryChanges } | { type: 'find'; id: number; query: string };
/** The worker's answer to the query with this id. */
export type FromIndex = { id: number; found: Found[] };
