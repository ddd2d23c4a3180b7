/**
 * Suppresses the click that ends the current press, wherever it lands: a menu may have opened under the finger. A busy
 * browser sends it late, so it is awaited until the next press. A click by the keyboard counts.
 */
export function stopOwnClick(): void {
  const stop = new AbortController();
  const options = { capture: true, signal: stop.signal };
  const end = (event: MouseEvent) => {
    if (event.detail === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    stop.abort();
  };
  addEventListener('click', end, options);
  addEventListener('pointerdown', () => stop.abort(), options);
}
