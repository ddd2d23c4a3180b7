import fc from 'fast-check';
import { mergeLines, mergeTexts } from '../../src/lib/text/mergeLines';

const boxes = (...marks: string[]) => marks.map((mark, at) => `- [${mark}] ${at}`).join('\n');

test('Ticks of different boxes both stay, also of boxes beside each other', () => {
  expect(mergeLines(boxes(' ', ' ', ' '), boxes('x', ' ', ' '), boxes(' ', ' ', 'x'))).toBe(
    boxes('x', ' ', 'x'),
  );
  expect(mergeLines(boxes(' ', ' ', ' '), boxes('x', ' ', ' '), boxes(' ', 'x', ' '))).toBe(
    boxes('x', 'x', ' '),
  );
});

test('Lines that end in a carriage return alone merge with those of a field', () => {
  expect(mergeLines('a\rb\nc', 'a\nb\nC', 'A\rb\nc')).toBe('A\nb\nC');
});

test.each([
  ['adds one below it', boxes(' ', ' '), boxes(' ', 'x'), boxes(' ', ' ', ' '), boxes(' ', 'x', ' ')],
  ['adds one above it', '- [ ] b', '- [x] b', '- [ ] a\n- [ ] b', '- [ ] a\n- [x] b'],
  ['removes the next one', boxes(' ', ' '), boxes('x', ' '), boxes(' '), boxes('x')],
  ['gives it other words', '- [ ] a', '- [x] a', '- [ ] b', '- [x] b'],
  [
    'moves the next one',
    boxes(' ', ' ') + '\n- [ ] c',
    boxes('x', ' ') + '\n- [ ] c',
    '- [ ] 0\n- [ ] c\n- [ ] 1',
    '- [x] 0\n- [ ] c\n- [ ] 1',
  ],
  ['ticks it too, and the next one', boxes(' ', ' '), boxes('x', ' '), boxes('X', 'x'), boxes('x', 'x')],
  [
    'ticks another one of the same words',
    '- [ ] a\n- [ ] a',
    '- [x] a\n- [ ] a',
    '- [ ] a\n- [x] a',
    '- [x] a\n- [x] a',
  ],
  ['opens another one again', boxes('x', ' '), boxes('x', 'x'), boxes(' ', ' '), boxes(' ', 'x')],
])('A tick stays where another device %s', (_, base, mine, theirs, merged) => {
  expect(mergeLines(base, mine, theirs)!.toLowerCase()).toBe(merged);
  expect(mergeLines(base, theirs, mine)!.toLowerCase()).toBe(merged);
});

test('Boxes that two devices added at one place both stay, each once', () => {
  const merged = '- [ ] a\n- [ ] b\n- [ ] c\n- [ ] d';
  expect(mergeLines('- [ ] a', '- [ ] a\n- [ ] b\n- [ ] c', '- [ ] a\n- [ ] b\n- [ ] d')).toBe(merged);
  expect(mergeLines('', '- [ ] a', '- [ ] b')).toBe('- [ ] a\n- [ ] b');
  expect(mergeLines('W', 'W\n\n- [ ] a', 'W\n\n- [ ] b')).toBe('W\n\n- [ ] a\n- [ ] b');
  expect(mergeLines('', '- [ ] a', 'Words')).toBeNull();
});

test('A box that one device ticks and another removes, or makes words, is disputed', () => {
  expect(mergeLines(boxes(' ', ' '), boxes(' ', 'x'), boxes(' '))).toBeNull();
  expect(mergeLines('- [ ] a', '- [x] a', 'a')).toBeNull();
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

test('Ticks of any devices all stay, whichever boxes they tick in which order', () =>
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()), { minLength: 1 }), marks => {
      const text = (isTicked: (mark: (typeof marks)[number]) => boolean) =>
        boxes(...marks.map(mark => (isTicked(mark) ? 'x' : ' ')));
      const base = text(([was]) => was);
      const mine = text(([was, isMine]) => was !== isMine);
      const theirs = text(([was, , isTheirs]) => was !== isTheirs);
      const both = text(([was, isMine, isTheirs]) => was !== (isMine || isTheirs));
      expect(mergeLines(base, mine, theirs)).toBe(both);
      expect(mergeLines(base, theirs, mine)).toBe(both);
    }),
  ));

const line = fc.constantFrom('', 'a', 'b', '- [ ] c', '- [x] c');
const text = fc.array(line, { maxLength: 12 }).map(lines => lines.join('\n'));

test('One side that changed nothing takes the other; both may change places', () =>
  fc.assert(
    fc.property(text, text, text, (base, mine, theirs) => {
      expect(mergeLines(base, base, theirs)).toBe(theirs);
      expect(mergeLines(base, mine, mine)).toBe(mine);
      expect(mergeLines(base, mine, theirs)).toBe(mergeLines(base, theirs, mine));
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
