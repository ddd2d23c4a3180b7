import { expect, test } from '../fixtures';

declare global {
  interface Window {
    shifts: number;
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

  const asked: string[] = [];
  let hasRow = false;
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (!hasRow && !request.serviceWorker() && /\.json$|\.ws|googleapis/.test(pathname)) asked.push(pathname);
  });
  await page.addInitScript(() => {
    window.shifts = 0;
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) window.shifts += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.reload({ waitUntil: 'commit' });
  await page.locator(row).first().waitFor();
  hasRow = true;
  expect(asked).toEqual([]);
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => window.shifts)).toBe(0);
});
