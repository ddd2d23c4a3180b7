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

/** True while the page is being printed: what a screen cuts short or leaves out of view is rendered whole then. */
export const usePrinting = () => useSyncExternalStore(follow, () => isPrinting);
