import { expect, test, type Page } from '../fixtures';

const WALL = '/tasks/sticky-wall';
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label });
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Puts text on the clipboard and pastes it by keyboard, as a user does. */
async function paste(page: Page, text: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(words => navigator.clipboard.writeText(words), text);
  await page.keyboard.press('ControlOrMeta+v');
}

/** Drops content from another program on the wall. */
async function drop(page: Page, data: Record<string, string>) {
  const transfer = await page.evaluateHandle(types => {
    const made = new DataTransfer();
    for (const [type, value] of Object.entries(types)) made.setData(type, value);
    return made;
  }, data);
  const wall = page.getByRole('heading', { name: 'Sticky Wall' });
  await wall.dispatchEvent('dragover', { dataTransfer: transfer });
  await wall.dispatchEvent('drop', { dataTransfer: transfer });
}

test('The key w opens a new note from anywhere, and closing it leads back @long', async ({
  page,
  newUser,
  signIn,
}) => {
  await signIn(await newUser());
  await page.goto('/tasks/upcoming');
  await page.getByRole('heading', { name: 'Upcoming' }).waitFor();
  await page.keyboard.press('w');
  await expect(dialog(page, 'New note')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'New note')).toBeHidden();
  await expect(page).toHaveURL(/\/tasks\/upcoming$/);
  await page.getByRole('button', { name: 'Add New Task' }).click();
  await page.getByPlaceholder('Title of your task').pressSequentially('which way');
  await expect(page.getByPlaceholder('Title of your task')).toHaveValue('which way');
});

test('A note that w opened gives the focus back to its row, closed or saved', async ({ page, somebody }) => {
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

test('What is pasted or dropped on the wall is in its line, and no note before that @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  await device(user).addNote({ noteTitle: 'Mine', noteDescription: 'Words' });
  await signIn(user);
  await page.goto(WALL);
  await expect(page.locator('main [data-note]')).toHaveCount(1);
  await paste(page, 'Milk\nTwo bottles');
  await expect(field(page, 'Write a note…')).toHaveValue('Milk\nTwo bottles');
  await expect(field(page, 'Write a note…')).toBeFocused();
  await expect(page.getByText('Draft restored')).toHaveCount(0);
  expect(Object.keys((await device(user).get('notes')) as object)).toHaveLength(1);
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('main [data-note]')).toHaveCount(2);

  await drop(page, {
    'text/uri-list': 'https://example.org/a',
    'text/plain': 'https://example.org/a',
    'text/html': '<a href="https://example.org/a">The news</a>',
  });
  await expect(field(page, 'Write a note…')).toHaveValue('The news\nhttps://example.org/a');
  await page.getByRole('button', { name: 'Keep' }).click();
  await expect(page.locator('main [data-note]')).toHaveCount(3);
  await expect
    .poll(async () => Object.values((await device(user).get('notes')) as object))
    .toContainEqual({ noteTitle: 'The news', noteDescription: 'https://example.org/a' });

  // A field over the wall keeps what is pasted into it.
  await page.getByRole('searchbox', { name: 'Find on the wall' }).focus();
  await paste(page, 'milk');
  await expect(page.getByRole('searchbox', { name: 'Find on the wall' })).toHaveValue('milk');
  await expect(field(page, 'Write a note…')).toHaveValue('');
});

test('A task is made of a note and a note of a task, each taken back by one Undo', async ({
  page,
  newUser,
  signIn,
  device,
  axe,
}) => {
  const user = await newUser();
  await device(user).addNote({ noteTitle: 'Boat', noteDescription: 'Anneke has the key' });
  await signIn(user);
  await page.goto(WALL);
  await page.locator('main [data-note]').click();
  await page.getByRole('button', { name: 'Make a task of it' }).waitFor();
  await axe();
  await page.getByRole('button', { name: 'Make a task of it' }).click();
  await expect(page.getByPlaceholder('Title of your task')).toHaveValue('Boat');
  await expect(page.getByPlaceholder('Description')).toHaveValue('Anneke has the key');
  expect(await device(user).tasks()).toBeNull();
  await page.getByLabel('List').selectOption('work');
  await page.getByLabel('Due Date').fill('2030-05-01');
  await page.getByRole('button', { name: 'Add Task' }).click();
  await page.getByRole('main').getByRole('link', { name: /Boat/ }).click();
  expect(Object.keys((await device(user).get('notes')) as object)).toHaveLength(1);

  await page.getByRole('button', { name: 'Make a note of it' }).click();
  await expect(dialog(page, 'New note')).toBeVisible();
  await expect(field(page, 'Title')).toHaveValue('Boat');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page, 'New note')).toBeHidden();
  await expect.poll(async () => Object.keys((await device(user).get('notes')) as object).length).toBe(2);
  expect(Object.keys((await device(user).tasks())!)).toHaveLength(1);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => Object.keys((await device(user).get('notes')) as object).length).toBe(1);
});

test('A note is copied as text and as Markdown, and each is said @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const user = await newUser();
  await device(user).addNote({ noteTitle: 'Boat', noteDescription: '- [ ] key' });
  await signIn(user);
  await page.goto(WALL);
  await page.locator('main [data-note]').click();
  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied as Markdown' })).toBeVisible();
  expect(await copied(page)).toBe('# Boat\n\n- [ ] key');
  await page.getByRole('button', { name: 'Copy as text' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied as text' })).toBeVisible();
  expect(await copied(page)).toBe('Boat\n\n- [ ] key');
});

test('Where the browser keeps the clipboard from Daywall, copying works by selection', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  const user = await newUser();
  await device(user).addNote({ noteTitle: 'Boat', noteDescription: 'Anneke' });
  await signIn(user);
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
