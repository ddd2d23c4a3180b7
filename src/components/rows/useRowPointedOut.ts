import { useEffect, useEffectEvent, useRef, type Key, type RefObject } from 'react';
import { HEADING_HEIGHT, ROW_HEIGHT, type RowLayout } from './rowLayout';

/** The key of a row, and a number that is another one each time that a row is pointed out. */
export type PointedOut = { key: Key; number: number };

/** Scrolls a row into view, once each time that it is pointed out; one that is not listed yet, when it is. */
export function useRowPointedOut<Item>(
  list: RefObject<HTMLElement | null>,
  layout: RowLayout<Item>,
  pointedOut: PointedOut | null | undefined,
) {
  const scrolledTo = useRef<number | null>(null);
  const show = useEffectEvent(() => {
    if (!pointedOut || scrolledTo.current === pointedOut.number) return;
    const row = layout.rowOf(pointedOut.key, 0);
    if (row < 0) return;
    scrolledTo.current = pointedOut.number;
    scrollToRow(list.current!, layout, row);
  });
  useEffect(() => show(), [pointedOut, layout]);
}

/** Scrolls to the middle of the view, unless the row is in view. A row that is not drawn stands where the layout says. */
function scrollToRow<Item>(scroller: HTMLElement, layout: RowLayout<Item>, row: number) {
  const drawn = scroller.querySelector(`[data-row="${row}"]`)?.getBoundingClientRect();
  const content = scroller.firstElementChild!.getBoundingClientRect();
  const view = scroller.getBoundingClientRect();
  const rem = content.height / layout.height;
  const top = drawn?.top ?? content.top + layout.topOf(row) * rem;
  const height = drawn?.height ?? ROW_HEIGHT * rem;
  const isInView = top - HEADING_HEIGHT * rem >= view.top && top + height <= view.bottom;
  if (!isInView) scroller.scrollTop += top - view.top - (view.height - height) / 2;
}
