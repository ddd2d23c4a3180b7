/**
 * A browser in which a WebSocket once failed requests long polling forever. This script in the SDK's own format clears
 * that flag and closes the long poll, so that the browser tries again.
 */
export function handleLongPoll(request: Request): Response | null {
  const url = new URL(request.url);
  if (url.pathname !== '/.lp') return null;
  const callback = url.searchParams.get('cb') ?? '';
  const isStart =
    request.method === 'GET' && url.searchParams.get('start') === 't' && /^\d{1,12}$/.test(callback);
  if (!isStart) return new Response('Only WebSockets are served here.\n', { status: 400, headers: TEXT });
  const script = `(function () {
  try { parent.localStorage.removeItem('firebase:previous_websocket_failure'); } catch (error) {}
  parent.window['pLPCommand${callback}']('close');
})();
`;
  return new Response(script, { headers: { ...TEXT, 'Content-Type': 'text/javascript; charset=utf-8' } });
}

const TEXT = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
