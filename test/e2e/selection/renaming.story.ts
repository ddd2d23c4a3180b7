import { expect, test, type Page } from '../fixtures';
import { gesturesReady } from '../support/gestures';
import { storedDay } from '../support/people/people';

const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) });
const field = (page: Page, name: string) => page.getByRole('textbox', { name: `Name of ${name}` });
const names = async (otherDevice: { tasks: () => Promise<Record<string, { taskName: string }> | null> }) =>
  Object.values((await otherDevice.tasks()) ?? {})
    .map(({ taskName }) => taskName)
    .sort();

test('A task is renamed in its row by F2, left by Esc, taken back; by a double click', async ({
  page,
  somebody,
  axe,
}) => {
  const { data } = await somebody(async otherDevice => {
    for (const taskName of ['Apples', 'Bread'])
      await otherDevice.addTask({ taskName, taskDescription: 'Words', taskDueDate: storedDay() });
  });
  const { keyboard } = page;
  await row(page, 'Apples').focus();
  await keyboard.press('F2');
  await expect(field(page, 'Apples')).toBeFocused();
  await axe();
  await keyboard.type('Pears j x');
  await keyboard.press('Escape');
  await expect(row(page, 'Apples')).toBeFocused();
  await expect(page).toHaveURL('/tasks/today');

  await keyboard.press('F2');
  await keyboard.type('Pears');
  await keyboard.press('Enter');
  await expect(row(page, 'Pears')).toBeFocused();
  await expect.poll(() => names(data)).toEqual(['Bread', 'Pears']);
  await keyboard.press('F2');
  await keyboard.press('Backspace');
  await keyboard.press('Enter');
  await expect(row(page, 'Pears')).toBeFocused();
  await keyboard.press('Control+z');
  await expect(row(page, 'Apples')).toBeVisible();
  await expect.poll(() => names(data)).toEqual(['Apples', 'Bread']);
  await keyboard.press('j');
  await expect(row(page, 'Bread')).toBeFocused();
  await renameByMouse(page, data);
});

/** Renames Apples by a double click, and opens Bread by a click. */
async function renameByMouse(page: Page, data: Parameters<typeof names>[0]) {
  await gesturesReady(page);
  await row(page, 'Apples').getByText('Apples').dblclick();
  await expect(field(page, 'Apples')).toBeFocused();
  await expect(page).toHaveURL('/tasks/today');
  await page.keyboard.type('Pears');
  await row(page, 'Bread').click();
  await expect(page.getByPlaceholder('Title of your task')).toHaveValue('Bread');
  await expect.poll(() => names(data)).toEqual(['Bread', 'Pears']);
  await page.keyboard.press('Escape');
  await expect(row(page, 'Pears')).toBeVisible();
}

test('A phone renames by the menu of the row @long', async ({ page, somebody }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { data } = await somebody(otherDevice =>
    otherDevice.addTask({ taskName: 'Apples', taskDescription: 'Words', taskDueDate: storedDay() }),
  );
  await page.getByRole('button', { name: 'Move: Apples' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await expect(field(page, 'Apples')).toBeFocused();
  await page.keyboard.type('Pears');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Pears')).toBeVisible();
  await expect.poll(() => names(data)).toEqual(['Pears']);
});
