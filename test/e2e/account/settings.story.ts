import { expect, test, type Page } from '../fixtures';
const DARK = 'rgb(27, 26, 24)';
const styleOf = (page: Page) =>
  page.evaluate(() => {
    const { backgroundColor, fontSize } = getComputedStyle(document.documentElement);
    return { backgroundColor, fontSize };
  });
const bar = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLMetaElement>('[name=theme-color]')].find(
        meta => matchMedia(meta.media).matches,
      )!.content,
  );

test.describe('At a start', () => {
  test.use({ serviceWorkers: 'block' });

  test('the chosen theme and size of text are there before anything is painted', async ({
    page,
    somebody,
  }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await somebody(data => data.put('ext/settings', { theme: 'dark', textSize: 'large' }));
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).some(key => key.includes('settings'))))
      .toBe(true);

    const isPainted = () => page.evaluate(() => performance.getEntriesByType('paint').length > 0);
    const held = new Map<string, () => void>();
    for (const script of ['boot', 'main'])
      await page.route(new RegExp(`assets/${script}\\.\\w+\\.js$`), async route => {
        await new Promise<void>(release => held.set(script, release));
        await route.continue();
      });
    await page.goto('/tasks/today', { waitUntil: 'commit' });
    await expect.poll(() => held.has('boot')).toBe(true);
    await page.waitForTimeout(700); // a page that did not wait for the boot script would be painted by now
    expect(await isPainted()).toBe(false);
    held.get('boot')!();
    await expect.poll(isPainted).toBe(true);
    expect(await styleOf(page)).toEqual({ backgroundColor: DARK, fontSize: '18px' });
    expect(await bar(page)).toBe('#1b1a18');
    await expect.poll(() => held.has('main')).toBe(true);
    held.get('main')!();
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
    expect(await styleOf(page)).toEqual({ backgroundColor: DARK, fontSize: '18px' });
  });
});
