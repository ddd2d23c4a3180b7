import { groupsBetween, type Calendar, type Direction, type Parts } from '../../../src/lib/days/calendar';

/** The ids of the days `from` ≤ day < `to` in parts of one month each; without a range those of all days. */
export const partsBetween = (
  calendar: Calendar,
  range: { from?: string; to?: string },
  direction: Direction = 'earliest',
): Parts => groupsBetween(calendar, range, direction, () => '')[0]?.parts ?? [];

export const partsOf = (calendar: Calendar, direction?: Direction) => partsBetween(calendar, {}, direction);
