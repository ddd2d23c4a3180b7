/** Milliseconds after which the callback runs even if the browser is never idle. */
const LATEST = 2000;
const whenIdle = (work: () => void) =>
  window.requestIdleCallback?.(work, { timeout: LATEST }) ?? window.setTimeout(work, 1000);

/** Calls back when the browser is idle. The returned function cancels it. */
export function onIdle(work: () => void) {
  const handle = whenIdle(work);
  return () => (window.cancelIdleCallback ?? clearTimeout)(handle);
}
