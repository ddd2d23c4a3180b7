const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1000));

/** Calls back when the browser is idle, unless the returned function was called before. */
export function onIdle(work: () => void) {
  const handle = whenIdle(work);
  return () => (window.cancelIdleCallback ?? clearTimeout)(handle as number);
}
