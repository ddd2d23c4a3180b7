import { dayOfStored, type Day } from '../days';

/**
 * An RFC 5545 rule for calendar days, with the parts that have a description. Weekdays are 0 (Sunday) to 6. Parts that
 * are missing in the text are empty lists or 0.
 */
export type Rule = {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  interval: number;
  /** Months, 1 to 12; for yearly rules only. */
  months: readonly number[];
  /** Days of the month; negative ones count from its end. */
  dates: readonly number[];
  /** `nth` within the month, from its end when negative; 0: every one. */
  weekdays: readonly { weekday: number; nth: number }[];
  /** Positions among the days of a period, from its end when negative. */
  positions: readonly number[];
  weekStart: number;
  /** The last day; null for no end. */
  until: Day | null;
  /** The number of occurrences; 0 for no end. */
  count: number;
};

/** Weekday codes, from Sunday. */
export const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;
const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];
const PARTS = /^(FREQ|INTERVAL|BYMONTH|BYMONTHDAY|BYDAY|BYSETPOS|WKST|UNTIL|COUNT)=/;
const MONDAY = 1;

const readRule = (text: string): Rule | null => {
  const parts: Record<string, string> = {};
  for (const part of text
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')) {
    const [name, value] = part.split('=');
    if (!PARTS.test(part) || !value || name! in parts) return null;
    parts[name!] = value;
  }
  const numbers = (name: string, from: number, to: number) => {
    const all = [...new Set(parts[name]?.split(','))].map(Number);
    const isFit = all.every(
      number => Number.isInteger(number) && Math.abs(number) >= from && Math.abs(number) <= to,
    );
    return isFit ? all : null;
  };
  const weekdays = [...new Set(parts.BYDAY?.split(','))].map(part => {
    const [, nth, name] = /^([+-]?[1-5])?([A-Z]{2})$/.exec(part) ?? [];
    return { weekday: WEEKDAYS.indexOf(name as never), nth: Number(nth ?? 0) };
  });
  const freq = parts.FREQ as Rule['freq'];
  const [interval = 1] = numbers('INTERVAL', 1, 999) ?? [0];
  const [months, dates] = [numbers('BYMONTH', 1, 12), numbers('BYMONTHDAY', 1, 31)];
  const positions = numbers('BYSETPOS', 1, 31);
  const [count = 0] = numbers('COUNT', 1, 9999) ?? [-1];
  const weekStart = WEEKDAYS.indexOf((parts.WKST ?? 'MO') as never);
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})(?:T\d{6}Z?)?$/.exec(parts.UNTIL ?? '') ?? [];
  const until = parts.UNTIL ? dayOfStored(`${year}-${month}-${date}`) : null;
  const isMonthly = freq === 'MONTHLY' || freq === 'YEARLY';
  const isRead =
    FREQUENCIES.includes(freq) &&
    interval > 0 &&
    count >= 0 &&
    weekStart >= 0 &&
    weekdays.every(({ weekday, nth }) => weekday >= 0 && (isMonthly || nth === 0)) &&
    (!parts.UNTIL || until !== null);
  if (!isRead || !months || !dates || !positions || months.some(month => month < 0)) return null;
  const isByDays = dates.length + weekdays.length > 0;
  // In a yearly rule, days belong to months; in other rules they are listed alone.
  if (freq === 'YEARLY' ? isByDays && months.length === 0 : months.length > 0) return null;
  if (isMonthly ? positions.length > 0 && !isByDays : positions.length + dates.length > 0) return null;
  return { freq, interval, months, dates, weekdays, positions, weekStart, until, count };
};

const read = new Map<string, Rule | null>();

/** Parses the text of a rule; null when it cannot be read or described. */
export function ruleOfText(text: string): Rule | null {
  let rule = read.get(text);
  if (rule === undefined) {
    rule = readRule(text);
    if (read.size > 1000) read.clear();
    read.set(text, rule);
  }
  return rule;
}

/** The default values of all optional parts. */
export const plainRule = (freq: Rule['freq'], interval = 1): Rule => ({
  freq,
  interval,
  months: [],
  dates: [],
  weekdays: [],
  positions: [],
  weekStart: MONDAY,
  until: null,
  count: 0,
});

/** Formats a rule as RFC 5545. Weekly rules contain the first day of the week, because the setting may change later. */
export function textOfRule(rule: Rule): string {
  const { freq, interval, months, dates, weekdays, positions, weekStart, until, count } = rule;
  const parts = [
    `FREQ=${freq}`,
    interval > 1 && `INTERVAL=${interval}`,
    months.length > 0 && `BYMONTH=${months.join()}`,
    dates.length > 0 && `BYMONTHDAY=${dates.join()}`,
    weekdays.length > 0 &&
      `BYDAY=${weekdays.map(weekday => `${weekday.nth || ''}${WEEKDAYS[weekday.weekday]}`).join()}`,
    positions.length > 0 && `BYSETPOS=${positions.join()}`,
    freq === 'WEEKLY' && `WKST=${WEEKDAYS[weekStart]}`,
    until !== null && `UNTIL=${until.replaceAll('-', '')}`,
    count > 0 && `COUNT=${count}`,
  ];
  return parts.filter(Boolean).join(';');
}
