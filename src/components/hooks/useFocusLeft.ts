import { useLayoutEffect, useRef } from 'react';

/** When the focused element is removed, moves the focus to the first field of the open dialog, else to the nearest heading. */
export function useFocusLeft<Part extends HTMLElement>() {
  const part = useRef<Part>(null);
  useLayoutEffect(() => {
    const element = part.current;
    return () => {
      if (element?.contains(document.activeElement)) passOn(element);
    };
  }, []);
  return part;
}

/** A form beside its list has its own heading. A hidden heading cannot take the focus; try the next one. */
function passOn(from: HTMLElement) {
  const field = document.querySelector<HTMLElement>('dialog[open] [data-first]');
  if (field) return field.focus();
  for (let around = from.parentElement; around; around = around.parentElement)
    for (const heading of around.querySelectorAll('h1')) {
      heading.focus({ preventScroll: true });
      if (document.activeElement === heading) return;
    }
}
