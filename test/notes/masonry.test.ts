import fc from 'fast-check';
import { guessHeight } from '../../src/notes/wall/card/guessHeight';
import { noLook } from '../../src/notes/look';
import { cardsBetween, columnsOf, hang } from '../../src/notes/wall/grid/masonry';
import { filterNotes, noFilter } from '../../src/notes/wall/wallFilter';
import { noteFields, shownNote } from '../support/app/operations';

const GAP = 16;
const heightsOf = fc.array(fc.integer({ min: 40, max: 400 }), { maxLength: 200 });

test.each([
  [320, 12, 1],
  [511, 12, 1],
  [512, 12, 2],
  [600, 12, 2],
  [937, 16, 3],
  [2560, 16, 9],
])('%d pixels with gaps of %d have %d columns, none narrower than 250', (width, gap, columns) => {
  expect(columnsOf(width, gap).columns).toBe(columns);
  expect((width - gap * (columns - 1)) / columns).toBeGreaterThanOrEqual(250);
});

test('Cards follow each other without holes, and no column is longer than it must be', () => {
  fc.assert(
    fc.property(heightsOf, fc.integer({ min: 1, max: 6 }), (heights, columns) => {
      const { columnOf, tops, height } = hang(heights, heights, columns, GAP);
      const ends = new Array<number>(columns).fill(0);
      heights.forEach((height, at) => {
        expect(tops[at]).toBe(ends[columnOf[at]!]);
        expect(tops[at]).toBe(Math.min(...ends)); // the shortest column takes the next note
        ends[columnOf[at]!]! += height + GAP;
      });
      expect(height).toBe(Math.max(...ends));
    }),
  );
});

test('What is measured moves no card to another column', () => {
  fc.assert(
    fc.property(heightsOf, heightsOf, (guessed, measured) => {
      const heights = guessed.map((guess, at) => measured[at] ?? guess);
      expect(hang(guessed, heights, 3, GAP).columnOf).toEqual(hang(guessed, guessed, 3, GAP).columnOf);
    }),
  );
});

test('Only the cards that touch the view are in it, in order', () => {
  const heights = [100, 50, 100, 100];
  const wall = hang(heights, heights, 2, 0);
  expect([...wall.tops]).toEqual([0, 0, 50, 100]);
  expect(cardsBetween(wall, heights, 0, 10)).toEqual([0, 1]);
  expect(cardsBetween(wall, heights, 100, 160)).toEqual([2, 3]);
  expect(cardsBetween(wall, heights, 500, 600)).toEqual([]);
});

test('A card with more words is guessed higher, up to a limit', () => {
  const guess = (words: string) => guessHeight(shownNote('a', noteFields('Milk', words)), 18);
  expect(guess('a\nb')).toBeGreaterThan(guess('a'));
  expect(guess('a'.repeat(300))).toBeGreaterThan(guess('a'.repeat(30)));
  expect(guess('a\n'.repeat(500))).toBe(guess('a\n'.repeat(50)));
});

test('A line of a title is guessed as high as one of words, three lines at most', () => {
  const heights = [20, 50, 80, 199].map(letters =>
    guessHeight(shownNote('a', noteFields('a'.repeat(letters), 'Milk')), 18),
  );
  const [second, third, fourth] = heights.slice(1).map((height, at) => height - heights[at]!);
  expect(second).toBeCloseTo(1.5, 0);
  expect(third).toBeCloseTo(1.5, 0);
  expect(fourth).toBe(0);
});

describe('What is found on the wall', () => {
  const notes = [
    { ...shownNote('a', noteFields('Éclairs', 'Butter and flour')), colour: 'mint' as const },
    { ...shownNote('b', noteFields('Shopping', 'Milk, butter')), colour: 'sky' as const, isPinned: true },
    { ...shownNote('', noteFields('', '')), ...noLook },
  ];
  const keys = (filter: Partial<typeof noFilter>) =>
    filterNotes(notes, { ...noFilter, ...filter }).map(({ notesFireId }) => notesFireId);

  test.each([
    ['nothing in particular', {}, ['a', 'b', '']],
    ['blanks', { words: '  ' }, ['a', 'b', '']],
    ['a word in any case', { words: 'BUTTER' }, ['a', 'b']],
    ['the beginning of a word', { words: 'but' }, ['a', 'b']],
    ['the middle of a word', { words: 'utter' }, []],
    ['a word without its accent', { words: 'eclair' }, ['a']],
    ['words of title and text, in any order', { words: 'milk shop' }, ['b']],
    ['a paper', { papers: ['mint'] }, ['a']],
    ['either of two papers', { papers: ['mint', 'sky'] }, ['a', 'b']],
    ['what is pinned', { isPinned: true }, ['b']],
    ['all of it at once', { words: 'butter', papers: ['mint'], isPinned: true }, []],
  ] as [string, Partial<typeof noFilter>, string[]][])('by %s', (_what, filter, found) => {
    expect(keys(filter)).toEqual(found);
  });
});
