import { useMemo, useSyncExternalStore } from 'react';

/** Whether a media query matches; false where `matchMedia` does not exist. */
export function useMediaQuery(query: string): boolean {
  // The list is kept: to make one takes longer than all else here, and each rendering reads it twice.
  const [subscribe, matches] = useMemo(() => {
    const media = window.matchMedia?.(query);
    const follow = (onChange: () => void) => {
      media?.addEventListener('change', onChange);
      return () => media?.removeEventListener('change', onChange);
    };
    return [follow, () => media?.matches ?? false] as const;
  }, [query]);
  return useSyncExternalStore(subscribe, matches);
}
