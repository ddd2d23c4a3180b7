import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

/**
 * Makes the router follow the plain links inside an element, with one listener. The router's own links all render at
 * every navigation: with a screen full of them, opening a view took 43 instead of 38 ms (medians of 24, alternating).
 */
export function useLinksWithin() {
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    const isForBrowser =
      event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || isForBrowser || event.defaultPrevented) return;
    event.preventDefault();
    void navigate(link.pathname + link.search);
  };
}
