import { expect, test, type Page } from '../fixtures';

const LIGHT = 'rgb(250, 246, 239)';
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
const openSettings = async (page: Page) => {
  await page.goto('/account');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
};

test('Theme and size of text hold at once, are saved, and reach another device live @phone-long @long', async ({
  page,
  browser,
  baseURL,
  newUser,
  signIn,
  device,
  axe,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const user = await newUser();
  await signIn(user);
  const elsewhere = await browser.newContext({ baseURL });
  const other = await elsewhere.newPage();
  await other.emulateMedia({ colorScheme: 'light' });
  await signIn(user, other);

  await openSettings(page);
  expect(await styleOf(page)).toEqual({ backgroundColor: LIGHT, fontSize: '16px' });
  await page.getByRole('radio', { name: 'Dark' }).check();
  expect(await styleOf(page)).toEqual({ backgroundColor: DARK, fontSize: '16px' });
  expect(await bar(page)).toBe('#1b1a18');
  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();
  await expect.poll(() => styleOf(other)).toEqual({ backgroundColor: DARK, fontSize: '16px' });
  await page.getByRole('radio', { name: 'Largest' }).check();
  expect((await styleOf(page)).fontSize).toBe('20px');
  await expect.poll(() => device(user).get('ext/settings')).toEqual({ theme: 'dark', textSize: 'largest' });
  await axe();

  // The light theme stays when the system is dark.
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('radio', { name: 'Light' }).check();
  expect((await styleOf(page)).backgroundColor).toBe(LIGHT);
  expect(await bar(page)).toBe('#faf6ef');
  await page.getByRole('radio', { name: 'System' }).check();
  await page.getByRole('radio', { name: 'Normal' }).check();
  expect(await styleOf(page)).toEqual({ backgroundColor: DARK, fontSize: '16px' });
  await expect.poll(() => device(user).get('ext/settings')).toBeNull();
  await elsewhere.close();
});

test('Two devices that choose different things at once keep both @long', async ({
  page,
  newUser,
  signIn,
  device,
  goOffline,
  goOnline,
}) => {
  const user = await newUser();
  await signIn(user);
  await openSettings(page);
  await goOffline();
  await page.getByLabel('First day of the week').selectOption('Sunday');
  await expect(page.getByRole('main').getByText(/Waiting/)).toBeVisible();
  await device(user).put('ext/settings/theme', 'dark');
  await goOnline();
  await expect.poll(() => device(user).get('ext/settings')).toEqual({ theme: 'dark', firstDayOfWeek: 0 });
  await expect.poll(async () => (await styleOf(page)).backgroundColor).toBe(DARK);
  await expect(page.getByLabel('First day of the week')).toHaveValue('0');
});

test.describe('At a start', () => {
  test.use({ serviceWorkers: 'block' });

  test('the chosen theme and size of text are there before anything is painted', async ({
    page,
    newUser,
    signIn,
    device,
  }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    const user = await newUser();
    await device(user).put('ext/settings', { theme: 'dark', textSize: 'large' });
    await signIn(user);
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
    held.get('main')!();
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
    expect(await styleOf(page)).toEqual({ backgroundColor: DARK, fontSize: '18px' });
  });
});

test('The chosen first page opens after a sign-in; a sign-out leaves no settings @long', async ({
  page,
  newUser,
  signIn,
}) => {
  const user = await newUser();
  await signIn(user);
  await page.goto('/');
  await expect(page).toHaveURL('/tasks/today');
  await openSettings(page);
  await page.getByLabel('First page').selectOption('My day');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL('/day');
  await page.goto('/auth/login');
  await expect(page).toHaveURL('/day');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/auth/login');
  const left = await page.evaluate(() => [
    document.documentElement.dataset.theme,
    ...Object.keys(localStorage).filter(key => key.includes('settings')),
  ]);
  expect(left).toEqual([undefined]);
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password').fill(user.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/day');
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
});

test('Settings that nobody knows are ignored @long', async ({ page, newUser, signIn, server }) => {
  const user = await newUser();
  await signIn(user);
  await page.evaluate(
    ([key]) =>
      localStorage.setItem(key!, '{"theme":["x"],"textSize":{},"firstPage":"//evil","firstDayOfWeek":"1e9"}'),
    [`daywall:settings:${user.uid}`],
  );
  await page.goto('/');
  await expect(page).toHaveURL('/tasks/today');
  await page.evaluate(([key]) => localStorage.setItem(key!, '{broken'), [`daywall:settings:${user.uid}`]);
  await page.goto('/account/settings');
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
  const refused = await fetch(`${server.url}/${user.uid}/ext/settings.json?auth=${user.idToken}`, {
    method: 'PUT',
    body: '{"theme":"blue"}',
  });
  expect(refused.status).toBe(401);
});
