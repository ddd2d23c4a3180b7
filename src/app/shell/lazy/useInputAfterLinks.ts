import { useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * A page that is rendered in slices (see follow) lets a key or press through meanwhile. That is meant for the page, so the
 * rest is rendered at once.
 */
export function useInputAfterLinks() {
  const navigate = useNavigate();
  const { key } = useLocation();
  useLayoutEffect(() => {
    const stop = new AbortController();
    const renderRest = () => {
      const { key: newest = key, usr: state } = (history.state ?? {}) as { key?: string; usr?: unknown };
      const { pathname, search } = location;
      if (newest !== key) flushSync(() => void navigate(pathname + search, { replace: true, state }));
    };
    for (const name of ['keydown', 'pointerdown'])
      addEventListener(name, renderRest, { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, [navigate, key]);
}
