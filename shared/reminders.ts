import { dayPlus, type Day } from './days';

const MINUTE_MS = 60_000;
const LATE_MS = 2 * MINUTE_MS;
const DAY_MINUTES = 1_440;
/** Clocks are at most 14 hours from UTC, so any change of clock that concerns a time of day lies within it. */
const AROUND_MS = 36 * 60 * MINUTE_MS;
/** A formatter takes tens of kilobytes: zones beyond this many at once are made again. */
const MOST_ZONES = 64;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const kept = formats.get(zone);
  if (kept) return kept;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  if (formats.size >= MOST_ZONES) formats.clear();
  formats.set(zone, format);
  return format;
}

/** Whether this program knows the zone: `Europe/Berlin`. */
export function isZone(zone: string): boolean {
  try {
    return Boolean(formatOf(zone));
  } catch {
    return false;
  }
}

/** How many milliseconds the zone's clock is ahead of UTC at an instant. Throws a `RangeError` for an unknown zone. */
function offsetAt(instant: number, zone: string): number {
  const [, sign, hours, minutes, seconds = '0'] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(formatOf(zone).format(instant)) ?? [];
  if (sign === undefined) return 0;
  const size = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000;
  return sign === '-' ? -size : size;
}

/** Day and time on a zone's clock at an instant: `2026-03-10T14:30`. */
export const shownIn = (instant: number, zone: string): string =>
  new Date(instant + offsetAt(instant, zone)).toISOString().slice(0, 16);

/**
 * The instant, in milliseconds, at which a zone's clock shows a time of a day: the first where it comes twice, the end
 * of the change where a change of clock leaves it out. Throws a `RangeError` for an unknown zone.
 */
export function momentOf(day: Day, time: string, zone: string): number {
  const shown = Date.parse(`${day}T${time}:00.000Z`);
  const before = offsetAt(shown - AROUND_MS, zone);
  const after = offsetAt(shown + AROUND_MS, zone);
  const [first, second] = before > after ? [before, after] : [after, before];
  // The larger offset gives the earlier instant.
  for (const offset of [first, second]) if (offsetAt(shown - offset, zone) === offset) return shown - offset;
  let [early, late] = [shown - after, shown - before];
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (offsetAt(middle, zone) === before) early = middle;
    else late = middle;
  }
  return late;
}

/**
 * The instant of a task's reminder; null for none. Whole days before are days of the calendar: a day before 14:30 is
 * 14:30, also over a change of clock. Minutes are minutes.
 */
export function reminderAt(
  { dueDate, time, remind }: { dueDate: Day | null; time: string | null; remind: number | null },
  zone: string,
): number | null {
  if (dueDate === null || time === null || remind === null) return null;
  const days = Math.floor(remind / DAY_MINUTES);
  return momentOf(dayPlus(dueDate, -days), time, zone) - (remind % DAY_MINUTES) * MINUTE_MS;
}

/** A reminder of a task: its day, its time, the minutes before, and the instant (milliseconds) at which it comes. */
export type Reminder = { fireId: string; dueDate: Day; time: string; remind: number; at: number };

/** The name of a reminder, the same in app and server: a browser shows one notification of a name. */
export const reminderKey = ({ fireId, dueDate, time, remind }: Omit<Reminder, 'at'>): string =>
  `${fireId}/${dueDate}/${time}/${remind}`;

/** Whether what was to come at an instant is late now: by more than two minutes. */
export const isLate = (at: number, now: number): boolean => now - at > LATE_MS;

/** Whether a reminder says that its task *was due*: the time of the task has passed, not only that of the reminder. */
export const wasDue = ({ at, remind }: { at: number; remind: number }, now: number): boolean =>
  isLate(at + remind * MINUTE_MS, now);
