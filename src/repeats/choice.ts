import { dayPlus, type Day } from '../lib/days/days';
import { firstDays, nextDay, weekdayOf } from '../../shared/repeats/nextDay';
import { plainRule, type Rule } from '../../shared/repeats/rule';

/** The day of a month: a date (the last day in months that lack it), the last day, the last working day, or a weekday. */
export type DayOfMonth =
  | { type: 'dates'; dates: readonly number[] }
  | { type: 'last' }
  | { type: 'lastWorkday' }
  /** Such as the 2nd and 4th Friday; -1 is the last one. */
  | { type: 'nth'; nths: readonly number[]; weekday: number };

export type Unit = 'day' | 'week' | 'month' | 'year';

/** A repeat as chosen in the form. Without `on` or `weekdays`, those of the first day apply. */
export type Choice = { n: number; end?: End } & (
  | { every: 'day' | 'after'; unit?: Unit }
  | { every: 'workday' }
  | { every: 'week'; weekdays: readonly number[] }
  | { every: 'month'; on?: DayOfMonth }
  | { every: 'year'; month?: number; on?: DayOfMonth }
);
/** Ends on a day, after a number of occurrences, or after a period. */
export type End = { until: Day } | { times: number } | { span: number; unit: Unit };

/** A repeat that is not stored yet: its rule, and whether it counts from the tick. */
export type ChosenRule = { rule: Rule; first: Day; after: boolean };

const WORKDAYS = [1, 2, 3, 4, 5];
const SHORTEST_MONTH = 28;
const FREQUENCIES = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' } as const;
const UNITS = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const;
const each = (weekdays: readonly number[]) => weekdays.map(weekday => ({ weekday, nth: 0 }));
const isWorkdays = ({ weekdays }: Pick<Rule, 'weekdays'>) =>
  weekdays.length === 5 &&
  WORKDAYS.every(workday => weekdays.some(({ weekday, nth }) => weekday === workday && !nth));

/**
 * The rule's text for dates of a month; months that lack a date use their last day. For 29 and 30 it lists all dates
 * from 28 with positions, so that February's last day counts. 31 is the last day.
 */
function onDates(dates: readonly number[]): Partial<Rule> {
  const sorted = [...dates].sort((a, b) => a - b);
  const last = sorted.at(-1)!;
  if (last === 31) return { dates: [...sorted.slice(0, -1), -1] };
  if (last <= SHORTEST_MONTH) return { dates: sorted };
  const lastDates = Array.from({ length: last - SHORTEST_MONTH + 1 }, (_, at) => SHORTEST_MONTH + at);
  const all = [...sorted.filter(date => date < SHORTEST_MONTH), ...lastDates];
  return { dates: all, positions: sorted.map(date => (date === last ? -1 : all.indexOf(date) + 1)) };
}

/** The dates that a rule's text names, whether written by `onDates` or another program; null for anything else. */
function datesOf({ dates, positions }: Pick<Rule, 'dates' | 'positions'>): readonly number[] | null {
  const named =
    positions.length === 0
      ? dates.map(date => (date === -1 ? 31 : date))
      : positions.map(at => dates[at > 0 ? at - 1 : dates.length + at] ?? 0);
  if (!named.every(date => date > 0)) return null;
  const again = onDates(named);
  const isSame = String([again.dates, again.positions]) === String([dates, positions]);
  return positions.length === 0 || isSame ? named : null;
}

/** The parts of a rule that name the day of a month. */
function onDayOfMonth(on: DayOfMonth, isFebruary: boolean): Partial<Rule> {
  switch (on.type) {
    case 'last':
      return { dates: [-1] };
    case 'lastWorkday':
      return { weekdays: each(WORKDAYS), positions: [-1] };
    case 'nth':
      return { weekdays: on.nths.map(nth => ({ weekday: on.weekday, nth })) };
    case 'dates':
      return isFebruary ? { dates: [-1] } : onDates(on.dates);
  }
}

const dateOf = (day: Day) => Number(day.slice(8));

function unendingRule(choice: Choice, first: Day, weekStart: number): Rule {
  const { n } = choice;
  switch (choice.every) {
    case 'day':
    case 'after':
      return { ...plainRule(FREQUENCIES[choice.unit ?? 'day'], n), weekStart };
    case 'workday':
      return { ...plainRule('WEEKLY'), weekdays: each(WORKDAYS), weekStart };
    case 'week': {
      const weekdays = choice.weekdays.length > 0 ? choice.weekdays : [weekdayOf(first)];
      return { ...plainRule('WEEKLY', n), weekdays: each([...weekdays].sort()), weekStart };
    }
    case 'month': {
      const on = choice.on ?? { type: 'dates', dates: [dateOf(first)] };
      return { ...plainRule('MONTHLY', n), ...onDayOfMonth(on, false) };
    }
    case 'year': {
      const month = choice.month ?? Number(first.slice(5, 7));
      const on = choice.on ?? { type: 'dates', dates: [dateOf(first)] };
      const isLeapDay = month === 2 && on.type === 'dates';
      // In a yearly rule a date is a plain date: only 29 February is missing in some years.
      const parts =
        on.type === 'dates' && !(isLeapDay && on.dates[0] === 29)
          ? { dates: on.dates }
          : onDayOfMonth(on, month === 2);
      return { ...plainRule('YEARLY', n), months: [month], ...parts };
    }
  }
}

/** A day that many units later. */
export const SPANS: Record<Unit, (day: Day, n: number) => Day> = {
  day: (day, n) => dayPlus(day, n),
  week: (day, n) => dayPlus(day, n * 7),
  month: (day, n) => monthsLater(day, n),
  year: (day, n) => monthsLater(day, n * 12),
};
const monthsLater = (day: Day, months: number): Day => {
  const at = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const date = new Date(Date.UTC(Math.floor(at / 12), (at % 12) + 1, 0));
  date.setUTCDate(Math.min(date.getUTCDate(), dateOf(day)));
  return date.toISOString().slice(0, 10);
};

/** The rule ends on a day instead of a count, so that skips do not change its end; a rule from the tick ends by its count. */
export function endOf(end: End, rule: Rule, first: Day, after: boolean): Partial<Rule> {
  if ('until' in end) return { until: end.until };
  if ('span' in end) return { until: dayPlus(SPANS[end.unit](first, end.span), -1) };
  if (after) return { count: end.times };
  return { until: firstDays(rule, first, end.times).at(-1) ?? null };
}

/**
 * The rule of a choice, and its first day from `from` on; null when there is none. `weekStart` is the user's first day
 * of the week, 0 (Sunday) to 6.
 */
export function ruleOfChoice(choice: Choice, from: Day, weekStart: number): ChosenRule | null {
  const after = choice.every === 'after';
  const unending = unendingRule(choice, from, weekStart);
  // The first day is the next possible one, whatever the interval.
  const first = after ? from : nextDay({ ...unending, interval: 1 }, from, null);
  if (first === null) return null;
  const rule = choice.end ? { ...unending, ...endOf(choice.end, unending, first, after) } : unending;
  return rule.until !== null && rule.until < first ? null : { rule, first, after };
}

function dayOfMonthOf({ dates, weekdays, positions }: Rule): DayOfMonth | null {
  if (dates.length > 0 && weekdays.length > 0) return null;
  if (weekdays.length > 0) {
    if (String(positions) === '-1' && isWorkdays({ weekdays })) return { type: 'lastWorkday' };
    const { weekday } = weekdays[0]!;
    const isNth = weekdays.every(other => other.weekday === weekday && other.nth !== 0);
    return isNth && positions.length === 0
      ? { type: 'nth', weekday, nths: weekdays.map(({ nth }) => nth) }
      : null;
  }
  if (String([dates, positions]) === '-1,') return { type: 'last' };
  const named = datesOf({ dates, positions });
  return named && { type: 'dates', dates: named };
}

/** The choice that corresponds to a rule; null when the form cannot show it, and so no description exists. */
export function choiceOfRule({ rule, first, after }: ChosenRule): Choice | null {
  const { freq, interval: n, months, weekdays, until, count } = rule;
  const end = until !== null ? { end: { until } } : count > 0 ? { end: { times: count } } : {};
  const isBare = months.length + rule.dates.length + weekdays.length === 0;
  if (after) return isBare ? { every: 'after', unit: UNITS[freq], n, ...end } : null;
  if (freq === 'DAILY' || freq === 'WEEKLY') {
    if (freq === 'DAILY' && isBare) return { every: 'day', n, ...end };
    if (n === 1 && isWorkdays(rule)) return { every: 'workday', n, ...end };
    if (freq === 'DAILY' && n > 1) return null;
    const chosen = isBare ? [weekdayOf(first)] : weekdays.map(({ weekday }) => weekday);
    return { every: 'week', n, weekdays: chosen, ...end };
  }
  const on =
    isBare || rule.dates.length + weekdays.length === 0
      ? ({ type: 'dates', dates: [dateOf(first)] } as const)
      : dayOfMonthOf(rule);
  if (!on) return null;
  if (freq === 'MONTHLY') return { every: 'month', n, on, ...end };
  const [month = Number(first.slice(5, 7)), more] = months;
  return more === undefined ? { every: 'year', n, month, on, ...end } : null;
}
