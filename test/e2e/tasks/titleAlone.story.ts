import { expect, test } from '../fixtures';
import { watchWire } from '../support/network/wire';

test('n, words and Ctrl+Enter add a task for today, and lead back to where one was @long', async ({
  page,
  newUser,
  signIn,
  device,
  axe,
}) => {
  const user = await newUser();
  const wire = watchWire(page, user.uid);
  await signIn(user);
  await page.getByRole('link', { name: 'Work', exact: true }).click();
  await page.keyboard.press('n');
  await page.keyboard.type('Buy milk');
  await expect(page.getByText('Still needed: description, list, due date')).toBeVisible();
  await axe();
  await page.keyboard.press('Enter');
  await expect(page.getByPlaceholder('Description')).toBeFocused();
  expect(wire.changes()).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL('/tasks/work');
  await expect(page.getByText('Added “Buy milk”')).toBeVisible();
  await expect
    .poll(async () => Object.values((await device(user).tasks()) ?? {}))
    .toMatchObject([{ taskName: 'Buy milk', taskDescription: '', taskList: 'personal' }]);
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Buy milk' })).toBeVisible();
  await page.getByRole('button', { name: 'Add New Task' }).click();
  await expect(page.getByPlaceholder('Title of your task')).toHaveValue('');
});
