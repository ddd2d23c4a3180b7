import { useLayoutEffect, useMemo, useState, type Key, type RefObject } from 'react';
import { ROW_HEIGHT_REM, rowLayout, type RowLayout } from './rowLayout';
import { remNow } from '../../lib/rem';

type More = ReadonlyMap<string, number>;
const NONE: More = new Map();

type Options<Item> = {
  layout: RowLayout<Item>;
  keyOf: (item: Item) => Key;
  heading?: unknown;
  unfolded?: Readonly<Record<string, true>>;
};

/**
 * The layout of a list in which some rows are unfolded. Rendered ones are measured (`data-unfolded` has their key),
 * others keep the last measured height. Without unfolded rows it is the given layout.
 */
export function useUnfoldedRows<Item>(
  content: RefObject<HTMLElement | null>,
  { layout, keyOf, heading, unfolded = {} }: Options<Item>,
): RowLayout<Item> {
  const [more, setMore] = useState(NONE);
  const hasHeadings = heading !== undefined;

  useLayoutEffect(() => {
    const rows = content.current!.querySelectorAll<HTMLElement>('[data-unfolded]');
    const measure = () =>
      setMore(before => {
        const kept = [...before].filter(([key]) => unfolded[key]);
        const now = new Map([
          ...kept,
          ...[...rows].map(row => [row.dataset.unfolded!, moreOf(row)] as const),
        ]);
        return isSame(before, now) ? before : now;
      });
    measure();
    if (rows.length === 0 || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    for (const row of rows) observer.observe(row);
    return () => observer.disconnect();
  });

  return useMemo(
    () => (more.size === 0 ? layout : rowLayout(layout.sections, keyOf, hasHeadings, more, layout.inColumns)),
    [layout, keyOf, hasHeadings, more],
  );
}

const moreOf = (row: HTMLElement) =>
  Math.max(0, row.getBoundingClientRect().height / remNow() - ROW_HEIGHT_REM);

const isSame = (a: More, b: More) =>
  a.size === b.size && [...b].every(([key, by]) => Math.abs((a.get(key) ?? Infinity) - by) < 0.01);
