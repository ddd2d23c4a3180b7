import dayjs from 'dayjs';
import type { Day } from './days';

/** The day of the week, 0 (Sunday) to 6. */
export const weekdayOf = (day: Day): number => dayjs(day).day();

/** The first day of next week, when weeks begin on `firstDayOfWeek`, 0 (Sunday) to 6. */
export const nextWeekStart = (today: Day, firstDayOfWeek: number): Day =>
  dayjs(today)
    .add(((firstDayOfWeek - weekdayOf(today) + 6) % 7) + 1, 'day')
    .format('YYYY-MM-DD');
