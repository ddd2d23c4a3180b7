/** Random data, writes and queries, valid and invalid. */
import fc from 'fast-check';
import type { Json } from '../../server/lib/types';

const SURROGATES = { first: 0xd800, count: 0x800 };

/** Any character, as fast-check's unit `binary` draws it, which first puts all 1,112,064 into a map. */
export const character = fc.nat(0x10ffff - SURROGATES.count).map(
  n => String.fromCodePoint(n < SURROGATES.first ? n : n + SURROGATES.count),
  text => {
    const point = String(text).codePointAt(0);
    if (point === undefined || text !== String.fromCodePoint(point)) throw new Error('not one character');
    return point < SURROGATES.first ? point : point - SURROGATES.count;
  },
);

export const key = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  fc.constantFrom(
    '0',
    '1',
    '2',
    '10',
    '-1',
    '007',
    '00',
    '-0',
    '__proto__',
    'constructor',
    'é',
    '😀',
    '-Oabc',
  ),
);
const text = fc.constantFrom('', 'a', 'b', 'ab', 'é', '😀', '~', '10');
const number = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, noDefaultInfinity: true }));
export const primitive = fc.oneof(text, number, fc.boolean());
const priority = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.oneof(text, number) },
);

const { tree } = fc.letrec<{ tree: Json }>(tie => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    primitive,
    fc
      .tuple(primitive, priority)
      .map(([value, p]) => (p === null ? value : { '.value': value, '.priority': p })),
    fc
      .tuple(fc.array(fc.tuple(key, tie('tree')), { maxLength: 5 }), priority)
      .map(
        ([entries, p]) => Object.fromEntries(p === null ? entries : [...entries, ['.priority', p]]) as Json,
      ),
  ),
}));

/** Values that a client may write: leaves and maps, some with priorities. */
export const json = tree;

export const path = fc.array(key, { maxLength: 3 });

export type RandomWrite = { kind: 'set' | 'merge'; path: string[]; data: Json };
const orNull = fc.oneof({ weight: 3, arbitrary: json }, { weight: 1, arbitrary: fc.constant(null) });

export const write: fc.Arbitrary<RandomWrite> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('set' as const), path, data: orNull }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      path: path.map(keys => [...keys, '.priority']),
      data: priority as fc.Arbitrary<Json>,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('merge' as const),
      path,
      data: fc
        .uniqueArray(fc.tuple(fc.array(key, { minLength: 1, maxLength: 2 }), orNull), {
          maxLength: 3,
          selector: ([[first]]) => first,
        })
        .map(entries => Object.fromEntries(entries.map(([keys, value]) => [keys.join('/'), value])) as Json),
    }),
  },
);

const index = fc.constantFrom('.key', '.value', '.priority', 'a', 'b', 'a/b');

/** A socket's query object. */
export const query: fc.Arbitrary<{ [key: string]: Json }> = index.chain(i => {
  const value: fc.Arbitrary<Json> = i === '.key' ? key : fc.oneof(primitive, fc.constant(null));
  const name = i === '.key' ? fc.constant(undefined) : fc.option(key, { nil: undefined });
  const side = (v: string, n: string, inclusive: string) =>
    fc.option(
      fc.record({ value, name, isInclusive: fc.boolean() }).map(drawn => ({
        [v]: drawn.value,
        ...(drawn.name === undefined ? {} : { [n]: drawn.name }),
        [inclusive]: drawn.isInclusive,
      })),
      { nil: {} },
    );
  const limit = fc.option(
    fc.record({ l: fc.integer({ min: 1, max: 4 }), vf: fc.constantFrom('l', 'r') }) as fc.Arbitrary<object>,
    { nil: {} },
  );
  return fc
    .tuple(side('sp', 'sn', 'sin'), side('ep', 'en', 'ein'), limit)
    .map(([start, end, rest]) => ({ i, ...start, ...end, ...rest }) as { [key: string]: Json });
});
