import type { BrowserContext, Page } from 'playwright-core';

/** Rejects when the page or browser ends: what was asked of one that crashes is never answered. */
export function whileOpen<Answer>(open: Page | BrowserContext, work: Promise<Answer>): Promise<Answer> {
  const listening = new AbortController();
  const ends = open as Page; // a browser has no event `crash`
  const gone = new Promise<never>((_resolve, reject) => {
    const end = () => reject(new Error('The page is gone'));
    ends.once('crash', end).once('close', end);
    listening.signal.addEventListener('abort', () => ends.off('crash', end).off('close', end));
  });
  return Promise.race([work, gone]).finally(() => listening.abort());
}
