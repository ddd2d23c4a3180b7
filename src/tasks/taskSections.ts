import type { Direction } from '../lib/days/calendar';
import { UNDATED, dayInWords, dayPlus, monthInWords, type Day } from '../lib/days/days';
import type { CalendarName } from './taskDays';

export const VIEWS = ['today', 'upcoming', 'previous', 'personal', 'work', 'no-date'] as const;
export type View = (typeof VIEWS)[number];

/** Tasks under one heading, identified by its key. */
export type Section = { readonly key: string; readonly items: readonly number[] };

/** The number of days before and after today with a heading each; farther ones share their month's. */
const NEAR_DAYS = 7;
/** The days from tomorrow on with a heading each. */
export const nextDays = (today: Day): Day[] =>
  Array.from({ length: NEAR_DAYS }, (_, at) => dayPlus(today, at + 1));
/** The section key of all days before today, in Today, Personal and Work. */
export const EARLIER = 'earlier';

/** Today has headings only if there are tasks of earlier days. */
export const hasHeadings = (view: View, sections: readonly Section[]) =>
  view !== 'no-date' && (view !== 'today' || sections[0]?.key === EARLIER);

/** The sections of Upcoming, with those of the next days that have no tasks. */
export function withNextDays(sections: readonly Section[], today: Day): Section[] {
  const days = nextDays(today);
  const near = days.map(day => sections.find(({ key }) => key === day) ?? { key: day, items: [] });
  return [...near, ...sections.filter(({ key }) => !days.includes(key))];
}

/** The smallest string greater than a day and smaller than the next one. */
const after = (day: Day) => `${day}~`;

/** The first and the last day with a heading of their own. */
const nearTo = (today: Day) => ({ first: dayPlus(today, -NEAR_DAYS), last: dayPlus(today, NEAR_DAYS) });

/** The section of a day in Upcoming and Previous: itself when it is near today, else its month. */
function nearOrMonth(today: Day) {
  const { first, last } = nearTo(today);
  return (day: string) => (day === UNDATED || (first <= day && day <= last) ? day : day.slice(0, 7));
}

/** The section of a day in Personal and Work, where the days before today share one. */
function earlierNearOrMonth(today: Day) {
  const keyOf = nearOrMonth(today);
  return (day: string) => (day < today ? EARLIER : keyOf(day));
}

const byDay = (today: Day): Range => ({ direction: 'earliest', keyOf: earlierNearOrMonth(today) });

/** The calendar for each view. */
export const calendarOf: Record<View, CalendarName> = {
  today: 'open',
  upcoming: 'open',
  previous: 'open',
  personal: 'personal',
  work: 'work',
  'no-date': 'open',
};

/** Days `from` ≤ day < `to`; neighbouring days with the same key form a section. */
type Range = { from?: string; to?: string; direction: Direction; keyOf(day: string): string };

/**
 * A view is a range of days of its calendar (docs/rules.md, 'Views' and 'Order'), in sections with a heading each. A
 * section's key is a day, a month (`2026-12`), `earlier`, or `undated`.
 */
export const rangeOf: Record<View, (today: Day) => Range> = {
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
};

/** The single day of a section, or `undated`; null when it has several days. */
export const dayOfSection = (key: string): Day | typeof UNDATED | null =>
  key.length === 10 || key === UNDATED ? key : null;

/** 'Tomorrow', 'Wed 25 Nov', 'Later in November', 'December'; `isPast` for a list in descending order. */
export function sectionInWords(key: string, today: Day, isPast: boolean): string {
  if (key === EARLIER) return 'Overdue';
  if (key === UNDATED) return 'No date';
  if (dayOfSection(key) !== null) return capitalised(dayInWords(key, today));
  const rest = isPast
    ? nearTo(today).first.startsWith(key) && 'Earlier in '
    : nearTo(today).last.startsWith(key) && 'Later in ';
  return `${rest || ''}${monthInWords(key, today)}`;
}

const capitalised = (words: string) => words[0]!.toUpperCase() + words.slice(1);
