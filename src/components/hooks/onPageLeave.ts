const EVENTS = [
  [window, 'pagehide'],
  [document, 'visibilitychange'],
] as const;

/**
 * Runs `act` when the page is left, also in the background, where a phone may end it. Changes made in it are
 * kept for the next page. Returns a function that stops it.
 */
export function onPageLeave(act: () => void): () => void {
  const end = new AbortController();
  const run = (event: Event) => {
    if (event.type === 'pagehide' || document.visibilityState === 'hidden') act();
  };
  for (const [target, type] of EVENTS)
    target.addEventListener(type, run, { capture: true, signal: end.signal });
  return () => end.abort();
}
