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
    // eslint-disable-next-line no-control-regex
    .replace(/[\x00-\x08\x0B-\x1F\x7F]/g, '');

/** The bytes of a character in UTF-8. An encoder's call for each took nine tenths of writing a calendar. */
const bytesOf = (character: string) => {
  const code = character.codePointAt(0)!;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
};
const [LONGEST_BYTES, MOST_BYTES_OF_UNIT] = [75, 3];

/** RFC 5545, 3.1: a line has at most 75 bytes; longer ones are folded, without splitting a character. */
function folded(line: string): string {
  if (line.length * MOST_BYTES_OF_UNIT <= LONGEST_BYTES) return line;
  const parts: string[] = [];
  let part = '';
  let size = 0;
  for (const character of line) {
    const more = bytesOf(character);
    if (size + more > LONGEST_BYTES) {
      parts.push(part);
      part = ' ';
      size = 1;
    }
    part += character;
    size += more;
  }
  return parts.length === 0 ? line : [...parts, part].join('\r\n');
}

/** Lines as they are written in a file. */
export const icsText = (lines: readonly string[]): string =>
  lines.map(line => `${folded(line)}\r\n`).join('');

/** An instant in milliseconds, as RFC 5545 writes it. */
export const icsInstant = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** A property whose value is a day. */
export const dayProperty = (name: string, day: Day): string =>
  `${name};VALUE=DATE:${day.replaceAll('-', '')}`;

/**
 * The day after, on which an event ends. After the last day with a four-digit year there is none; the event then lasts
 * its one day too.
 */
function endOf(day: Day): string[] {
  const next = dayPlus(day, 1);
  return day < next ? [dayProperty('DTEND', next)] : [];
}

/** The tags of a line as they are spelled, each once. */
const wordsOf = (line: string) => {
  const tags = piecesOf(line).flatMap(({ tag, text }) =>
    tag === null ? [] : [[tag, text.slice(1)] as const],
  );
  return [...new Map(tags).values()];
};

/** The content of an event; `doneAt` is empty while the task is open. */
type Told = { taskName: string; taskDescription: string; taskList: string; doneAt: string };

/**
 * The lines of a task's event: all-day, because most calendars ignore VTODO, and free time. Tags are categories. `uid` is unique within this
 * app; `stamp` is when this version was made; `more` are the lines of its repeat or version.
 */
export function eventOn(
  day: Day,
  { taskName, taskDescription, taskList, doneAt }: Told,
  { uid, stamp, more = [] }: { uid: string; stamp: string; more?: readonly string[] },
): string[] {
  const [name, tags] = [withoutTags(taskName), wordsOf(taskName)];
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}@daywall`,
    `DTSTAMP:${stamp}`,
    dayProperty('DTSTART', day),
    ...endOf(day),
    ...more,
    `SUMMARY:${escaped(doneAt === '' ? name : DONE_SIGN + name)}`,
    ...(tags.length === 0 ? [] : [`${NAME}:${escaped(taskName)}`]),
    ...(doneAt === '' ? [] : [`${DONE}:${escaped(doneAt)}`]),
    ...(taskDescription === '' ? [] : [`DESCRIPTION:${escaped(taskDescription)}`]),
    `CATEGORIES:${[taskList, ...tags].join(',')}`,
    'TRANSP:TRANSPARENT',
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
