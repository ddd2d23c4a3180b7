import type { Page } from 'playwright-core';

/** Ends with the page: what is evaluated in one that crashes at that moment is answered never. */
export function whileOpen<Answer>(page: Page, work: Promise<Answer>): Promise<Answer> {
  const listening = new AbortController();
  const gone = new Promise<never>((_resolve, reject) => {
    const end = () => reject(new Error('The page is gone'));
    page.once('crash', end).once('close', end);
    listening.signal.addEventListener('abort', () => page.off('crash', end).off('close', end));
  });
  return Promise.race([work, gone]).finally(() => listening.abort());
}
