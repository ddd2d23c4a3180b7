import type { Locator, Page } from '@playwright/test';

/** Pastes words by the browser's own clipboard. */
export async function pasteText(page: Page, text: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(words => navigator.clipboard.writeText(words), text);
  await page.keyboard.press('ControlOrMeta+v');
}

/** Counts of a user's actions: keys other than typed text, clicks, taps, pastes. */
export interface Counts {
  keys: number;
  clicks: number;
  taps: number;
  pastes: number;
}

/** Acts on a page like a user, and counts the actions; typed text is not counted. */
export function counted(page: Page) {
  const none: Counts = { keys: 0, clicks: 0, taps: 0, pastes: 0 };
  let counts = { ...none };
  return {
    /** Counts one press of a key with its modifiers. */
    async press(key: string) {
      counts.keys += 1;
      await page.keyboard.press(key);
    },
    async click(target: Locator) {
      counts.clicks += 1;
      await target.click();
    },
    async tap(target: Locator) {
      counts.taps += 1;
      await target.tap();
    },
    /** Presses Enter and counts it as a tap on a phone's keyboard. */
    async tapEnter() {
      counts.taps += 1;
      await page.keyboard.press('Enter');
    },
    async paste(text: string) {
      counts.pastes += 1;
      await pasteText(page, text);
    },
    type: (words: string) => page.keyboard.type(words),
    /** The counts since the last call. */
    take(): Partial<Counts> {
      const taken = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
      counts = { ...none };
      return taken;
    },
  };
}
