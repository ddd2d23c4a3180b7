import { attempt } from '../attempt';
import { dayOf, dayOfStored, type Day } from './days';

const formats = new Map<string, Intl.DateTimeFormat | null>();

function formatOf(timeZone: string) {
  let format = formats.get(timeZone);
  if (format === undefined) {
    const options = {
      timeZone,
      calendar: 'gregory',
      era: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    } as const;
    // Null for a time zone unknown to this browser.
    format = attempt(() => new Intl.DateTimeFormat('en-US', options)) ?? null;
    formats.set(timeZone, format);
  }
  return format;
}

const partsIn = (instant: Date, format: Intl.DateTimeFormat) =>
  Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));

/** Whether this browser knows a time zone. */
export const isTimeZone = (timeZone: string): boolean => timeZone !== '' && formatOf(timeZone) !== null;

/** The calendar day of an instant in a time zone, by default the device's; null after the year 9999. */
export function dayOfInstant(instant: string, timeZone: string): Day | null {
  const time = new Date(instant);
  const format = timeZone === '' ? null : formatOf(timeZone);
  if (!format) return dayOfStored(dayOf(time.getTime()));
  const parts = partsIn(time, format);
  if (parts.era !== 'AD') return null;
  return dayOfStored(`${parts.year!.padStart(4, '0')}-${parts.month}-${parts.day}`);
}

/** The time of day of an instant in a time zone, `09:30`. */
export function timeOfInstant(instant: string, timeZone: string): string {
  const time = new Date(instant);
  const format = timeZone === '' ? null : formatOf(timeZone);
  if (!format) return time.toTimeString().slice(0, 5);
  const { hour, minute } = partsIn(time, format);
  return `${hour}:${minute}`;
}
