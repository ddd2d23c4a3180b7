import { compileRules, RulesError } from '../../../server/rules/compile';
import type { Json } from '../../../server/lib/types';

/** The error message for the file's author, or 'loaded'. */
function messageFor(text: string): string {
  try {
    compileRules(text, 'my.rules.json');
    return 'loaded';
  } catch (error) {
    if (error instanceof RulesError) return error.message;
    throw error;
  }
}
const toldOf = (rules: Json) => messageFor(JSON.stringify({ rules }));
const toldOfRead = (expression: string) => toldOf({ '.read': expression });

describe('a rules file', () => {
  test.each([
    ['a closed database', '{"rules":{".read":false,".write":false}}'],
    ['comments of both kinds', '// a\n{ /* b */ "rules" : /* "c": { */ { ".read": "true" /* d */ } } // e'],
    ['comment marks inside a string', '{"rules":{".read":"\'http://x /* y\' != null"}}'],
    ['a byte order mark', '\uFEFF{"rules":{}}'],
    [
      'one index and many',
      '{"rules":{".indexOn":"a/b","x":{".indexOn":["a",".value"]},"y":{".indexOn":[]}}}',
    ],
    ['keys that objects have of their own', '{"rules":{"constructor":{},"__proto__":{"toString":{}}}}'],
  ])('loads with %s', (_, text) => expect(messageFor(text)).toBe('loaded'));

  test.each([
    ['', 'my.rules.json:1:1 /: Unexpected token'],
    [`{"rules":{${'\n'.repeat(10)}]`, 'my.rules.json:11:1 /: Unexpected token'],
    ['{"rules":{}} x', 'my.rules.json:1:14 /: unexpected text after the end'],
    ['{"rules":{".read":true,}}', 'my.rules.json:1:23 /: trailing comma'],
    ['{"rules":{".indexOn":["a",]}}', 'my.rules.json:1:26 /: trailing comma'],
    ['{"rules":{".indexOn":[,"a"]}}', 'my.rules.json:1:22 /: not JSON'],
    ['{"rules":{"a":{},\n  "a":{}}}', 'my.rules.json:2:3 /: duplicate key "a"'],
    ['{"rules":{".read":true,".r\\u0065ad":true}}', 'my.rules.json:1:24 /: duplicate key ".read"'],
    ['{rules:{}}', 'my.rules.json:1:2 /: a key must be a string in double quotes'],
    ["{'rules':{}}", 'my.rules.json:1:2 /: a string must stand in double quotes'],
    ['{"rules":{".read":\'true\'}}', 'my.rules.json:1:19 /: a string must stand in double quotes'],
    [
      '{"rules":{".read":"\\x41"}}',
      'my.rules.json:1:19 /: a string with an escape or a character that JSON does not have',
    ],
    ['{"rules":{".read":`true`}}', 'my.rules.json:1:19 /: not JSON'],
    ['{"rules":{".read":/a/}}', 'my.rules.json:1:19 /: not JSON'],
    ['{"rules":{["a"]:{}}}', 'my.rules.json:1:11 /: not JSON'],
    ['{"rules":{...x}}', 'my.rules.json:1:11 /: not JSON'],
    ['{"rules":{"a"(){}}}', 'my.rules.json:1:14 /: not JSON'],
    ['({"rules":{}})', 'my.rules.json:1:1 /: not JSON'],
    ['[]', 'my.rules.json:1:1 /: expected {"rules": {…}}'],
    ['{}', 'my.rules.json:1:1 /: expected {"rules": {…}}'],
    ['{"rules":{},"more":{}}', 'my.rules.json:1:13 /: unknown member "more" beside "rules"'],
    ['{"rules":true}', 'my.rules.json:1:10 /: expected an object of rules'],
    ['{"rules":{"a":[]}}', 'my.rules.json:1:15 /a: expected an object of rules'],
    ['{"rules":{"a":{".raed":true}}}', 'my.rules.json:1:16 /a/.raed: unknown kind of rule'],
    ['{"rules":{"a/b":{}}}', 'my.rules.json:1:11 /a/b: not a key'],
    ['{"rules":{"a[0]":{}}}', 'my.rules.json:1:11 /a[0]: not a key'],
    ['{"rules":{"":{}}}', 'my.rules.json:1:11 /: not a key'],
    ['{"rules":{"$a":{},"$b":{}}}', 'my.rules.json:1:19 /$b: a level has one wildcard at most'],
    ['{"rules":{"$a":{"x":{"$a":{}}}}}', 'my.rules.json:1:22 /$a/x/$a: a wildcard of this name stands above'],
    ['{"rules":{"$a b":{}}}', 'my.rules.json:1:11 /$a b: a wildcard is named by letters, digits and _'],
    ['{"rules":{".read":1}}', 'my.rules.json:1:19 /.read: expected true, false or an expression in a string'],
    ['{"rules":{".indexOn":-1}}', 'my.rules.json:1:23 /.indexOn: expected a child path or a list of them'],
    [
      '{"rules":{".indexOn":["a",true]}}',
      'my.rules.json:1:27 /.indexOn: expected a child path or a list of them',
    ],
    ['{"rules":{".indexOn":"a//b"}}', 'my.rules.json:1:22 /.indexOn: "a//b" is no child path'],
    ['{"rules":{".indexOn":[".priority"]}}', 'my.rules.json:1:23 /.indexOn: ".priority" is no child path'],
  ])('%s is refused', (text, message) => expect(messageFor(text)).toBe(message));

  test('rules deeper than the database are refused', () => {
    const nested = (levels: number): Json => (levels > 0 ? { a: nested(levels - 1) } : {});
    expect(toldOf(nested(32))).toBe('loaded');
    expect(toldOf(nested(33))).toMatch(/^my\.rules\.json:1:\d+ \/(a\/){32}a: deeper than 32 levels$/);
  });

  test('text that is nested without end is refused', () => {
    expect(messageFor('{"a":'.repeat(100_000))).toMatch(/Not enough stack space to parse input$/);
  });

  test('a place is told by line and column, also behind escapes', () => {
    const text = '{\n  "rules": {\n    "$uid": {\n      ".write": "\\"\\u0061\\" == 1"\n    }\n  }\n}';
    expect(messageFor(text)).toBe('my.rules.json:4:32 /$uid/.write: a string is never a number');
  });
});

describe('an expression', () => {
  test.each([
    ['', '1:20', 'Unexpected token'],
    ['true true', '1:25', 'unexpected text after the end'],
    ['1 +', '1:23', 'Unexpected token'],
    ['who', '1:20', 'unknown variable "who"'],
    ['true && $uid == null', '1:28', 'unknown variable "$uid"'],
    ['newData.exists()', '1:20', 'unknown variable "newData"'],
    ['this', '1:20', 'unknown syntax ThisExpression'],
    ['[1] == null', '1:20', 'unknown syntax ArrayExpression'],
    ['auth?.uid == null', '1:20', 'unknown syntax ChainExpression'],
    ['+1 == 1', '1:20', 'unknown operator "+"'],
    ['1 & 2', '1:20', 'unknown operator "&"'],
    ['null ?? true', '1:20', 'expected boolean, found null'],
    ['true ?? true', '1:20', 'unknown operator "??"'],
    ['10n == null', '1:20', 'unknown literal'],
    ['(true', '1:25', 'Unexpected token'],
    ['/a/ == null', '1:20', 'a regular expression stands only in matches(…)'],
  ])('%s is no part of the language', (expression, place, reason) =>
    expect(toldOfRead(expression)).toBe(`my.rules.json:${place} /.read: ${reason}`),
  );

  test.each([
    ['now', '1:20', 'expected boolean, found number'],
    ['auth', '1:20', 'expected boolean, found null or auth'],
    ['!now', '1:21', 'expected boolean, found number'],
    ["-'a' < 1", '1:21', 'expected number, found string'],
    ['true && now', '1:28', 'expected boolean, found number'],
    ["'x' || true", '1:20', 'expected boolean, found string'],
    ['now ? true : false', '1:20', 'expected boolean, found number'],
    ["true ? 1 : 'a'", '1:20', 'expected boolean, found number or string'],
    ["now - 'a' < 1", '1:26', 'expected number, found string'],
    ['true * 2 == 2', '1:20', 'expected number, found boolean'],
    ["true + 'a' == 'x'", '1:20', 'expected number or string, found boolean'],
    ['now + null == 1', '1:26', 'expected number or string, found null'],
    ["1 + 'a' < 3", '1:30', 'a string is never a number'],
    ["now < 'a'", '1:26', 'a number is never a string'],
    ['true < false', '1:20', 'expected number or string, found boolean'],
    ["data.exists() == 'true'", '1:37', 'a boolean is never a string'],
    [
      'data == null',
      '1:20',
      'expected null or boolean or number or string or map or auth or claims, found snapshot',
    ],
    ['query.limitToFirst == true', '1:42', 'a null or number is never a boolean'],
  ])('%s has a wrong type', (expression, place, reason) =>
    expect(toldOfRead(expression)).toBe(`my.rules.json:${place} /.read: ${reason}`),
  );

  test.each([
    ['data.value()', '1:25', 'a snapshot has no method "value"'],
    ['data.constructor()', '1:25', 'a snapshot has no method "constructor"'],
    ["data['exists']", '1:25', 'a snapshot has no property "exists"'],
    ['data[auth.uid] == 1', '1:25', 'only claims of auth.token are looked up by a computed name'],
    ['data[auth.uid]()', '1:25', 'a method is called by its name'],
    ['auth.toString == null', '1:25', 'a null or auth has no property "toString"'],
    ["'a'.size == 1", '1:24', 'a string has no property "size"'],
    ["'a'.split('') == null", '1:24', 'a string has no method "split"'],
    ['auth()', '1:20', 'only methods can be called'],
    ['data.exists(1)', '1:20', 'takes 0 arguments, found 1'],
    ['data.child() == null', '1:20', 'takes 1 argument, found 0'],
    ["data.hasChildren(['a'], 'b')", '1:20', 'takes at most 1 argument, found 2'],
    ["data.hasChildren('a')", '1:37', 'hasChildren() takes a list of at least one name'],
    ['data.hasChildren([])', '1:37', 'hasChildren() takes a list of at least one name'],
    ["data.hasChildren(['a',,'b'])", '1:37', 'a name is missing'],
    ['data.hasChildren([1])', '1:38', 'expected string, found number'],
    ["data.hasChildren(['a.b'])", '1:38', '"a.b" is no path'],
    ["data.child('a#b').exists()", '1:31', '"a#b" is no path'],
    ["data.hasChild('')", '1:34', '"" is no path'],
    ["data.child('a/').exists()", '1:31', '"a/" is no path'],
    ['data.child(now).exists()', '1:31', 'expected string, found number'],
    ["data.child(...'a').exists()", '1:31', 'unknown syntax SpreadElement'],
    ["'a'.contains(/a/)", '1:33', 'a regular expression stands only in matches(…)'],
    ["'a'.matches('a')", '1:32', 'matches() takes a regular expression literal'],
    ["'a'.matches(/a/g)", '1:32', 'bad regular expression: unknown flag "g"'],
    [
      "'a'.matches(/(?=a)/)",
      '1:32',
      'bad regular expression: error parsing regexp: invalid or unsupported Perl syntax: `(?=`',
    ],
    ["'a'.matches(/(/)", '1:33', 'Invalid regular expression: /(/: Unterminated group'],
  ])('%s is no use of what there is', (expression, place, reason) =>
    expect(toldOfRead(expression)).toBe(`my.rules.json:${place} /.read: ${reason}`),
  );

  test.each([
    ['.write', 'query.orderByKey', 'unknown variable "query"'],
    ['.validate', 'query.orderByKey', 'unknown variable "query"'],
    ['.read', 'newData.exists()', 'unknown variable "newData"'],
    ['.write', 'newData.exists()', 'loaded'],
    ['.validate', 'newData.exists() && data.exists() && root.exists() && now > 0 && auth != null', 'loaded'],
  ])('in %s, %s: %s', (kind, expression, reason) => expect(toldOf({ [kind]: expression })).toContain(reason));

  test('a wildcard is known at its level and below, and nowhere else', () => {
    expect(toldOf({ a: { $x: { '.read': '$x == auth.uid', b: { '.read': '$x == auth.uid' } } } })).toBe(
      'loaded',
    );
    expect(toldOf({ a: { $x: {}, b: { '.read': '$x == auth.uid' } } })).toContain('unknown variable "$x"');
  });

  test('long chains load, endless nesting is refused', () => {
    expect(toldOfRead(Array(900).fill('true').join(' && '))).toBe('loaded');
    expect(toldOfRead(`${'!'.repeat(1_100)}true`)).toContain('nested too deeply');
    expect(toldOfRead(`${'('.repeat(100_000)}true`)).toContain('Not enough stack space');
  });
});
