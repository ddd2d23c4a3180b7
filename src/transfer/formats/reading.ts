import type { Day } from '../../lib/days/days';
import type { Encoding } from './encoding';
import type { TagSettings } from '../../settings/settings';
import type { NoteBody, Records, TaskBody } from '../../services/database';

/** The origin of a file, as users know it. */
export type Source =
  | 'Daywall'
  | 'Todoist'
  | 'TickTick'
  | 'Microsoft To Do'
  | 'Super Productivity'
  | 'Google Keep'
  | 'a calendar'
  | 'Markdown'
  | 'Toodledo'
  | 'a table'
  | 'several programs';

type Kept = {
  /** Its key in the database from which it comes; null for none. */
  key: string | null;
  /** ISO instant; null when it is not in the trash. */
  deletedAt: string | null;
  /** Its sidecars, by name. */
  beside: Records;
};
/** `taskId` is null when the file does not have one. */
export type TaskItem = Kept & {
  kind: 'task';
  record: Omit<TaskBody, 'taskId'> & { taskId: number | null };
};
export type NoteItem = Kept & {
  kind: 'note';
  record: NoteBody;
};
export type Item = TaskItem | NoteItem;

/** A loss or change of an imported item; `line` counts from 1, null when the message names the item. */
export type Problem = { line: number | null; text: string };

/** The content of a file, before anything is added. */
export type Reading = {
  source: Source;
  items: Item[];
  problems: Problem[];
  /** The choices for tags, kept lists among them. */
  lists?: TagSettings;
  /** The encoding of a file that is not in Unicode, for people to correct. */
  encoding?: Encoding | null;
  /** The columns of a table that no known program wrote, for people to choose. */
  table?: Table | null;
};

/** The places of the columns of a table that are read; -1 for none. */
export type Columns = Record<'name' | 'date' | 'list' | 'notes', number>;
export type Table = { names: string[]; chosen: Columns };

/** The options for reading a file. */
export type ReadOptions = {
  name: string;
  /** The current time in milliseconds since the epoch, used for tasks done at an unknown time. */
  now: number;
  /** The local day on which the file was written, null when unknown: 'tomorrow' in it is the day after. */
  writtenOn: Day | null;
  /** The language of the browser, e.g. `en-US`. It decides whether 3/4 is in March or April, unless the file shows it. */
  language: string;
  /** The encoding that the user chose for a file that is not in Unicode. */
  encoding?: string;
  /** The columns that the user chose for a table. */
  columns?: Columns;
};
export type ReadChoice = Pick<ReadOptions, 'encoding' | 'columns'>;

/** The whole file cannot be read; the message tells the user why. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

/** The limits of the database rules. */
const LONGEST_CHARACTERS = { name: 10_000, description: 1_000_000, date: 40 };

/** Why the database would refuse a text; null when it accepts it. */
export function problemOf(item: Item): string | null {
  const [name, description] =
    item.kind === 'task'
      ? [item.record.taskName, item.record.taskDescription]
      : [item.record.noteTitle, item.record.noteDescription];
  if (item.kind === 'task' && name === '') return 'it has no name.';
  if (name.length > LONGEST_CHARACTERS.name) return 'its name is longer than 10,000 characters.';
  if (description.length > LONGEST_CHARACTERS.description)
    return 'its text is longer than a million characters.';
  if (item.kind === 'task' && item.record.taskDueDate.length > LONGEST_CHARACTERS.date)
    return 'its date is not a date.';
  return null;
}
