import path from 'node:path';
import { askControl } from '../../../server/storage/control';
import { signUp } from '../../support/clients/identity';
import { startServer, type TestServer } from '../../support/server/server';
import { expect, test, type Page } from '../fixtures';
import { casesOf } from '../support/long';
import { openDevice } from '../support/people/people';

const dist = path.resolve(__dirname, '../../../dist');

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, name: string | RegExp, role: 'button' | 'link' = 'button') {
  const wanted = page.getByRole(role, { name });
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate(element => element === document.activeElement)) return;
  }
  throw new Error(`No Tab leads to ${String(name)}`);
}

test.describe('on a server of this machine alone', () => {
  let server: TestServer;
  test.beforeEach(async ({ afterPages }) => {
    server = await startServer({ dist, env: { SIGN_UP: 'closed', BACKUP_DIR: '/nonexistent/backups' } });
    afterPages(() => server.stop());
  });

  test('The operator invites, helps and deletes by keys alone, and sees the findings @phone-long', async ({
    page,
    browser,
    axe,
  }) => {
    await page.goto(`${server.url}/admin`);
    await expect(page.getByRole('heading', { name: 'Your server' })).toBeVisible();
    await expect(page.getByText('Nobody has an account yet.')).toBeVisible();
    await expect(page.getByText('There is no backup in /nonexistent/backups').first()).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'The data are whole' })).toBeVisible();
    await axe();

    await tabTo(page, 'Invite somebody');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toContainText('makes one account');
    await axe();
    const link = await page.getByLabel('Link').inputValue();
    const theirs = await browser.newContext({ serviceWorkers: 'block' });
    const guest = await theirs.newPage();
    await guest.goto(link);
    await guest.getByLabel('Email').fill('guest@example.com');
    await guest.getByLabel('Password').fill('secret-1');
    await guest.keyboard.press('Enter');
    await expect(guest.getByRole('status')).toContainText('The account of guest@example.com is made');
    await guest.getByRole('link', { name: 'sign in' }).click();
    await guest.getByLabel('Email').fill('guest@example.com');
    await guest.getByLabel('Password').fill('secret-1');
    await guest.getByRole('button', { name: 'Login' }).click();
    await expect(guest.getByRole('heading', { name: 'Today' })).toBeVisible();

    await tabTo(page, 'Back to everybody', 'link');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'guest@example.com' })).toBeVisible();
    await expect(page.getByText('Last visit')).toBeVisible();
    const size = page.viewportSize()!;
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.setViewportSize(size);
    await tabTo(page, 'Reset link for guest@example.com');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Link')).toHaveValue(/mode=resetPassword/);
    await page.goBack();

    const saving = page.waitForEvent('download');
    await tabTo(page, 'Export guest@example.com', 'link');
    await page.keyboard.press('Enter');
    expect((await saving).suggestedFilename()).toMatch(/^daywall-\w{28}\.json$/);

    await tabTo(page, /^Delete… guest/, 'link');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Delete a user' })).toBeVisible();
    await axe();
    await tabTo(page, 'Delete guest@example.com and everything of theirs');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toHaveText(
      'guest@example.com is deleted, with everything of theirs.',
    );
    await expect(guest).toHaveURL(/\/auth\/login/, { timeout: 60_000 });
    await theirs.close();
  });

  test('The page fits narrow and wide screens, with long names and many people @long', async ({
    page,
    axe,
  }) => {
    const users = Array.from({ length: 60 }, (_, at) => ({
      localId: `u${at}`,
      email: at === 0 ? `${'long'.repeat(15)}@${'name.'.repeat(20)}example.com` : `person${at}@example.com`,
    }));
    await askControl(server.dataDir, 'users import', { users, hashing: { cost: { N: 2, r: 1, p: 1 } } });
    for (const width of casesOf([320, 1280], [320, 390, 1280])) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${server.url}/admin`);
      await expect(page.getByText('Page 1 of 2')).toBeVisible();
      const isWider = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(isWider).toBe(false);
    }
    await axe();
    await page.getByLabel('Search').fill('person7');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page.getByText('1 person of 60 found.')).toBeVisible();
  });
});

test('From elsewhere the token of the start lets in, beside the app’s service worker @worker @long', async ({
  page,
  origin,
  newUser,
  signIn,
}) => {
  const user = await newUser();
  await signIn(user);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText(user.email)).toHaveCount(0);
  await page.getByLabel('Token').fill('not the token');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('This is not the token of the last start.');
  const [, token = ''] = /its token until the next start (\S+)/.exec(origin.server.output())!;
  await page.getByLabel('Token').fill(token);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your server' })).toBeVisible();
  await page.getByLabel('Search').fill(user.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: user.email })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Token')).toBeVisible();
  await page.goto('/tasks/today');
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
});

test('A new signing key is not noticed in open tabs, also after the old tokens end @long', async ({
  page,
  context,
  troubles,
  afterPages,
}) => {
  // An expired token is refused once, then renewed; the SDK may ask with it as it begins.
  troubles.expect(/401|WebSocket|accounts:lookup/);
  const server = await startServer({ dist });
  afterPages(() => server.stop());
  const { localId: uid, idToken } = await signUp(server.url, 'tabs@example.com', 'secret-1');
  const device = openDevice(server.url, { uid, idToken });
  await device.addTask({ taskName: 'Before the key' });
  await page.goto(`${server.url}/auth/login`);
  await page.getByLabel('Email').fill('tabs@example.com');
  await page.getByLabel('Password').fill('secret-1');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('link', { name: /Before the key/ })).toBeVisible();
  const tab = await context.newPage();
  await tab.goto(`${server.url}/tasks/today`);
  await expect(tab.getByRole('link', { name: /Before the key/ })).toBeVisible();

  await askControl(server.dataDir, 'keys rotate');
  await device.addTask({ taskName: 'After the key' });
  for (const eachPage of [page, tab])
    await expect(eachPage.getByRole('link', { name: /After the key/ })).toBeVisible();
  await server.advance(2 * 3_600_000);
  await askControl(server.dataDir, 'keys rotate');
  const add = async (on: Page, name: string) => {
    await on.getByRole('textbox', { name: 'Quick add' }).fill(name);
    await on.keyboard.press('Enter');
  };
  await add(page, 'From the first tab');
  await add(tab, 'From the second tab');
  for (const eachPage of [page, tab])
    for (const name of ['From the first tab', 'From the second tab'])
      await expect(eachPage.getByRole('link', { name })).toBeVisible();
  await tab.reload();
  await expect(tab.getByRole('link', { name: 'From the first tab' })).toBeVisible();
  await expect(tab.getByRole('status').filter({ hasText: 'sign in again' })).toHaveCount(0);
});
