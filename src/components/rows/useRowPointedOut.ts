import { useEffect, useRef, type Key, type RefObject } from 'react';
import { HEADING_HEIGHT_REM, ROW_HEIGHT_REM, type RowLayout } from './rowLayout';

/** The key of a row to scroll to, and a number that changes with every request. */
export type PointedOut = { key: Key; number: number };

/** Scrolls a row into view once per request; if it is not listed yet, as soon as it is. */
export function useRowPointedOut<Item>(
  list: RefObject<HTMLElement | null>,
  layout: RowLayout<Item>,
  pointedOut: PointedOut | null | undefined,
) {
  const scrolledTo = useRef<number | null>(null);
  useEffect(() => {
    if (!pointedOut || scrolledTo.current === pointedOut.number) return;
    const row = layout.rowOf(pointedOut.key, 0);
    if (row < 0) return;
    scrolledTo.current = pointedOut.number;
    scrollToRow(list.current!, layout, row);
  }, [list, pointedOut, layout]);
}

/**
 * Scrolls the row to the middle of the view unless it is visible. The position of a row that is not rendered comes
 * from the layout.
 */
function scrollToRow<Item>(scroller: HTMLElement, layout: RowLayout<Item>, row: number) {
  const drawn = scroller.querySelector(`[data-row="${row}"]`)?.getBoundingClientRect();
  const content = scroller.firstElementChild!.getBoundingClientRect();
  const view = scroller.getBoundingClientRect();
  const rem = content.height / layout.height;
  const top = drawn?.top ?? content.top + layout.topOf(row) * rem;
  const height = drawn?.height ?? ROW_HEIGHT_REM * rem;
  const isInView = top - HEADING_HEIGHT_REM * rem >= view.top && top + height <= view.bottom;
  if (!isInView) scroller.scrollTop += top - view.top - (view.height - height) / 2;
}
