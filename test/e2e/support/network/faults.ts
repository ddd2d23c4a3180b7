import type { BrowserContext, Route } from '@playwright/test';

/** A request, by method and path: the first that matches. */
export type Which = { method: string; path: RegExp };

/** `applied` resolves once the server has done what was asked; its answer never reaches the page. */
export function loseAnswer(context: BrowserContext, which: Which): Promise<{ applied: Promise<void> }> {
  return onFirst(context, which, async (route, applied) => {
    await route.fetch();
    applied();
    await route.abort('connectionreset');
  });
}

/** `applied` as above; the answer waits for `release`. */
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

/** Answers one request with this status; the server never hears of it. */
export function refuse(context: BrowserContext, which: Which, status: number, body = '{"error":"planted"}') {
  return onFirst(context, which, async route => {
    await route.fulfill({ status, body, contentType: 'application/json' });
  });
}

/** Refuses an edit of a task: it is blocked once it was refused twice over the same record. */
export async function refuseEdit(context: BrowserContext, status: number, body?: string) {
  const which = { method: 'PUT', path: /\/tasks\// };
  for (let refusals = 0; refusals < 2; refusals++) await refuse(context, which, status, body);
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
