import { act } from '@testing-library/react';

type Media = { query: string; listeners: Set<() => void> };

/** A window of a width that the test sets: answers `(min-width)` and `(max-width)` and tells when the answer changes. */
export function openWindow(start: number) {
  let width = start;
  const media = new Set<Media>();
  const matches = (query: string) =>
    [...query.matchAll(/\((min|max)-width: ([\d.]+)px\)/g)].every(([, side, limit]) =>
      side === 'min' ? width >= Number(limit) : width <= Number(limit),
    );
  window.matchMedia = query => {
    const listeners = new Set<() => void>();
    media.add({ query, listeners });
    return {
      get matches() {
        return matches(query);
      },
      addEventListener: (_: string, listener: () => void) => listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
    } as unknown as MediaQueryList;
  };
  return {
    resize: (to: number) =>
      act(() => {
        width = to;
        for (const { listeners } of media) listeners.forEach(listener => listener());
      }),
    close() {
      Reflect.deleteProperty(window, 'matchMedia');
    },
  };
}
