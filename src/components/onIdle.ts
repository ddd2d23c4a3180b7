const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1000));

/** Calls back once nothing else is to be done; never after the returned function was called. */
export function onIdle(work: () => void) {
  const handle = whenIdle(work);
  return () => (window.cancelIdleCallback ?? clearTimeout)(handle as number);
}
