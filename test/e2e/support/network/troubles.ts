import type { BrowserContext } from '@playwright/test';

/** Complaints of a page: errors in its console or code, violations of the policy, error answers and failed requests. */
export interface Troubles {
  /** Expects a trouble that a story causes, by its text or address. */
  expect(pattern: RegExp): void;
  /** The unexpected complaints. */
  found(): string[];
}

/** Watches every page of a context from its first byte. */
export function watchTroubles(context: BrowserContext): Troubles {
  const expected: RegExp[] = [];
  const troubles: string[] = [];
  const add = (trouble: string) => void troubles.push(trouble);

  context.on('console', message => {
    if (message.type() === 'error') add(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', error => add(`error: ${error.error().stack ?? error.error().message}`));
  context.on('requestfailed', request => {
    const reason = request.failure()?.errorText ?? '';
    // A page that is left aborts its requests.
    if (reason !== 'net::ERR_ABORTED') add(`request: ${request.method()} ${request.url()} ${reason}`);
  });
  context.on('response', response => {
    const { method, url } = { method: response.request().method(), url: response.url() };
    if (response.status() >= 400) add(`answer: ${method} ${url} ${response.status()}`);
  });
  return {
    expect: pattern => void expected.push(pattern),
    found: () => troubles.filter(trouble => !expected.some(pattern => pattern.test(trouble))),
  };
}
