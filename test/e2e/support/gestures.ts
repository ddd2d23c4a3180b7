import type { Page } from '@playwright/test';

/** Waits for the code of row gestures: before, a row is a plain link, which Ctrl opens in another tab. */
export const gesturesReady = (page: Page) => page.locator('#row-selected').waitFor({ state: 'attached' });

/** The code that moves the notes of the wall has come. */
export const notesMovable = (page: Page) => page.locator('ul[data-movable]').waitFor();

/** Waits until all code of a list is loaded, before going offline. */
export async function loadAllCode(page: Page) {
  const line = page.getByLabel('Quick add');
  await line.fill('Tea tomorrow'); // the code of days
  await gesturesReady(page);
  await page.waitForLoadState('networkidle');
  await line.fill('');
}

/**
 * Waits until the code of rules, which is loaded with the senders. A tick before gets its next day from the server.
 */
export async function withRules(page: Page, signedIn: Promise<unknown>) {
  const code = await page.waitForResponse(/\/assets\/later\.[0-9a-f]+\.js$/);
  await code.finished();
  await signedIn;
}
