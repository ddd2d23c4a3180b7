import { isObject, type Json } from './json';

/**
 * A time of day, `HH:MM` by the clock on the wall wherever the person is, and how many minutes before it a reminder
 * comes; without `remind` none does.
 */
export type Timing = { time: string; remind?: number };

/** The longest time between a reminder and its task: a week. */
const MOST_MINUTES_BEFORE = 10_080;
/** Whether a value is a time of day, `00:00` to `23:59`. */
export const isTime = (time: unknown): time is string =>
  typeof time === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
/** Whether a reminder may come so many minutes before its time. */
export const isMinutesBefore = (minutes: unknown): minutes is number =>
  Number.isInteger(minutes) && (minutes as number) >= 0 && (minutes as number) <= MOST_MINUTES_BEFORE;

/** Parses a stored time; null for none. An unreadable reminder is none. */
export function timingOfStored(stored: Json | undefined): Timing | null {
  if (!isObject(stored) || !isTime(stored['time'])) return null;
  const { time, remind } = stored;
  return { time: time as string, ...(isMinutesBefore(remind) && { remind }) };
}
