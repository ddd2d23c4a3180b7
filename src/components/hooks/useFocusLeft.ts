import { useLayoutEffect, useRef } from 'react';

/** For what goes while it has the focus: the first field of the open dialog, else the nearest heading, takes it. */
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

/** A form beside its list has a heading of its own. One that is hidden does not take the focus: the next is asked. */
function passOn(from: HTMLElement) {
  const field = document.querySelector<HTMLElement>('dialog[open] [data-first]');
  if (field) return field.focus();
  for (let around = from.parentElement; around; around = around.parentElement)
    for (const heading of around.querySelectorAll('h1')) {
      heading.focus({ preventScroll: true });
      if (document.activeElement === heading) return;
    }
}
