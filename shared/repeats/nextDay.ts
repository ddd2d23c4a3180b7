import type { Day } from '../days';
import type { Repeat } from './repeat';
import { ruleOfText, textOfRule, type Rule } from './rule';

/** Days are counted from 1 January 1970, a Thursday. */
const DAY_MS = 86_400_000;
const THURSDAY = 4;
/** 31 December 9999. */
const LAST = 2_932_896;
/** The number of empty periods after which the search ends: the calendar repeats after 400 years. */
const LONGEST_SEARCH = 500;

const numberOf = (day: Day) => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const dayOfNumber = (number: number): Day => new Date(number * DAY_MS).toISOString().slice(0, 10);
const mod = (number: number, by: number) => ((number % by) + by) % by;
export const weekdayOf = (day: Day) => mod(numberOf(day) + THURSDAY, 7);
const weekOf = (number: number, { weekStart }: Rule) => number - mod(number + THURSDAY - weekStart, 7);

/** Months since the year 0, and the date. */
const monthOf = (day: Day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
const dateOf = (day: Day) => Number(day.slice(8));
const startOfMonth = (month: number) => {
  const date = new Date(0);
  date.setUTCFullYear(Math.floor(month / 12), mod(month, 12), 1);
  return date.getTime() / DAY_MS;
};

/** The days of a month that a rule names; by default the date of its first day. */
function daysOfMonth({ dates, weekdays }: Rule, month: number, dateOfFirst: number): number[] {
  const start = startOfMonth(month);
  const length = startOfMonth(month + 1) - start;
  const days: number[] = [];
  for (let date = 1; date <= length; date++) {
    const back = date - length - 1;
    const isDate =
      dates.length > 0
        ? dates.includes(date) || dates.includes(back)
        : weekdays.length > 0 || date === dateOfFirst;
    const weekday = mod(start + date - 1 + THURSDAY, 7);
    const isWeekday =
      weekdays.length === 0 ||
      weekdays.some(
        candidate =>
          candidate.weekday === weekday &&
          (candidate.nth === 0 ||
            candidate.nth === Math.ceil(date / 7) ||
            candidate.nth === -Math.ceil(-back / 7)),
      );
    if (isDate && isWeekday) days.push(start + date - 1);
  }
  return days;
}

const inPeriod: Record<Rule['freq'], (rule: Rule, first: Day, step: number) => number[]> = {
  DAILY({ weekdays }, first, step) {
    const day = numberOf(first) + step;
    const isOne =
      weekdays.length === 0 || weekdays.some(weekday => weekday.weekday === mod(day + THURSDAY, 7));
    return isOne ? [day] : [];
  },
  WEEKLY(rule, first, step) {
    const start = weekOf(numberOf(first), rule) + step * 7;
    const weekdays = rule.weekdays.length > 0 ? rule.weekdays : [{ weekday: weekdayOf(first) }];
    return weekdays.map(({ weekday }) => start + mod(weekday - rule.weekStart, 7)).sort((a, b) => a - b);
  },
  MONTHLY: (rule, first, step) => daysOfMonth(rule, monthOf(first) + step, dateOf(first)),
  YEARLY(rule, first, step) {
    const month = monthOf(first);
    const months = rule.months.length > 0 ? [...rule.months].sort((a, b) => a - b) : [mod(month, 12) + 1];
    return months.flatMap(monthNumber =>
      daysOfMonth(rule, month - mod(month, 12) + step * 12 + monthNumber - 1, dateOf(first)),
    );
  },
};

/** The number of periods between a rule's first day and another one. */
const stepsTo: Record<Rule['freq'], (rule: Rule, first: Day, day: Day) => number> = {
  DAILY: (_rule, first, day) => numberOf(day) - numberOf(first),
  WEEKLY: (rule, first, day) => (weekOf(numberOf(day), rule) - weekOf(numberOf(first), rule)) / 7,
  MONTHLY: (_rule, first, day) => monthOf(day) - monthOf(first),
  YEARLY: (_rule, first, day) => Number(day.slice(0, 4)) - Number(first.slice(0, 4)),
};

/** Whether a position among a number of days is selected by the rule. */
const isAt = (positions: readonly number[], at: number, length: number) =>
  positions.length === 0 || positions.includes(at + 1) || positions.includes(at - length);

/** The rule's first day after `after` (null: the first of all), from `first` on; null when there is none. */
export function nextDay(rule: Rule, first: Day, after: Day | null): Day | null {
  const { freq, interval, positions, until } = rule;
  const from = after === null || after < first ? numberOf(first) : numberOf(after) + 1;
  if (from > LAST) return null;
  const begun = Math.floor(stepsTo[freq](rule, first, dayOfNumber(from)) / interval);
  for (let period = begun; period < begun + LONGEST_SEARCH; period++) {
    const all = inPeriod[freq](rule, first, period * interval);
    const found = all.find((day, at) => day >= from && isAt(positions, at, all.length));
    if (found === undefined) continue;
    return found > LAST || (until !== null && dayOfNumber(found) > until) ? null : dayOfNumber(found);
  }
  return null;
}

/** Up to `count` days of a rule after a day (null: from its first). */
export function firstDays(rule: Rule, first: Day, howMany: number, after: Day | null = null): Day[] {
  const days: Day[] = [];
  for (let last = after; days.length < howMany;) {
    last = nextDay(rule, first, last);
    if (last === null) break;
    days.push(last);
  }
  return days;
}

/** The rule of a repeat. A count written by another program becomes a last day, unless the rule counts from the tick. */
export function ruleOf({ rule: text, first, after }: Omit<Repeat, 'at'>): Rule | null {
  const rule = ruleOfText(text);
  return rule && rule.count > 0 && !after
    ? { ...rule, count: 0, until: firstDays(rule, first, rule.count).at(-1) ?? null }
    : rule;
}

/** A day plus the rule's interval; a missing date becomes the last day of the month. */
export function dayPlusInterval({ freq, interval }: Rule, day: Day): Day | null {
  let number = numberOf(day) + interval * (freq === 'WEEKLY' ? 7 : 1);
  if (freq === 'MONTHLY' || freq === 'YEARLY') {
    const month = monthOf(day) + interval * (freq === 'YEARLY' ? 12 : 1);
    number = Math.min(startOfMonth(month) + dateOf(day), startOfMonth(month + 1)) - 1;
  }
  return number > LAST ? null : dayOfNumber(number);
}

/** The text of a rule as it continues from its open occurrence: a count from the first occurrence becomes a last day. */
export function goingOn(repeat: Repeat): string {
  const isCounted = !repeat.after && repeat.rule.includes('COUNT');
  const rule = isCounted ? ruleOf(repeat) : null;
  return rule ? textOfRule(rule) : repeat.rule;
}
