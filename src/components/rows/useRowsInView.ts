import { useEffect, useState, type RefObject, type UIEvent } from 'react';
import type { RowLayout } from './rowLayout';
import { usePrinting } from '../hooks/usePrinting';
import { useRem } from '../hooks/useRem';

/** Extra rows above and below the view. */
const ROWS_OUTSIDE_VIEW = 6;

/**
 * The range of rows in view of the scrolling element; all rows when printing. Only the text size is measured: no
 * scroller is taller than the window, so the first rendering already covers the view.
 */
export function useRowsInView<Item>(layout: RowLayout<Item>, content: RefObject<HTMLElement | null>) {
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(window.innerHeight);
  const rem = useRem(content);
  useEffect(() => {
    const resized = () => setHeight(window.innerHeight);
    addEventListener('resize', resized);
    return () => removeEventListener('resize', resized);
  }, []);
  const rowAt = (pixels: number) => layout.rowAt(Math.max(0, pixels) / rem);
  const isPrinting = usePrinting();
  const first = Math.min(rowAt(top), Math.max(0, layout.count - 1));
  return {
    from: isPrinting ? 0 : Math.max(0, first - ROWS_OUTSIDE_VIEW),
    to: isPrinting ? layout.count : Math.min(layout.count, rowAt(top + height) + 1 + ROWS_OUTSIDE_VIEW),
    onScroll({ currentTarget: { scrollTop } }: UIEvent) {
      if (rowAt(scrollTop) !== first || rowAt(scrollTop + height) !== rowAt(top + height)) setTop(scrollTop);
    },
  };
}
