/** Syntactically valid operations on the database, up to and beyond its limits. */
import fc from 'fast-check';
import { character } from '../arbitraries';
import type { Json } from '../../../server/lib/types';

export type HostileOperation =
  | { wire: 'rest'; method: 'PUT' | 'POST' | 'PATCH' | 'DELETE'; path: string; body: string | undefined }
  | { wire: 'socket'; action: 'p' | 'm' | 'o' | 'om' | 'oc'; body: { [key: string]: Json } };

const shortKey = fc.constantFrom('a', 'b', 'c');
const oddKey = fc.constantFrom(
  ...['0', '1', '7', '-1', '007', '-0', '2147483648', '4294967295', '__proto__', 'constructor', 'é', '😀'],
  ...[' ', '"', '\\', '\u2028', '\ufffe', 'x'.repeat(768), '~', '!', '|', '%2F', 'é'.normalize('NFD')],
);
const badKey = fc.constantFrom(
  ...['', '.', '..', '.priority', '.value', '.sv', '.info', '$', '#', '[MIN_NAME]', 'x'.repeat(769)],
  ...['\u0000', '\u001f', '\u007f', '\ud800', 'é'.repeat(400)],
);
const hostileKey = fc.oneof(
  { weight: 12, arbitrary: shortKey },
  { weight: 3, arbitrary: oddKey },
  { weight: 1, arbitrary: badKey },
);

const deepPath = fc
  .tuple(fc.integer({ min: 29, max: 34 }), shortKey)
  .map(([depth, key]) => Array<string>(depth).fill(key));
const hostilePath = fc
  .tuple(
    fc.oneof(
      { weight: 20, arbitrary: fc.array(hostileKey, { minLength: 1, maxLength: 2 }) },
      { weight: 1, arbitrary: fc.constant<string[]>([]) },
      { weight: 1, arbitrary: deepPath },
    ),
    fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constant('.priority') }),
  )
  .map(([keys, last]) => (last === null ? keys : [...keys, last]));

const number = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(-0, Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, 2 ** 53 + 2, 1e21, 1e-7),
);
const text = fc.oneof(
  fc.constantFrom('', 'a', 'b', '\u0000', '\ud800', '😀', '\u2028', '"', '\\', '.', '10'),
  fc.string({ unit: character, maxLength: 12 }),
  fc.constantFrom('long'.repeat(249), 'long'.repeat(251), '\u0001'.repeat(1_001)),
);
const primitive: fc.Arbitrary<Json> = fc.oneof(text, number, fc.boolean());

const serverValue: fc.Arbitrary<Json> = fc.oneof(
  fc.constant({ '.sv': 'timestamp' }),
  number.map(increment => ({ '.sv': { increment } })),
  fc.jsonValue({ maxDepth: 2 }).map(odd => ({ '.sv': odd as Json })),
  fc.jsonValue({ maxDepth: 2 }).map(odd => ({ '.sv': { increment: odd as Json, more: odd as Json } })),
);
const priority: fc.Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: fc.oneof(number, text) },
  { weight: 2, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.oneof(fc.constant(null), serverValue) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json> },
);

const withPriority = (value: Json, p: Json): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...value, '.priority': p }
    : { '.value': value, '.priority': p };

/** Many children, so that a branch outgrows one record. */
const crowd = fc
  .tuple(fc.integer({ min: 60, max: 70 }), primitive)
  .map(([count, value]) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, value])),
  );
/** Objects inside each other, as deep as the database is or a little deeper. */
const tower = fc
  .tuple(fc.integer({ min: 29, max: 35 }), fc.boolean(), primitive)
  .map(([depth, isList, value]) => {
    let json = value;
    for (let level = 0; level < depth; level += 1) json = isList ? [json] : { a: json };
    return json;
  });

const { tree } = fc.letrec<{ tree: Json }>(tie => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 6, arbitrary: primitive },
    { weight: 1, arbitrary: serverValue },
    {
      weight: 5,
      arbitrary: fc
        .array(fc.tuple(hostileKey, tie('tree')), { maxLength: 5 })
        .map(entries => Object.fromEntries(entries) as Json),
    },
    { weight: 1, arbitrary: fc.array(fc.oneof(tie('tree'), fc.constant(null)), { maxLength: 4 }) },
    { weight: 3, arbitrary: fc.tuple(tie('tree'), priority).map(([value, p]) => withPriority(value, p)) },
    { weight: 1, arbitrary: fc.oneof(crowd, tower) as fc.Arbitrary<Json> },
  ),
}));
/** Values that a client may write, should not write, and may not write. */
const hostileJson: fc.Arbitrary<Json> = fc.oneof(
  { weight: 8, arbitrary: tree },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<Json> },
);

const update = fc
  .array(fc.tuple(hostilePath, fc.oneof(hostileJson, priority)), { maxLength: 4 })
  .map(entries => Object.fromEntries(entries.map(([keys, value]) => [keys.join('/'), value])) as Json);
const encoded = (keys: string[]) =>
  keys.map(key => encodeURIComponent(key.replace(/\p{Surrogate}/gu, '?'))).join('/');
const bodyFor = (keys: string[]) => (keys.at(-1) === '.priority' ? priority : hostileJson);

const rest: fc.Arbitrary<HostileOperation> = fc
  .tuple(fc.constantFrom('PUT', 'PUT', 'POST', 'POST', 'PATCH', 'DELETE'), hostilePath)
  .chain(([method, keys]) =>
    (method === 'PATCH' ? update : bodyFor(keys)).map(json => ({
      wire: 'rest' as const,
      method: method as 'PUT',
      path: encoded(keys),
      body: method === 'DELETE' ? undefined : JSON.stringify(json),
    })),
  );
const socket: fc.Arbitrary<HostileOperation> = fc
  .tuple(fc.constantFrom('p', 'p', 'p', 'm', 'm', 'o', 'om', 'oc'), hostilePath)
  .chain(([action, keys]) =>
    (action.endsWith('m') ? update : bodyFor(keys)).map(json => ({
      wire: 'socket' as const,
      action: action as 'p',
      body: { p: `/${keys.join('/')}`, d: JSON.parse(JSON.stringify(json)) as Json },
    })),
  );

export const hostileOperation: fc.Arbitrary<HostileOperation> = fc.oneof(rest, socket);
