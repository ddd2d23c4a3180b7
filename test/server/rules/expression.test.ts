import type { Json, QueryView } from '../../../server/lib/types';
import { compile, mayRead, NOW, user } from '../../support/rules/rules';

const ann = user('ann', { admin: true, level: 3, org: { name: 'acme', tags: ['a', 'b'] }, none: null });
const data: Json = {
  one: 1,
  half: 0.5,
  zero: 0,
  text: 'Hello',
  blank: '',
  yes: true,
  no: false,
  map: { a: 1, b: { c: 'deep' } },
  twin: { b: { c: 'deep' }, a: 1 },
  other: { a: 1, b: { c: 'changed' } },
  wider: { a: 1, b: { c: 'deep' }, z: 1 },
  ranked: { '.value': 'x', '.priority': 7 },
  list: ['p', 'q'],
  long: 'a'.repeat(10_001),
  huge: 'a'.repeat(6_000_000),
  __proto__named: { x: 1 },
  users: { ann: { role: 'editor' } },
};
const query: QueryView = {
  orderByChild: 'owner',
  orderByKey: false,
  orderByValue: false,
  orderByPriority: false,
  startAt: null,
  endAt: 9,
  equalTo: 'ann',
  limitToFirst: 50,
  limitToLast: null,
};

/** The expression's value as the `.read` of /one/$two for Ann; `denied` after a run-time error. */
const answer = (expression: string, auth: typeof ann | null = ann) => {
  const rules = compile({ map: { $key: { '.read': expression } } });
  return mayRead(rules, 'map/b', { auth, data, query });
};
const v = (path: string) => `root.child('${path}').val()`;

/** An expression that is false both as it is and negated has met a value of the wrong type. */
const denies = (expression: string) => !answer(expression) && !answer(`!(${expression})`);

describe('expressions', () => {
  test.each([
    ['!false'],
    ['((1 + 2) * (3)) == 9'],
    ['7 - 2 * 3 === 1'],
    ['7 / 2 == 3.5'],
    ['7 % 4 == 3'],
    ['-7 % 4 == -3'],
    ['-(1) < 0'],
    ["'a' + 'b' == 'ab'"],
    ["'a' + 1 == 'a1'"],
    ["1 + 'a' == '1a'"],
    [`${v('one')} + ${v('one')} == 2`],
    [`${v('text')} + ${v('one')} == 'Hello1'`],
    ["'abc' < 'abd'"],
    ["'b' >= 'b'"],
    ['1 < 2 && 2 <= 2 && 3 > 2 && 3 >= 3'],
    ["'1' != null"],
    [`${v('one')} != '1'`],
    [`${v('nothing')} == null`],
    [`${v('yes')}`],
    [`true || ${v('one')} < ${v('text')}`],
    [`!(false && ${v('one')} < ${v('text')})`],
    ['true ? true : false'],
    ["(auth == null ? 'nobody' : auth.uid) == 'ann'"],
    [`(${v('no')} ? 1 : 'one') == 'one'`],
    ["/* why */ 'x' == 'x' // said"],
    ["'it\\'s' == \"it's\""],
  ])('%s', expression => expect(answer(expression)).toBe(true));

  test.each([
    ['null - 1', `${v('nothing')} - 1 == -1`],
    ['null plus a string', `${v('nothing')} + 'x' == 'nullx'`],
    ['a number less than a string', `${v('one')} < ${v('text')}`],
    ['null less than a number', `${v('nothing')} < 1`],
    ['a map less than a number', `${v('map')} < 1`],
    ['a number as a condition', `${v('one')} ? true : false`],
    ['null as a boolean', `${v('nothing')} || true`],
    ['a number on the right of &&', `true && ${v('one')}`],
    ['the length of a number', `${v('one')}.length == 1`],
    ['a method of null', `${v('nothing')}.contains('x')`],
    ['a number for a string argument', `'1'.contains(${v('one')})`],
    ['the parent of the root', 'root.parent().exists()'],
    ['more parents than there are', 'data.parent().parent().parent().exists()'],
    ['a child by a number', `root.child(${v('one')}).exists()`],
    ['a child by an empty name', `root.child(${v('blank')}).exists()`],
    ['a child by a path with a hole', `root.child('users//' + auth.uid).exists()`],
    [
      'a child by a path that is deeper than any',
      `root.child(${v('long')}.replace('a', 'a/') + 'a').exists()`,
    ],
    ['a match in a string that is too long', `${v('long')}.matches(/a/)`],
    ['a string that grows too long', `(${v('huge')} + ${v('huge')}).length > 0`],
    ['a replacement that grows too long', `${v('huge')}.replace('a', 'aa').length > 0`],
    ['a replacement of nothing', `'abc'.replace('', 'x') == 'xaxbxcx'`],
    ['a field of a claim that is null', 'auth.token.missing.name == null'],
    ['a field of a claim that is a number', 'auth.token.level.name == null'],
    ['a comparison with no limit', 'query.limitToLast <= 100'],
  ])('%s denies, and so does its opposite', (_, expression) => expect(denies(expression)).toBe(true));

  test('a mistake on one side of || is not made good by the other', () => {
    expect(answer(`${v('one')} < 'x' || true`)).toBe(false);
  });
});

describe('snapshots', () => {
  test.each([
    [`${v('map/b/c')} == 'deep'`],
    [`${v('/map/b/c')} == 'deep'`],
    ["data.val() != null && data.child('c').val() == 'deep'"],
    ["data.parent().child('a').val() == 1"],
    ["data.parent().parent().child('one').val() == 1"],
    ["root.child('map/b').parent().child('a').exists()"],
    ["root.hasChild('map') && root.hasChild('map/b/c') && !root.hasChild('map/x')"],
    ["root.child('map').hasChildren() && !root.child('one').hasChildren() && !root.child('x').hasChildren()"],
    ["root.hasChildren(['one', 'map/b']) && !root.hasChildren(['one', 'x'])"],
    ["root.hasChildren([$key + 'ogus', 'one']) == false"],
    ["root.exists() && root.child('no').exists() && !root.child('x').exists()"],
    ["root.child('one').isNumber() && root.child('half').isNumber() && !root.child('text').isNumber()"],
    ["root.child('text').isString() && root.child('blank').isString() && !root.child('map').isString()"],
    ["root.child('no').isBoolean() && !root.child('zero').isBoolean() && !root.child('x').isBoolean()"],
    ["root.child('ranked').getPriority() == 7 && root.child('one').getPriority() == null"],
    [`${v('map')} == ${v('twin')}`],
    [`${v('map')} != ${v('other')}`],
    [`${v('map')} != ${v('wider')}`],
    [`${v('map')} != ${v('one')}`],
    [`${v('map')} != null`],
    [`${v('list/1')} == 'q'`],
    [`root.child('users').child(auth.uid).child('role').val() == 'editor'`],
    ["!root.child('users/' + auth.token.email).exists()"],
    ["!root.child('__proto__').exists() && !root.child('constructor/name').exists()"],
  ])('%s', expression => expect(answer(expression)).toBe(true));
});

describe('strings', () => {
  test.each([
    [`${v('text')}.length == 5`],
    ["'€😀'.length == 3"],
    [`${v('text')}.contains('ell') && !${v('text')}.contains('x') && ${v('text')}.contains('')`],
    [`${v('text')}.beginsWith('He') && !${v('text')}.beginsWith('lo')`],
    [`${v('text')}.endsWith('lo') && !${v('text')}.endsWith('He')`],
    ["'a.b.c'.replace('.', '-') == 'a-b-c'"],
    ["'a$&b'.replace('b', '$&') == 'a$&$&'"],
    [`${v('text')}.toLowerCase() == 'hello' && ${v('text')}.toUpperCase() == 'HELLO'`],
    [`${v('text')}.matches(/l+/) && !${v('text')}.matches(/^l/) && ${v('text')}.matches(/^H.*o$/)`],
    [`!${v('text')}.matches(/HELLO/) && ${v('text')}.matches(/HELLO/i)`],
    ["'2026-03-10T00:00'.matches(/^\\d{4}-\\d\\d-\\d\\d/)"],
    ["'a/b'.matches(/^a\\/b$/) && 'é'.matches(/^\\u00e9$/)"],
    ["auth.token.email.endsWith('@example.com') && auth.token.email.length == 15"],
    ["$key.length == 1 && $key == 'b'"],
  ])('%s', expression => expect(answer(expression)).toBe(true));

  test('a pattern that explodes in a backtracking engine answers', () => {
    const rules = compile({ '.read': `${v('attack')}.matches(/^(a|aa|a?)+(a*)*b$/)` });
    const attack = 'a'.repeat(9_999);
    expect(mayRead(rules, '', { data: { attack } })).toBe(false);
    expect(mayRead(rules, '', { data: { attack: `${attack}b` } })).toBe(true);
  });
});

describe('variables', () => {
  test.each([
    ["auth != null && auth.uid == 'ann' && auth.provider == 'password'"],
    ["auth['uid'] === 'ann' && auth.token['sub'] == 'ann'"],
    ['auth.token.admin && auth.token.level > 2'],
    ["auth.token.org.name == 'acme' && auth.token['or' + 'g'].tags[1] == 'b'"],
    ['auth.token.missing == null && auth.token.none == null'],
    ['auth.token.constructor == null && auth.token.__proto__ == null'],
    [`now == ${NOW}`],
    ["query.orderByChild == 'owner' && query.equalTo == auth.uid && query.limitToFirst <= 100"],
    ['query.endAt == 9 && query.startAt == null && !query.orderByKey && query.limitToLast == null'],
    ["data.parent().child($key).exists() && $key != 'a'"],
  ])('%s', expression => expect(answer(expression)).toBe(true));

  test.each([["auth.uid != 'ann'"], ['auth.uid != null']])(
    '%s denies nobody in particular: there is no auth',
    expression => expect(answer(expression, null)).toBe(false),
  );

  test('a read without a query has null and false for all of it', () => {
    const rules = compile({
      '.read': 'query.orderByChild == null && query.limitToFirst == null && !query.orderByKey',
    });
    expect(mayRead(rules, '')).toBe(true);
  });
});
