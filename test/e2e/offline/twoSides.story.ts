import { expect, test, type Page } from '../fixtures';

const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });

test('What another device does is on the screen live, and moves no form', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  const elsewhere = device(user);
  const key = await elsewhere.addTask({ taskName: 'Watched', taskDescription: 'Before', taskList: 'work' });
  await signIn(user);
  await page.goto('/tasks/work');
  await row(page, 'Watched').click();
  const title = page.getByPlaceholder('Title of your task');
  await title.fill('In the middle of a');
  await title.press('Home');
  await elsewhere.patch(`tasks/${key}`, { taskName: 'From elsewhere', taskDescription: 'After' });
  await elsewhere.addTask({ taskName: 'Another', taskList: 'work' });

  await expect(row(page, 'Another')).toHaveCount(1);
  await expect(row(page, 'From elsewhere')).toHaveCount(1);
  await expect(page.getByPlaceholder('Description')).toHaveValue('After');
  await expect(title).toHaveValue('In the middle of a');
  await expect(title).toBeFocused();
  expect(await title.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(0);
});
