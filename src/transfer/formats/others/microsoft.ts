import { withBox } from '../../../lib/text/checklist';
import type { IsHeader, Row, Sheet } from '../csv';
import { gather, listOfLabels, noRepeat, noTime, withWords } from '../csvItems';
import { dayOfText, instantOfText, orderOfNumbers, timeIn, type NumberOrder } from '../days';
import { repeatOfMicrosoft } from './microsoftRepeats';
import type { Reading, ReadOptions } from '../reading';

/** Column names of Outlook, which stores the tasks of Microsoft To Do, and of tools that export them. */
const COLUMNS = {
  name: ['subject', 'task name', 'title', 'task'],
  description: ['notes', 'body', 'description', 'note'],
  steps: ['steps', 'checklist', 'checklist items', 'checklistitems', 'subtasks'],
  list: ['list', 'list name', 'task list', 'folder', 'categories', 'category'],
  due: ['due date', 'due', 'duedatetime', 'duedate'],
  doneAt: ['date completed', 'completed date', 'completed on', 'completeddatetime'],
  repeats: ['recurrence', 'recurrence pattern', 'recurring', 'repeat', 'repeats', 'rrule'],
  state: ['status', 'completed', '% complete', 'is completed'],
};
/** Besides the name, a file must have one of these columns; otherwise it could be any table. */
const TYPICAL_COLUMNS = [...COLUMNS.due, ...COLUMNS.state, 'importance', 'reminder date'];

export const isMicrosoft: IsHeader = columns =>
  columns.some(column => COLUMNS.name.includes(column)) &&
  columns.some(column => TYPICAL_COLUMNS.includes(column));

const DONE = /^(completed?|done|yes|true|x|1|1\.0+|100(\.0+)?\s*%?)$/i;

const first = (cell: Row['cell'], columns: readonly string[]) =>
  columns.map(column => cell(column).trim()).find(value => value !== '') ?? '';

/** The instant at which a task was done: noon when the file has only the day, now when it has neither. */
function doneAtOf(cell: Row['cell'], order: NumberOrder, now: number): string | null {
  const words = first(cell, COLUMNS.doneAt);
  if (words === '' && !COLUMNS.state.some(column => DONE.test(cell(column).trim()))) return null;
  const day = dayOfText(words, order);
  return instantOfText(words) ?? new Date(day ? `${day}T12:00:00` : now).toISOString();
}

const MIDNIGHT = /^(0{1,2}:00(:00)?|12:00(:00)? ?am)$/i;
/** The time of day of a due date; null without one, and for midnight, which these programs write in that case. */
function timeOf(words: string): string | null {
  const time = /T(\d{2}:\d{2})/.exec(words)?.[1] ?? timeIn(words);
  return time === null || MIDNIGHT.test(time) ? null : time;
}

const NEVER = /^(no|none|never|false|0|null)$/i;
/** The repeat as written by the exporting tool, in words or as a rule; empty without one. */
function repeatsOf(cell: Row['cell']): string {
  const words = first(cell, COLUMNS.repeats);
  return NEVER.test(words) ? '' : words;
}

const SUBTASK = /^(?:[-*]\s*)?(?:\[([ xX])\]|([☐☑✓✔✅]))?\s*(.*)$/;

/** The steps of a task, separated by line breaks or semicolons, as subtasks. */
function withSubtasks(description: string, steps: string): string {
  const lines = steps.split(/[\r\n]+|;\s+/).filter(line => line.trim() !== '');
  return lines.reduce((text, line) => {
    const [, tick = ' ', sign = '☐', words = ''] = SUBTASK.exec(line.trim())!;
    return withBox(text, words, tick !== ' ' || sign !== '☐');
  }, description);
}

/** The tasks of Microsoft To Do, as exported by Outlook or another tool. */
export function readMicrosoft({ rows, problems }: Sheet, options: ReadOptions): Reading {
  const { now, language, writtenOn } = options;
  const found = gather('Microsoft To Do', problems);
  const order = orderOfNumbers(
    rows.flatMap(({ cell }) => [...COLUMNS.due, ...COLUMNS.doneAt].map(cell)),
    language,
  );
  for (const { line, cell } of rows) {
    const words = first(cell, COLUMNS.due);
    const due = found.dayOf(line, words, dayOfText(words, order), options);
    const time = due === null ? null : timeOf(words);
    if (time !== null) found.say(line, noTime(time));
    const doneAt = doneAtOf(cell, order, now);
    const repeats = doneAt === null ? repeatsOf(cell) : '';
    const from = due ?? writtenOn;
    const repeat = repeats === '' ? null : repeatOfMicrosoft(repeats, from);
    if (repeats !== '' && !repeat) found.say(line, noRepeat(repeats, from));
    else if (timeIn(repeats) !== null) found.say(line, noTime(timeIn(repeats)!));
    const isUnread = words !== '' && due === null && !repeat;
    const description = withSubtasks(first(cell, COLUMNS.description), first(cell, COLUMNS.steps));
    found.addTask({
      line,
      name: first(cell, COLUMNS.name),
      description: isUnread ? withWords(description, 'Date', words) : description,
      list: listOfLabels(...COLUMNS.list.map(cell)),
      day: due,
      doneAt,
      repeat,
    });
  }
  return found.end();
}
