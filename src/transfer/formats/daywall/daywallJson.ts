import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import stringify from 'safe-stable-stringify';
import { isInstant, repeatOfStored } from '../../../../shared/repeats/repeat';
import { attempt } from '../../../lib/attempt';
import type { Json } from '../../../services/database';
import { besideFrom, isObject, membersOf, type Content } from '../content';
import { UnreadableFile, problemOf, type Item, type Problem, type Reading, type TaskItem } from '../reading';
import type { ShownBeside } from '../../../services/databasePaths';
import { noteSidecars } from '../../../notes/noteSidecars';
import { settingsOf, tagSettingsOf } from '../../../settings/settings';
import { isTaskId } from '../../../tasks/task';
import { dayOfStored, storedOfDay } from '../../../lib/days/days';
import { dayAfterStep } from '../../../repeats/series';
import {
  occurrencesOfStored,
  subtasksDoneOfStored,
  storedOccurrences,
  taskSidecars,
} from '../../../tasks/taskSidecars';

const FORMAT = 'daywall';
export const VERSION = 1;

/** Sorts the members by name, so that equal content gives equal text. */
const text = (json: Json, space?: number) => stringify(json, null, space)!;

/** A hash of the content in its shortest form, independent of the file's layout. */
const checksumOf = (content: Json) => `sha256:${bytesToHex(sha256(utf8ToBytes(text(content))))}`;

/**
 * Everything as one file, which can be read and written again without any difference. It does not say when, where or
 * for whom it was written.
 */
export const daywallJson = (content: Content): string =>
  `${text({ format: FORMAT, version: VERSION, checksum: checksumOf(content), content }, 1)}\n`;

/** Parses such a file. Throws `UnreadableFile` when it is another file, newer than this app, modified or truncated. */
export function contentOfJson(file: string): Content {
  const read = attempt(() => JSON.parse(file) as Json);
  if (read === undefined) {
    throw new UnreadableFile('This file is cut off or damaged: it is not complete JSON.');
  }
  if (!isObject(read) || read.format !== FORMAT || !isObject(read.content)) {
    throw new UnreadableFile('This JSON file was not written by Daywall.');
  }
  if (typeof read.version !== 'number' || read.version > VERSION) {
    throw new UnreadableFile('This file is from a newer Daywall. Reload this page to update, and try again.');
  }
  if (read.checksum !== checksumOf(read.content)) {
    throw new UnreadableFile(
      'This file was changed or damaged after it was exported: its checksum does not fit. Export it again.',
    );
  }
  const { tasks, notes, trash, lists, ...beside } = read.content;
  return {
    tasks: membersOf(tasks),
    notes: membersOf(notes),
    ...besideFrom(list => membersOf(beside[list])),
    trash: { tasks: membersOf(membersOf(trash).tasks), notes: membersOf(membersOf(trash).notes) },
    ...(isObject(lists) && { lists }),
  };
}

const hasStrings = (record: { [name: string]: Json }, fields: string[]) =>
  fields.every(field => typeof record[field] === 'string');
const hasOnly = (record: { [name: string]: Json }, fields: string[]) =>
  Object.keys(record).length === fields.length;

const TASK_TEXTS = ['taskName', 'taskDescription', 'taskList', 'taskDueDate'];
const NOTE_TEXTS = ['noteTitle', 'noteDescription'];

const isRecord = {
  task: (record: { [name: string]: Json }) =>
    hasStrings(record, TASK_TEXTS) &&
    hasOnly(record, [...TASK_TEXTS, 'taskId']) &&
    isTaskId(record.taskId) &&
    (record.taskList === 'personal' || record.taskList === 'work'),
  note: (record: { [name: string]: Json }) => hasStrings(record, NOTE_TEXTS) && hasOnly(record, NOTE_TEXTS),
};

/** The item of a stored record; null when the database would refuse the record. */
const itemOf = (
  kind: Item['kind'],
  record: Json | undefined,
  kept: Pick<Item, 'key' | 'beside' | 'deletedAt'>,
): Item | null => (isObject(record) && isRecord[kind](record) ? ({ kind, record, ...kept } as Item) : null);

/** The line on which a member of the file begins. */
function lineOf(file: string, key: string): number {
  const at = file.indexOf(`${JSON.stringify(key)}:`);
  return at < 0 ? 1 : file.slice(0, at).split('\n').length;
}

/** All records of one of the app's own files, with their keys, ready to be added. */
export function readDaywall(file: string): Reading {
  const content = contentOfJson(file);
  const items: Item[] = [];
  const problems: Problem[] = [];
  const tell = (key: string, words: string) => void problems.push({ line: lineOf(file, key), text: words });
  const take = (kind: Item['kind'], key: string, item: Item | null) => {
    const problem = item ? problemOf(item) : `it does not have the fields of a ${kind}.`;
    if (item?.beside.occurrences) {
      const logbook = logbookOf(item.beside.occurrences);
      if (logbook === undefined) delete item.beside.occurrences;
      else item.beside.occurrences = logbook;
    }
    if (item?.kind === 'task' && openNext(item))
      tell(key, `The task “${key}” is added without ${taskSidecars.repeats!.words}: that is over.`);
    if (item && !problem) items.push(item);
    else tell(key, `The ${kind} “${key}” is left out: ${problem}`);
  };
  for (const { kind, list, sidecars } of LISTS) {
    /** The sidecars of a key in a file. Invalid ones are omitted and reported. */
    const besideOf = (key: string) =>
      Object.fromEntries(
        Object.entries(sidecars).flatMap(([name, { isStorable, words }]): [string, Json][] => {
          const records = content[name as ShownBeside];
          if (!Object.hasOwn(records, key)) return [];
          if (isStorable(records[key]!)) return [[name, records[key]!]];
          tell(key, `The ${kind} “${key}” is added without ${words}: not readable.`);
          return [];
        }),
      );
    for (const [key, record] of Object.entries(content[list]))
      take(kind, key, itemOf(kind, record, { key, beside: besideOf(key), deletedAt: null }));
    for (const [key, entry] of Object.entries(content.trash[list])) {
      const { deletedAt = null, record } = membersOf(entry);
      const kept = { key, beside: besideOf(key), deletedAt: isInstant(deletedAt) ? deletedAt : null };
      take(kind, key, kept.deletedAt === null ? null : itemOf(kind, record, kept));
    }
  }
  const lists = tagSettingsOf(settingsOf(content.lists ?? {}));
  return { source: 'Daywall', items, problems, lists };
}

/** Removes counts of subtasks without a note from a logbook, because the database refuses them; undefined when nothing is left. */
function logbookOf(stored: Json): Json | undefined {
  const noted = occurrencesOfStored(stored);
  const counts = Object.entries(subtasksDoneOfStored(stored)).filter(([day]) => day in noted);
  const left = storedOccurrences(noted, Object.fromEntries(counts))!;
  return Object.keys(left).length > 0 ? left : undefined;
}

/**
 * If the open day of a task is noted as done, because its tick was unsent when the file was made, moves on to the next
 * day, as the database rules require. Returns true when there is none; the repeat is then removed.
 */
function openNext({ record, beside }: TaskItem): boolean {
  const repeat = repeatOfStored(beside.repeats);
  const noted = occurrencesOfStored(beside.occurrences);
  if (!repeat || !(repeat.at in noted)) return false;
  const at = dayAfterStep(repeat, { day: repeat.at, on: repeat.at }, noted);
  if (at === null) delete beside.repeats;
  else beside.repeats = { ...repeat, at };
  if (at !== null && dayOfStored(record.taskDueDate) === repeat.at) record.taskDueDate = storedOfDay(at);
  return at === null;
}

const LISTS = [
  { kind: 'task', list: 'tasks', sidecars: taskSidecars },
  { kind: 'note', list: 'notes', sidecars: noteSidecars },
] as const;
