import { mergeLines, mergeNote } from '../../src/notes/mergeNote';

const list = (...marks: string[]) => marks.map((mark, at) => `- [${mark}] ${at}`).join('\n');

test('Ticks of different boxes both stay', () => {
  const noteTitle = 'List';
  const note = (...marks: string[]) => ({ noteTitle, noteDescription: list(...marks) });
  const result = mergeNote(note(' ', ' ', ' '), note('x', ' ', ' '), note(' ', ' ', 'x'));
  expect(result.disputed).toEqual([]);
  expect([result.merged, result.agreed]).toEqual([note('x', ' ', 'x'), note('x', ' ', 'x')]);
});

test.each([
  ['both changed the same line', 'a\nb', 'A\nb', 'Ä\nb'],
  ['one of them has a line more', 'a\nb', 'A\nb', 'a\nb\nc'],
])('Where %s it can’t be told', (_, base, mine, theirs) => {
  expect(mergeLines(base, mine, theirs)).toBeNull();
  const fields = (noteDescription: string) => ({ noteTitle: 'T', noteDescription });
  expect(mergeNote(fields(base), fields(mine), fields(theirs)).disputed).toEqual(['noteDescription']);
});

test('The same change on both sides is one change', () => {
  expect(mergeLines('a\nb', 'A\nb', 'A\nb')).toBe('A\nb');
});
