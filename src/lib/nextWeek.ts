import { dayPlus, storedOfDay, type Day } from './days';

/** The day of the week, 0 (Sunday) to 6. */
export const weekdayOf = (day: Day): number => new Date(storedOfDay(day)).getUTCDay();

/** The first day of next week, where a week begins with `firstDayOfWeek`, 0 (Sunday) to 6. */
export const nextWeekStart = (today: Day, firstDayOfWeek: number): Day =>
  dayPlus(today, ((firstDayOfWeek - weekdayOf(today) + 6) % 7) + 1);
