import { useEffect, useState, type UIEvent } from 'react';
import { onIdle } from './onIdle';

/** Extra rows above and below the view; they are rendered after the first paint. */
const MORE = 6;

/**
 * Which of a list's rows, all of one height, are in view of what scrolls it. Nothing is measured: no scroller is taller
 * than the window, so the first rendering has its rows already. (@tanstack/react-virtual did it in two renderings and
 * 9 KB of brotli.)
 */
export function useRowsInView(count: number, rowHeight: number) {
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(window.innerHeight);
  const [more, setMore] = useState(0);
  useEffect(() => onIdle(() => setMore(MORE)), []);
  useEffect(() => {
    const resized = () => setHeight(window.innerHeight);
    addEventListener('resize', resized);
    return () => removeEventListener('resize', resized);
  }, []);
  const first = Math.min(top, Math.max(0, count - 1));
  return {
    from: Math.max(0, first - more),
    to: Math.min(count, first + Math.ceil(height / rowHeight) + more),
    onScroll: ({ currentTarget }: UIEvent) => {
      setTop(Math.floor(Math.max(0, currentTarget.scrollTop) / rowHeight));
      setMore(MORE);
    },
  };
}
