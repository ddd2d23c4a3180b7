import { firstWhere } from './binarySearch';
import { without } from './without';

/**
 * Ids by day, in order within each day; days by month, so that a change copies one day, one month and the list of
 * months. `'2026-11': { '2026-11-22': [7, 12] }`. What has no day stands under `undated`, which sorts behind all days.
 */
export type Calendar = { readonly [month: string]: Month };
type Month = { readonly [day: string]: readonly number[] };

export const UNDATED = 'undated';

/** `YYYY-MM` of a day; of a longer year its own. */
const monthOf = (day: string) => (day === UNDATED ? UNDATED : day.slice(0, -3));

/** Immer stops at a frozen object: it neither walks through it nor looks for drafts in it. */
const frozen = <Part extends object>(part: Part): Part => Object.freeze(part);

export const emptyCalendar: Calendar = frozen({});

export const idsOn = (calendar: Calendar, day: string): readonly number[] =>
  calendar[monthOf(day)]?.[day] ?? [];

function withDay(calendar: Calendar, day: string, ids: readonly number[]): Calendar {
  const name = monthOf(day);
  const before = calendar[name] ?? {};
  const month: Month = ids.length > 0 ? { ...before, [day]: frozen(ids) } : without(before, day);
  const isEmpty = ids.length === 0 && Object.keys(month).length === 0;
  return frozen(isEmpty ? without(calendar, name) : { ...calendar, [name]: frozen(month) });
}

/** Adds an id to a day, before the first one for which `isBehind` holds. */
export function withId(
  calendar: Calendar,
  day: string,
  id: number,
  isBehind: (other: number) => boolean,
): Calendar {
  const ids = idsOn(calendar, day);
  const at = firstWhere(ids.length, row => isBehind(ids[row]!));
  return withDay(calendar, day, ids.toSpliced(at, 0, id));
}

/** Takes an id from a day; throws when it is not there: the calendar and its items would differ. */
export function withoutId(calendar: Calendar, day: string, id: number): Calendar {
  const ids = idsOn(calendar, day);
  const at = ids.indexOf(id);
  if (at < 0) throw new Error(`${id} is not on ${day}`);
  return withDay(calendar, day, ids.toSpliced(at, 1));
}

/** Builds a calendar at once from ids by day, each day in order already. */
export function calendarOf(days: Iterable<readonly [day: string, ids: readonly number[]]>): Calendar {
  const calendar: Record<string, Record<string, readonly number[]>> = {};
  for (const [day, ids] of days) (calendar[monthOf(day)] ??= {})[day] = frozen(ids);
  for (const month of Object.values(calendar)) frozen(month);
  return frozen(calendar);
}

/** Months that were flattened before: a month is never written to, so its ids need to be joined only once. */
const joined = new WeakMap<Month, Record<'earliest' | 'latest', readonly number[] | undefined>>();

export type Direction = 'earliest' | 'latest';

const inOrder = (names: string[], direction: Direction) =>
  direction === 'earliest' ? names.sort() : names.sort().reverse();

function joinMonth(month: Month, direction: Direction): readonly number[] {
  const known = joined.get(month) ?? { earliest: undefined, latest: undefined };
  joined.set(month, known);
  return (known[direction] ??= joinDays(month, inOrder(Object.keys(month), direction)));
}

const joinDays = (month: Month, days: readonly string[]): readonly number[] =>
  days.length === 1 ? month[days[0]!]! : ([] as number[]).concat(...days.map(day => month[day]!));

/**
 * The ids of the days `from` ≤ day < `to`, in parts of a month each, `earliest` or `latest` day first; the order within
 * a day stays. A part of a whole month keeps its identity while nothing in that month changes.
 */
export function partsBetween(
  calendar: Calendar,
  { from = '', to = '~' }: { from?: string; to?: string },
  direction: Direction = 'earliest',
): readonly (readonly number[])[] {
  return inOrder(Object.keys(calendar), direction).flatMap(name => {
    const month = calendar[name]!;
    if (name !== UNDATED && from <= `${name}-` && `${name}-~` <= to) return [joinMonth(month, direction)];
    if (name !== UNDATED && (`${name}-~` <= from || to <= `${name}-`)) return []; // its days need not be looked at
    const days = Object.keys(month).filter(day => from <= day && day < to);
    if (days.length === 0) return [];
    if (days.length === Object.keys(month).length) return [joinMonth(month, direction)];
    return [joinDays(month, inOrder(days, direction))];
  });
}

/** Every id, in parts; `earliest` or `latest` day first. */
export const partsOf = (calendar: Calendar, direction: Direction = 'earliest') =>
  partsBetween(calendar, {}, direction);

export const countOf = (parts: readonly (readonly number[])[]): number =>
  parts.reduce((sum, { length }) => sum + length, 0);

/** Whether two lists of parts hold the same ids in the same order. */
export const areSameParts = (a: readonly (readonly number[])[], b: readonly (readonly number[])[]): boolean =>
  a.length === b.length &&
  a.every((part, at) => {
    const other = b[at]!;
    return part === other || (part.length === other.length && part.every((id, row) => id === other[row]));
  });
