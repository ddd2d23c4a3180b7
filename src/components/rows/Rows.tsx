import { useMemo, useRef, useState, type FocusEvent, type Key } from 'react';
import { wholeSections, WINDOWED_FROM, windowedSections, type DrawnRows } from './drawnRows';
import { rowLayout, type RowLayout, type RowSection } from './rowLayout';
import styles from './Rows.module.css';
import { useFocusOfRows } from './useFocusOfRows';
import { useLinksWithin } from '../hooks/useLinksWithin';
import { useRowsInView } from './useRowsInView';
import { useUnfoldedRows } from './useUnfoldedRows';
import { useRowPointedOut, type PointedOut } from './useRowPointedOut';

/**
 * How many rows around the focused one are rendered: keys move the focus faster than the list scrolls, also past rows
 * without an item.
 */
const AROUND = 2;

type Props<Item> = Omit<DrawnRows<Item>, 'layout'> & {
  sections: readonly RowSection<Item>[];
  /** The row to scroll into view. */
  pointedOut?: PointedOut | null;
};
type ListProps<Item> = Omit<Props<Item>, 'sections'> & { layout: RowLayout<Item> };

/** Rows of one height in sections, each with an optional heading; a long list is windowed. */
export function Rows<Item>({ sections, ...props }: Props<Item>) {
  const { keyOf, heading } = props;
  const hasHeadings = heading !== undefined;
  const layout = useMemo(() => rowLayout(sections, keyOf, hasHeadings), [sections, keyOf, hasHeadings]);
  const List = layout.count < WINDOWED_FROM ? WholeRows : WindowedRows;
  return <List layout={layout} {...props} />;
}

function WholeRows<Item>({ layout, keyOf, heading, pointedOut, children }: ListProps<Item>) {
  const followLink = useLinksWithin();
  const { list, onFocus, onBlur } = useFocusOfRows<HTMLDivElement, Item>(layout, keyOf);
  useRowPointedOut(list, layout, pointedOut);
  return (
    <div ref={list} className={styles.scroller} onClick={followLink} onFocus={onFocus} onBlur={onBlur}>
      <div data-rows={layout.count}>{wholeSections({ layout, keyOf, heading, children })}</div>
    </div>
  );
}

/** Renders the rows in view, and the focused row with its neighbours, so that scrolling does not remove it. */
function WindowedRows<Item>(props: ListProps<Item>) {
  const { keyOf, heading, pointedOut, unfolded, children } = props;
  const followLink = useLinksWithin();
  const content = useRef<HTMLDivElement>(null);
  const layout = useUnfoldedRows(content, props);
  const { list, onFocus, onBlur } = useFocusOfRows<HTMLDivElement, Item>(layout, keyOf);
  const { from, to, onScroll } = useRowsInView(layout, content);
  const [focused, setFocused] = useState<{ key: Key; row: number } | null>(null);
  useRowPointedOut(list, layout, pointedOut);
  const kept = focused ? layout.rowOf(focused.key, focused.row) : -1;
  const rows = rowsDrawn(from, to, kept, layout.count);
  const follow = ({ target }: FocusEvent<HTMLElement>) => {
    const row = Number(target.closest<HTMLElement>('[data-row]')?.dataset.row);
    const item = layout.at(row);
    setFocused(item === undefined ? null : { key: keyOf(item), row });
  };
  return (
    <div
      ref={list}
      className={styles.scroller}
      onScroll={onScroll}
      onClick={followLink}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <div
        ref={content}
        className={styles.content}
        style={{ height: `${layout.height}rem` }}
        data-rows={layout.count}
        onFocus={follow}
        onBlur={() => setFocused(null)}
      >
        {windowedSections({ layout, keyOf, heading, children, unfolded }, rows)}
      </div>
    </div>
  );
}

/** The indexes `from` to before `to`, and those around a row to keep (-1: none), in order. */
function rowsDrawn(from: number, to: number, kept: number, count: number): number[] {
  const rows = Array.from({ length: to - from }, (_, at) => from + at);
  if (kept < 0) return rows;
  const around = Array.from({ length: 2 * AROUND + 1 }, (_, at) => kept - AROUND + at);
  const before = around.filter(row => row >= 0 && row < from);
  return [...before, ...rows, ...around.filter(row => row >= to && row < count)];
}
