import { isZone, shownIn } from '../../../shared/reminders';
import { dayOf, dayOfStored, type Day } from './days';
import { clockAt } from './times';

/** Whether this browser knows a time zone. */
export const isTimeZone = (timeZone: string): boolean => timeZone !== '' && isZone(timeZone);

/** The calendar day of an instant in a time zone, by default the device's; null outside the years 1 to 9999. */
export function dayOfInstant(instant: string, timeZone: string): Day | null {
  const time = Date.parse(instant);
  const day = isTimeZone(timeZone) ? shownIn(time, timeZone).slice(0, 10) : dayOf(time);
  return day > '0001' ? dayOfStored(day) : null;
}

/** The time of day of an instant in a time zone, by default the device's: `09:30`. */
export function timeOfInstant(instant: string, timeZone: string): string {
  const time = Date.parse(instant);
  return isTimeZone(timeZone) ? shownIn(time, timeZone).slice(-5) : clockAt(time);
}
