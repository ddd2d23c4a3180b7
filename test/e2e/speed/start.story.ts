import { expect, test, type Page } from '../fixtures';
import { manyTasks, withoutTasks } from '../support/people/people';

declare global {
  interface Window {
    shifts: number;
    shownAt: number;
  }
}

const row = 'main a[href$="/edit"]';

/** Bytes of the page, its scripts and its style sheets. */
const LOGIN = 156_500;

/** Records when the element appears by the page's own clock, because this process learns of it later. */
const watch = (page: Page, selector: string) =>
  page.addInitScript(awaited => {
    window.shifts = 0;
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) window.shifts += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector(awaited)) return;
      window.shownAt = performance.now();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  }, selector);

/**
 * The page's requests, including its own, with their bytes on the wire; `early` means sent before the first row was
 * shown.
 */
const requestsOf = (page: Page) =>
  page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
      entry => {
        const { name, startTime, encodedBodySize } = entry as PerformanceResourceTiming;
        return { path: new URL(name).pathname, bytes: encodedBodySize, isEarly: startTime < window.shownAt };
      },
    ),
  );
const early = async (page: Page) => (await requestsOf(page)).filter(({ isEarly }) => isEarly);
const toFirebase = ({ path }: { path: string }) => /\.json$|googleapis/.test(path);
const sumOf = (bytes: number[]) => bytes.reduce((sum, count) => sum + count, 0);

test('A start with cached tasks asks for nothing before its first row, nothing moves @worker', async ({
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
  // The device's copy is complete once the second visit shows rows without the server's answer.
  await expect(async () => {
    await page.reload();
    await page.locator(row).nth(2).waitFor();
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  }).toPass();

  await watch(page, row);
  await page.reload({ waitUntil: 'commit' });
  await page.locator(row).first().waitFor();
  await expect.poll(async () => (await requestsOf(page)).filter(toFirebase).length).toBeGreaterThan(0);
  expect((await early(page)).filter(toFirebase)).toEqual([]);
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => window.shifts)).toBe(0);
});

test('Of a long list only rows in view are drawn; a cold start: 9 requests, 154.95 KB', async ({
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
  const inView = Math.ceil(page.viewportSize()!.height / 52);
  expect(await page.locator(row).count()).toBeLessThanOrEqual(inView + 12);
  expect(await page.evaluate(() => document.getElementsByTagName('*').length)).toBeLessThanOrEqual(1200);

  const fresh = await browser.newContext({
    baseURL,
    storageState: withoutTasks(await context.storageState({ indexedDB: true })),
  });
  const cold = await fresh.newPage();
  await watch(cold, row);
  // The tasks are requested before the app's scripts have arrived.
  const tasksAsked = cold.waitForRequest(/tasks\.json/);
  await cold.route('**/assets/main.*.js', async route => {
    await tasksAsked;
    await route.continue();
  });
  await cold.goto('/tasks/today');
  await cold.locator(row).first().waitFor();
  await cold.waitForLoadState('networkidle');
  const first = await early(cold);
  const paths = first.map(({ path }) => path);
  expect(
    first
      .filter(toFirebase)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(['ext/done', 'ext/repeats', 'tasks'].map(list => `/${user.uid}/${list}.json`));
  // Three of the requests are lists: a tick needs its task's repeat, but no earlier occurrences.
  expect(paths.length, paths.join(' ')).toBeLessThanOrEqual(9);
  expect(sumOf(first.map(({ bytes }) => bytes))).toBeLessThanOrEqual(154_950);
  await fresh.close();
});

test('The login form is requested before the app, and the Auth SDK once nobody waits', async ({ page }) => {
  await watch(page, 'form');
  const formAsked = page.waitForRequest(/\/assets\/auth\.\w+\.js/);
  await page.route('**/assets/main.*.js', async route => {
    await formAsked;
    await route.continue();
  });
  await page.goto('/auth/login');
  await expect
    .poll(async () => (await requestsOf(page)).some(({ path }) => /auth-sdk/.test(path)))
    .toBe(true);
  const first = await early(page);
  expect(first.filter(({ path }) => /sdk|init/.test(path))).toEqual([]);
  expect(sumOf(first.map(({ bytes }) => bytes))).toBeLessThanOrEqual(LOGIN);
  expect(await page.evaluate(() => window.shifts)).toBe(0);
});

test("The app's first files ask to be compiled while they arrive", async ({ request }) => {
  const page = await (await request.get('/')).text();
  const files = [...new Set(page.match(/\/assets\/(main|packages)\.\w+\.js/g))];
  expect(files).toHaveLength(2);
  for (const file of files)
    expect((await (await request.get(file)).text()).split('\n')[0], file).toBe(
      '//# allFunctionsCalledOnLoad',
    );
});
