import fc from 'fast-check';
import { HEADING_HEIGHT_REM, ROW_HEIGHT_REM, rowLayout } from '../../src/components/rows/rowLayout';

const lists = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 });

/** Sections of so many rows each; items are numbered across sections. */
const sectionsOf = (counts: number[]) => {
  let next = 0;
  return counts.map((count, at) => ({ key: `s${at}`, items: Array.from({ length: count }, () => next++) }));
};

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

test('Rows stand one below the other, unfolded ones too, with headings or without', () => {
  const heights = fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 40 })), { maxLength: 5 });
  fc.assert(
    fc.property(lists, heights, fc.boolean(), fc.nat(2000), (counts, tall, hasHeadings, y) => {
      const more = new Map(tall.map(([row, by]) => [String(row), by / 4]));
      const layout = rowLayout(sectionsOf(counts), item => item, hasHeadings, more);
      const tops: number[] = [];
      const ends: number[] = [];
      let top = 0;
      for (const [at, count] of counts.entries()) {
        expect(layout.sectionTop(at)).toBe(top);
        top += hasHeadings ? HEADING_HEIGHT_REM : 0;
        const first = top;
        for (let row = 0; row < count; row++, ends.push(top)) {
          tops.push(top);
          top += ROW_HEIGHT_REM + (more.get(String(ends.length)) ?? 0);
        }
        expect(layout.rowsHeight(at)).toBe(top - first);
      }
      expect([layout.count, layout.height]).toEqual([tops.length, top]);
      expect(tops.map((_, row) => layout.topOf(row))).toEqual(tops);
      expect(tops.map((_, row) => layout.at(row))).toEqual(tops.map((_, row) => row));
      const under = ends.findIndex(end => end > y / 4);
      expect(layout.rowsBetween(y / 4, Infinity, 0)).toEqual(
        numbers(under < 0 ? tops.length : under, tops.length),
      );
    }),
    { numRuns: 200 },
  );
});

test('In columns each section begins at the top, with its own rows in view', () => {
  const more = new Map([['1', ROW_HEIGHT_REM]]);
  const layout = rowLayout(sectionsOf([40, 0, 2, 30]), item => item, true, more, true);
  const second = HEADING_HEIGHT_REM + ROW_HEIGHT_REM;
  expect([1, 2, 41, 43].map(layout.topOf)).toEqual([second, second + 2 * ROW_HEIGHT_REM, second, second]);
  const top = HEADING_HEIGHT_REM + 10 * ROW_HEIGHT_REM;
  expect(layout.rowsBetween(top, top + 2 * ROW_HEIGHT_REM, 0)).toEqual([9, 10, 52, 53]);
  expect(layout.rowsBetween(top, top + 2 * ROW_HEIGHT_REM, 1)).toEqual([8, 9, 10, 11, 41, 51, 52, 53, 54]);
});

test('A row is found by its key anywhere, and at the hint without a look at others', () => {
  const sections = sectionsOf([3, 1, 5]);
  const read: number[] = [];
  const layout = rowLayout(sections, item => (read.push(item), `key ${item}`), true);
  expect(layout.rowOf('key 6', 6)).toBe(6);
  expect(read).toEqual([6]);
  expect(layout.rowOf('key 6', 2)).toBe(6);
  expect(layout.rowOf('key 9', 99)).toBe(-1);
});

test('A position in a list of 50,000 asks for no item', () => {
  const items = Array.from({ length: 50_000 }, (_, at) => at);
  const read: number[] = [];
  const layout = rowLayout([{ key: 'all', items }], item => (read.push(item), item), true);
  expect([layout.topOf(49_999), layout.sectionOf(7)]).toEqual([162_499.75, 0]);
  expect(layout.rowsBetween(100_000, 100_010, 1)).toEqual(numbers(30_767, 30_773));
  expect(read).toEqual([]);
});
