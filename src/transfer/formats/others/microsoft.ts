import { withSubtask } from '../../../lib/text/subtasks';
import type { IsHeader, Row, Sheet } from '../csv';
import { gather, listOfLabels, noRepeat, withWords } from '../csvItems';
import { dayOfText, instantOfText, orderOfNumbers, timeIn, type NumberOrder } from '../days';
import type { Details } from '../details';
import type { Reading, ReadOptions, Source } from '../reading';
import { attempt } from '../../../lib/attempt';
import { dayOfStored, dayPlus, type Day } from '../../../lib/days/days';
import type { Json } from '../../../services/database';
import type { Choice, DayOfMonth, End } from '../../../repeats/choice';
import { repeatOfChoice } from '../../../repeats/makeRepeat';
import { nextDay, ruleOf } from '../../../../shared/repeats/nextDay';
import type { Repeat } from '../../../repeats/repeat';
import { isObject, isWhole, membersOf, type Members } from '../content';
import { repeatOfRuleText, repeatOfWords } from '../repeats';
import { minutesBetween, momentHere, timeOfText, timeOfWords } from '../times';

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const ORDINALS: Record<string, number> = { first: 1, second: 2, third: 3, fourth: 4, last: -1 };
/** The value that Graph writes for no end date. */
const NO_DAY = '0001-01-01';

const weekdaysOf = ({ daysOfWeek }: Members) =>
  Array.isArray(daysOfWeek) ? daysOfWeek.map(name => WEEKDAYS.indexOf(String(name).toLowerCase())) : [];

/** The date of a month in a pattern, or the position of its weekdays; null for what this app cannot represent. */
function dayOfMonthOf(pattern: Members): DayOfMonth | null {
  const { type, dayOfMonth, index } = pattern;
  if (String(type).startsWith('absolute'))
    return isWhole(dayOfMonth, 1, 31) ? { type: 'dates', dates: [dayOfMonth] } : null;
  const nth = ORDINALS[typeof index === 'string' ? index : 'first'];
  const weekdays = weekdaysOf(pattern);
  if (nth === undefined || weekdays.includes(-1)) return null;
  if (weekdays.length === 1) return { type: 'nth', nths: [nth], weekday: weekdays[0]! };
  if (weekdays.length === 7) return nth === -1 ? { type: 'last' } : { type: 'dates', dates: [nth] };
  const isWorkdays = weekdays.length === 5 && !weekdays.includes(0) && !weekdays.includes(6);
  return isWorkdays && nth === -1 ? { type: 'lastWorkday' } : null;
}

function endOf({ type, endDate, numberOfOccurrences: times }: Members): { end?: End } | null {
  if (type === 'endDate') {
    const until = dayOfStored(endDate);
    return until === null ? null : { end: { until } };
  }
  if (type !== 'numbered') return {};
  return isWhole(times, 1, 9999) ? { end: { times } } : null;
}

/** The choice for a pattern of Microsoft Graph (`patternedRecurrence`); null for what this app cannot represent. */
function choiceOf(pattern: Members, range: Members): Choice | null {
  const { type, interval: n = 1, month } = pattern;
  const end = endOf(range);
  if (!end || !isWhole(n, 1, 999)) return null;
  if (type === 'daily') return { every: 'day', n, ...end };
  if (type === 'weekly') {
    const weekdays = weekdaysOf(pattern);
    return weekdays.includes(-1) ? null : { every: 'week', n, weekdays, ...end };
  }
  const on = /^(absolute|relative)(Monthly|Yearly)$/.test(String(type)) ? dayOfMonthOf(pattern) : null;
  if (!on) return null;
  if (String(type).endsWith('Monthly')) return { every: 'month', n, on, ...end };
  return isWhole(month, 1, 12) ? { every: 'year', n, month, on, ...end } : null;
}

/** The repeat of such a pattern: counted from its first day; its first occurrence on or after a day is open. */
function repeatOfPattern(cell: string, from: Day | null): Repeat | null {
  const recurrence = membersOf(attempt(() => JSON.parse(cell) as Json));
  const pattern = isObject(recurrence.pattern) ? recurrence.pattern : recurrence;
  const range = membersOf(recurrence.range);
  const choice = choiceOf(pattern, range);
  const began = range.startDate === NO_DAY ? null : dayOfStored(range.startDate);
  const open = from ?? began;
  if (!choice || open === null) return null;
  const weekStart = WEEKDAYS.indexOf(String(pattern.firstDayOfWeek ?? 'sunday').toLowerCase());
  const repeat = repeatOfChoice(
    choice,
    began !== null && began < open ? began : open,
    Math.max(weekStart, 0),
  );
  const at = repeat && nextDay(ruleOf(repeat)!, repeat.first, dayPlus(open, -1));
  return at ? { ...repeat!, at } : null;
}

/** Replaces terms of these exports by those of this app. */
const wordsOf = (words: string) =>
  words
    .replace(/\(s\)/gi, 's')
    .replace(/\bon day (\d{1,2})$/i, 'on the $1th')
    .replace(/^weekdays$/i, 'every weekday');

/** The repeat in a cell, as words, a rule, or a pattern of Graph; null for none. */
const repeatOfMicrosoft = (cell: string, from: Day | null): Repeat | null =>
  cell.startsWith('{')
    ? repeatOfPattern(cell, from)
    : (repeatOfRuleText(cell, from) ?? repeatOfWords(wordsOf(cell), from));

/** Column names of Outlook, which stores the tasks of Microsoft To Do, and of tools that export them. */
const COLUMNS = {
  name: ['subject', 'task name', 'title', 'task'],
  description: ['notes', 'body', 'description', 'note'],
  steps: ['steps', 'checklist', 'checklist items', 'checklistitems', 'subtasks'],
  list: ['list', 'list name', 'task list', 'folder', 'categories', 'category', 'tags', 'tag', 'labels'],
  due: ['due date', 'due', 'duedatetime', 'duedate'],
  doneAt: ['date completed', 'completed date', 'completed on', 'completeddatetime'],
  repeats: ['recurrence', 'recurrence pattern', 'recurring', 'repeat', 'repeats', 'rrule'],
  state: ['status', 'completed', '% complete', 'is completed'],
  start: ['start date', 'startdate', 'start', 'startdatetime'],
  priority: ['importance', 'priority'],
};
/** Columns whose words the description keeps, and their names there. */
const KEPT: [column: string, name: string][] = [
  ['context', 'Context'],
  ['goal', 'Goal'],
  ['location', 'Place'],
  ['url', ''],
  ['link', ''],
  ['length', 'Duration'],
  ['duration', 'Duration'],
  ['total work', 'Duration'],
  ['assigned to', 'Assigned to'],
  ['assignee', 'Assigned to'],
  ['owner', 'Assigned to'],
  ['contacts', 'Contact'],
  ['mileage', 'Mileage'],
  ['billing information', 'Billing'],
];
/** Words of a column that say nothing. */
const NOTHING = /^(|0|normal|none|no|false|medium|0(?:\.0+)? ?%|0 minutes?|0 hours?|not started|-1)$/i;
/** Columns that mean nothing outside of their program. */
const NEEDLESS = [
  'sensitivity',
  'private',
  'role',
  'schedule+ priority',
  'timer',
  'star',
  'starttime',
  'duetime',
  'actual work',
  'request accepted',
  'id',
  'created',
  'createddatetime',
  'lastmodifieddatetime',
  'isreminderon',
];
/** Besides the name, a file must have one of these columns; otherwise it could be any table. */
const TYPICAL_COLUMNS = [...COLUMNS.due, ...COLUMNS.state, 'importance', 'reminder date'];

/** The program that writes such columns. */
function sourceOf(columns: readonly string[]): Source {
  const has = (...names: string[]) => names.some(name => columns.includes(name));
  if (has('context') && has('goal', 'folder') && has('task', 'title')) return 'Toodledo';
  const isOfMicrosoft = has(
    'subject',
    'importance',
    'steps',
    'recurrence',
    'reminder date',
    'is completed',
    'duedatetime',
  );
  return isOfMicrosoft || has('list name', 'task list') ? 'Microsoft To Do' : 'a table';
}

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

type Moment = { day: Day | null; time: string | null };

/** A value of Graph (`{ dateTime, timeZone }`) as one text. */
function textOfGraph(cell: string): string {
  const { dateTime, timeZone } = membersOf(
    cell.startsWith('{') ? attempt(() => JSON.parse(cell) as Json) : null,
  );
  return typeof dateTime === 'string' ? `${dateTime}${timeZone === 'UTC' ? 'Z' : ''}` : cell;
}

/** The day and the time in a cell; an instant by the clock of this device. */
function momentOf(words: string, order: NumberOrder): Moment {
  const instant = instantOfText(words);
  return instant === null ? { day: dayOfText(words, order), time: timeOf(words) } : momentHere(instant);
}

/** The words of a reminder that is switched on. */
function reminderOf(cell: Row['cell']): string {
  const isOn = [cell('reminder on/off'), cell('isreminderon')].every(on =>
    /^(|true|yes|1)$/i.test(on.trim()),
  );
  const [day, time] = [cell('reminder date').trim(), cell('reminder time').trim()];
  const ofGraph = textOfGraph(cell('reminderdatetime').trim());
  return isOn ? [day, day && time].join(' ').trim() || ofGraph : '';
}

/**
 * The time of a task and the minutes from its reminder to that. Microsoft To Do has no time but that of the reminder: the
 * task gets it, also from a reminder some days before, and its day where it has none.
 */
function timingOf(due: Moment, reminder: Moment): Moment & { remind: number | null } {
  const { day, time } = reminder;
  if (day === null || time === null) return { ...due, remind: null };
  if (due.day === null) return { day, time, remind: 0 };
  const from = Date.parse(`${day}T${time}Z`);
  const remind = minutesBetween(from, Date.parse(`${due.day}T${due.time ?? time}Z`));
  return { day: due.day, time: due.time ?? (remind === null ? null : time), remind };
}

/** Dates that stand for none. */
const NO_DATE = /^(0000-00-00|0001-01-01.*|none|n\/a|-|0)$/i;
const MIDNIGHT = /^(0{1,2}:00(:00)?|12:00(:00)? ?am)$/i;
/** The time of day of a due date; null without one, and for midnight, which these programs write in that case. */
function timeOf(words: string): string | null {
  const time = /T(\d{2}:\d{2})/.exec(words)?.[1] ?? timeIn(words);
  return time === null || MIDNIGHT.test(time) ? null : timeOfWords(time);
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
    return withSubtask(text, words, tick !== ' ' || sign !== '☐');
  }, description);
}

const said = (cell: string) => (NOTHING.test(cell.trim()) ? '' : cell.trim());

/** Values for which a task here has no field. */
function detailsOf(cell: Row['cell'], due: Day | null, order: NumberOrder, reminder: string): Details {
  const start = first(cell, COLUMNS.start).replace(NO_DATE, '');
  const state = COLUMNS.state
    .map(column => said(cell(column)))
    .find(words => words !== '' && !DONE.test(words));
  return {
    tags: COLUMNS.list.flatMap(column => cell(column).split(/[;,]/)),
    lines: [
      ['Priority', said(first(cell, COLUMNS.priority)).toLowerCase()],
      ['Status', state ?? ''],
      ['Start', start !== '' && dayOfText(start, order) === due ? '' : start],
      ['Reminder', reminder],
      ...KEPT.map(([column, name]) => [name, said(cell(column))] as const),
      ['Starred', /^(1|yes|true)$/i.test(cell('star').trim()) ? 'yes' : ''],
    ],
  };
}

/** The tasks of Microsoft To Do, as exported by Outlook or another tool, and of programs with the same columns. */
export function readMicrosoft(sheet: Sheet, options: ReadOptions): Reading {
  const { rows, problems, columns, unread } = sheet;
  const { now, language, writtenOn } = options;
  const found = gather(sourceOf(columns), problems);
  const order = orderOfNumbers(
    rows.flatMap(({ cell }) => [...COLUMNS.due, ...COLUMNS.doneAt].map(cell)),
    language,
  );
  for (const { line, cell } of rows) {
    const words = textOfGraph(first(cell, COLUMNS.due)).replace(NO_DATE, '');
    const named = momentOf(words, order);
    const dueDay = found.dayOf(line, words, named.day, options);
    const dueTime = cell('duetime').trim();
    const ofDay = named.time ?? (MIDNIGHT.test(dueTime) ? null : timeOfWords(dueTime));
    const reminder = reminderOf(cell);
    const timing = timingOf({ day: dueDay, time: dueDay && ofDay }, momentOf(reminder, order));
    const due = words === '' ? timing.day : dueDay;
    const doneAt = doneAtOf(cell, order, now);
    const repeats = doneAt === null ? repeatsOf(cell) : '';
    const from = due ?? writtenOn;
    const repeat = repeats === '' ? null : repeatOfMicrosoft(repeats, from);
    if (repeats !== '' && !repeat) found.say(line, noRepeat(repeats, from));
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
      time: timing.time ?? timeOfText(repeats),
      remind: timing.remind,
      details: detailsOf(cell, due, order, timing.remind === null ? reminder : ''),
    });
  }
  found.leaveColumns(unread(), NEEDLESS);
  return found.end();
}
