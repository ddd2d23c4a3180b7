import type { Day } from '../../lib/days/days';
import type { NoteBody, Records, TaskBody } from '../../services/database';

/** Where a file comes from, in the words that a person knows. */
export type Source =
  | 'Daywall'
  | 'Todoist'
  | 'TickTick'
  | 'Microsoft To Do'
  | 'Super Productivity'
  | 'Google Keep'
  | 'a calendar'
  | 'Markdown';

type Kept = {
  /** Its key in the database that it comes from; null when it has none. */
  key: string | null;
  /** ISO instant; null when it is not in the trash. */
  deletedAt: string | null;
  /** Sidecars of its record, by name. */
  beside: Records;
};
/** `taskId` is null where the file knows none. */
export type TaskItem = Kept & {
  kind: 'task';
  record: Omit<TaskBody, 'taskId'> & { taskId: number | null };
};
export type NoteItem = Kept & {
  kind: 'note';
  record: NoteBody;
};
export type Item = TaskItem | NoteItem;

/** A loss or a change of an imported item; `line` counts from 1 as text editors do, null where the text names the item. */
export type Problem = { line: number | null; text: string };

/** Content of a file, before any of it is added. */
export type Reading = { source: Source; items: Item[]; problems: Problem[] };

/** Options of the reader of a file. */
export type ReadOptions = {
  name: string;
  /** Milliseconds since the epoch: what was done at no known time was done now. */
  now: number;
  /** The local day on which the file was written, null where it is not known: what 'tomorrow' in it is behind. */
  writtenOn: Day | null;
  /** The language of the browser, e.g. `en-US`: whether 3/4 is in March or April, where the file does not show it. */
  language: string;
};

/** The file as a whole can't be read; the message says why, in words for the person. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

/** As the rules of the database have it. */
const LONGEST = { name: 10_000, description: 1_000_000, date: 40 };

/** Why the database would refuse these words, null when it takes them. */
export function problemOf(item: Item): string | null {
  const [name, description] =
    item.kind === 'task'
      ? [item.record.taskName, item.record.taskDescription]
      : [item.record.noteTitle, item.record.noteDescription];
  if (item.kind === 'task' && name === '') return 'it has no name.';
  if (name.length > LONGEST.name) return 'its name is longer than 10,000 characters.';
  if (description.length > LONGEST.description) return 'its text is longer than a million characters.';
  if (item.kind === 'task' && item.record.taskDueDate.length > LONGEST.date) return 'its date is not a date.';
  return null;
}
