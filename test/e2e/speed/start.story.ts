import { keyOf, taskBody } from '../../../bench/seed';
import { weigh } from '../../../bench/weight';
import { expect, test, type Page } from '../fixtures';
import { storedDay, withoutTasks } from '../support/people';

declare global {
  interface Window {
    shifts: number;
    firstRowAt: number;
  }
}

const row = 'main a[href$="/edit"]';

/** So many tasks, all due today. */
const manyTasks = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [keyOf(n), taskBody(n, storedDay().slice(0, 10))]),
  );

/** Told by the page's own clock: this process hears of a row when the page has long gone on. */
const watch = (page: Page) =>
  page.addInitScript(selector => {
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

/** What the page asked of Firebase, and whether before its first row. */
const asked = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\.json|googleapis/.test(new URL(name).pathname))
      .map(({ name, startTime }) => ({
        path: new URL(name).pathname,
        isEarly: startTime < window.firstRowAt,
      })),
  );

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

  await watch(page);
  await page.reload({ waitUntil: 'commit' });
  await page.locator(row).first().waitFor();
  await expect.poll(async () => (await asked(page)).length).toBeGreaterThan(0);
  expect((await asked(page)).filter(({ isEarly }) => isEarly)).toEqual([]);
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => window.shifts)).toBe(0);
});

test('A start without cached tasks needs eight requests at most and 150 KB to its first row, and no question after the account', async ({
  page,
  context,
  browser,
  baseURL,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  await device(user).patch('tasks', manyTasks(1000));
  await signIn(user);
  await page.locator(row).first().waitFor();
  const fresh = await browser.newContext({
    baseURL,
    storageState: withoutTasks(await context.storageState({ indexedDB: true })),
  });
  const cold = await fresh.newPage();
  await watch(cold);
  const scales = await weigh(cold);
  await cold.goto('/tasks/today', { waitUntil: 'commit' });
  await cold.evaluate(
    selector =>
      new Promise<void>(resolve => {
        const look = () => (document.querySelector(selector) ? resolve() : requestAnimationFrame(look));
        look();
      }),
    row,
  );
  const { requests, bytes, urls } = scales.now();
  const early = (await asked(cold)).filter(({ isEarly }) => isEarly).map(({ path }) => path);
  expect(early).toEqual([`/${user.uid}/tasks.json`]);
  expect(requests, urls.join(' ')).toBeLessThanOrEqual(8);
  expect(bytes).toBeLessThanOrEqual(150_000);
  await fresh.close();
});

test('Of a long list only the rows in view are in the page', async ({ page, newUser, signIn, device }) => {
  const user = await newUser();
  await device(user).patch('tasks', manyTasks(1000));
  await signIn(user);
  await page.locator(row).first().waitFor();
  const inView = Math.ceil(page.viewportSize()!.height / 52);
  expect(await page.locator(row).count()).toBeLessThanOrEqual(inView + 12);
  expect(await page.evaluate(() => document.getElementsByTagName('*').length)).toBeLessThanOrEqual(1200);
});

test('The login page comes with 138 KB before the Auth SDK, which is loaded once nobody waits for it', async ({
  page,
}) => {
  const scales = await weigh(page);
  await page.goto('/auth/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').waitFor();
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(resolve)));
  const { bytes, urls } = scales.now();
  expect(urls.filter(url => /auth-sdk/.test(url))).toEqual([]);
  expect(bytes).toBeLessThanOrEqual(138_000);
  await expect.poll(() => scales.now().urls.some(url => /auth-sdk/.test(url))).toBe(true);
});
