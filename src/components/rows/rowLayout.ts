import type { Key } from 'react';
import { firstWhere } from '../../lib/binarySearch';

/** Rows under one heading. */
export type RowSection<Item> = { key: string; items: readonly Item[] };

/** Heights in rem, so that they follow the text size; the style sheet has the same values. */
export const ROW_HEIGHT_REM = 3.25;
export const HEADING_HEIGHT_REM = 3;

export type RowLayout<Item> = ReturnType<typeof rowLayout<Item>>;

/**
 * Positions of a list's rows, by binary search. Row indexes run through all sections; headings are not counted.
 * Heights are in rem. `more` is the extra height, by key, of rows that show more than one line. In columns, each section
 * begins at the top.
 */
export function rowLayout<Item>(
  sections: readonly RowSection<Item>[],
  keyOf: (item: Item) => Key,
  hasHeadings: boolean,
  more: ReadonlyMap<string, number> = new Map(),
  inColumns = false,
) {
  const heading = hasHeadings ? HEADING_HEIGHT_REM : 0;
  /** The index of each section's first row. */
  const firsts: number[] = [];
  let count = 0;
  for (const { items } of sections) {
    firsts.push(count);
    count += items.length;
  }
  const tall = more.size > 0 ? tallRows(sections, firsts, keyOf, more) : [];
  /** The total extra height of the rows above this one. */
  const moreAbove = (row: number) => tall[firstWhere(tall.length, at => tall[at]!.row >= row) - 1]?.sum ?? 0;
  const sectionOf = (row: number) => firstWhere(firsts.length, at => firsts[at]! > row) - 1;
  const at = (row: number): Item | undefined => {
    const section = sectionOf(row);
    return sections[section]?.items[row - firsts[section]!];
  };
  const sectionTop = (section: number) =>
    section * heading + firsts[section]! * ROW_HEIGHT_REM + moreAbove(firsts[section]!);
  const topOf = (row: number) => {
    const section = sectionOf(row);
    const above = (section + 1) * heading + row * ROW_HEIGHT_REM + moreAbove(row);
    return inColumns ? above - sectionTop(section) : above;
  };
  const endOf = (row: number) => topOf(row) + ROW_HEIGHT_REM + moreAbove(row + 1) - moreAbove(row);
  /** The rows, from the first to before the second one, of each column, else of the list. */
  const runs = inColumns
    ? firsts.map((first, at) => [first, firsts[at + 1] ?? count] as const)
    : [[0, count] as const];

  return {
    sections,
    firsts,
    count,
    inColumns,
    height: sections.length * heading + count * ROW_HEIGHT_REM + moreAbove(count),
    at,
    sectionOf,
    sectionTop,
    /** The height of a section's rows, without its heading. */
    rowsHeight(section: number) {
      const [from, to] = [firsts[section]!, firsts[section + 1] ?? count];
      return (to - from) * ROW_HEIGHT_REM + moreAbove(to) - moreAbove(from);
    },
    topOf,
    /** The rows between two heights, of each column if there are some, with a number of rows above and below. */
    rowsBetween: (top: number, bottom: number, outside: number): number[] =>
      runs.flatMap(([from, to]) => {
        const first = firstWhere(to - from, at => endOf(from + at) > top) - outside;
        const last = firstWhere(to - from, at => topOf(from + at) >= bottom) + outside;
        return range(Math.max(from, from + first), Math.min(to, from + last));
      }),
    /**
     * The index of the row with this key, -1 without one. `hint` is tried first; the whole list is searched only if
     * the row has moved.
     */
    rowOf(key: Key, hint: number): number {
      const near = at(hint);
      if (near !== undefined && keyOf(near) === key) return hint;
      for (const [section, { items }] of sections.entries()) {
        const place = items.findIndex(item => keyOf(item) === key);
        if (place >= 0) return firsts[section]! + place;
      }
      return -1;
    },
  };
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

/** The rows with extra height, in order, each with its own and the accumulated extra height. */
function tallRows<Item>(
  sections: readonly RowSection<Item>[],
  firsts: readonly number[],
  keyOf: (item: Item) => Key,
  more: ReadonlyMap<string, number>,
) {
  const tall: { row: number; sum: number }[] = [];
  for (const [section, { items }] of sections.entries()) {
    for (const [place, item] of items.entries()) {
      const by = more.get(String(keyOf(item)));
      if (by !== undefined) tall.push({ row: firsts[section]! + place, sum: (tall.at(-1)?.sum ?? 0) + by });
    }
  }
  return tall;
}
