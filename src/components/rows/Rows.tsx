import {
  useMemo,
  useRef,
  useState,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  type FocusEvent,
  type Key,
  type ReactNode,
  type RefObject,
} from 'react';
import { rowLayout, HEADING_HEIGHT_REM, ROW_HEIGHT_REM, type RowLayout, type RowSection } from './rowLayout';
import { scrolledPast, scrollerOf } from './scrollerOf';
import styles from './Rows.module.css';
import { useFocusOfRows } from './useFocusOfRows';
import { useLinksWithin } from '../hooks/useLinksWithin';
import { useUnfoldedRows } from './useUnfoldedRows';
import { usePrinting } from '../hooks/usePrinting';
import { useRem } from '../hooks/useRem';
import { remNow } from '../../lib/rem';

/** The key of a row to scroll to, and a number that changes with every request. */
type PointedOut = { key: Key; number: number };

/**
 * Scrolls a row into view once per request; if it is not listed yet, as soon as it is. `onScrolled` draws the rows in view
 * in the same frame: the scroll event comes a frame later.
 */
function useRowPointedOut<Item>(
  list: RefObject<HTMLElement | null>,
  layout: RowLayout<Item>,
  pointedOut: PointedOut | null | undefined,
  onScrolled?: () => void,
) {
  const scrolledTo = useRef<number | null>(null);
  const point = useEffectEvent(() => {
    if (!list.current || !pointedOut || scrolledTo.current === pointedOut.number) return;
    const row = layout.rowOf(pointedOut.key, 0);
    if (row < 0) return;
    scrolledTo.current = pointedOut.number;
    scrollToRow(list.current, layout, row);
    onScrolled?.();
  });
  useLayoutEffect(() => point(), [pointedOut, layout]);
  // The list is there after the first layout effect of what is in it.
  useEffect(() => point(), [pointedOut, layout]);
}

/**
 * Scrolls the row to the middle of the view unless it is visible. The position of a row that is not rendered comes
 * from the layout.
 */
function scrollToRow<Item>(list: HTMLElement, layout: RowLayout<Item>, row: number) {
  const drawn = list.querySelector(`[data-row="${row}"]`)?.getBoundingClientRect();
  const content = list.firstElementChild!.getBoundingClientRect();
  const scroller = scrollerOf(list);
  const view = scroller.getBoundingClientRect();
  const rem = remNow();
  const top = drawn?.top ?? content.top + layout.topOf(row) * rem;
  const height = drawn?.height ?? ROW_HEIGHT_REM * rem;
  const isInView = top - HEADING_HEIGHT_REM * rem >= view.top && top + height <= view.bottom;
  if (!isInView) scroller.scrollTop += top - view.top - (view.height - height) / 2;
}

/** Extra rows above and below the view. */
const ROWS_OUTSIDE_VIEW = 6;

/**
 * The rows in view of the scrolling element, and some around it; all rows when printing. Only the text size is measured: no
 * scroller is taller than the window, so the first rendering already covers the view.
 */
function useRowsInView<Item>(
  layout: RowLayout<Item>,
  content: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
) {
  const [top, setTop] = useState(() => (list.current ? scrolledPast(list.current) : 0));
  const [height, setHeight] = useState(window.innerHeight);
  const rem = useRem(content);
  useEffect(() => {
    const resized = () => setHeight(window.innerHeight);
    addEventListener('resize', resized);
    return () => removeEventListener('resize', resized);
  }, []);
  const isPrinting = usePrinting();
  const follow = () => {
    const now = scrolledPast(list.current!);
    if (Math.abs(now - top) >= ROW_HEIGHT_REM * rem) setTop(now);
  };
  const scrolled = useEffectEvent(follow);
  useEffect(() => {
    const listen = () => scrolled();
    const options = { capture: true, passive: true };
    addEventListener('scroll', listen, options);
    return () => removeEventListener('scroll', listen, options);
  }, []);
  const [from, to] = isPrinting ? [0, Infinity] : [Math.max(0, top) / rem, (top + height) / rem];
  const inView = useMemo(() => layout.rowsBetween(from, to, ROWS_OUTSIDE_VIEW), [layout, from, to]);
  return { inView, follow };
}

/** Lists up to this length are rendered completely, for the browser's search and screen readers. */
const WINDOWED_FROM = 50;

/** Sections side by side. */
export type Columns = {
  /** The name of a section for a screen reader. */
  label: (section: string, count: number) => string;
  /** Shown below its rows. */
  foot: (section: string) => ReactNode;
};

type DrawnRows<Item> = {
  layout: RowLayout<Item>;
  keyOf: (item: Item) => Key;
  children: (item: Item, section: string) => ReactNode;
  /** A level 2 heading for a section's key. Without it the sections form one list. */
  heading?: (section: string) => ReactNode;
  columns?: Columns;
  /** The keys of rows that show more than one line. */
  unfolded?: Readonly<Record<string, true>>;
};

/**
 * How many rows around the focused one are rendered: keys move the focus faster than the list scrolls, also past rows
 * without an item.
 */
const ROWS_AROUND_FOCUS = 2;

type Props<Item> = Omit<DrawnRows<Item>, 'layout'> & {
  sections: readonly RowSection<Item>[];
  /** The row to scroll into view. */
  pointedOut?: PointedOut | null;
};
type ListProps<Item> = Omit<Props<Item>, 'sections'> & {
  layout: RowLayout<Item>;
  list: RefObject<HTMLDivElement | null>;
};

/**
 * Rows of one height in sections, each with an optional heading; a long list is windowed. The focused row keeps the focus
 * when a change of its length changes that.
 */
export function Rows<Item>({ sections, ...props }: Props<Item>) {
  const { keyOf, heading, columns } = props;
  const hasHeadings = heading !== undefined;
  const inColumns = columns !== undefined;
  const layout = useMemo(
    () => rowLayout(sections, keyOf, hasHeadings, undefined, inColumns),
    [sections, keyOf, hasHeadings, inColumns],
  );
  const followLink = useLinksWithin();
  const { list, onFocus, onBlur } = useFocusOfRows<HTMLDivElement, Item>(layout, keyOf);
  const List = layout.count < WINDOWED_FROM ? WholeRows : WindowedRows;
  return (
    <div ref={list} className={styles.scroller} onClick={followLink} onFocus={onFocus} onBlur={onBlur}>
      <List layout={layout} list={list} {...props} />
    </div>
  );
}

function WholeRows<Item>({ layout, list, pointedOut, ...props }: ListProps<Item>) {
  useRowPointedOut(list, layout, pointedOut);
  return (
    <div className={props.columns && styles.columns} data-rows={layout.count}>
      {wholeSections({ layout, ...props })}
    </div>
  );
}

/** Renders the rows in view, and the focused row with its neighbours, so that scrolling does not remove it. */
function WindowedRows<Item>(props: ListProps<Item>) {
  const { list, keyOf, heading, columns, pointedOut, unfolded, children } = props;
  const content = useRef<HTMLDivElement>(null);
  const layout = useUnfoldedRows(content, props);
  const { inView, follow: followScroll } = useRowsInView(layout, content, list);
  const [focused, setFocused] = useState<{ key: Key; row: number } | null>(null);
  useRowPointedOut(list, layout, pointedOut, followScroll);
  const kept = focused ? layout.rowOf(focused.key, focused.row) : -1;
  const rows = rowsDrawn(inView, kept, layout.count);
  const follow = ({ target }: FocusEvent<HTMLElement>) => {
    const row = Number(target.closest<HTMLElement>('[data-row]')?.dataset.row);
    const item = layout.at(row);
    setFocused(item === undefined ? null : { key: keyOf(item), row });
  };
  return (
    <div
      ref={content}
      className={columns ? styles.columns : styles.content}
      style={columns ? undefined : { height: `${layout.height}rem` }}
      data-rows={layout.count}
      onFocus={follow}
      onBlur={() => setFocused(null)}
    >
      {windowedSections({ layout, keyOf, heading, columns, children, unfolded }, rows)}
    </div>
  );
}

/** The rows in view, and those around a row to keep (-1: none), in order. */
function rowsDrawn(inView: number[], kept: number, count: number): number[] {
  if (kept < 0) return inView;
  const around = Array.from({ length: 2 * ROWS_AROUND_FOCUS + 1 }, (_, at) => kept - ROWS_AROUND_FOCUS + at);
  const listed = around.filter(row => row >= 0 && row < count);
  return [...new Set([...inView, ...listed])].sort((a, b) => a - b);
}

/** All rows of a short list. */
const wholeSections = <Item,>({ layout, keyOf, heading, columns, children }: DrawnRows<Item>) =>
  layout.sections.map(({ key, items }, at) => (
    <div key={key} {...(columns && columnProps(columns, key, items.length))}>
      {heading?.(key)}
      {items.length > 0 && (
        <ul className={styles.rows}>
          {items.map((item, place) => (
            <li key={keyOf(item)} className={styles.item} data-row={layout.firsts[at]! + place}>
              {children(item, key)}
            </li>
          ))}
        </ul>
      )}
      {columns?.foot(key)}
    </div>
  ));

const columnProps = ({ label }: Columns, key: string, count: number) => ({
  role: 'group',
  'aria-label': label(key, count),
  className: styles.column,
  'data-column': key,
});

/** A subset of a long list's rows, by index, and the headings without rows, each positioned absolutely. */
function windowedSections<Item>(
  { layout, keyOf, heading, columns, unfolded, children }: DrawnRows<Item>,
  rows: number[],
) {
  return bySection(rows, layout).map(([at, rowsOfSection]) => {
    const { key, items } = layout.sections[at]!;
    const first = layout.topOf(layout.firsts[at]!);
    const itemOf = (row: number) => items[row - layout.firsts[at]!]!;
    return (
      <div
        key={key}
        {...(columns
          ? columnProps(columns, key, items.length)
          : { className: styles.section, style: { top: `${layout.sectionTop(at)}rem` } })}
      >
        {heading?.(key)}
        {items.length > 0 && (
          <div role="list" className={styles.rows} style={{ height: `${layout.rowsHeight(at)}rem` }}>
            {rowsOfSection.map(row => (
              <div
                key={keyOf(itemOf(row))}
                role="listitem"
                aria-setsize={items.length}
                aria-posinset={row - layout.firsts[at]! + 1}
                data-row={row}
                data-unfolded={unfolded?.[String(keyOf(itemOf(row)))] && String(keyOf(itemOf(row)))}
                className={styles.windowed}
                style={{ transform: `translateY(${layout.topOf(row) - first}rem)` }}
              >
                {children(itemOf(row), key)}
              </div>
            ))}
          </div>
        )}
        {columns?.foot(key)}
      </div>
    );
  });
}

/** Groups row indexes by section; columns and sections without items are few, and always there. */
function bySection<Item>(rows: number[], { sections, sectionOf, inColumns }: RowLayout<Item>) {
  const rowsOf = new Map<number, number[]>();
  for (const [at, { items }] of sections.entries()) if (inColumns || items.length === 0) rowsOf.set(at, []);
  for (const row of rows) {
    const section = sectionOf(row);
    const others = rowsOf.get(section);
    if (others) others.push(row);
    else rowsOf.set(section, [row]);
  }
  return [...rowsOf].sort(([a], [b]) => a - b);
}
