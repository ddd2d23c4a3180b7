import { expect, test, type Page } from '../fixtures';

const WALL = '/tasks/sticky-wall';
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label });

test('A note that w opened gives the focus back to its row, closed or saved @long', async ({
  page,
  somebody,
}) => {
  await somebody(async data => {
    for (const taskName of ['Apples', 'Bread', 'Cheese']) await data.addTask({ taskName });
  });
  const row = page.getByRole('main').getByRole('link', { name: /^Bread/ });
  await row.focus();
  await page.keyboard.press('w');
  await expect(field(page, 'Title')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/today$/);
  await expect(row).toBeFocused();

  await page.keyboard.press('w');
  await expect(field(page, 'Title')).toBeFocused();
  await page.keyboard.type('Boat');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Anneke has the key');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page).toHaveURL(/today$/);
  await expect(row).toBeFocused();

  // Without a row the heading gets the focus, never the page itself.
  await page.getByRole('heading', { name: 'Today' }).focus();
  await page.keyboard.press('w');
  await expect(field(page, 'Title')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Today' })).toBeFocused();
});

test('On a wall without a focus w gives it to the heading, closed or saved @long', async ({
  page,
  somebody,
}) => {
  await somebody();
  for (const keys of [['Escape'], ['Tab', 'x', 'ControlOrMeta+s']]) {
    await page.goto(WALL);
    await expect(page.locator('body')).toBeFocused();
    await page.keyboard.press('w');
    await expect(field(page, 'Title')).toBeFocused();
    await page.keyboard.type(keys.length > 1 ? 'Boat' : '');
    for (const key of keys) await page.keyboard.press(key);
    await expect(dialog(page, 'New note')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Sticky Wall' })).toBeFocused();
  }
});

test('A task is made of a note and a note of a task, each taken back by one Undo', async ({
  page,
  somebody,
  axe,
}) => {
  const { data } = await somebody(data =>
    data.addNote({ noteTitle: 'Boat', noteDescription: 'Anneke has the key' }),
  );
  await page.goto(WALL);
  await page.locator('main [data-note]').click();
  await page.getByRole('button', { name: 'Turn into a task' }).waitFor();
  await axe();
  await page.getByRole('button', { name: 'Turn into a task' }).click();
  await expect(page.getByPlaceholder('Title of your task')).toHaveValue('Boat');
  await expect(page.getByPlaceholder('Description')).toHaveValue('Anneke has the key');
  expect(await data.tasks()).toBeNull();
  await page.getByLabel('List').selectOption('work');
  await page.getByLabel('Due Date').fill('2030-05-01');
  await page.getByRole('button', { name: 'Add Task' }).click();
  await page.getByRole('main').getByRole('link', { name: /Boat/ }).click();
  expect(Object.keys((await data.get('notes')) as object)).toHaveLength(1);

  await page.getByRole('button', { name: 'Turn into a note' }).click();
  await expect(dialog(page, 'New note')).toBeVisible();
  await expect(field(page, 'Title')).toHaveValue('Boat');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page, 'New note')).toBeHidden();
  await expect.poll(async () => Object.keys((await data.get('notes')) as object).length).toBe(2);
  expect(Object.keys((await data.tasks())!)).toHaveLength(1);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => Object.keys((await data.get('notes')) as object).length).toBe(1);
});

test('Where the browser keeps the clipboard from Daywall, copying works by selection @long', async ({
  page,
  somebody,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await somebody(data => data.addNote({ noteTitle: 'Boat', noteDescription: 'Anneke' }));
  await page.goto(WALL);
  await page.locator('main [data-note]').click();
  const button = page.getByRole('button', { name: 'Copy as text' });
  await button.click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied as text' })).toBeVisible();
  await expect(button).toBeFocused();
  await field(page, 'Description').fill('');
  await field(page, 'Description').press('ControlOrMeta+v');
  await expect(field(page, 'Description')).toHaveValue('Boat\n\nAnneke');
});
