import { breakStorage, type StorageFault } from '../../support/devices/storageSwitch';
import { expectDraft } from '../support/drafts';
import type { Device } from '../support/people/people';
import { expect, test } from '../fixtures';

const quickAdd = 'Quick add';
const namesOf = async (data: Device) =>
  Object.values((await data.tasks()) ?? {})
    .map(({ taskName }) => taskName)
    .sort();
const never = (at: StorageFault['at'], database: string): StorageFault => ({ database, at, how: 'never' });

for (const [what, fault, words, long] of [
  ['no database ever answers at opening', never('open', '*'), /kept in this tab only/, ''],
  ['the app’s own never answers a write', never('write', 'daywall'), /kept in this tab only/, ' @long'],
  ['the disk is full', { database: '*', at: 'write', how: 'full' }, /kept in this tab only/, ' @long'],
] as [string, StorageFault, RegExp | null, string][])
  test(`Where ${what}, a person signs in, and what they change is sent${long}`, async ({
    page,
    newUser,
    signInByForm,
    device,
  }) => {
    await page.addInitScript(breakStorage, fault);
    const user = await newUser();
    const data = device(user);
    await data.addTask({ taskName: 'Of the server' });
    await signInByForm(user);
    await expect(page.getByText('Of the server')).toBeVisible();
    await page.getByLabel(quickAdd).fill('Made here');
    await page.keyboard.press('Enter');
    await expect.poll(() => namesOf(data)).toEqual(['Made here', 'Of the server']);
    if (words) await expect(page.getByText(words)).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  });

test('Where a private window refuses all storage, what a person changes is sent @long', async ({
  page,
  newUser,
  signInByForm,
  device,
}) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Refused', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'caches'])
      Object.defineProperty(window, name, { get: refuse });
    IDBFactory.prototype.open = refuse;
    IDBFactory.prototype.databases = () => Promise.reject(new DOMException('Refused', 'SecurityError'));
  });
  const user = await newUser();
  const data = device(user);
  await data.addTask({ taskName: 'Of the server' });
  await signInByForm(user);
  await expect(page.getByText('Of the server')).toBeVisible();
  await page.getByLabel(quickAdd).fill('Made here');
  await page.keyboard.press('Enter');
  await expect.poll(() => namesOf(data)).toEqual(['Made here', 'Of the server']);
  await expect(page.getByText(/kept in this tab only/)).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
});

test('A browser that clears its site data signs out, and the open tab loses nothing @long', async ({
  page,
  newUser,
  signInByForm,
  goOffline,
  goOnline,
  device,
  troubles,
}) => {
  // The change is sent again after the sign-in, and refused by its mark.
  troubles.expect(/401/);
  const user = await newUser();
  await signInByForm(user);
  await page.waitForLoadState('networkidle');
  await goOffline();
  await page.getByLabel(quickAdd).fill('Not sent yet');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'Not sent yet' })).toContainText('Waiting');
  await page.getByLabel(quickAdd).fill('Half a thought');
  await expectDraft(page, 'Half a thought');
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  const storageTypes = 'indexeddb,local_storage,cache_storage,service_workers';
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes });
  await goOnline();
  await page.evaluate(() => dispatchEvent(new Event('focus'))); // the user comes back to the tab
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password').fill(user.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByLabel(quickAdd)).toHaveValue('Half a thought');
  await expect.poll(() => namesOf(device(user))).toEqual(['Not sent yet']);
  await page.reload();
  await expect(page.getByLabel(quickAdd)).toHaveValue('Half a thought');
});
