import type { BrowserContext, Route } from '@playwright/test';

/** The first request with this method and path. */
export type Which = { method: string; path: RegExp };

/** Loses the answer to a request; `applied` resolves once the server has handled the request. */
export function loseAnswer(context: BrowserContext, which: Which): Promise<{ applied: Promise<void> }> {
  return onFirst(context, which, async (route, applied) => {
    await route.fetch();
    applied();
    await route.abort('connectionreset');
  });
}

/** Holds the answer back until `release` is called; `applied` resolves once the server has handled the request. */
export async function holdAnswer(context: BrowserContext, which: Which) {
  let release = () => {};
  const released = new Promise<void>(resolve => (release = resolve));
  const { applied } = await onFirst(context, which, async (route, applied) => {
    const response = await route.fetch();
    applied();
    await released;
    await route.fulfill({ response });
  });
  return { applied, release };
}

/** Answers one request with this status without sending it to the server. */
export function refuse(context: BrowserContext, which: Which, status: number, body = '{"error":"planted"}') {
  return onFirst(context, which, async route => {
    await route.fulfill({ status, body, contentType: 'application/json' });
  });
}

async function onFirst(
  context: BrowserContext,
  { method, path }: Which,
  handle: (route: Route, applied: () => void) => Promise<void>,
) {
  let done = () => {};
  const applied = new Promise<void>(resolve => (done = resolve));
  let isTaken = false;
  await context.route(
    url => path.test(url.pathname),
    async route => {
      if (isTaken || route.request().method() !== method) return route.fallback();
      isTaken = true;
      await handle(route, done);
    },
  );
  return { applied };
}
