import { expect, test, type Page } from '../fixtures';
import { call } from '../../support/clients/identity';
import { manyTasks, withoutTasks, type Device, type User } from '../support/people/people';

const row = (page: Page) => page.locator('main a[href$="/edit"]').first();

/** The service worker is never installed, so that nothing but the user's act makes the page load more. */
const holdInstall = () => {
  navigator.serviceWorker.register = () => new Promise(() => undefined);
};

/** Nor do the 10 s end after which it loads more beside a slow install: a busy machine may need them for the view. */
const holdTimeout = () => {
  const { setTimeout } = window;
  window.setTimeout = ((work: () => void, milliseconds?: number, ...given: unknown[]) =>
    milliseconds === 10_000 ? 0 : setTimeout(work, milliseconds, ...given)) as typeof setTimeout;
};

/** Milliseconds without a request after which the page has all that it wants. */
const QUIET_MS = 3000;

/** Code that only an act needs, and that of the live connection. */
const FEATURES = /assets\/(keyboard|moves|quick-add|task-form|drag|wall|toast|auth-sdk|database-sdk)\./;

test('A first visit costs at most 13 requests and 185 KB until the user acts @worker', async ({
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
  await fresh.addInitScript(holdTimeout);
  const cold = await fresh.newPage();
  const sent: Promise<{ path: string; bytes: number }>[] = [];
  let sentAt = 0;
  cold.on('request', request => {
    sentAt = Date.now();
    const path = new URL(request.url()).pathname;
    sent.push(request.sizes().then(({ responseBodySize }) => ({ path, bytes: responseBodySize })));
  });
  await cold.goto('/tasks/today');
  await row(cold).waitFor();
  await expect.poll(() => Date.now() - sentAt).toBeGreaterThan(QUIET_MS);

  const onTheWire = await Promise.all(sent);
  const paths = onTheWire.map(({ path }) => path);
  expect(paths.length, paths.join(' ')).toBeLessThanOrEqual(13);
  expect(onTheWire.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(185_000);

  const connected = cold.waitForEvent('websocket');
  await row(cold).hover();
  await connected;
  await fresh.close();
});

test.describe('While the service worker is not yet installed @worker', () => {
  let features: string[];
  let user: User;
  let data: Device;
  let key: string;

  test.beforeEach(async ({ page, newUser, signIn, device }) => {
    await page.addInitScript(holdInstall);
    await page.addInitScript(holdTimeout);
    user = await newUser();
    data = device(user);
    key = await data.addTask({ taskName: 'Water the plants' });
    features = [];
    page.on('request', request => FEATURES.test(request.url()) && features.push(request.url()));
    await signIn(user);
    await row(page).waitFor();
    await page.waitForLoadState('networkidle');
    expect(features).toEqual([]);
  });

  test('paper lacks its controls, and the first hover loads what a row needs', async ({ page }) => {
    const hasPaper = () =>
      [...document.styleSheets].some(({ cssRules }) =>
        [...cssRules].some(rule => rule instanceof CSSPageRule),
      );
    await expect.poll(() => page.evaluate(hasPaper)).toBe(true);
    expect(features).toEqual([]);
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

  test('the first key is answered @long', async ({ page }) => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  });

  test('the first tick is saved @long', async ({ page }) => {
    await page.getByRole('checkbox', { name: /Water the plants/ }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await expect.poll(() => data.get('ext/done')).toHaveProperty(key);
  });

  test('a tick waits for the code that sends it, also over a reload', async ({ page, faults }) => {
    const sdk = await faults.holdAnswer({ method: 'GET', path: /database-sdk/ });
    await page.getByRole('checkbox', { name: /Water the plants/ }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await sdk.applied;
    expect(await data.get('ext/done')).toBeNull();
    await page.reload();
    await expect.poll(() => data.get('ext/done')).toHaveProperty(key);
    sdk.release();
  });

  test('what another device did comes with the first act', async ({ page }) => {
    await data.patch(`tasks/${key}`, { taskName: 'Water all plants' });
    await page.mouse.move(5, 5);
    await expect(row(page)).toContainText('Water all plants');
    await data.remove(`tasks/${key}`);
    await expect(page.getByText('You have no tasks for today')).toBeVisible();
  });

  test('a sign-out in another tab is heard without an act', async ({ page, context }) => {
    const other = await context.newPage();
    await other.goto('/tasks/today');
    await other.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  });

  test('a session that ended elsewhere ends with the first act', async ({ page, server, troubles }) => {
    troubles.expect(/accounts:lookup|\/v1\/token|40[01]/);
    await call(server.url, 'accounts:delete', { idToken: user.idToken });
    await page.mouse.move(5, 5);
    await expect(page.getByText('Your session was ended on another device')).toBeVisible();
  });

  test('the first letters in the quick line are read @long', async ({ page }) => {
    await page.getByRole('textbox', { name: 'Quick add' }).pressSequentially('Buy soil tomorrow');
    await page.keyboard.press('Enter');
    await page.getByRole('navigation').getByRole('link', { name: 'Upcoming' }).click();
    await expect(page.getByRole('main').getByRole('link', { name: /Buy soil/ })).toBeVisible();
  });

  test('a half line is shown without an act @long', async ({ page }) => {
    const line = page.getByRole('textbox', { name: 'Quick add' });
    await line.fill('Buy soil');
    await expect(line).toHaveAttribute('data-kept');
    await page.waitForLoadState('networkidle');
    await expect(async () => {
      await page.reload();
      await expect(line).toHaveValue('Buy soil', { timeout: 3000 });
    }).toPass();
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
  const connected = page.waitForEvent('websocket', { timeout: 60_000 });
  await signIn(user);
  await row(page).waitFor();
  await connected;
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

test('A browser that says offline is corrected without an act @worker', async ({ page, newUser, signIn }) => {
  await page.addInitScript(holdInstall);
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: false }));
  await signIn(await newUser());
  await expect(page.getByText('You have no tasks for today')).toBeVisible();
  await expect(page.getByText('You are offline.')).toBeHidden();
});

test('Where the worker’s registration hangs, the rest is loaded after 10 s @worker', async ({
  page,
  newUser,
  signIn,
}) => {
  await page.addInitScript(holdInstall);
  await page.clock.install();
  await signIn(await newUser());
  await expect(page.getByText('You have no tasks for today')).toBeVisible();
  const connected = page.waitForEvent('websocket');
  await page.clock.fastForward(10_000);
  await connected;
});
