import type { Browser, Locator, Page } from 'playwright-core';
import type { Engine, Screen, Target } from './screen';
import { PATIENCE_MS } from './screen';

const SELECT_ALL = 'ControlOrMeta+a';

function locate(page: Page, { role, name, label, placeholder, text, selector }: Target): Locator {
  const exact = true;
  const all = selector
    ? page.locator(selector)
    : label
      ? page.getByLabel(label, { exact })
      : placeholder
        ? page.getByPlaceholder(placeholder, { exact })
        : text
          ? page.getByText(text, { exact })
          : page.getByRole(role as 'button', { name, exact });
  return selector ? all : all.filter({ visible: true });
}

function screenOf(page: Page, origin: string): Screen {
  return {
    open: async path => void (await page.goto(origin + path)),
    reload: async () => void (await page.reload()),
    // Playwright's `goBack` waits for a load event, which a page from the back/forward cache does not fire.
    back: async () => void (await page.evaluate('setTimeout(() => history.back())')),
    click: target => locate(page, target).first().click(),
    // In Firefox over BiDi, React never sees the value that `fill` sets.
    type: (target, text) => locate(page, target).first().pressSequentially(text),
    async clear(target) {
      await locate(page, target).first().press(SELECT_ALL);
      await page.keyboard.press('Delete');
    },
    press: key => page.keyboard.press(key),
    attach: (target, file) => locate(page, target).first().setInputFiles(file),
    count: target => locate(page, target).count(),
    value: target => locate(page, target).first().inputValue(),
    run: script => page.evaluate(`(async () => { ${script} })()`),
    openTab: async () => screenOf(await page.context().newPage(), origin),
    show: () => page.bringToFront(),
  };
}

/** Chromium, or Firefox by WebDriver BiDi. Dates are typed in the order month, day, year in all engines. */
export const playwrightEngine = (name: string, browser: Browser): Engine => ({
  name,
  version: browser.version(),
  async open(origin) {
    const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
    context.setDefaultTimeout(PATIENCE_MS);
    const screen = screenOf(await context.newPage(), origin);
    return { screen, close: () => context.close() };
  },
  close: () => browser.close(),
});
