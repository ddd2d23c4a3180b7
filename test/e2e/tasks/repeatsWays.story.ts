import type { Locator } from '@playwright/test';
import { expect, test, type Page } from '../fixtures';
import type { Device } from '../support/people/people';

const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) });
const toast = (page: Page, words: string) => page.getByText(words, { exact: true });
const repeats = (page: Page) => page.getByRole('group', { name: 'Repeats' });
const storedRepeat = async (data: Device) =>
  Object.values((await data.get<Record<string, { at: string }> | null>('ext/repeats')) ?? {})[0];
const noted = async (data: Device) =>
  Object.values(
    (await data.get<Record<string, Record<string, string>> | null>('ext/occurrences')) ?? {},
  ).flatMap(notes => Object.keys(notes));

/** Presses Tab until the control has the focus, at most as often as a form has controls. */
async function tabTo(page: Page, control: Locator) {
  for (let n = 0; n < 40; n++) {
    if (await control.evaluate(element => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
}

test.use({ ownServer: true });

test('A repeat is made, skipped, ticked, undone and ended by the keyboard alone @long', async ({
  page,
  newUser,
  signIn,
  device,
  time,
}) => {
  await time.start('2026-11-24T15:00:00Z');
  const user = await newUser();
  const data = device(user);
  const { keyboard } = page;
  await signIn(user);
  await keyboard.press('n');
  await expect(page.getByPlaceholder('Title of your task')).toBeFocused();
  await keyboard.type('Bins');
  await keyboard.press('Tab');
  await keyboard.type('To the street');
  await tabTo(page, page.getByLabel('List'));
  await keyboard.type('P');
  await tabTo(page, repeats(page).getByLabel('How often'));
  for (let n = 0; n < 3; n++) await keyboard.press('ArrowDown');
  await expect(repeats(page).getByLabel('How often')).toHaveValue('week');
  await tabTo(page, repeats(page).getByRole('checkbox', { name: 'Friday' }));
  await keyboard.press('Space');
  await expect(repeats(page)).toContainText('Every Tuesday and Friday. Next: today · Fri 27 Nov ·');
  await tabTo(page, page.getByRole('button', { name: 'Add Task', exact: true }));
  await keyboard.press('Enter');
  await expect(page).toHaveURL('/tasks/personal');
  await expect(row(page, 'Bins')).toContainText('every Tuesday and Friday');

  await keyboard.press('j');
  await expect(row(page, 'Bins')).toBeFocused();
  await keyboard.press('m');
  await expect(page.getByRole('menuitem', { name: 'Open' })).toBeFocused();
  await keyboard.press('k');
  await expect(toast(page, 'Skipped. Next on Fri 27 Nov')).toBeVisible();
  await expect.poll(() => storedRepeat(data)).toMatchObject({ at: '2026-11-27' });
  await time.advance(6000);
  await expect(row(page, 'Bins')).toBeFocused();
  await keyboard.press('x');
  await expect(toast(page, 'Done. Next on Tue 1 Dec')).toBeVisible();
  await expect.poll(() => noted(data)).toEqual(['2026-11-24', '2026-11-27']);
  await keyboard.press('z');
  await expect.poll(() => noted(data)).toEqual(['2026-11-24']);
  await expect.poll(() => storedRepeat(data)).toMatchObject({ at: '2026-11-27' });

  await keyboard.press('Enter');
  await tabTo(page, repeats(page).getByLabel('How often'));
  await keyboard.type('Never');
  await tabTo(page, page.getByRole('button', { name: 'Save Changes' }));
  await keyboard.press('Enter');
  await expect.poll(() => storedRepeat(data)).toBeUndefined();
  await keyboard.press('Escape');
  await expect(row(page, 'Bins')).toBeFocused();
  await expect(row(page, 'Bins')).not.toContainText('every');
  expect(await noted(data)).toEqual(['2026-11-24']);
});
