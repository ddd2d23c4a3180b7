/** Milliseconds after which the callback runs even if the browser is never idle. */
const LATEST = 2000;
const whenIdle = (work: () => void) =>
  window.requestIdleCallback?.(work, { timeout: LATEST }) ?? window.setTimeout(work, 1000);

/** Calls back when the browser is idle. The returned function cancels it. */
export function onIdle(work: () => void) {
  const handle = whenIdle(work);
  return () => (window.cancelIdleCallback ?? clearTimeout)(handle);
}

let codeAtHand = Promise.resolve();

/** Sets what `onSpareTime` waits for: see `Updates.codeAtHand`. */
export const waitForCode = (until: Promise<void>) => {
  codeAtHand = until;
};

/** Calls back when the browser is idle and code is at hand. The returned function cancels it. */
export function onSpareTime(work: () => void) {
  let isOver = false;
  let stop = () => {
    isOver = true;
  };
  void codeAtHand.then(() => {
    if (!isOver) stop = onIdle(work);
  });
  return () => stop();
}
