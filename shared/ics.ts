import { dayPlus, type Day } from './days';
import { piecesOf, withoutTags } from './tags';

/** Identifies calendars made by this app, and its own properties: when a task was done, and a name with its tags. */
export const PRODUCT = '-//Daywall//Tasks';
export const DONE = 'X-DAYWALL-DONE';
export const NAME = 'X-DAYWALL-NAME';
export const DONE_SIGN = '✓ ';

/** RFC 5545, 3.3.11: escapes characters in texts. Other control characters are not allowed. */
export const escaped = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\n|\r/g, '\\n')
    // oxlint-disable-next-line no-control-regex
    .replace(/[\x00-\x08\x0B-\x1F\x7F]/g, '');

/** The bytes of a character in UTF-8. */
const bytesOf = (code: number) => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);
const [LONGEST_BYTES, MOST_BYTES_OF_UNIT] = [75, 3];

/** RFC 5545, 3.1: a line has at most 75 bytes; longer ones are folded, without splitting a character. */
function folded(line: string): string {
  if (line.length * MOST_BYTES_OF_UNIT <= LONGEST_BYTES) return line;
  const parts: string[] = [];
  let [from, size] = [0, 0];
  for (let at = 0; at < line.length;) {
    const code = line.codePointAt(at)!;
    if (size + bytesOf(code) > LONGEST_BYTES) {
      parts.push(line.slice(from, at));
      [from, size] = [at, 1];
    }
    size += bytesOf(code);
    at += code < 0x10000 ? 1 : 2;
  }
  return [...parts, line.slice(from)].join('\r\n ');
}

/** Lines as they are written in a file. */
export const icsText = (lines: readonly string[]): string =>
  lines.map(line => `${folded(line)}\r\n`).join('');

/** An instant in milliseconds, as RFC 5545 writes it. */
export const icsInstant = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const dateOf = (day: Day) => day.replaceAll('-', '');
const clockOf = (time: string) => `T${time.replace(':', '')}00`;

/**
 * A property whose value is a day, or a time on a day: the same on the wall's clock everywhere, so it has no zone
 * (RFC 5545, 3.3.5).
 */
export const dayProperty = (name: string, day: Day, time?: string): string =>
  time === undefined ? `${name};VALUE=DATE:${dateOf(day)}` : `${name}:${dateOf(day)}${clockOf(time)}`;

/** A rule as a property. Its end is of the same type as the events' begin (RFC 5545, 3.3.10). */
export const ruleProperty = (rule: string, time?: string): string =>
  `RRULE:${rule.replace(/(UNTIL=\d{8})(T\d{6}Z?)?/, (_, until) => until + (time === undefined ? '' : clockOf(time)))}`;

/**
 * The end of an event: the day after, or half an hour later. After the last day with a four-digit year there is none;
 * the event then lasts its one day too.
 */
function endOf(day: Day, time?: string): string[] {
  if (time !== undefined) return ['DURATION:PT30M'];
  const next = dayPlus(day, 1);
  return day < next ? [dayProperty('DTEND', next)] : [];
}

/** The lines of a reminder, some minutes before. */
const alarm = (minutes: number, name: string) => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escaped(name)}`,
  `TRIGGER:-PT${minutes}M`,
  'END:VALARM',
];

/** The tags of a line as they are spelled, each once. */
const wordsOf = (line: string) => {
  const tags = piecesOf(line).flatMap(({ tag, text }) =>
    tag === null ? [] : [[tag, text.slice(1)] as const],
  );
  return [...new Map(tags).values()];
};

/** The content of an event; `doneAt` is empty while the task is open. `remind`: minutes before its time. */
type Told = {
  taskName: string;
  taskDescription: string;
  taskList: string;
  doneAt: string;
  time?: string | undefined;
  remind?: number | undefined;
};

/**
 * The lines of a task's event, because most calendars ignore VTODO: free time, all day, or half an hour from its time.
 * Tags are categories. `uid` is unique within this app; `more` are the lines of its repeat or version.
 */
export function eventOn(
  day: Day,
  { taskName, taskDescription, taskList, doneAt, time, remind }: Told,
  { uid, more = [] }: { uid: string; more?: readonly string[] | undefined },
): string[] {
  const [name, tags] = [withoutTags(taskName), wordsOf(taskName)];
  const isReminded = time !== undefined && remind !== undefined && doneAt === '';
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}@daywall`,
    dayProperty('DTSTART', day, time),
    ...endOf(day, time),
    ...more,
    `SUMMARY:${escaped(doneAt === '' ? name : DONE_SIGN + name)}`,
    ...(tags.length === 0 ? [] : [`${NAME}:${escaped(taskName)}`]),
    ...(doneAt === '' ? [] : [`${DONE}:${escaped(doneAt)}`]),
    ...(taskDescription === '' ? [] : [`DESCRIPTION:${escaped(taskDescription)}`]),
    `CATEGORIES:${[taskList, ...tags].join(',')}`,
    'TRANSP:TRANSPARENT',
    ...(isReminded ? alarm(remind, name) : []),
    'END:VEVENT',
  ];
}

/** The lines around a calendar's events; `more` are further properties of the calendar. */
export const calendarAround = (
  name = 'Daywall',
  more: readonly string[] = [],
): { before: string[]; after: string[] } => ({
  before: ['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:${PRODUCT}//EN`, `X-WR-CALNAME:${name}`, ...more],
  after: ['END:VCALENDAR'],
});
