import type { Json } from '../../../services/database';
import { goingOn, repeatInWords } from '../../../repeats/makeRepeat';
import { repeatOfStored } from '../../../tasks/taskSidecars';
import type { Content } from '../content';
import { withWords } from '../csvItems';
import { tasksByDay } from '../daywall/daywallCsv';
import { cellOfRepeat } from '../repeats';

/**
 * Identifies calendars made by this app, and its own properties: when a task was done, and whether a rule counts from
 * the tick.
 */
export const PRODUCT = '-//Daywall//Tasks';
export const DONE = 'X-DAYWALL-DONE';
export const AFTER = 'X-DAYWALL-AFTER';
export const DONE_SIGN = '✓ ';

/** RFC 5545, 3.3.11: escapes characters in texts. Other control characters are not allowed. */
const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\n|\r/g, '\\n')
    // eslint-disable-next-line no-control-regex
    .replace(/[\x00-\x08\x0B-\x1F\x7F]/g, '');

const bytes = new TextEncoder();

/** RFC 5545, 3.1: a line has at most 75 bytes; longer ones are folded, without splitting a character. */
function folded(line: string): string {
  if (line.length <= 75 && bytes.encode(line).length <= 75) return line;
  const parts: string[] = [];
  let part = '';
  let size = 0;
  for (const character of line) {
    const more = bytes.encode(character).length;
    if (size + more > 75) {
      parts.push(part);
      part = ' ';
      size = 1;
    }
    part += character;
    size += more;
  }
  return [...parts, part].join('\r\n');
}

const dateOf = (day: string) => day.replaceAll('-', '');
/**
 * The day after, on which an event ends. After the last day with a four-digit year there is none; the event then lasts
 * its one day too.
 */
function endOf(day: string): string[] {
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  return day < next ? [property('DTEND', next)] : [];
}

const property = (name: string, day: string) => `${name};VALUE=DATE:${dateOf(day)}`;
type Dated = ReturnType<typeof tasksByDay>[number] & { taskDueDay: string };

/** The lines of an event on a day, between its UID and its end; `more` are the lines of its repeat. */
function eventOn(day: string, { key, taskName, doneAt, ...task }: Dated, stamp: string, more: string[]) {
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(key)}@daywall`,
    `DTSTAMP:${stamp}`,
    property('DTSTART', day),
    ...endOf(day),
    ...more,
    `SUMMARY:${escaped(doneAt === '' ? taskName : DONE_SIGN + taskName)}`,
    ...(doneAt === '' ? [] : [`${DONE}:${escaped(doneAt)}`]),
    ...(task.taskDescription === '' ? [] : [`DESCRIPTION:${escaped(task.taskDescription)}`]),
    `CATEGORIES:${task.taskList}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/**
 * The events of a task with a date. A repeat follows its rule from the open occurrence; a moved occurrence is a second
 * event with the same UID. A repeat that counts from the tick is exported as its open occurrence only.
 */
function eventsOf(task: Dated, stored: Json | undefined, stamp: string): string[] {
  const repeat = repeatOfStored(stored);
  const { taskDueDay: due, taskDescription } = task;
  if (!repeat || task.doneAt !== '') return eventOn(due, task, stamp, []);
  if (repeat.after) {
    const words = withWords(taskDescription, 'Repeats', repeatInWords(repeat));
    const rule = `${AFTER}:${escaped(cellOfRepeat(repeat, due))}`;
    return eventOn(due, { ...task, taskDescription: words }, stamp, [rule]);
  }
  const series = eventOn(repeat.at, task, stamp, [`RRULE:${goingOn(repeat)}`]);
  if (repeat.at === due) return series;
  return [...series, ...eventOn(due, task, stamp, [property('RECURRENCE-ID', repeat.at)])];
}

/**
 * The tasks with a date as a calendar. They are all-day events, because most calendars ignore VTODO, and are marked as
 * free time. Each task keeps its UID, so that importing the file again updates its event.
 */
export function tasksIcs(content: Content, now: number): string {
  const stamp = `${new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  const events = tasksByDay(content).flatMap(task =>
    task.taskDueDay === null
      ? []
      : eventsOf({ ...task, taskDueDay: task.taskDueDay }, content.repeats[task.key], stamp),
  );
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${PRODUCT}//EN`,
    'X-WR-CALNAME:Daywall',
    ...events,
    'END:VCALENDAR',
  ];
  return lines.map(line => `${folded(line)}\r\n`).join('');
}
