import fc from 'fast-check';
import {
  areSameParts,
  calendarOf,
  countOf,
  emptyCalendar,
  groupsBetween,
  idsOn,
  withId,
  withoutId,
  type Calendar,
} from '../../src/lib/days/calendar';
import { UNDATED } from '../../src/lib/days/days';
import { partsBetween, partsOf } from '../support/app/calendarParts';

const DAYS = [
  '0999-12-31',
  '2025-12-31',
  '2026-01-01',
  '2026-03-09',
  '2026-03-10',
  '2026-03-11',
  '2026-03-31',
  '2026-12-31',
  '2027-01-01',
  '9999-12-31',
  UNDATED,
];
/** Limits of a range: any day, just behind a day, and before or behind all days. */
const EDGES = ['', ...DAYS.flatMap(day => [day, `${day}~`]), '~'];

/** The model: ids by day, sorted by number within a day. */
type Model = Map<string, number[]>;
const day = fc.constantFrom(...DAYS);
const change = fc.record({ day, id: fc.nat(60), isRemoval: fc.boolean() });
const changes = fc.array(change, { maxLength: 120 });
const byNumber = (a: number, b: number) => a - b;

function changed(calendar: Calendar, model: Model, all: { day: string; id: number; isRemoval: boolean }[]) {
  let now = calendar;
  for (const { day: on, id, isRemoval } of all) {
    const ids = model.get(on) ?? [];
    const isThere = ids.includes(id);
    if (isRemoval && !isThere) expect(() => withoutId(now, on, id)).toThrow(on);
    if (isRemoval === !isThere) continue;
    now = isRemoval ? withoutId(now, on, id) : withId(now, on, id, other => other > id);
    const next = isRemoval ? ids.filter(known => known !== id) : [...ids, id].sort(byNumber);
    if (next.length > 0) model.set(on, next);
    else model.delete(on);
  }
  return now;
}

const flat = (parts: readonly (readonly number[])[]) => parts.flat();
const daysOf = (model: Model, from: string, to: string) =>
  [...model.keys()].filter(day => from <= day && day < to).sort();
const expectedOf = (model: Model, from: string, to: string, direction: 'earliest' | 'latest') => {
  const days = daysOf(model, from, to);
  return (direction === 'earliest' ? days : days.reverse()).flatMap(day => model.get(day)!);
};

/**
 * Expects months and days without empty entries, in JSON. Ids are not frozen, because that makes each copy ten times
 * as slow.
 */
function expectSound(calendar: Calendar) {
  expect(Object.isFrozen(calendar)).toBe(true);
  for (const [name, month] of Object.entries(calendar)) {
    expect(Object.keys(month).length).toBeGreaterThan(0);
    expect(Object.isFrozen(month)).toBe(true);
    for (const [on, ids] of Object.entries(month)) {
      expect(on.startsWith(name)).toBe(true);
      expect(ids.length).toBeGreaterThan(0);
      expect(Object.isFrozen(ids)).toBe(false);
    }
  }
  expect(JSON.parse(JSON.stringify(calendar))).toEqual(calendar);
}

test('Whatever is added, removed or built at once, every range is that of a sorted map', () => {
  fc.assert(
    fc.property(changes, fc.constantFrom(...EDGES), fc.constantFrom(...EDGES), (all, from, to) => {
      const model: Model = new Map();
      const calendar = changed(emptyCalendar, model, all);
      expectSound(calendar);
      const built = calendarOf([...model]);
      expectSound(built);
      expect(built).toEqual(calendar);
      for (const day of DAYS) expect(idsOn(calendar, day)).toEqual(model.get(day) ?? []);
      for (const direction of ['earliest', 'latest'] as const) {
        const parts = partsBetween(calendar, { from, to }, direction);
        expect(flat(parts)).toEqual(expectedOf(model, from, to, direction));
        expect(countOf(parts)).toBe(flat(parts).length);
        expect(flat(partsOf(calendar, direction))).toEqual(expectedOf(model, '', '~', direction));
      }
    }),
    { numRuns: 300 },
  );
});

test('A change writes to nothing from before, and what was read before stays right', () => {
  fc.assert(
    fc.property(changes, changes, (first, then) => {
      const model: Model = new Map();
      const before = changed(emptyCalendar, model, first);
      const copy = structuredClone(before);
      const read = [flat(partsOf(before)), flat(partsOf(before, 'latest'))];
      const after = changed(before, model, then);
      expect(before).toEqual(copy);
      expect([flat(partsOf(before)), flat(partsOf(before, 'latest'))]).toEqual(read);
      expect(flat(partsOf(after))).toEqual(expectedOf(model, '', '~', 'earliest'));
    }),
    { numRuns: 100 },
  );
});

test('Ranges of two versions share parts just when they have the same ids in order', () => {
  fc.assert(
    fc.property(
      changes,
      fc.array(change, { maxLength: 4 }),
      fc.constantFrom(...EDGES),
      (first, then, from) => {
        const model: Model = new Map();
        const before = changed(emptyCalendar, model, first);
        const after = changed(before, model, then);
        const [a, b] = [partsBetween(before, { from }), partsBetween(after, { from })];
        expect(areSameParts(a, b)).toBe(JSON.stringify(a) === JSON.stringify(b));
      },
    ),
    { numRuns: 200 },
  );
});

test('The part of a month keeps its identity while nothing in that month changes', () => {
  const days = ['2026-02-01', '2026-03-09', '2026-03-10', '2026-04-01', UNDATED];
  const calendar = calendarOf(days.map((on, at) => [on, [2 * at, 2 * at + 1]] as const));
  const before = partsOf(calendar);
  const after = partsOf(withId(calendar, '2026-04-01', 99, other => other > 99));
  expect(before.map((part, at) => part === after[at])).toEqual([true, true, false, true]);
  expect(partsOf(calendar)[1]).toBe(before[1]);
  expect(partsOf(calendar, 'latest')[2]).toEqual([4, 5, 2, 3]);
});

test('Groups are the same ids cut wherever the key of a day changes', () => {
  fc.assert(
    fc.property(changes, fc.constantFrom(...EDGES), day, (all, from, lastSingleDay) => {
      const model: Model = new Map();
      const calendar = changed(emptyCalendar, model, all);
      const keyOf = (on: string) => (on === UNDATED || on <= lastSingleDay ? on : on.slice(0, 7));
      for (const direction of ['earliest', 'latest'] as const) {
        const days = daysOf(model, from, '~');
        if (direction === 'latest') days.reverse();
        const expected: { key: string; ids: number[] }[] = [];
        for (const on of days) {
          if (expected.at(-1)?.key !== keyOf(on)) expected.push({ key: keyOf(on), ids: [] });
          expected.at(-1)!.ids.push(...model.get(on)!);
        }
        const groups = groupsBetween(calendar, { from }, direction, keyOf);
        expect(groups.map(({ key, parts }) => ({ key, ids: flat(parts) }))).toEqual(expected);
      }
    }),
    { numRuns: 200 },
  );
});
