import type { Day } from '../lib/days/days';
import type { Choice, DayOfMonth } from './choice';
import { weekdayOf } from './nextDay';

/** How a rule names a day of the month. */
export const onDates = (day: Day): DayOfMonth => ({ type: 'dates', dates: [Number(day.slice(8))] });

/** An initial choice for a day, with the interval and end of the previous one. */
export function startOf(every: Choice['every'], from: Day, before: Choice | null): Choice {
  const end = before?.end && { end: before.end };
  const n = before?.n ?? 1;
  switch (every) {
    case 'workday':
      return { every, n: 1, ...end };
    case 'week':
      return { every, n, weekdays: [weekdayOf(from)], ...end };
    case 'month':
      return { every, n, on: onDates(from), ...end };
    case 'year':
      return { every, n, month: Number(from.slice(5, 7)), on: onDates(from), ...end };
    case 'after':
      return { every, unit: 'day', n, ...end };
    case 'day':
      return { every, n, ...end };
  }
}
