/**
 * Works in the next frame, before the browser lays the page out for it, so that measuring or focusing costs no layout
 * of its own. If a key or a pointer is pressed before, works then. The returned function cancels it.
 */
export function inNextFrame(work: () => void) {
  const pending = new AbortController();
  const frame = requestAnimationFrame(run);
  function stop() {
    cancelAnimationFrame(frame);
    pending.abort();
  }
  function run() {
    stop();
    work();
  }
  for (const press of ['keydown', 'pointerdown'])
    addEventListener(press, run, { capture: true, signal: pending.signal });
  return stop;
}
