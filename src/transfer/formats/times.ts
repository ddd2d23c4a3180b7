import { isMinutesBefore, timingOfStored } from '../../../shared/timing';
import { readTime, timeMeant } from '../../quickAdd/reading/readTime';
import { dayOfStored, type Day } from '../../lib/days/days';
import { dayOfInstant, timeOfInstant } from '../../lib/days/zones';
import { timeIn } from './days';

/** A time of day, and how many minutes before it a reminder comes. */
export type Timed = { time?: string | null; remind?: number | null };

/** The sidecar of a task with a time; null without one. A reminder that the database would refuse is left out. */
export const timesOf = ({ time = null, remind = null }: Timed) => timingOfStored({ time, remind });

const AT = { kind: 'at', isEnglish: false } as const;
const SECONDS = /^(\d{1,2}:\d{2}):\d{2}/;

/** A time as programs and people write it, as `HH:MM`; null for none. A bare hour is read as in the quick line. */
export function timeOfWords(words: string, language = 'en'): string | null {
  const plain = words.trim().replace(SECONDS, '$1');
  const found = readTime(plain, AT, language);
  return found && (/^\d+$/.test(plain) ? timeMeant(found, '').time : found.time);
}

/** The time of day in a text that names a day or a repeat; null for none. */
export const timeOfText = (words: string, language = 'en'): string | null =>
  timeOfWords(timeIn(words) ?? '', language);

/** The day and time of an instant by the clock of this device; midnight in UTC is a day without a time. */
export function momentHere(instant: string): { day: Day | null; time: string | null } {
  const isDay = new Date(instant).toISOString().endsWith('T00:00:00.000Z');
  return isDay
    ? { day: dayOfStored(instant), time: null }
    : { day: dayOfInstant(instant, ''), time: timeOfInstant(instant, '') };
}

const DURATION =
  /^(?:TRIGGER:)?(-?)P(?:(\d{1,3})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,6})M)?(?:\d+S)?)?$/i;

/** Whole minutes from an instant to a later one; null beyond a week, and for an earlier one. */
export function minutesBetween(from: number, to: number): number | null {
  const minutes = Math.round((to - from) / 60_000);
  return isMinutesBefore(minutes) ? minutes : null;
}

/** How many minutes before its task a reminder of RFC 5545 comes: `-PT15M`, `PT0S`; null for one behind it, and beyond a week. */
export function minutesBefore(trigger: string): number | null {
  const [all, sign, ...parts] = DURATION.exec(trigger.trim()) ?? [];
  if (all === undefined) return null;
  const [weeks = 0, days = 0, hours = 0, minutes = 0] = parts.map(part => Number(part ?? 0));
  const length = ((weeks * 7 + days) * 24 + hours) * 60 + minutes;
  return sign === '-' || length === 0 ? minutesBetween(0, length * 60_000) : null;
}
