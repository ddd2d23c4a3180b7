/**
 * A browser that once failed to open a WebSocket remembers it and asks for long polling, for ever. This makes it forget
 * and try again: the answer is a script of the SDK's own shape that clears the mark and closes the long poll.
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
