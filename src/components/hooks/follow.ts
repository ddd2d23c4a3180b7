import { startTransition, useLayoutEffect, useState } from 'react';
import { inNextFrame } from './inNextFrame';

/** Milliseconds of a rendering that misses frames. */
const SLOW_MS = 20;
let isSlow = false;
/** When the page that is being rendered was asked for, if that is known. */
let began: number | null = null;

/**
 * Goes to a page by `navigate`. Rendered at once it is in the next frame. After a page took long, the next one is
 * rendered as a transition: in slices, so that no task is long, and a frame later (see useInputAfterLinks).
 */
export function follow(navigate: () => void) {
  began = performance.now();
  if (isSlow) startTransition(navigate);
  else navigate();
}

/** Works at once; while pages are rendered in slices, in the next frame, so that it is no part of a long task. */
export const afterPage = (work: () => void) => (isSlow ? inNextFrame(work) : void work());

/** Takes the time in which each `page` is rendered, the first one from the first rendering on. */
export function usePageTime(page: unknown) {
  const [mounted] = useState(() => performance.now());
  useLayoutEffect(() => {
    began = mounted;
  }, [mounted]);
  useLayoutEffect(() => {
    if (began !== null) isSlow = performance.now() - began > SLOW_MS;
    began = null;
  }, [page]);
}
