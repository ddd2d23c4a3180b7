import { useInsertionEffect } from 'react';

/**
 * Sets an attribute on the root element while the component is mounted and `isSet`. Distant styles select by it: a
 * `:has()` on the page would be evaluated again at every change of a row.
 */
export function useRootAttribute(name: `data-${string}`, isSet = true) {
  // Before layout effects: when they move the focus, the page is laid out with it, not once more for it.
  useInsertionEffect(() => {
    if (!isSet) return;
    const root = document.documentElement;
    root.setAttribute(name, '');
    return () => root.removeAttribute(name);
  }, [name, isSet]);
}
