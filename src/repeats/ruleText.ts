import { WEEKDAYS, type Rule } from './rule';

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
