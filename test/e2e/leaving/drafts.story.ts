import { expect, test, type Page } from '../fixtures';
import { openFolder, openOwnBrowser } from '../support/ownBrowser';
import { signInByForm } from '../support/people/people';

test('A browser that is killed seconds after the sign-in loses no change @long', async ({
  newUser,
  origin,
  device,
}) => {
  const user = await newUser();
  const { folder, remove } = openFolder();
  const line = (page: Page) => page.locator('[data-quick-add]');
  try {
    const first = await openOwnBrowser(folder);
    const page = await first.context.newPage();
    await signInByForm(page, user, origin.url);
    await line(page).waitFor();
    await first.context.setOffline(true);
    await line(page).fill('Not sent');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listitem').filter({ hasText: 'Not sent' })).toContainText('Waiting');
    await first.kill9();

    const second = await openOwnBrowser(folder);
    const again = await second.context.newPage();
    await again.goto(`${origin.url}/tasks/today`);
    const login = again.getByRole('button', { name: 'Login' });
    await expect(login.or(line(again))).toBeVisible();
    // Chromium writes the session late, and then asks for the password.
    if (await login.isVisible()) await signInByForm(again, user, origin.url);
    await expect
      .poll(async () => Object.values((await device(user).tasks()) ?? {}))
      .toMatchObject([{ taskName: 'Not sent' }]);
    await second.context.close();
  } finally {
    remove();
  }
});
