import type { Page } from 'playwright-core';

/** Rejects when the page ends: an evaluation in a page that crashes never resolves. */
export function whileOpen<Answer>(page: Page, work: Promise<Answer>): Promise<Answer> {
  const listening = new AbortController();
  const gone = new Promise<never>((_resolve, reject) => {
    const end = () => reject(new Error('The page is gone'));
    page.once('crash', end).once('close', end);
    listening.signal.addEventListener('abort', () => page.off('crash', end).off('close', end));
  });
  return Promise.race([work, gone]).finally(() => listening.abort());
}
