import { useLayoutEffect, useRef } from 'react';

/** For what goes while it has the focus: the heading of the page takes it, so that it does not fall to the page. */
export function useFocusLeft<Part extends HTMLElement>() {
  const part = useRef<Part>(null);
  useLayoutEffect(() => {
    const shown = part.current;
    return () => {
      if (shown?.contains(document.activeElement))
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    };
  }, []);
  return part;
}
