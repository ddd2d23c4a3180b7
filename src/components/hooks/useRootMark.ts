import { useLayoutEffect } from 'react';

/**
 * While its component is mounted, and `isSet`, the root element has this attribute. Styles of what stands far away ask for it: a
 * `:has()` of the page would be asked anew with every change of a row.
 */
export function useRootMark(name: `data-${string}`, isSet = true) {
  useLayoutEffect(() => {
    if (!isSet) return;
    const root = document.documentElement;
    root.setAttribute(name, '');
    return () => root.removeAttribute(name);
  }, [name, isSet]);
}
