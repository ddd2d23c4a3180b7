import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let isPrinting = false;

function set(now: boolean) {
  isPrinting = now;
  listeners.forEach(listener => listener());
}

addEventListener('beforeprint', () => set(true));
addEventListener('afterprint', () => set(false));

function follow(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while the page is printed: truncated text and long lists are then rendered in full. */
export const usePrinting = () => useSyncExternalStore(follow, () => isPrinting);
