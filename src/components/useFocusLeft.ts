import { useLayoutEffect, useRef } from 'react';

/** For what goes while it has the focus: the first field of the open dialog, else the heading of the page, takes it. */
export function useFocusLeft<Part extends HTMLElement>() {
  const part = useRef<Part>(null);
  useLayoutEffect(() => {
    const shown = part.current;
    return () => {
      if (shown?.contains(document.activeElement))
        (
          document.querySelector<HTMLElement>('dialog[open] [data-first]') ??
          document.querySelector<HTMLElement>('main h1')
        )?.focus({ preventScroll: true });
    };
  }, []);
  return part;
}
