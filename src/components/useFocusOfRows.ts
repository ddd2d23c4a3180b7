import { useLayoutEffect, useRef, type FocusEvent, type Key } from 'react';
import { useFocusLeft } from './useFocusLeft';

/** Passes the focus of a row that leaves its list on to the next row, else to the previous one, else to the heading. */
export function useFocusOfRows<List extends HTMLElement, Item>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
) {
  const list = useFocusLeft<List>();
  const focused = useRef<{ key: Key; row: number } | null>(null);

  useLayoutEffect(() => {
    const was = focused.current;
    if (!was) return;
    const isOf = (item: Item) => keyOf(item) === was.key;
    const row = items.slice(was.row, was.row + 1).some(isOf) ? was.row : items.findIndex(isOf);
    if (row >= 0) {
      was.row = row;
      return;
    }
    focused.current = null;
    if (document.activeElement !== document.body) return;
    const things = [...list.current!.querySelectorAll<HTMLElement>('[data-item]')];
    const next = things.find(thing => rowOf(thing) >= was.row) ?? things.at(-1);
    (next ?? (document.querySelector('main h1') as HTMLElement | null))?.focus();
  });

  return {
    list,
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const row = rowOf(target);
      const item = items[row];
      focused.current = item === undefined ? null : { key: keyOf(item), row };
    },
    /** A window that loses the focus leaves it where it is in the page. */
    onBlur({ target }: FocusEvent<HTMLElement>) {
      if (document.activeElement !== target) focused.current = null;
    },
  };
}

/** The number of the row that holds an element: a long list, of which a part is drawn, says it. */
function rowOf(element: HTMLElement): number {
  const row = element.closest<HTMLElement>('li, [role="listitem"]');
  return Number(row?.dataset.row ?? [...(row?.parentElement?.children ?? [])].indexOf(row!));
}
