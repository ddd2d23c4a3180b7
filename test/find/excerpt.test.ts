import fc from 'fast-check';
import { excerptOf } from '../../src/find/index/entryIndex';
import { wordsOf } from '../../src/lib/text/fold';

const marked = (text: string, ...terms: string[]) => {
  const { text: excerpt, matches } = excerptOf(text, terms);
  return { excerpt, words: matches.map(([from, to]) => excerpt.slice(from, to)) };
};

test.each<[string, string[], string[]]>([
  ['Crème brûlée', ['creme', 'brul'], ['Crème', 'brûl']],
  ['Cre\u0300me', ['creme'], ['Cre\u0300me']],
  ['Die Straße', ['strasse'], ['Straße']],
  ['Ærø', ['ae'], ['Æ']],
  ['banana', ['an'], ['anan']],
  ['banana', ['ban', 'ana'], ['bana']],
  ['한국어', ['하'.normalize('NFKD')], ['한']],
  ['🎂 cake', ['🎂'], ['🎂']],
  ['nothing of it', ['zebra'], []],
])('In %s the letters %j mark %j', (text, terms, words) => {
  expect(marked(text, ...terms).words).toEqual(words);
});

test('A short text is shown whole, on one line', () => {
  expect(marked('Two\nlines\tof it', 'of').excerpt).toBe('Two lines of it');
});

test('A long text is cut around the first match, at a word', () => {
  const { excerpt, words } = marked(`${'before '.repeat(3000)}needle ${'after '.repeat(100)}`, 'needle');
  expect(words).toEqual(['needle']);
  expect(excerpt).toMatch(/^…before before before before needle after .*…$/);
  expect(excerpt.length).toBeLessThan(170);
});

test('A match across the pieces of a very long text is found', () => {
  for (const before of [3990, 3995, 4000, 4190]) {
    expect(marked(`${'x'.repeat(before - 1)} needle`, 'needle').words).toEqual(['needle']);
  }
});

test('Marks are inside the text, in order, do not overlap, and match the query', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.string({ unit: 'grapheme' }),
      (text, query) => {
        const terms = [...wordsOf(query)];
        const { text: excerpt, matches } = excerptOf(text, terms);
        let last = 0;
        for (const [from, to] of matches) {
          expect(from).toBeGreaterThanOrEqual(last);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(excerpt.length);
          last = to;
        }
      },
    ),
  );
});

test('Invisible signs within a word are part of the match', () => {
  expect(marked('a soft\u00adhyphen', 'softhyphen').words).toEqual(['soft\u00adhyphen']);
  expect(marked('zero\u200bwidth', 'zerowidth').words).toEqual(['zero\u200bwidth']);
});
