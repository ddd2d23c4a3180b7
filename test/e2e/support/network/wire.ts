import type { Page } from '@playwright/test';

/** A REST call to the database; its path lacks the user, e.g. `/tasks.json`. */
export type Call = { method: string; path: string; query: Record<string, string>; body: unknown };
/** A write of the database SDK: `p` sets (null removes), `m` merges. */
type SdkWrite = { action: string; path: string; body: unknown };

/** Records all requests of the page to the database from now on. */
export function watchWire(page: Page, uid: string) {
  const calls: Call[] = [];
  const writes: SdkWrite[] = [];
  const within = (path: string) => decodeURIComponent(path).replace(`/${uid}`, '');

  page.on('request', request => {
    const url = new URL(request.url());
    if (!url.pathname.startsWith(`/${uid}/`)) return;
    calls.push({
      method: request.method(),
      path: within(url.pathname),
      query: Object.fromEntries(url.searchParams),
      body: request.postDataJSON() as unknown,
    });
  });
  page.on('websocket', socket =>
    socket.on('framesent', ({ payload }) => {
      const { d: message } = parse(payload.toString());
      if (message?.a === 'p' || message?.a === 'm')
        writes.push({ action: message.a, path: within(message.b.p), body: message.b.d });
    }),
  );
  return {
    writes,
    calls: (method: string, path?: RegExp) =>
      calls.filter(call => call.method === method && (!path || path.test(call.path))),
    /** All changes, by REST or SDK. */
    changes: () => [...calls.filter(({ method }) => method !== 'GET'), ...writes],
  };
}

type Message = { d?: { a: string; b: { p: string; d: unknown } } };

/** Parses a frame of the SDK; keepalives and the length before a long message contain no message. */
function parse(frame: string): Message {
  return frame.startsWith('{') ? (JSON.parse(frame) as Message) : {};
}
