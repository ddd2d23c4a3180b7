import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { compileRules, RulesError } from '../../../server/rules/compile';
import type { Json, Rules } from '../../../server/lib/types';
import { times } from '../../support/long';
import { mayRead, mayWrite, user } from '../../support/rules/rules';

/** The compiled rules, or undefined if they are refused properly; any other error is thrown. */
function attempt(text: string): Rules | undefined {
  try {
    return compileRules(text, 'fuzz.json');
  } catch (error) {
    if (error instanceof RulesError) return undefined;
    throw error;
  }
}

const product = readFileSync('database.rules.json', 'utf8');
const words =
  'auth uid token null true false root data newData now query $k . ( ) [ ] , && || ! ? : + - * / % < <= == !== ' +
  '"a" \'b\' 0 1.5 val() child( hasChildren( exists() parent() isString() .length .matches( /a+/ .replace( contains(';
const soup = fc.array(fc.constantFrom(...words.split(' ')), { maxLength: 25 }).map(parts => parts.join(' '));

/** Expressions that parse, with correct types or not. */
const { expression } = fc.letrec<{ expression: string }>(tie => {
  const inner = tie('expression');
  const operator = fc.constantFrom('+', '-', '*', '/', '%', '<', '>=', '==', '!=', '&&', '||');
  const method = fc.constantFrom(
    'val',
    'exists',
    'parent',
    'isNumber',
    'toLowerCase',
    'hasChildren',
    'getPriority',
  );
  const oneArgument = fc.constantFrom('child', 'hasChild', 'contains', 'beginsWith', 'endsWith');
  const leaf = fc.constantFrom(
    ...['auth', 'auth.uid', 'auth.token', 'auth.token.email', 'data', 'newData', 'root', 'now', '$k', 'null'],
    ...['true', 'false', '0', '1', "'a'", "''", 'data.val()', 'newData.val()', "root.child('a').val()"],
  );
  return {
    expression: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.tuple(inner, operator, inner).map(([a, o, b]) => `(${a} ${o} ${b})`),
      fc.tuple(inner, inner, inner).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
      inner.map(a => `!(${a})`),
      fc.tuple(inner, method).map(([a, name]) => `${a}.${name}()`),
      fc.tuple(inner, oneArgument, inner).map(([a, name, b]) => `${a}.${name}(${b})`),
      fc.tuple(inner, inner, inner).map(([a, b, c]) => `${a}.replace(${b}, ${c})`),
      inner.map(a => `${a}.matches(/^(a|b*)+$/)`),
      fc.tuple(inner, inner).map(([a, b]) => `${a}.hasChildren([${b}])`),
    ),
  };
});

const key = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'ann',
    'tasks',
    'notes',
    'ext',
    't1',
    'taskName',
    '__proto__',
    'constructor',
    '0',
  ),
  fc.string({ minLength: 1, maxLength: 5 }).filter(text => !/[.$#[\]/]/.test(text)),
);
const { json } = fc.letrec<{ json: Json }>(tie => ({
  json: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Json>(null, true, 0, -1.5, 1e300, '', 'a', 'personal', 'ab/c'),
    fc.dictionary(key, tie('json'), { maxKeys: 4 }),
  ) as fc.Arbitrary<Json>,
}));
const path = fc.array(key, { maxLength: 5 }).map(keys => keys.join('/'));
const auth = fc.constantFrom(null, user('ann'), user('a', { email: null, list: [1, null], deep: { a: {} } }));

describe('whatever stands in a rules file', () => {
  test('a rules file with a piece cut, doubled or replaced is refused, or loads', () => {
    const at = fc.nat(product.length);
    fc.assert(
      fc.property(at, fc.nat(20), fc.oneof(fc.string(), soup), (start, length, put) => {
        attempt(product.slice(0, start) + put + product.slice(start + length));
      }),
      { numRuns: times(100, 500) },
    );
  });

  test('random words in a rule are refused as rules are, or load', () => {
    fc.assert(
      fc.property(fc.oneof(soup, fc.string()), text => {
        attempt(JSON.stringify({ rules: { $k: { '.write': text, '.read': text } } }));
      }),
      { numRuns: times(200, 1_000) },
    );
  });
});

describe('whatever data and paths there are', () => {
  test('rules that load answer true or false', () => {
    let loaded = 0;
    fc.assert(
      fc.property(expression, json, json, path, auth, (text, data, value, at, who) => {
        const node = { '.write': text, '.validate': text };
        const rules = attempt(JSON.stringify({ rules: { '.write': false, $k: { ...node, b: node } } }));
        if (!rules) return;
        loaded += 1;
        const answer = mayWrite(rules, { [at]: value }, { auth: who, data });
        expect([true, false]).toContain(answer);
      }),
      { numRuns: times(1_000, 5_000) },
    );
    expect(loaded).toBeGreaterThan(times(40, 200));
  });

  test('the product answers, and never lets one user at the data of another', () => {
    const rules = compileRules(product, 'database.rules.json');
    fc.assert(
      fc.property(json, json, path, auth, (data, value, at, who) => {
        const owned = who !== null && at.split('/')[0] === who.uid;
        expect(mayRead(rules, at, { auth: who, data })).toBe(owned);
        const wrote = mayWrite(rules, { [at]: value }, { auth: who, data });
        expect([owned, false]).toContain(wrote);
      }),
      { numRuns: times(400, 2_000) },
    );
  });
});
