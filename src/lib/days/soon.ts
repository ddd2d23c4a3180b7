import { dayPlus, type Day } from './days';

/** A time of a day, by the clock on the wall. */
export type Soon = { day: Day; time: string };

const EVENING = '18:00';
/** Minutes to which *In an hour* is rounded up. */
const STEP_MINUTES = 5;
const DAY_MINUTES = 24 * 60;

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const timeOf = (minutes: number) =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map(part => String(part).padStart(2, '0')).join(':');

/** In an hour, at the next five minutes: from 22:56 on tomorrow. `now` is a time of `today`. */
export function inAnHour(today: Day, now: string): Soon {
  const minutes = Math.ceil((minutesOf(now) + 60) / STEP_MINUTES) * STEP_MINUTES;
  return { day: minutes < DAY_MINUTES ? today : dayPlus(today, 1), time: timeOf(minutes) };
}

/** In about three hours, at a full hour; null where that is tomorrow. */
export function laterToday(day: Day, now: string): Soon | null {
  const minutes = Math.floor(minutesOf(now) / 60 + 3) * 60;
  return minutes < DAY_MINUTES ? { day, time: timeOf(minutes) } : null;
}

/** At 18:00; null from then on. */
export const thisEvening = (day: Day, now: string): Soon | null =>
  now < EVENING ? { day, time: EVENING } : null;
