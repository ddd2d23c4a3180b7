/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import fc from 'fast-check';
import { databasesIn, FIRST, placeOf } from '../../src/firebase/auth/home';

const named = (...names: string[]) => names.map(name => ({ name, url: `https://${name}.example` }));
/** Ids like the provider's, and ids that differ in a single character. */
const ids = Array.from(
  { length: 20_000 },
  (_, n) => `${n.toString(36).padStart(4, '0')}xY7bQ2kLm9PzR4tVw8sD1fGh`,
);
const databases = named(FIRST, 'b', 'c', 'd');

test('A user is placed by their id and the names alone, whatever the order of the list', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1 }),
      fc.shuffledSubarray(databases, { minLength: 4 }),
      (id, shuffled) => {
        expect(placeOf(id, shuffled)).toBe(placeOf(id, databases));
      },
    ),
  );
});

test('Places stay what they are from version to version', () => {
  expect(['anna', 'ben', 'cleo', 'dan', 'eve', 'finn'].map(id => placeOf(id, databases))).toEqual([
    'first',
    'c',
    'first',
    'c',
    'd',
    'd',
  ]);
});

test.each([2, 3, 4, 8])('Users are spread evenly over %i databases', count => {
  const list = named(...Array.from({ length: count }, (_, n) => `daywall-${n}`));
  const share = ids.length / count;
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(placeOf(id, list), (counts.get(placeOf(id, list)) ?? 0) + 1);
  for (const { name } of list) expect(Math.abs(counts.get(name)! - share)).toBeLessThan(5 * Math.sqrt(share));
});

test('With one more database a new user goes where they would have gone, or there', () => {
  const more = [...databases, ...named('e')];
  const moved = ids.filter(id => placeOf(id, more) !== placeOf(id, databases));
  expect(new Set(moved.map(id => placeOf(id, more)))).toEqual(new Set(['e']));
  expect(Math.abs(moved.length - ids.length / 5)).toBeLessThan(5 * Math.sqrt(ids.length / 5));
});

test('Nobody is placed in a database that is full, and in the first one when all are', () => {
  const [first, b] = named(FIRST, 'b');
  expect(ids.filter(id => placeOf(id, [{ ...first!, isFull: true }, b!]) !== 'b')).toEqual([]);
  expect(placeOf('anna', [{ ...b!, isFull: true }])).toBe(FIRST);
});

const list = (databases: unknown) => JSON.stringify({ databases });

test.each([
  ['nothing', []],
  ['one', named('b')],
  ['addresses with a namespace', [{ name: 'b', url: 'http://127.0.0.1:8080?ns=b' }]],
  ['one that is full', [{ name: 'b', url: 'https://b.example', isFull: true }]],
])('A list of %s is read', (_, databases) => {
  expect(databasesIn(list(databases))).toEqual(databases);
});

test.each([
  ['the app’s page', '<!doctype html>'],
  ['nothing', ''],
  ['null', 'null'],
  ['a list alone', '[]'],
  ['no list', list('b')],
  ['an entry without a name', list([{ url: 'https://b.example' }])],
  ['an entry without an address', list([{ name: 'b' }])],
  ['an address that is none', list([{ name: 'b', url: 'b.example' }])],
  ['an address of another kind', list([{ name: 'b', url: 'ftp://b.example' }])],
  ['a name that no record can hold', list([{ name: 'B b', url: 'https://b.example' }])],
  ['a name twice', list([...named('b'), ...named('b')])],
  ['“full” in words', list([{ name: 'b', url: 'https://b.example', isFull: 'no' }])],
  ['null in it', list([null])],
])('A list that is %s is refused, with a code for whoever looks after the site', (_, text) => {
  expect(() => databasesIn(text)).toThrow(
    expect.objectContaining({ kind: 'server', code: 'databases-unreadable' }),
  );
});
