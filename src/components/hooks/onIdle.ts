/** Milliseconds after which it is called all the same: a busy machine may never be idle. */
const LATEST = 2000;
const whenIdle = (work: () => void) =>
  window.requestIdleCallback?.(work, { timeout: LATEST }) ?? window.setTimeout(work, 1000);

/** Calls back when the browser is idle, unless the returned function was called before. */
export function onIdle(work: () => void) {
  const handle = whenIdle(work);
  return () => (window.cancelIdleCallback ?? clearTimeout)(handle);
}
