import { expect, type Page } from '@playwright/test';

/** Waits until a draft with these words is in localStorage. */
export const expectDraft = (page: Page, words: string) =>
  expect
    .poll(
      () =>
        page.evaluate(() =>
          JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith('daywall-draft/'))),
        ),
      'the stored drafts',
    )
    .toContain(words);
