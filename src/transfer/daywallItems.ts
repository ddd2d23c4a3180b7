import type { Json, Records } from '../services/database';
import { isTaskId } from '../tasks/task';
import { isObject, membersOf, type Content } from './content';
import { contentOfJson } from './daywallJson';
import { problemOf, type Item, type Problem, type Reading } from './reading';

const hasStrings = (record: { [name: string]: Json }, fields: string[]) =>
  fields.every(field => typeof record[field] === 'string');
const hasOnly = (record: { [name: string]: Json }, fields: string[]) =>
  Object.keys(record).length === fields.length;

/** As the rules of the database have it. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/;
const isInstant = (value: Json | undefined): value is string =>
  typeof value === 'string' && INSTANT.test(value);

const TASK_TEXTS = ['taskName', 'taskDescription', 'taskList', 'taskDueDate'];
const NOTE_TEXTS = ['noteTitle', 'noteDescription'];

/** As the rules of the database have a look. */
const LOOK_FIELDS: Record<string, (value: Json) => boolean> = {
  colour: value => typeof value === 'string' && /^[a-z]{1,20}$/.test(value),
  pinned: value => value === true,
  place: value => typeof value === 'string' && /^[A-Za-z][0-9A-Za-z]{0,999}$/.test(value),
};
const isLook = (look: Json | undefined): look is Record<string, Json> =>
  isObject(look) &&
  Object.keys(look).length > 0 &&
  Object.entries(look).every(
    ([field, value]) => Object.hasOwn(LOOK_FIELDS, field) && LOOK_FIELDS[field]!(value),
  );

/** The item of a stored record; null when the record is not one that the database takes. */
function itemOf(
  kind: Item['kind'],
  key: string,
  record: Json | undefined,
  /** The instant at which a task was ticked off, or the look of a note. */
  beside: Json | undefined,
  deletedAt: string | null,
): Item | null {
  if (!isObject(record)) return null;
  if (kind === 'note') {
    const isNote = hasStrings(record, NOTE_TEXTS) && hasOnly(record, NOTE_TEXTS);
    return isNote ? ({ kind, key, record, look: isLook(beside) ? beside : null, deletedAt } as Item) : null;
  }
  const isTask =
    hasStrings(record, TASK_TEXTS) &&
    hasOnly(record, [...TASK_TEXTS, 'taskId']) &&
    isTaskId(record.taskId) &&
    (record.taskList === 'personal' || record.taskList === 'work');
  if (!isTask) return null;
  return { kind, key, record, deletedAt, doneAt: isInstant(beside) ? beside : null } as Item;
}

/** The line on which this member of a file begins. */
function lineOf(file: string, key: string): number {
  const at = file.indexOf(`${JSON.stringify(key)}:`);
  return at < 0 ? 1 : file.slice(0, at).split('\n').length;
}

/** Every record of one of our own files, with its key, ready to be added. */
export function readDaywall(file: string): Reading {
  const content = contentOfJson(file);
  const items: Item[] = [];
  const problems: Problem[] = [];
  const take = (kind: Item['kind'], key: string, item: Item | null) => {
    const problem = item ? problemOf(item) : `it does not have the fields of a ${kind}.`;
    if (item && !problem) items.push(item);
    else problems.push({ line: lineOf(file, key), text: `The ${kind} “${key}” is left out: ${problem}` });
  };
  for (const { kind, live, deleted, beside } of listsOf(content)) {
    const besideOf = (key: string) => (Object.hasOwn(beside, key) ? beside[key] : undefined);
    for (const [key, record] of Object.entries(live)) {
      take(kind, key, itemOf(kind, key, record, besideOf(key), null));
    }
    for (const [key, entry] of Object.entries(deleted)) {
      const { deletedAt, record } = membersOf(entry);
      take(kind, key, isInstant(deletedAt) ? itemOf(kind, key, record, besideOf(key), deletedAt) : null);
    }
  }
  for (const [key, look] of Object.entries(content.looks))
    if (!isLook(look))
      problems.push({
        line: lineOf(file, key),
        text: `The note “${key}” is added without its colour, pin and place: they are not readable.`,
      });
  return { source: 'Daywall', items, problems };
}

const listsOf = ({
  tasks,
  notes,
  done,
  looks,
  trash,
}: Content): { kind: Item['kind']; live: Records; deleted: Records; beside: Records }[] => [
  { kind: 'task', live: tasks, deleted: trash.tasks, beside: done },
  { kind: 'note', live: notes, deleted: trash.notes, beside: looks },
];
