import { useLayoutEffect, useRef, type FocusEvent, type Key } from 'react';
import type { RowLayout } from './rowLayout';
import { useFocusLeft } from '../hooks/useFocusLeft';

/**
 * When the focused row leaves its list, moves the focus to the next row, else to the previous one, else to the
 * heading. A row that moves to another section is mounted anew, and gets the focus back.
 */
export function useFocusOfRows<List extends HTMLElement, Item>(
  { at, rowOf }: Pick<RowLayout<Item>, 'at' | 'rowOf'>,
  keyOf: (item: Item) => Key,
) {
  const list = useFocusLeft<List>();
  const focused = useRef<{ key: Key; row: number } | null>(null);

  useLayoutEffect(() => {
    const was = focused.current;
    if (!was) return;
    const row = rowOf(was.key, was.row);
    if (row >= 0) was.row = row;
    else focused.current = null;
    if (document.activeElement !== document.body) return;
    const things = [...list.current!.querySelectorAll<HTMLElement>('[data-item]')];
    if (row >= 0) return things.find(thing => numberOf(thing) === row)?.focus({ preventScroll: true });
    const next = things.find(thing => numberOf(thing) >= was.row) ?? things.at(-1);
    (next ?? (document.querySelector('main h1') as HTMLElement | null))?.focus();
  });

  return {
    list,
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const row = numberOf(target);
      const item = at(row);
      focused.current = item === undefined ? null : { key: keyOf(item), row };
    },
    /** When the window loses the focus, the document keeps its focused element. */
    onBlur({ target }: FocusEvent<HTMLElement>) {
      if (document.activeElement !== target) focused.current = null;
    },
  };
}

/** The index of the row that contains an element: from its attribute, else its position among its siblings. */
function numberOf(element: HTMLElement): number {
  const row =
    element.closest<HTMLElement>('[data-row]') ?? element.closest<HTMLElement>('li, [role="listitem"]');
  return Number(row?.dataset.row ?? [...(row?.parentElement?.children ?? [])].indexOf(row!));
}
