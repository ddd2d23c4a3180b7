import Papa from 'papaparse';
import type { Day } from '../../../lib/days/days';
import type { Json } from '../../../services/database';
import { fieldsOfRecord } from '../../../tasks/task';
import { timingOfStored } from '../../../../shared/timing';
import { repeatOfStored } from '../../../../shared/repeats/repeat';
import type { Content } from '../content';
import type { IsHeader, Sheet } from '../csv';
import { gather, noRepeat, noTime, withWords } from '../csvItems';
import { certainDay, instantOfText, provenOrder } from '../days';
import type { Reading, ReadOptions } from '../reading';
import { cellOfRepeat, namesOpenDay, repeatOfCell } from '../repeats';
import { timeOfWords } from '../times';

const COLUMNS = ['Name', 'Description', 'List', 'Due', 'Done', 'Repeats'];
/** Columns that older tables do not have: a time, and the minutes before it at which a reminder comes. */
const LATER_COLUMNS = ['Time', 'Reminder'];

/** A byte order mark, by which Excel recognises UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Spreadsheets run a cell with such a beginning as a formula, unless an apostrophe precedes it. A cell that begins
 * with an apostrophe gets another one, so that reading can restore it.
 */
const FORMULA = /^'*[=+\-@\t\r]/;
const GUARDED = /^'('*[=+\-@\t\r])/;

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** All tasks outside of the trash with their keys, by due day, then name; those without a date come last. */
export function tasksByDay({ tasks, done }: Content) {
  return Object.entries(tasks)
    .flatMap(([key, record]) => {
      const fields = fieldsOfRecord(record);
      return fields ? { ...fields, key, doneAt: textOf(done[key]) } : [];
    })
    .sort(
      (a, b) =>
        compare(a.taskDueDay ?? '~', b.taskDueDay ?? '~') ||
        compare(a.taskName, b.taskName) ||
        compare(a.key, b.key),
    );
}
const textOf = (json: Json | undefined) => (typeof json === 'string' ? json : '');

/** The tasks as a table for spreadsheets; no cell can be run as a formula. */
export function tasksCsv(content: Content): string {
  const rows = tasksByDay(content).map(({ key, taskName, taskDescription, taskList, taskDueDay, doneAt }) => {
    const repeat = repeatOfStored(content.repeats[key]);
    const repeats = repeat ? cellOfRepeat(repeat, taskDueDay) : '';
    const timing = timingOfStored(content.times[key]);
    const times = [timing?.time ?? '', String(timing?.remind ?? '')];
    return [taskName, taskDescription, taskList, taskDueDay ?? '', doneAt, repeats, ...times];
  });
  return `${BYTE_ORDER_MARK}${Papa.unparse([[...COLUMNS, ...LATER_COLUMNS], ...rows], { escapeFormulae: FORMULA })}\r\n`;
}

export const isDaywallCsv: IsHeader = columns =>
  COLUMNS.every((column, at) => column.toLowerCase() === columns[at]) &&
  columns
    .slice(COLUMNS.length)
    .every((column, at) => ['', LATER_COLUMNS[at]?.toLowerCase()].includes(column));

/** The instant of a tick: noon where a spreadsheet has the day alone. */
const doneAtOf = (words: string, day: Day | null) =>
  instantOfText(words) ?? (day === null ? null : new Date(`${day}T12:00:00`).toISOString());

/** Parses the tasks of such a table, also where a spreadsheet wrote its days as its language does. */
export function readDaywallCsv({ rows, problems }: Sheet, { writtenOn }: ReadOptions): Reading {
  const found = gather('Daywall', problems);
  const order = provenOrder(rows.flatMap(({ cell }) => [cell('due'), cell('done')]));
  for (const { line, cell } of rows) {
    const plain = (column: string) => cell(column).replace(GUARDED, '$1');
    const due = cell('due').trim();
    const day = certainDay(due, order);
    if (due !== '' && day === null)
      found.say(
        line,
        `“${due}” is not a day: the task is added without a date, and keeps these words in its description.`,
      );
    const done = cell('done').trim();
    const doneAt = doneAtOf(done, certainDay(done, order));
    if (done !== '' && doneAt === null) found.say(line, `“${done}” is not a day: the task is added as open.`);
    const repeats = cell('repeats').trim();
    const from = day ?? writtenOn;
    const repeat = repeats === '' || doneAt !== null ? null : repeatOfCell(repeats, from);
    if (repeats !== '' && doneAt === null && !repeat) found.say(line, noRepeat(repeats, from));
    const written = cell('time').trim();
    const time = timeOfWords(written);
    if (written !== '' && time === null) found.say(line, noTime(written));
    const remind = cell('reminder').trim();
    const list = cell('list').trim();
    const description = plain('description');
    found.addTask({
      line,
      name: plain('name'),
      description: due !== '' && day === null ? withWords(description, 'Date', due) : description,
      list: list.toLowerCase() === 'work' ? 'work' : 'personal',
      day,
      doneAt,
      repeat,
      time,
      remind: remind === '' ? null : Number(remind),
      isMoved: namesOpenDay(repeats),
      details: { tags: [list] },
    });
  }
  return found.end();
}
