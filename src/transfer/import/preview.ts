import { dayOfStored, type Day } from '../../lib/days/days';
import { repeatInWords } from '../../repeats/makeRepeat';
import { timingOfStored } from '../../../shared/timing';
import { repeatOfStored } from '../../../shared/repeats/repeat';
import { isObject } from '../../../shared/json';
import type { Json } from '../../services/database';
import type { Encoding } from '../formats/encoding';
import type { Item, Problem, Reading, Source, Table } from '../formats/reading';

const NOTHING: Counts = { tasks: 0, notes: 0 };

export const sumOf = (all: Iterable<Counts>): Counts =>
  [...all].reduce(
    (sum, { tasks, notes }) => ({ tasks: sum.tasks + tasks, notes: sum.notes + notes }),
    NOTHING,
  );

const many = (count: number, singular: string, more: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? singular : more}`;

/** '120 tasks and 3 notes'; zero counts are omitted. */
export const inWords = ({ tasks, notes }: Counts): string =>
  [
    ...(tasks > 0 || notes === 0 ? [many(tasks, 'task', 'tasks')] : []),
    ...(notes > 0 ? [many(notes, 'note', 'notes')] : []),
  ].join(' and ');

export type Counts = { tasks: number; notes: number };

/** The summary of a file that the user sees before anything is added. */
export type Preview = {
  source: Source;
  counts: Counts;
  /** How many of these are done, and how many go into the trash. */
  done: number;
  trashed: number;
  /** How many are already here. */
  known: Counts;
  /** The bytes that all of them need, and the new ones. */
  needs: Record<Which, number>;
  /** The bytes that the account has left; null if that is not known. */
  room: number | null;
  first: PreviewRow[];
  problems: Problem[];
  /** The total number of problems; `problems` has the first ones. */
  problemCount: number;
  /** The choices of the user where it is not certain how to read the file. */
  encoding: Encoding | null;
  table: Table | null;
};
export type PreviewRow = {
  kind: Item['kind'];
  name: string;
  day: Day | null;
  /** `HH:MM`. */
  time: string | null;
  list: string;
  /** When it repeats, in words; empty for never. */
  repeats: string;
  isDone: boolean;
  isTrashed: boolean;
};

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);

const PREVIEW_ROWS = 5;
const MAX_PROBLEMS = 100;

function ruleOf({ beside }: Item) {
  const repeat = repeatOfStored(beside['repeats']);
  return repeat ? repeatInWords(repeat) : '';
}

const rowOf = (item: Item): PreviewRow => ({
  kind: item.kind,
  name: item.kind === 'task' ? item.record.taskName : item.record.noteTitle,
  day: item.kind === 'task' ? dayOfStored(item.record.taskDueDate) : null,
  time: timingOfStored(item.beside.times)?.time ?? null,
  list: item.kind === 'task' ? item.record.taskList : '',
  repeats: ruleOf(item),
  isDone: item.beside['done'] !== undefined,
  isTrashed: item.deletedAt !== null,
});

const countsOf = (items: readonly Item[]): Counts => {
  const tasks = items.filter(({ kind }) => kind === 'task').length;
  return { tasks, notes: items.length - tasks };
};

/** About the bytes that the server counts for a value at a key of so many characters (docs/server-limits.md). */
const bytesAt = (keyLength: number, value: Json): number => {
  const entries = isObject(value) ? Object.entries(value) : null;
  if (!entries) return 56 + keyLength + (typeof value === 'string' ? 24 + value.length : 0);
  return entries.reduce((bytes, [key, part]) => bytes + bytesAt(key.length, part), 56 + keyLength + 216);
};
const PUSH_KEY_CHARACTERS = 20;
/** Bytes that an entry of a list takes besides, for its record in the server's store. */
const ENTRY_BYTES = 180;
const bytesOf = ({ record, beside }: Item): number =>
  sum(
    [record as Json, ...Object.values(beside)].map(
      value => bytesAt(PUSH_KEY_CHARACTERS, value) + ENTRY_BYTES,
    ),
  );

export const previewOf = (
  { source, items, problems, ...more }: Reading,
  known: Set<Item>,
  room: number | null,
): Preview => ({
  source,
  counts: countsOf(items),
  done: items.filter(item => item.beside['done'] !== undefined).length,
  trashed: items.filter(({ deletedAt }) => deletedAt !== null).length,
  known: countsOf([...known]),
  needs: {
    all: sum(items.map(bytesOf)),
    new: sum(items.filter(item => !known.has(item)).map(bytesOf)),
  },
  room,
  first: items.slice(0, PREVIEW_ROWS).map(rowOf),
  problems: problems.slice(0, MAX_PROBLEMS),
  problemCount: problems.length,
  encoding: more.encoding ?? null,
  table: more.table ?? null,
});

/** Whether the account has room for them. */
export const doesFit = ({ needs, room }: Preview, which: Which) => room === null || needs[which] <= room;

/** The counts of what is added: all, or what is not here yet. */
export const addedOf = ({ counts, known }: Preview, which: Which): Counts =>
  which === 'all' ? counts : { tasks: counts.tasks - known.tasks, notes: counts.notes - known.notes };
export type Which = 'new' | 'all';
