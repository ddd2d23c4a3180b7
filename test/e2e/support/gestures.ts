import type { Page } from '@playwright/test';

/** The code of the gestures on rows has come: before it a row is a plain link, which Ctrl opens in another tab. */
export const gesturesReady = (page: Page) => page.locator('#row-selected').waitFor({ state: 'attached' });
