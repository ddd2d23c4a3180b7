import type { Direction } from '../lib/days/calendar';
import { UNDATED, dayInWords, dayPlus, monthInWords, type Day } from '../lib/days/days';
import type { CalendarName } from './taskDays';

export const VIEWS = ['today', 'upcoming', 'previous', 'personal', 'work', 'no-date'] as const;
export type View = (typeof VIEWS)[number];

/** A view of one section needs none. */
export const hasHeadings = (view: View) => view !== 'today' && view !== 'no-date';

/** So many days before and after today have a heading each; farther ones have their month's. */
const NEAR_DAYS = 7;
/** The key of all days before today, in Personal and Work. */
export const EARLIER = 'earlier';

/** The first string behind a day and before the next one. */
const after = (day: Day) => `${day}~`;

/** The first and the last day that have a heading of their own, made anew when the day changes. */
let near = { today: '', first: '', last: '' };
const nearTo = (today: Day) =>
  near.today === today
    ? near
    : (near = { today, first: dayPlus(today, -NEAR_DAYS), last: dayPlus(today, NEAR_DAYS) });

/** The heading of a day in Upcoming and Previous: itself when it is near today, else its month. */
function nearOrMonth(today: Day) {
  const { first, last } = nearTo(today);
  return (day: string) => (day === UNDATED || (first <= day && day <= last) ? day : day.slice(0, 7));
}

/** The same in Personal and Work, where the days before today stand together. */
function earlierNearOrMonth(today: Day) {
  const keyOf = nearOrMonth(today);
  return (day: string) => (day < today ? EARLIER : keyOf(day));
}

const byDay = (today: Day): Range => ({ direction: 'earliest', keyOf: earlierNearOrMonth(today) });

/** The calendar that each view, and Done, reads. */
export const calendarOf: Record<View | 'done', CalendarName> = {
  today: 'open',
  upcoming: 'open',
  previous: 'open',
  personal: 'personal',
  work: 'work',
  'no-date': 'open',
  done: 'done',
};

/** Days `from` ≤ day < `to`; neighbours of one key are a section. */
type Range = { from?: string; to?: string; direction: Direction; keyOf(day: string): string };

/**
 * A view is a range of days of its calendar (docs/rules.md, 'Views' and 'Order'), in sections of a heading each. A section's
 * key is a day, a month (`2026-12`), `earlier`, or `undated`.
 */
export const rangeOf: Record<View | 'done', (today: Day) => Range> = {
  today: today => ({ from: today, to: after(today), direction: 'earliest', keyOf: () => today }),
  upcoming: today => ({
    from: after(today),
    to: UNDATED,
    direction: 'earliest',
    keyOf: nearOrMonth(today),
  }),
  previous: today => ({ to: today, direction: 'latest', keyOf: nearOrMonth(today) }),
  personal: byDay,
  work: byDay,
  'no-date': () => ({ from: UNDATED, direction: 'earliest', keyOf: () => UNDATED }),
  done: () => ({ direction: 'latest', keyOf: () => 'done' }),
};

/** The day that a section stands for, or `undated`; null when it stands for several days. */
export const dayOfSection = (key: string): Day | typeof UNDATED | null =>
  key.length === 10 || key === UNDATED ? key : null;

/** 'Tomorrow', 'Wed 25 Nov', 'Later in November', 'December'; `isPast` for a list that goes back from today. */
export function sectionInWords(key: string, today: Day, isPast: boolean): string {
  if (key === EARLIER) return 'Earlier';
  if (key === UNDATED) return 'No date';
  if (dayOfSection(key) !== null) return capitalised(dayInWords(key, today));
  const rest = isPast
    ? nearTo(today).first.startsWith(key) && 'Earlier in '
    : nearTo(today).last.startsWith(key) && 'Later in ';
  return `${rest || ''}${monthInWords(key, today)}`;
}

const capitalised = (words: string) => words[0]!.toUpperCase() + words.slice(1);
