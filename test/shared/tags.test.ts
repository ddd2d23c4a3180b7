/** Tags are read in a line of text, and nowhere else. */
import fc from 'fast-check';
import {
  isTag,
  mergeTags,
  piecesOf,
  retagged,
  tagKey,
  tagName,
  tagsIn,
  withoutTags,
  withTag,
} from '../../shared/tags';

test.each([
  ['#haus', 'haus'],
  ['Milk #shop and #Garden', 'shop garden'],
  ['#two-words, #low_line.', 'two-words low_line'],
  ['#a #A #á', 'a á'],
  [
    '#straße #покупки #日本語 #عمل #בית #काम #งาน #한국어 #αγορά #գործ',
    'straße покупки 日本語 عمل בית काम งาน 한국어 αγορά գործ',
  ],
  ['(#not) a#b C# F# #1 #12th # a ##b', ''],
  ['issue #12, https://x.org/#top, #top/x, #me@home', ''],
  ['paint it #fff or #a1b2c3, #ffffff00', ''],
  ['#bad #cafe #facade are words', 'bad cafe facade'],
  ['#work #personal #Work', ''],
  ['#workshop #e-', 'workshop e'],
  ['', ''],
])('%s has the tags %s', (line, tags) => expect(tagsIn(line).join(' ')).toBe(tags));

test.each([
  ['Milk #shop today #now', 'Milk today'],
  ['#only #tags', '#only #tags'],
  ['No tags,  two blanks', 'No tags,  two blanks'],
])('%s without tags is %s', (line, rest) => expect(withoutTags(line)).toBe(rest));

test.each([
  ['Milk #shop', 'shop', 'market', 'Milk #market'],
  ['Milk #Shop for #market', 'shop', 'market', 'Milk for #market'],
  ['Milk #shop #SHOP', 'shop', 'market', 'Milk #market'],
  ['Milk #shop today', 'shop', null, 'Milk today'],
  ['Milk #shopping', 'shop', 'market', 'Milk #shopping'],
  ['Milk #shop #Market', 'shop', 'MARKET', 'Milk #Market'],
  ['Milk #shop', 'shop', 'Shop', 'Milk #Shop'],
] as const)('in %s the tag %s becomes %s: %s', (line, tag, to, after) =>
  expect(retagged(line, tag, to)).toBe(after),
);

test('A tag is added once', () => {
  expect(withTag('Milk', 'shop')).toBe('Milk #shop');
  expect(withTag('Milk #Shop', 'shop')).toBe('Milk #Shop');
  expect(withTag('', 'shop')).toBe('#shop');
});

test.each([
  ['Milk #shop', 'Milk #market', 'Oat milk #shop', 'Oat milk #market'],
  ['Milk #shop', 'Oat milk #shop', 'Milk #Market', 'Oat milk #Market'],
  ['Milk', 'Milk #shop', 'Oat  milk', 'Oat  milk #shop'],
  ['Milk  now', 'Milk  now #shop', 'Milk soon', 'Milk soon #shop'],
  ['Milk #shop', 'Milk', 'Oat milk #shop #home', 'Oat milk #home'],
  ['Milk #shop #home', 'Milk #market', 'Milk #shop #home #now', 'Milk #market #now'],
  ['Milk #shop', 'Milk #market', 'Oat milk #market #shop', 'Oat milk #market'],
  ['Milk #shop', 'Milk #market', 'Milk #store', null],
  ['Milk #shop', 'Oat milk #market', 'Cow milk #shop', null],
  ['Milk', 'Oat milk', 'Cow milk', null],
])('of %s, %s and %s become %s', (base, mine, theirs, merged) =>
  expect(mergeTags(base, mine, theirs)).toBe(merged),
);

test('A name with blanks is a tag with hyphens, and is read with blanks', () => {
  expect(tagKey('  Two Words ')).toBe('two-words');
  expect(tagName('two-words')).toBe('two words');
  expect(['two words', 'Ünï', '#x'].map(isTag)).toEqual([true, true, true]);
  expect(['', '12', 'a b/c', 'fff', 'work', 'a#b'].map(isTag)).toEqual(Array(6).fill(false));
});

test('The pieces of any line are the line, and its tags can be written again', () => {
  const letters = fc.constantFrom('#', 'a', 'B', ' ', '-', '_', '1', 'é', '字', '/', '.', '\n', '\u200d');
  fc.assert(
    fc.property(fc.array(letters), drawn => {
      const line = drawn.join('');
      expect(
        piecesOf(line)
          .map(({ text }) => text)
          .join(''),
      ).toBe(line);
      for (const tag of tagsIn(line)) {
        expect(tagsIn(`#${tag}`)).toEqual([tag]);
        expect(tagsIn(retagged(line, tag, null))).not.toContain(tag);
        expect(tagsIn(retagged(line, tag, 'new')).filter(other => other === 'new')).toHaveLength(1);
      }
      expect(tagsIn(withTag(line, 'zz'))).toContain('zz');
    }),
    { numRuns: 2000 },
  );
});

test('A word of a million letters that is no tag is read in one pass', () => {
  expect(tagsIn(`#${'a'.repeat(1_000_000)}#`)).toEqual([]);
  expect(tagsIn(`#a${'-'.repeat(1_000_000)}`)).toEqual(['a']);
});
