import path from 'node:path';
import { startServer, type TestServer } from '../../support/server/server';
import { expect, test, type Page } from '../fixtures';

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

  test('The operator invites, helps and deletes by keys alone, and sees the findings @long', async ({
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
    await expect(guest.getByRole('status')).toContainText('The account guest@example.com is ready');
    await guest.getByRole('link', { name: 'sign in' }).click();
    await guest.getByLabel('Email').fill('guest@example.com');
    await guest.getByLabel('Password').fill('secret-1');
    await guest.getByRole('button', { name: 'Login' }).click();
    await expect(guest.getByRole('heading', { name: 'Today' })).toBeVisible();

    await tabTo(page, 'Back to everyone', 'link');
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
});
