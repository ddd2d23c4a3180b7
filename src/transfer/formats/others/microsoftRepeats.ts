import { attempt } from '../../../lib/attempt';
import { dayOfStored, dayPlus, type Day } from '../../../lib/days/days';
import type { Json } from '../../../services/database';
import type { Choice, DayOfMonth, End } from '../../../repeats/choice';
import { repeatOfChoice } from '../../../repeats/makeRepeat';
import { nextDay, ruleOf } from '../../../repeats/nextDay';
import type { Repeat } from '../../../repeats/repeat';
import { isObject, isWhole, membersOf, type Members } from '../content';
import { repeatOfRuleText, repeatOfWords } from '../repeats';

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
  if (weekdays.length === 1) return { type: 'nth', nth, weekday: weekdays[0]! };
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
export const repeatOfMicrosoft = (cell: string, from: Day | null): Repeat | null =>
  cell.startsWith('{')
    ? repeatOfPattern(cell, from)
    : (repeatOfRuleText(cell, from) ?? repeatOfWords(wordsOf(cell), from));
