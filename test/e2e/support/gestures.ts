import type { Page } from '@playwright/test';

/** Waits for the row gestures: before the app is there, a row is a plain link, which Ctrl+click opens in another tab. */
export const gesturesReady = (page: Page) => page.locator('#row-selected').waitFor({ state: 'attached' });

/** Waits for the code that moves the notes of the wall. */
export const notesMovable = (page: Page) => page.locator('ul[data-movable]').waitFor();
