import type { Page } from '@playwright/test';

/** Waits for the code of row gestures: before, a row is a plain link, which Ctrl+click opens in another tab. */
export const gesturesReady = (page: Page) => page.locator('#row-selected').waitFor({ state: 'attached' });

/** Waits for the code that moves the notes of the wall. */
export const notesMovable = (page: Page) => page.locator('ul[data-movable]').waitFor();

/** Waits until all code of a list is loaded. Call it before going offline. */
export async function loadAllCode(page: Page) {
  const line = page.getByLabel('Quick add');
  await line.fill('Tea tomorrow'); // loads the code that reads days
  await gesturesReady(page);
  await page.waitForLoadState('networkidle');
  await line.fill('');
}
