import { isBlank, trimmed } from '../../src/lib/text/visible';

test.each([
  [''],
  [' \t\n'],
  ['\u2800'],
  ['\u2800 \u2800'],
  ['\u200b'],
  ['\u00ad\u034f'],
  ['\u115f\u1160\u3164\uffa0'], // Hangul fillers
  ['\u180e\u200e\u2060\ufeff'],
  ['\ufe0f'],
  ['\u{e0061}'],
  ['\u{16fe4}'],
  ['\u{1d159}'],
  ['\u0000\u001f'],
])('nobody can see %j', text => {
  expect(isBlank(text)).toBe(true);
  expect(trimmed(text)).toBe('');
});

test.each([['a'], ['\u200ba'], ['.'], ['🎂'], ['한'], ['ש'], ['\u2801'], ['́a']])('%j is seen', text =>
  expect(isBlank(text)).toBe(false),
);

test('words lose the blanks around them only', () => expect(trimmed(' a\u200bb ')).toBe('a\u200bb'));
