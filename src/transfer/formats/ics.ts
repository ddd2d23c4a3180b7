import type { Json } from '../../services/database';
import { repeatOfStored } from '../../tasks/taskSidecars';
import type { Content } from '../content';
import { tasksByDay } from './daywallCsv';

/** RFC 5545, 3.3.11: what a text may not hold as it is. Other control characters are not allowed at all. */
const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\n|\r/g, '\\n')
    // eslint-disable-next-line no-control-regex
    .replace(/[\x00-\x08\x0B-\x1F\x7F]/g, '');

const bytes = new TextEncoder();

/** RFC 5545, 3.1: no line is longer than 75 bytes; a longer one goes on behind a blank. No character is cut. */
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
/** The day after, which ends an event. Without one, after the last day of four digits, the event lasts its one day too. */
function endOf(day: string): string[] {
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  return day < next ? [`DTEND;VALUE=DATE:${dateOf(next)}`] : [];
}

/** The rule of a task that repeats; a calendar has none for what counts from the day on which it is done. */
function ruleOf(stored: Json | undefined): string[] {
  const repeat = repeatOfStored(stored);
  return repeat && !repeat.after ? [`RRULE:${repeat.rule}`] : [];
}

/**
 * The dated tasks as a calendar. All-day events, because most calendars show no VTODO; they block no time. A task
 * keeps its UID, so that reading the file again changes its event and makes no second one.
 */
export function tasksIcs(content: Content, now: number): string {
  const stamp = `${new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  const events = tasksByDay(content).flatMap(
    ({ key, taskName, taskDescription, taskList, taskDueDay, doneAt }) =>
      taskDueDay === null
        ? []
        : [
            'BEGIN:VEVENT',
            `UID:${escaped(key)}@daywall`,
            `DTSTAMP:${stamp}`,
            `DTSTART;VALUE=DATE:${dateOf(taskDueDay)}`,
            ...endOf(taskDueDay),
            ...ruleOf(content.repeats[key]),
            `SUMMARY:${escaped(doneAt === '' ? taskName : `✓ ${taskName}`)}`,
            ...(taskDescription === '' ? [] : [`DESCRIPTION:${escaped(taskDescription)}`]),
            `CATEGORIES:${taskList}`,
            'TRANSP:TRANSPARENT',
            'END:VEVENT',
          ],
  );
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Daywall//Tasks//EN',
    'X-WR-CALNAME:Daywall',
    ...events,
    'END:VCALENDAR',
  ];
  return lines.map(line => `${folded(line)}\r\n`).join('');
}
