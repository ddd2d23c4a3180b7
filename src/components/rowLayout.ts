import type { Key } from 'react';
import { firstWhere } from '../lib/binarySearch';

/** Rows under one heading. */
export type RowSection<Item> = { key: string; items: readonly Item[] };

/** Heights in rem, so that they follow the size of the text; the style sheet has the same. */
export const ROW_HEIGHT = 3.25;
export const HEADING_HEIGHT = 3;

export type RowLayout<Item> = ReturnType<typeof rowLayout<Item>>;

/**
 * Where the rows of a list stand. Rows are counted through all sections, headings are no rows. It is made once for a list
 * of sections and walks those alone; every question is a binary search. Heights are in rem.
 */
export function rowLayout<Item>(
  sections: readonly RowSection<Item>[],
  keyOf: (item: Item) => Key,
  hasHeadings: boolean,
) {
  const heading = hasHeadings ? HEADING_HEIGHT : 0;
  /** The number of each section's first row. */
  const firsts: number[] = [];
  let count = 0;
  for (const { items } of sections) {
    firsts.push(count);
    count += items.length;
  }
  const sectionOf = (row: number) => firstWhere(firsts.length, at => firsts[at]! > row) - 1;
  const at = (row: number): Item | undefined => {
    const section = sectionOf(row);
    return sections[section]?.items[row - firsts[section]!];
  };
  const sectionTop = (section: number) => section * heading + firsts[section]! * ROW_HEIGHT;
  const topOf = (row: number) => (sectionOf(row) + 1) * heading + row * ROW_HEIGHT;

  return {
    sections,
    firsts,
    count,
    height: sections.length * heading + count * ROW_HEIGHT,
    at,
    sectionOf,
    sectionTop,
    topOf,
    /** The first row that ends behind this height. */
    rowAt: (top: number) => firstWhere(count, row => topOf(row) + ROW_HEIGHT > top),
    /** The row of a key, -1 without one. It is looked for at `hint` first: the whole list is walked only if it has moved. */
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
