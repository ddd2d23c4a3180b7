import { compile, mayRead, mayWrite, NOW, user } from '../../support/rules/rules';
import { jsonView, keysOf } from '../../support/rules/jsonView';
import type { Auth, Json, Rules } from '../../../server/lib/types';

const ann = user('ann');

describe('reading', () => {
  test('is denied where no rule speaks', () => {
    expect(mayRead(compile({}), '', { auth: ann })).toBe(false);
    expect(mayRead(compile({ a: { '.read': true } }), 'b', { auth: ann })).toBe(false);
  });

  test('is granted at and below the rule, and not above it', () => {
    const rules = compile({ a: { b: { '.read': true } } });
    expect(['a/b', 'a/b/c', 'a/b/c/d/e'].map(path => mayRead(rules, path))).toEqual([true, true, true]);
    expect(['', 'a', 'a/c'].map(path => mayRead(rules, path))).toEqual([false, false, false]);
  });

  test('that is granted above is not taken back below', () => {
    expect(mayRead(compile({ a: { '.read': true, b: { '.read': false } } }), 'a/b')).toBe(true);
  });

  test('that is denied above is still granted below, also by a rule that failed above', () => {
    const rules = compile({ '.read': "data.child('x').val() > 1", a: { '.read': true } });
    expect(mayRead(rules, 'a', { data: { x: 'text' } })).toBe(true);
  });

  test('looks at the data of the place where the rule stands', () => {
    const rules = compile({ $room: { '.read': "data.child('open').val() === true" } });
    const data = { lobby: { open: true, chat: 1 }, vault: { open: false, chat: 1 } };
    expect(mayRead(rules, 'lobby/chat', { data })).toBe(true);
    expect(mayRead(rules, 'vault/chat', { data })).toBe(false);
  });
});

describe('literal children and wildcards', () => {
  const rules = compile({
    $top: { '.read': "$top === 'free'", inner: { $leaf: { '.read': '$top === $leaf' } } },
    fixed: { inner: {} },
  });
  test.each([
    ['free', true],
    ['x/inner/x', true],
    ['x/inner/y', false],
    ['x/inner', false],
    ['fixed', false],
    ['fixed/inner/fixed', false],
    ['constructor/inner/constructor', true],
  ])('reading %s: %s', (path, allowed) => expect(mayRead(rules, path)).toBe(allowed));
});

describe('writing', () => {
  test('validates the children behind one that the write empties', () => {
    const rules = compile({
      '.write': true,
      named: { first: { '.validate': true }, second: { '.validate': 'newData.isString()' } },
      any: { $key: { '.validate': 'newData.isString()' } },
    });
    expect(mayWrite(rules, { named: { second: 1 } })).toBe(false);
    expect(mayWrite(rules, { named: { second: 'text' } })).toBe(true);
    expect(mayWrite(rules, { 'named/first': null, 'named/second': 1 })).toBe(false);
    expect(mayWrite(rules, { any: { a: null, b: 1 } })).toBe(false);
  });

  test('needs a .write at or above the place', () => {
    const rules = compile({ a: { '.write': true, b: { '.write': false } } });
    expect(mayWrite(rules, { 'a/b/c': 1 })).toBe(true);
    expect(mayWrite(rules, { '': { a: 1 } })).toBe(false);
    expect(mayWrite(rules, { b: 1 })).toBe(false);
  });

  test('sees the old data, the new data and the root as it was', () => {
    const rules = compile({
      count: { '.write': 'newData.val() === data.val() + 1 && root.child("count").val() === data.val()' },
    });
    expect(mayWrite(rules, { count: 2 }, { data: { count: 1 } })).toBe(true);
    expect(mayWrite(rules, { count: 3 }, { data: { count: 1 } })).toBe(false);
    expect(mayWrite(rules, { count: 1 })).toBe(false);
  });

  test('sees the merged result above the place that is written', () => {
    const rules = compile({
      a: { '.write': "newData.hasChildren(['old', 'new']) && !data.hasChild('new')" },
    });
    expect(mayWrite(rules, { 'a/new': 1 }, { data: { a: { old: 1 } } })).toBe(true);
    expect(mayWrite(rules, { a: { new: 1 } }, { data: { a: { old: 1 } } })).toBe(false);
  });
});

describe('an update of several places', () => {
  const rules = compile({
    a: { '.write': true },
    b: { '.write': "newData.parent().child('a').exists()", '.validate': 'newData.isNumber()' },
    c: { '.write': false },
  });
  test('is all or nothing', () => {
    expect(mayWrite(rules, { a: 1, b: 1 })).toBe(true);
    expect(mayWrite(rules, { a: 1, b: 1, c: 1 })).toBe(false);
    expect(mayWrite(rules, { a: 1, b: 'x' })).toBe(false);
  });
  test('is judged by one common result', () => {
    expect(mayWrite(rules, { b: 1 })).toBe(false);
    expect(mayWrite(rules, { b: 1, a: null }, { data: { a: 1 } })).toBe(false);
    expect(mayWrite(rules, { b: 1 }, { data: { a: 1 } })).toBe(true);
  });
  test('needs a grant for each place: one place does not speak for another', () => {
    const deep = compile({ x: { $id: { '.write': "newData.val() === 'ok'" } } });
    expect(mayWrite(deep, { 'x/1': 'ok', 'x/2': 'ok' })).toBe(true);
    expect(mayWrite(deep, { 'x/1': 'ok', 'x/2': 'no' })).toBe(false);
  });
});

describe('.validate', () => {
  const rules = compile({
    '.write': true,
    widget: {
      '.validate': "newData.hasChildren(['color', 'size'])",
      size: { '.validate': 'newData.isNumber() && newData.val() <= 99' },
      color: { '.validate': 'newData.isString()' },
      tags: { $tag: { '.validate': '$tag.length < 5' } },
      $other: { '.validate': false },
    },
  });
  const blue = { color: 'blue', size: 1 };
  test.each<[string, Parameters<typeof mayWrite>[1], Parameters<typeof mayWrite>[2], boolean]>([
    ['a whole widget', { widget: blue }, {}, true],
    ['a widget with a part missing', { widget: { size: 1 } }, {}, false],
    ['a widget with a wrong part', { widget: { ...blue, size: 'big' } }, {}, false],
    ['a widget with an unknown part', { widget: { ...blue, x: 1 } }, {}, false],
    ['a widget with a null part is one without it', { widget: { ...blue, x: null } }, {}, true],
    ['a part of a whole widget', { 'widget/size': 99 }, { data: { widget: blue } }, true],
    ['a wrong part of a whole widget', { 'widget/size': 100 }, { data: { widget: blue } }, false],
    ['a part of a widget that has no other', { 'widget/size': 99 }, {}, false],
    ['parts that make a whole together', { 'widget/size': 9, 'widget/color': 'red' }, {}, true],
    ['everything at once', { '': { widget: blue, gadget: 1 } }, {}, true],
    [
      'everything at once with a mistake far below',
      { '': { widget: { ...blue, tags: { toolong: 1 } } } },
      {},
      false,
    ],
    ['below a wildcard', { 'widget/tags/abcd': 1 }, { data: { widget: blue } }, true],
    ['below a wildcard, wrongly', { 'widget/tags/abcde': 1 }, { data: { widget: blue } }, false],
    ['a removal of it all', { widget: null }, { data: { widget: blue } }, true],
    ['a removal of a needed part', { 'widget/color': null }, { data: { widget: blue } }, true],
    ['a map of nulls, which is a removal', { widget: { color: null } }, { data: { widget: blue } }, true],
    [
      'a removal beside a write',
      { 'widget/color': null, 'widget/size': 2 },
      { data: { widget: blue } },
      false,
    ],
    [
      'a write that keeps an old mistake elsewhere',
      { 'widget/size': 2 },
      { data: { widget: { ...blue, x: 1 } } },
      true,
    ],
  ])('%s', (_, writes, given, allowed) => expect(mayWrite(rules, writes, given)).toBe(allowed));

  test('grants nothing by itself, and .write does not excuse from it', () => {
    expect(mayWrite(compile({ a: { '.validate': true } }), { a: 1 })).toBe(false);
    expect(mayWrite(compile({ a: { '.write': true, '.validate': false } }), { a: 1 })).toBe(false);
  });
  test('is not asked where nothing is: a child that has one may be left out', () => {
    const optional = compile({ a: { '.write': true, more: { '.validate': 'newData.isString()' } } });
    expect(mayWrite(optional, { a: { x: 1 } })).toBe(true);
    expect(mayWrite(optional, { a: { x: 1, more: 'y' } })).toBe(true);
    expect(mayWrite(optional, { a: { x: 1, more: 2 } })).toBe(false);
  });
  test('is found below levels that have none', () => {
    const deep = compile({ '.write': true, a: { $b: { c: { d: { '.validate': 'newData.isNumber()' } } } } });
    expect([1, 'x'].map(d => mayWrite(deep, { '': { a: { b: { c: { d } } } } }))).toEqual([true, false]);
  });
  test('is asked above the .write that grants', () => {
    const guarded = compile({ a: { '.validate': "newData.child('b').val() < 5", b: { '.write': true } } });
    expect([4, 5].map(b => mayWrite(guarded, { 'a/b': b }))).toEqual([true, false]);
  });
  test('denies when it meets a value that it can not use', () => {
    const typed = compile({ '.write': true, a: { '.validate': 'newData.val() > 1 || true' } });
    expect([2, 'x'].map(a => mayWrite(typed, { a }))).toEqual([true, false]);
  });
  test('of an immutable node refuses a change and, as it is not asked, not the removal', () => {
    const immutable = compile({
      '.write': true,
      a: { '.validate': '!data.exists() || data.val() == newData.val()' },
    });
    const data = { a: { b: 1 } };
    expect([{ b: 1 }, { b: 2 }, null].map(a => mayWrite(immutable, { a }, { data }))).toEqual([
      true,
      false,
      true,
    ]);
  });
});

describe('indexes', () => {
  const rules = compile({
    tasks: { '.indexOn': ['due', 'by/whom'] },
    $any: { scores: { '.indexOn': '.value' } },
  });
  test.each([
    ['tasks', 'due', true],
    ['tasks', 'by/whom', true],
    ['tasks', 'name', false],
    ['tasks/1', 'due', false],
    ['tasks/scores', '.value', false],
    ['x/scores', '.value', true],
    ['x/scores', 'due', false],
  ])('at /%s by %s: %s', (path, child, indexed) =>
    expect(rules.isIndexed(path.split('/').filter(Boolean), child)).toBe(indexed),
  );
});

describe('what may be written at all, asked before there is new data', () => {
  const ask = (rules: Rules, path: string, auth: Auth, below = false, data: Json = null) =>
    rules.mayWrite({ auth, now: NOW, root: jsonView(data), path: keysOf(path), below });

  test('a part of the rule that needs the new data counts as true, the others decide', () => {
    const rules = compile({ $a: { '.write': "auth != null && ($a === 'x' || newData.val() === 1)" } });
    expect(ask(rules, 'y', null)).toBe(false);
    expect(ask(rules, 'y', user('ann'))).toBe(true);
  });

  test('a rule above grants, a rule below counts for an update only', () => {
    const rules = compile({ a: { b: { '.write': 'auth != null' } } });
    expect(ask(rules, 'a/b/c', user('ann'))).toBe(true);
    expect(ask(rules, 'a', user('ann'))).toBe(false);
    expect(ask(rules, 'a', user('ann'), true)).toBe(true);
    expect(ask(rules, 'a', null, true)).toBe(false);
    expect(ask(rules, 'b', user('ann'), true)).toBe(false);
  });

  test('what a key below is, or holds, is not known', () => {
    const rules = compile({ $a: { '.write': "$a === 'x' && data.exists() && auth != null" } });
    expect(ask(rules, '', user('ann'), true)).toBe(true);
    expect(ask(rules, '', null, true)).toBe(false);
    expect(ask(rules, 'x', user('ann'), false)).toBe(false);
    expect(ask(rules, 'x', user('ann'), false, { x: 1 })).toBe(true);
    expect(ask(rules, 'y', user('ann'), false, { y: 1 })).toBe(false);
  });
});
