import fc from 'fast-check';
import { mergeLines, mergeTexts } from '../../src/lib/mergeLines';

const boxes = (...marks: string[]) => marks.map((mark, at) => `- [${mark}] ${at}`).join('\n');

test('Ticks of different boxes both stay, also of boxes beside each other', () => {
  expect(mergeLines(boxes(' ', ' ', ' '), boxes('x', ' ', ' '), boxes(' ', ' ', 'x'))).toBe(
    boxes('x', ' ', 'x'),
  );
  expect(mergeLines(boxes(' ', ' ', ' '), boxes('x', ' ', ' '), boxes(' ', 'x', ' '))).toBe(
    boxes('x', 'x', ' '),
  );
});

test.each([
  ['a line that one of them added', 'a\nb', 'A\nb', 'a\nb\nc', 'A\nb\nc'],
  ['a line that one of them removed', 'a\nb\nc', 'A\nb\nc', 'a\nb', 'A\nb'],
  ['lines that they added at both ends', 'a', 'before\na', 'a\nbehind', 'before\na\nbehind'],
  ['the same change of both', 'a\nb', 'A\nb', 'A\nb', 'A\nb'],
])('Texts are merged with %s', (_, base, mine, theirs, merged) =>
  expect(mergeLines(base, mine, theirs)).toBe(merged),
);

test('Where both changed the same line it stays disputed', () => {
  expect(mergeLines('a\nb', 'A\nb', 'Ä\nb')).toBeNull();
  const note = (noteDescription: string) => ({ noteTitle: 'T', noteDescription });
  const result = mergeTexts(['noteDescription'], note('a\nb'), note('A\nb'), note('Ä\nb'));
  expect(result).toEqual({ merged: note('A\nb'), disputed: ['noteDescription'] });
});

const line = fc.constantFrom('', 'a', 'b', '- [ ] c', '- [x] c');
const text = fc.array(line, { maxLength: 12 }).map(lines => lines.join('\n'));

test('One side that changed nothing takes the other side, and both sides may change places', () =>
  fc.assert(
    fc.property(text, text, text, (base, one, other) => {
      expect(mergeLines(base, base, other)).toBe(other);
      expect(mergeLines(base, one, one)).toBe(one);
      expect(mergeLines(base, one, other)).toBe(mergeLines(base, other, one));
    }),
  ));

test('No line that either side wrote anew is lost', () =>
  fc.assert(
    fc.property(text, fc.nat(12), fc.nat(12), (base, at, before) => {
      const lines = base.split('\n');
      const mine = lines.toSpliced(at, 0, 'mine').join('\n');
      const theirs = lines.toSpliced(before, 0, 'theirs').join('\n');
      const merged = mergeLines(base, mine, theirs);
      if (merged === null) return;
      expect(merged.split('\n').sort()).toEqual([...lines, 'mine', 'theirs'].sort());
    }),
  ));
