/** The sorted map compared with a plain Map. */
import fc from 'fast-check';
import { SortedMap } from '../../../../server/database/tree/sortedMap';
import { times } from '../../../support/long';

const compare = (a: number, b: number) => a - b;
const change = fc.record({ key: fc.integer({ min: 0, max: 400 }), remove: fc.boolean() });

test('after any changes it holds what a plain map holds, in order; old states stay', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 1_500, size: 'max' }), changes => {
      let map = SortedMap.empty<number, string>(compare);
      const model = new Map<number, string>();
      const states: [SortedMap<number, string>, [number, string][]][] = [];
      changes.forEach(({ key, remove }, index) => {
        if (remove) model.delete(key);
        else model.set(key, `v${index}`);
        map = remove ? map.delete(key) : map.set(key, `v${index}`);
        if (index % 200 === 0) states.push([map, [...map.range()]]);
      });
      const sorted = [...model].sort(([a], [b]) => a - b);
      expect([...map.range()]).toEqual(sorted);
      expect(map.size).toBe(sorted.length);
      for (const [state, entries] of states) expect([...state.range()]).toEqual(entries);
      expect(sorted.slice(0, 50).map(([key]) => [key, map.get(key)])).toEqual(sorted.slice(0, 50));
      expect(map.get(401)).toBeUndefined();
    }),
    { numRuns: times(25, 100) },
  );
});

test('ranks and ranges are those of the sorted list', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 2_000 }), { maxLength: 600, size: 'max' }),
      fc.integer({ min: -1, max: 2_001 }),
      fc.nat(700),
      fc.nat(700),
      (keys, place, from, to) => {
        const sorted = [...keys].sort(compare);
        const map = SortedMap.fromSorted(compare, sorted, sorted.map(String));
        expect(map.rank(key => key - place)).toBe(sorted.filter(key => key < place).length);
        expect([...map.range(from, to)].map(([key]) => key)).toEqual(sorted.slice(from, Math.max(from, to)));
        expect(map.at(from)).toBe(sorted[from]);
      },
    ),
  );
});

test('a map that shrinks gives its pages back', () => {
  const keys = Array.from({ length: 10_000 }, (_, key) => key);
  let map = SortedMap.fromSorted(compare, keys, keys);
  for (const key of keys) if (key % 1_000 !== 0) map = map.delete(key);
  expect([...map.range()].map(([key]) => key)).toEqual([
    0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000,
  ]);
  expect(JSON.stringify(map).length).toBeLessThan(400);
});
