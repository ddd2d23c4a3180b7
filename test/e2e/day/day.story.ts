import { expect, test } from '../fixtures';
import { storedDay } from '../support/people/people';

test('The morning page shows earlier days, today, tomorrow and the newest notes @phone', async ({
  page,
  somebody,
  axe,
}) => {
  const { data } = await somebody(async data => {
    await data.addTask({ taskName: 'Late one', taskDueDate: storedDay(-3) });
    await data.addTask({ taskName: 'Now', taskId: 71 });
    for (let at = 0; at < 17; at++)
      await data.addTask({ taskName: `Tomorrow ${at}`, taskDueDate: storedDay(1) });
    for (const noteTitle of ['First', 'Second', 'Third', 'Fourth']) await data.addNote({ noteTitle });
  });
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page).toHaveURL('/day');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Overdue' })).toBeVisible();
  await expect(main.getByRole('link', { name: /^Late one/ })).toBeVisible();
  await expect(main.getByText(String(new Date().getFullYear()))).toBeVisible();
  await expect(main.getByRole('link', { name: /^Tomorrow/ })).toHaveCount(17);
  await expect(main.getByRole('button', { name: /First/ })).toHaveCount(0);
  await expect(main.locator('[data-note]')).toHaveText([/Fourth/, /Third/, /Second/]);
  await axe();

  await main.getByRole('checkbox', { name: 'Done: Late one' }).check();
  await expect.poll(() => data.get('ext/done')).not.toBeNull();
  await main.getByRole('link', { name: /^Now/ }).click();
  await expect(page).toHaveURL('/day/71/edit');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/day');
  await expect(main.getByRole('link', { name: /^Now/ })).toBeFocused();
  await page.goto('/day/71/edit');
  await page.getByPlaceholder('Title of your task').fill('Now and then');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/day');
  await expect(main.getByRole('link', { name: /^Now and then/ })).toBeVisible();

  await main.getByRole('button', { name: /^Fourth/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/day');
});
