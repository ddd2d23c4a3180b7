import { expect, test, type Page } from '../fixtures';
import { manyTasks, withoutTasks } from '../support/people/people';

const row = (page: Page) => page.locator('main a[href$="/edit"]').first();

/** The service worker is never installed, so that nothing but the user's act makes the page load more. */
const holdInstall = () => {
  navigator.serviceWorker.register = () => new Promise(() => undefined);
};

/** Milliseconds without a request after which the page has all that it wants. */
const QUIET_MS = 3000;

/** Code that only an act needs. */
const FEATURES = /assets\/(keyboard|moves|quick-add|task-form|drag|wall|toast)\./;

test('A first visit costs at most 17 requests and 245 KB until the user acts @worker', async ({
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
  await row(page).waitFor();
  const fresh = await browser.newContext({
    baseURL,
    storageState: withoutTasks(await context.storageState({ indexedDB: true })),
  });
  await fresh.addInitScript(holdInstall);
  const cold = await fresh.newPage();
  const sent: Promise<{ path: string; bytes: number }>[] = [];
  let sentAt = 0;
  cold.on('request', request => {
    sentAt = Date.now();
    const path = new URL(request.url()).pathname;
    sent.push(request.sizes().then(({ responseBodySize }) => ({ path, bytes: responseBodySize })));
  });
  const connected = cold.waitForEvent('websocket');
  await cold.goto('/tasks/today');
  await row(cold).waitFor();
  await connected;
  await expect.poll(() => Date.now() - sentAt).toBeGreaterThan(QUIET_MS);

  const onTheWire = await Promise.all(sent);
  const paths = onTheWire.map(({ path }) => path);
  expect(paths.length + 1, `${paths.join(' ')} and the live connection`).toBeLessThanOrEqual(17);
  expect(onTheWire.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(245_000);
  await fresh.close();
});

test.describe('While the service worker is not yet installed @worker', () => {
  let features: string[];

  test.beforeEach(async ({ page, newUser, signIn, device }) => {
    await page.addInitScript(holdInstall);
    const user = await newUser();
    await device(user).addTask({ taskName: 'Water the plants' });
    features = [];
    page.on('request', request => FEATURES.test(request.url()) && features.push(request.url()));
    await signIn(user);
    await row(page).waitFor();
    await page.waitForLoadState('networkidle');
    expect(features).toEqual([]);
  });

  test('the first hover loads what a row needs', async ({ page }) => {
    await row(page).hover();
    await expect.poll(() => features.some(url => /moves/.test(url))).toBe(true);
    await page.getByRole('button', { name: 'Move: Water the plants' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
  });

  test('the first press opens a menu, a key the shortcuts', async ({ page }) => {
    await page.getByRole('button', { name: 'Move: Water the plants' }).dispatchEvent('click');
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  });

  test('the first key is answered', async ({ page }) => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  });

  test('the first tick is saved', async ({ page }) => {
    await page.getByRole('checkbox', { name: /Water the plants/ }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  });

  test('the first letters in the quick line are read', async ({ page }) => {
    await page.getByRole('textbox', { name: 'Quick add' }).pressSequentially('Buy soil tomorrow');
    await page.keyboard.press('Enter');
    await page.getByRole('navigation').getByRole('link', { name: 'Upcoming' }).click();
    await expect(page.getByRole('main').getByRole('link', { name: /Buy soil/ })).toBeVisible();
  });

  test('a half line is shown without an act', async ({ page }) => {
    const line = page.getByRole('textbox', { name: 'Quick add' });
    await line.fill('Buy soil');
    await expect(line).toHaveAttribute('data-kept');
    await page.waitForLoadState('networkidle');
    await expect(async () => {
      await page.reload();
      await expect(line).toHaveValue('Buy soil', { timeout: 3000 });
    }).toPass();
  });

  test('a page is printed without its controls', async ({ page }) => {
    const hasPaper = () =>
      [...document.styleSheets].some(({ cssRules }) =>
        [...cssRules].some(rule => rule instanceof CSSPageRule),
      );
    await expect.poll(() => page.evaluate(hasPaper)).toBe(true);
    expect(features).toEqual([]);
  });
});

test('Once the service worker is installed, the rest is loaded without an act @worker', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  await device(user).addTask();
  const began = Date.now();
  const loaded = page.waitForResponse(answer => /assets\/keyboard\.[^/]*js/.test(answer.url()), {
    timeout: 60_000,
  });
  await signIn(user);
  await row(page).waitFor();
  // A slow install is not waited for.
  expect((await loaded).fromServiceWorker() || Date.now() - began > 10_000).toBe(true);
});

test('Where the service worker is refused, the rest is loaded without an act @worker', async ({
  page,
  newUser,
  signIn,
}) => {
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () => Promise.reject(new Error('refused'));
  });
  const loaded = page.waitForResponse(answer => /assets\/keyboard\.[^/]*js/.test(answer.url()));
  await signIn(await newUser());
  await loaded;
});
