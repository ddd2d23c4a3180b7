import { expect, test } from '../fixtures';

test('Today is filtered by a tag, which the address, a form and a new task keep @phone @long', async ({
  page,
  somebody,
  axe,
}) => {
  const { data } = await somebody(async of => {
    await of.addTask({ taskName: 'Milk #shop', taskId: 71 });
    await of.addTask({ taskName: 'Read' });
  });
  const main = page.getByRole('main');
  const row = (name: RegExp) => main.getByRole('link', { name });
  await page.goto('/tasks/today');
  await page.getByRole('button', { name: 'Filter by tag' }).click();
  await axe();
  await page.getByRole('menuitem', { name: 'shop' }).click();
  await expect(page).toHaveURL('/tasks/today?tag=shop');
  await expect(row(/^Read/)).toBeHidden();
  await axe();
  await page.reload();
  await expect(row(/^Milk/)).toBeVisible();
  await expect(row(/^Read/)).toBeHidden();
  await page.keyboard.press('q');
  await page.getByRole('textbox', { name: 'Quick add' }).fill('Salt');
  await page.keyboard.press('Enter');
  await expect(row(/^Salt/)).toBeVisible();
  await expect
    .poll(async () => Object.values((await data.tasks())!).map(({ taskName }) => taskName))
    .toContain('Salt #shop');
  await page.goto('/tasks/today?tag=shop');
  await row(/^Milk/).click();
  await expect(page).toHaveURL('/tasks/today/71/edit?tag=shop');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/tasks/today?tag=shop');
  await main.getByRole('button', { name: 'Show all tasks' }).click();
  await expect(row(/^Read/)).toBeVisible();
});
