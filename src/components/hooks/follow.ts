import { startTransition } from 'react';

/** Milliseconds of a rendering that misses frames. */
const SLOW_MS = 33;
let isSlow = false;

/** Takes the time since `began` as what a page takes to render. */
export const timePage = (began: number) => {
  isSlow = performance.now() - began > SLOW_MS;
};

/**
 * Goes to a page by `navigate`. Rendered at once it is in the next frame. After a page took long, the next ones are
 * rendered as transitions: in slices, so that no task is long, and a frame later (see useInputAfterLinks).
 */
export function follow(navigate: () => void) {
  if (isSlow) return startTransition(navigate);
  const began = performance.now();
  navigate();
  // Behind React's own microtask, which renders the page.
  queueMicrotask(() => timePage(began));
}
