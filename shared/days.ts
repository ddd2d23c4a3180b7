/** A calendar day, `YYYY-MM-DD`, independent of time zones. Comparable by `<`. */
export type Day = string;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;
const MIDNIGHT = 'T00:00:00.000Z';

function isRealDay(day: string) {
  const [year, month, date] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8))];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return month >= 1 && month <= 12 && date >= 1 && date <= last;
}

/**
 * The day of a stored due date (docs/rules.md, Days): an instant at exactly UTC midnight is that UTC day, any other
 * instant its local day, `YYYY-MM-DD` that day; null for anything else.
 */
export function dayOfStored(stored: unknown, localDay = dayOf): Day | null {
  if (typeof stored !== 'string') return null;
  if (DAY.test(stored)) return isRealDay(stored) ? stored : null;
  // The format that the app writes. A list has thousands of them, and constructing Dates took half of reading it.
  const day = stored.slice(0, -MIDNIGHT.length);
  if (stored.endsWith(MIDNIGHT) && DAY.test(day)) return isRealDay(day) ? day : null;
  if (!INSTANT.test(stored) || !isRealDay(stored.slice(0, 10))) return null;
  const instant = new Date(stored);
  if (Number.isNaN(instant.getTime())) return null;
  const iso = instant.toISOString();
  const meant = iso.endsWith(MIDNIGHT) ? iso.slice(0, -MIDNIGHT.length) : localDay(instant.getTime());
  return DAY.test(meant) ? meant : null;
}

/** The wire format of a day: its UTC midnight as an ISO instant. */
export const storedOfDay = (day: Day): string => day + MIDNIGHT;

/** The local day of an instant in milliseconds. */
export function dayOf(milliseconds: number): Day {
  const date = new Date(milliseconds);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The day `days` later; earlier when negative. The constructor with local dates would map the years 0 to 99 to 1900 to 1999. */
export const dayPlus = (day: Day, days: number): Day =>
  new Date(Date.parse(storedOfDay(day)) + days * 86_400_000).toISOString().slice(0, 10);
