import type { Day } from '../lib/days/days';
import { choiceOfRule, type Choice, type ChosenRule, type DayOfMonth } from './choice';

const NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
export const MONTHS =
  'January February March April May June July August September October November December'.split(' ');
export const weekdayName = (weekday: number): string => NAMES[weekday]!;

export const ordinal = (n: number): string =>
  `${n}${(n % 100 > 3 && n % 100 < 21 ? '' : ['', 'st', 'nd', 'rd'][n % 10]) || 'th'}`;
const joined = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
const every = (n: number, unit: string) => (n === 1 ? `every ${unit}` : `every ${n} ${unit}s`);
const fromMonday = (a: number, b: number) => ((a + 6) % 7) - ((b + 6) % 7);

const nthInWords = (nth: number) =>
  nth > 0 ? ordinal(nth) : nth === -1 ? 'last' : `${ordinal(-nth)} to last`;

function onInWords(on: DayOfMonth): string {
  switch (on.type) {
    case 'last':
      return 'the last day';
    case 'lastWorkday':
      return 'the last weekday';
    case 'nth':
      return `the ${joined(on.nths.map(nthInWords))} ${weekdayName(on.weekday)}`;
    case 'dates':
      return `the ${joined(on.dates.map(ordinal))}`;
  }
}

/** Formatted as '24 Dec 2026', with the year, because a rule may end in another one. */
const shortDay = (day: Day) =>
  `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]!.slice(0, 3)} ${day.slice(0, 4)}`;

function endInWords({ end }: Choice): string {
  if (!end) return '';
  if ('until' in end) return `, until ${shortDay(end.until)}`;
  if ('times' in end) return end.times === 1 ? ', once' : `, ${end.times} times`;
  return `, for ${end.span} ${end.unit}${end.span === 1 ? '' : 's'}`;
}

function unendingWords(choice: Choice): string {
  const { n } = choice;
  switch (choice.every) {
    case 'day':
      return every(n, 'day');
    case 'after':
      return `${n} ${choice.unit ?? 'day'}${n === 1 ? '' : 's'} after it is done`;
    case 'workday':
      return 'every weekday';
    case 'week': {
      const days = joined([...choice.weekdays].sort(fromMonday).map(weekdayName));
      if (choice.weekdays.length === 7 && n === 1) return 'every day';
      if (!days) return every(n, 'week');
      return n === 1 ? `every ${days}` : `${every(n, 'week')} on ${days}`;
    }
    case 'month':
      return `${every(n, 'month')}${choice.on ? ` on ${onInWords(choice.on)}` : ''}`;
    case 'year': {
      const { month, on } = choice;
      if (month === undefined || !on) return every(n, 'year');
      const name = MONTHS[month - 1]!;
      if (on.type === 'dates') return `${every(n, 'year')} on ${joined(on.dates.map(String))} ${name}`;
      return `${every(n, 'year')} on ${onInWords(on)} of ${name}`;
    }
  }
}

/** `every 2 weeks on Tuesday, until 24 Dec 2026`. */
export const choiceInWords = (choice: Choice): string => unendingWords(choice) + endInWords(choice);

/** Describes a rule; for a rule of another program without a description, says so. */
export function ruleInWords(chosen: ChosenRule): string {
  const choice = choiceOfRule(chosen);
  return choice ? choiceInWords(choice) : 'by a rule from another app';
}
