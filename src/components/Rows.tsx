import { useState, type FocusEvent, type Key, type ReactNode } from 'react';
import styles from './Rows.module.css';
import { useFocusOfRows } from './useFocusOfRows';
import { useLinksWithin } from './useLinksWithin';
import { useRowsInView } from './useRowsInView';

/** The height of a row in pixels, as in the style sheet. */
const ROW_HEIGHT = 52;
/** Lists up to this length are rendered whole, for the browser's search and screen readers. */
const WINDOWED_FROM = 50;

type Props<Item> = {
  items: readonly Item[];
  keyOf: (item: Item) => Key;
  children: (item: Item) => ReactNode;
};

/** A list of rows of one height; a long list is windowed. */
export const Rows = <Item,>(props: Props<Item>) =>
  props.items.length < WINDOWED_FROM ? <WholeRows {...props} /> : <WindowedRows {...props} />;

function WholeRows<Item>({ items, keyOf, children }: Props<Item>) {
  const followLink = useLinksWithin();
  const { list, onFocus, onBlur } = useFocusOfRows<HTMLDivElement, Item>(items, keyOf);
  return (
    <div ref={list} className={styles.scroller} onClick={followLink} onFocus={onFocus} onBlur={onBlur}>
      <ul className={styles.rows}>
        {items.map(item => (
          <li key={keyOf(item)} className={styles.item}>
            {children(item)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Renders the rows in view, and the one that has the focus, so that scrolling does not remove it. */
function WindowedRows<Item>({ items, keyOf, children }: Props<Item>) {
  const followLink = useLinksWithin();
  const { list, onFocus, onBlur } = useFocusOfRows<HTMLDivElement, Item>(items, keyOf);
  const { from, to, onScroll } = useRowsInView(items.length, ROW_HEIGHT);
  const [focused, setFocused] = useState<Key | null>(null);
  const rows = Array.from({ length: to - from }, (_, at) => from + at);
  const kept = focused === null ? -1 : items.findIndex(item => keyOf(item) === focused);
  if (kept >= 0 && kept < from) rows.unshift(kept);
  if (kept >= to) rows.push(kept);
  const follow = ({ target }: FocusEvent<HTMLElement>) => {
    const item = items[Number(target.closest<HTMLElement>('[data-row]')?.dataset.row)];
    setFocused(item === undefined ? null : keyOf(item));
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
        role="list"
        className={styles.rows}
        style={{ height: items.length * ROW_HEIGHT }}
        onFocus={follow}
        onBlur={() => setFocused(null)}
      >
        {rows.map(row => (
          <div
            key={keyOf(items[row]!)}
            role="listitem"
            aria-setsize={items.length}
            aria-posinset={row + 1}
            data-row={row}
            className={styles.windowed}
            style={{ transform: `translateY(${row * ROW_HEIGHT}px)` }}
          >
            {children(items[row]!)}
          </div>
        ))}
      </div>
    </div>
  );
}
