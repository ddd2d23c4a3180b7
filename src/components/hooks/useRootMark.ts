import { useLayoutEffect } from 'react';

/**
 * Sets an attribute on the root element while the component is mounted and `isSet`. Distant styles select by it: a
 * `:has()` on the page would be evaluated again at every change of a row.
 */
export function useRootMark(name: `data-${string}`, isSet = true) {
  useLayoutEffect(() => {
    if (!isSet) return;
    const root = document.documentElement;
    root.setAttribute(name, '');
    return () => root.removeAttribute(name);
  }, [name, isSet]);
}
