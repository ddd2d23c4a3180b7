import '../support/app/noComplaints';
import { isTooLong, noteOfLine } from '../../src/notes/wall/line/useWallLine';

const long = 'A sentence that goes on and on, over more than the three lines that a card has for titles';

test.each<[string, string, [string, string]]>([
  ['one line', 'Milk', ['Milk', '']],
  ['a title and words', 'Milk\nTwo bottles\n- [ ] one', ['Milk', 'Two bottles\n- [ ] one']],
  ['blanks around it', '\n  Milk  \n\n  Two bottles \n', ['Milk', 'Two bottles']],
  ['a first line of 80 characters', 'x'.repeat(80), ['x'.repeat(80), '']],
  ['a long first line', `${long}\nmore`, ['', `${long}\nmore`]],
  ['a list with boxes', '- [ ] Milk\n- [x] Bread', ['', '- [ ] Milk\n- [x] Bread']],
  ['an address', 'https://example.org/a', ['', 'https://example.org/a']],
])('A note from words alone: %s', (_what, text, [noteTitle, noteDescription]) =>
  expect(noteOfLine(text)).toEqual({ noteTitle, noteDescription }),
);

test.each(['', ' \n\t '])('Blanks alone (%j) make no note', text => expect(noteOfLine(text)).toBeNull());

test('A text is as long as the database takes it', () => {
  expect(isTooLong('x'.repeat(1_000_000))).toBe(false);
  expect(isTooLong('x'.repeat(1_000_001))).toBe(true);
});
