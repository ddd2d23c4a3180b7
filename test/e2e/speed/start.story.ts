import { expect, test } from '../fixtures';

declare global {
  interface Window {
    shifts: number;
    firstRowAt: number;
  }
}

const row = 'main a[href$="/edit"]';

test('A start with cached tasks asks the network for nothing before its first row, and nothing moves', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  const tasks = device(user);
  for (let n = 0; n < 3; n++) await tasks.addTask({ taskName: `Task ${n}` });
  await signIn(user);
  await page.locator(row).first().waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  // The device's copy is written once the second visit can do without the server's first answer.
  await expect(async () => {
    await page.reload();
    await page.locator(row).nth(2).waitFor();
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  }).toPass();

  // Both are told by the page's own clock: this process hears of a row when the page has long gone on.
  await page.addInitScript(selector => {
    window.shifts = 0;
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) window.shifts += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector(selector)) return;
      window.firstRowAt = performance.now();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  }, row);
  await page.reload({ waitUntil: 'commit' });
  await page.locator(row).first().waitFor();
  const asked = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\.json|googleapis/.test(new URL(name).pathname))
        .map(({ name, startTime }) => ({
          path: new URL(name).pathname,
          isEarly: startTime < window.firstRowAt,
        })),
    );
  await expect.poll(async () => (await asked()).length).toBeGreaterThan(0);
  expect((await asked()).filter(({ isEarly }) => isEarly)).toEqual([]);
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => window.shifts)).toBe(0);
});
