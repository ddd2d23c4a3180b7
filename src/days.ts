import dayjs from 'dayjs';

/** A calendar day, `YYYY-MM-DD`: the same day in every time zone. Compares by `<`. */
export type Day = string;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;
const isRealDay = (day: string) => {
  const instant = new Date(`${day}T00:00:00.000Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day);
};

/**
 * The day that a stored due date means (READINGS, 'Dates'): an instant at exactly UTC midnight is that UTC day, any
 * other instant the local day it falls on, `YYYY-MM-DD` that day; null when it is none of these.
 */
export function dayOfStored(stored: unknown): Day | null {
  if (typeof stored !== 'string') return null;
  if (DAY.test(stored)) return isRealDay(stored) ? stored : null;
  if (!INSTANT.test(stored) || !isRealDay(stored.slice(0, 10))) return null;
  const instant = new Date(stored);
  if (Number.isNaN(instant.getTime())) return null;
  const iso = instant.toISOString();
  const day = iso.endsWith('T00:00:00.000Z')
    ? iso.slice(0, -'T00:00:00.000Z'.length)
    : dayOf(instant.getTime());
  return DAY.test(day) ? day : null;
}

/** What a day is on the wire: its UTC midnight as an ISO instant. */
export const storedOfDay = (day: Day): string => `${day}T00:00:00.000Z`;

/** The local day of an instant in milliseconds. */
export const dayOf = (milliseconds: number): Day => dayjs(milliseconds).format('YYYY-MM-DD');

/** Milliseconds from `now` until the next local midnight. */
export const untilMidnight = (now: number): number => dayjs(now).add(1, 'day').startOf('day').valueOf() - now;

/** A due day in words beside `today`: 'today', 'tomorrow', 'yesterday', 'Tue 10 Mar', with the year when it differs. */
export function dayInWords(day: Day | null, today: Day): string {
  if (day === null) return 'no date';
  if (day === today) return 'today';
  const date = dayjs(day);
  if (date.isSame(dayjs(today).add(1, 'day'), 'day')) return 'tomorrow';
  if (date.isSame(dayjs(today).subtract(1, 'day'), 'day')) return 'yesterday';
  return date.format(day.slice(0, 4) === today.slice(0, 4) ? 'ddd D MMM' : 'ddd D MMM YYYY');
}
