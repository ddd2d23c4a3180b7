import { firstWhere } from '../binarySearch';
import { frozen } from '../frozen';
import { without } from '../without';
import { UNDATED } from './days';

/**
 * Ids by day, in order within each day, in months, so that a change copies one day, one month and the list of months:
 * `'2026-11': { '2026-11-22': [7, 12] }`. Ids without a day are under `undated`.
 */
export type Calendar = { readonly [month: string]: Month };
export type Month = { readonly [day: string]: readonly number[] };

/** The `YYYY-MM` of a day; also for years with more digits. */
const monthOf = (day: string) => (day === UNDATED ? UNDATED : day.slice(0, -3));

export const emptyCalendar: Calendar = frozen({});

export const idsOn = (calendar: Calendar, day: string): readonly number[] =>
  calendar[monthOf(day)]?.[day] ?? [];

/** The list of ids is not frozen: V8 copies and compares a frozen array ten times as slowly. */
function withDay(calendar: Calendar, day: string, ids: readonly number[]): Calendar {
  const name = monthOf(day);
  const before = calendar[name] ?? {};
  const month: Month = ids.length > 0 ? { ...before, [day]: ids } : without(before, day);
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

/** Removes an id from a day; throws when it is missing, because calendar and items would then differ. */
export function withoutId(calendar: Calendar, day: string, id: number): Calendar {
  const ids = idsOn(calendar, day);
  const at = ids.indexOf(id);
  if (at < 0) throw new Error(`${id} is not on ${day}`);
  return withDay(calendar, day, ids.toSpliced(at, 1));
}

/** Builds a calendar from ids by day; each day must be in order. */
export function calendarOf(days: Iterable<readonly [day: string, ids: readonly number[]]>): Calendar {
  const calendar: Record<string, Record<string, readonly number[]>> = {};
  for (const [day, ids] of days) (calendar[monthOf(day)] ??= {})[day] = ids;
  for (const month of Object.values(calendar)) frozen(month);
  return frozen(calendar);
}

/** Flattened months: a month is never mutated, so its ids are joined only once. */
const joined = new WeakMap<Month, Record<'earliest' | 'latest', readonly number[] | undefined>>();

export type Direction = 'earliest' | 'latest';

const inOrder = (names: string[], direction: Direction) =>
  direction === 'earliest' ? names.sort() : names.sort().reverse();

/** The ids of a month in one list. */
export function joinMonth(month: Month, direction: Direction): readonly number[] {
  const known = joined.get(month) ?? { earliest: undefined, latest: undefined };
  joined.set(month, known);
  return (known[direction] ??= joinDays(month, inOrder(Object.keys(month), direction)));
}

const joinDays = (month: Month, days: readonly string[]): readonly number[] =>
  days.length === 1 ? month[days[0]!]! : ([] as number[]).concat(...days.map(day => month[day]!));

/** Days with the same key, e.g. those of a month: their ids in parts, in order within a day. */
export type Group = { readonly key: string; readonly parts: Parts };
export type Parts = readonly (readonly number[])[];
type Range = { from?: string; to?: string };

/**
 * The days `from` ≤ day < `to` in groups, `earliest` or `latest` day first. Neighbouring days with the same `keyOf`
 * form a group; all days of a key must be neighbours. A month with a single key keeps its identity until it changes.
 */
export function groupsBetween(
  calendar: Calendar,
  { from = '', to = '~' }: Range,
  direction: Direction,
  keyOf: (day: string) => string,
): Group[] {
  const groups: { key: string; parts: (readonly number[])[] }[] = [];
  const add = (key: string, ids: readonly number[]) => {
    const last = groups.at(-1);
    if (last?.key === key) last.parts.push(ids);
    else groups.push({ key, parts: [ids] });
  };
  for (const name of inOrder(Object.keys(calendar), direction)) {
    const month = calendar[name]!;
    const [first, last] = name === UNDATED ? [name, name] : [`${name}-`, `${name}-~`];
    if (last < from || to <= first) continue;
    const key = keyOf(first);
    if (from <= first && last < to && key === keyOf(last)) {
      add(key, joinMonth(month, direction));
      continue;
    }
    const all = inOrder(Object.keys(month), direction);
    let run: string[] = [];
    let runKey = '';
    const addRun = () => {
      if (run.length === all.length) add(runKey, joinMonth(month, direction));
      else if (run.length > 0) add(runKey, joinDays(month, run));
      run = [];
    };
    for (const day of all) {
      if (day < from || to <= day) continue;
      const dayKey = keyOf(day);
      if (dayKey !== runKey) addRun();
      runKey = dayKey;
      run.push(day);
    }
    addRun();
  }
  return groups;
}

export const countOf = (parts: Parts): number => parts.reduce((sum, { length }) => sum + length, 0);

/** Whether two lists of parts hold the same ids in the same order. */
export const areSameParts = (a: Parts, b: Parts): boolean =>
  a.length === b.length &&
  a.every((part, at) => {
    const other = b[at]!;
    return part === other || (part.length === other.length && part.every((id, row) => id === other[row]));
  });

/** Whether two lists of groups have the same keys and the same ids in the same order. */
export const areSameGroups = (a: readonly Group[], b: readonly Group[]): boolean =>
  a.length === b.length &&
  a.every(({ key, parts }, at) => key === b[at]!.key && areSameParts(parts, b[at]!.parts));

/** All ids of parts in one list; a single part is returned as it is. */
export const joinParts = (parts: Parts): readonly number[] =>
  parts.length === 1 ? parts[0]! : ([] as number[]).concat(...parts);
