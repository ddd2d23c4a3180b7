import { isOfWeekend } from './weekStart';
import { dayOfStored, dayPlus, EARLIEST_DAY, type Day } from './days';

/** A page of the calendar shows the weeks of a month, or one week. */
export type Span = 'month' | 'week';

/** The weeks of a later month are not all days of four digits. */
const LAST_DAY: Day = '9999-11-30';

/** Whether a text is a day that the calendar can show. */
export const isCalendarDay = (text: string): boolean =>
  dayOfStored(text) === text && text >= EARLIEST_DAY && text <= LAST_DAY;

/** The day of the week, 0 (Sunday) to 6. */
const weekdayOf = (day: Day) => new Date(`${day}T00:00:00Z`).getUTCDay();

/** Whether a day is of the weekend of the browser's locale. */
export const isWeekend = (day: Day): boolean => isOfWeekend(weekdayOf(day));

/** The first day of a day's week, when weeks begin on `firstDayOfWeek`, 0 (Sunday) to 6. */
export const startOfWeek = (day: Day, firstDayOfWeek: number): Day =>
  dayPlus(day, -((weekdayOf(day) - firstDayOfWeek + 7) % 7));

const startOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`;
const endOfMonth = (day: Day): Day => dayPlus(startOfMonth(dayPlus(startOfMonth(day), 31)), -1);

/** All days that a page shows: those of whole weeks, also where the month begins or ends within one. */
export function daysOf(span: Span, day: Day, firstDayOfWeek: number): Day[] {
  const start = startOfWeek(span === 'month' ? startOfMonth(day) : day, firstDayOfWeek);
  const last = dayPlus(startOfWeek(span === 'month' ? endOfMonth(day) : day, firstDayOfWeek), 6);
  const days: Day[] = [];
  for (let next = start; next <= last; next = dayPlus(next, 1)) days.push(next);
  return days;
}

/** The day one month or week later (`by` 1) or earlier (-1). A month without its date has its last day. */
export function stepped(day: Day, span: Span, by: 1 | -1): Day {
  if (span === 'week') return dayPlus(day, 7 * by);
  const inMonth = startOfMonth(dayPlus(startOfMonth(day), by === 1 ? 31 : -1));
  const end = endOfMonth(inMonth);
  return end.slice(8) < day.slice(8) ? end : inMonth.slice(0, 8) + day.slice(8);
}
