import { expect, test } from '../fixtures';

test('A tag is taken from the list by keys, renamed on its page, and taken back @long', async ({
  page,
  somebody,
  axe,
}) => {
  await somebody(async data => {
    await data.addTask({ taskName: 'Eggs #market' });
    await data.addTask({ taskName: 'Bread #market' });
  });
  const line = page.getByRole('textbox', { name: 'Quick add' });
  await line.pressSequentially('Milk #ma');
  await expect(page.getByRole('option', { name: 'market' })).toHaveAttribute('aria-selected', 'true');
  await axe();
  await line.press('Enter');
  await expect(line).toHaveValue('Milk #market ');
  await line.press('Enter');
  await page.getByRole('link', { name: 'Tag market' }).first().click();
  await page.getByRole('button', { name: 'Rename or remove…' }).click();
  await expect(page.getByRole('textbox', { name: 'Name of the tag' })).toBeFocused();
  await axe();
  await page.keyboard.type('Old town');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Old town' })).toBeVisible();
  for (const name of ['Milk', 'Eggs', 'Bread'])
    await expect(page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) })).toBeVisible();
  await expect(page.getByText('Changed 3 tasks')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.goto('/tags/market');
  await expect(page.getByText('3 tasks', { exact: true })).toBeVisible();
});
