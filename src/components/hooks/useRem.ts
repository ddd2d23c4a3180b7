import { useEffect, useState, type RefObject } from 'react';
import { remNow } from '../../lib/rem';

/** Pixels of 1rem, updated when a probe element sized in rem changes its size. */
export function useRem(sized: RefObject<Element | null>): number {
  const [rem, setRem] = useState(remNow);
  useEffect(() => {
    if (!sized.current || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setRem(remNow()));
    observer.observe(sized.current);
    return () => observer.disconnect();
  }, [sized]);
  return rem;
}
