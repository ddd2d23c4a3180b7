/**
 * Works in the next frame, before the browser lays the page out for it, so that measuring or focusing costs no layout
 * of its own. If a key is pressed before, works then. The returned function cancels it.
 */
export function inNextFrame(work: () => void) {
  const frame = requestAnimationFrame(run);
  const stop = () => {
    cancelAnimationFrame(frame);
    removeEventListener('keydown', run, true);
  };
  function run() {
    stop();
    work();
  }
  addEventListener('keydown', run, true);
  return stop;
}
