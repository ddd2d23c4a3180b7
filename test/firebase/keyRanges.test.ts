import fc from 'fast-check';
import { splitsOf } from '../../src/firebase/live/followList';

/** Push keys in the order in which they were made. */
const pushIds = (count: number) =>
  Array.from({ length: count }, (_, n) => `-O${String(n).padStart(18, '0')}`);
const others = ['7', '-5', '0012', 'name', 'ä', '-Oshort', '🂡', '__proto__'];

test('A list that is followed as one has no ranges', () => {
  expect([splitsOf([]), splitsOf(pushIds(1900))]).toEqual([[], []]);
});

test('A long list is split about every 1,000 keys, in the database’s order', () => {
  expect(splitsOf(pushIds(3000))).toEqual([pushIds(3000)[1000], pushIds(3000)[2000]]);
  fc.assert(
    fc.property(fc.shuffledSubarray(pushIds(5000), { minLength: 3000 }), keys => {
      const splits = splitsOf(keys);
      expect(splits).toEqual([...new Set(splits)].sort());
      expect(splits).toHaveLength(Math.ceil(Math.ceil(keys.length / 100) / 10) - 1);
      expect(splits.every(key => keys.includes(key))).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test('Keys that are no push keys are never range borders', () => {
  const mixed = pushIds(4000).flatMap((key, n) =>
    n % 100 === 0 ? [others[(n / 100) % others.length]!] : [key],
  );
  expect(splitsOf(mixed)).toEqual([]);
});
