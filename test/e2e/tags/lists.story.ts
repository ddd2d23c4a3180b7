import { expect, test } from '../fixtures';

test('A list of one’s own is made, filled and opened by its chip @phone', async ({ page, somebody, axe }) => {
  const { data } = await somebody(async of => {
    await of.addTask({ taskName: 'Sow #Garden beans', taskId: 71 });
    await of.addNote({ noteTitle: 'Beds #garden', noteDescription: 'Two of them' });
  });
  const main = page.getByRole('main');
  const menu = page.getByRole('button', { name: 'Open navigation' });
  const navigate = async () => {
    if (await menu.isVisible()) await menu.click();
  };

  await navigate();
  await page.getByRole('button', { name: 'New list…' }).click();
  const name = page.getByRole('textbox', { name: 'Name of the list' });
  await name.fill('2nd home');
  await name.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/Begin with a letter/);
  await name.fill('Second home');
  await name.press('Enter');
  await expect(page).toHaveURL('/tags/second-home');
  await expect(main.getByRole('heading', { name: 'Second home' })).toBeVisible();
  await expect(main.getByText('Nothing has the tag #Second-home yet')).toBeVisible();
  await axe();

  await page.keyboard.press('q');
  await page.getByRole('textbox', { name: 'Quick add' }).fill('Paint the door');
  await page.keyboard.press('Enter');
  await expect(main.getByRole('link', { name: /^Paint the door/ })).toBeVisible();
  await expect
    .poll(async () => Object.values((await data.tasks())!).map(({ taskName }) => taskName))
    .toContain('Paint the door #Second-home');

  await page.goto('/tasks/today');
  const row = main.getByRole('listitem').filter({ hasText: 'Sow beans' });
  await row.getByRole('link', { name: 'Tag Garden' }).click();
  await expect(page).toHaveURL('/tags/garden');
  await expect(main.getByText('1 task · 1 note')).toBeVisible();
  await expect(main.getByRole('button', { name: /^Beds/ })).toBeVisible();
  await main.getByRole('button', { name: 'Keep in the sidebar' }).click();
  await main.getByRole('radio', { name: 'red' }).check();
  await expect
    .poll(() => data.get('ext/settings'))
    .toMatchObject({
      'tag-garden': { word: 'Garden', colour: 'red' },
      'tag-second-home': { word: 'Second-home' },
    });
  await axe();

  await navigate();
  const lists = page.locator('[data-lists]').getByRole('link');
  await expect(lists).toHaveText([/Personal/, /Work/, /Second home/, /Garden/]);
  await lists.nth(3).press('Alt+ArrowUp');
  await expect(lists).toHaveText([/Personal/, /Work/, /Garden/, /Second home/]);
  await axe();
  await lists.nth(2).click();
  await main.getByRole('link', { name: /^Sow beans/ }).click();
  await expect(page).toHaveURL('/tags/garden/71/edit');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/tags/garden');

  await page.keyboard.press('/');
  await page.keyboard.type('second');
  await expect(page.getByRole('option', { name: /^Paint the door Second home/ })).toBeVisible();
  await axe();
  await page.getByRole('option', { name: 'Second home Tag' }).click();
  await expect(page).toHaveURL('/tags/second-home');
});
