import { expect, test, type Page } from '../fixtures';
import { storedDay } from '../support/people/people';

const field = (page: Page) => page.getByRole('combobox', { name: 'Find tasks, notes and commands' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Found' }).getByRole('option');
const option = (page: Page, name: RegExp | string) => page.getByRole('option', { name });

test('Tasks, notes, the done, the deleted, views and commands are found and opened', async ({
  page,
  newUser,
  signIn,
  device,
  axe,
}) => {
  const user = await newUser();
  const record = {
    taskName: 'Pick cherries',
    taskDescription: `${'The ladder is in the shed. '.repeat(20)}Café Müller takes the crème brûlée ones.`,
    taskList: 'work',
    taskDueDate: storedDay(3),
    taskId: 41,
  };
  await device(user).addTask(record);
  const done = await device(user).addTask({ ...record, taskName: 'Prune the cherry tree', taskId: 42 });
  await device(user).put(`ext/done/${done}`, new Date().toISOString());
  await device(user).addNote({ noteTitle: 'Cherry cake', noteDescription: 'For tea\n- [x] Six eggs' });
  await device(user).put('ext/trash/tasks/-Otrash', {
    deletedAt: new Date().toISOString(),
    record: { ...record, taskName: 'Cherry liqueur', taskId: 43 },
    isImported: true,
  });
  await signIn(user);

  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await expect(option(page, 'New task')).toBeVisible();
  await page.keyboard.type('CHERR');
  await expect(options(page)).toHaveCount(4);
  await expect(options(page).nth(0)).toHaveAccessibleName(/^Cherry cake/);
  await expect(option(page, /^Prune the cherry tree.*Done$/)).toBeVisible();
  await expect(option(page, /^Cherry liqueur.*Trash$/)).toBeVisible();
  await expect(page.locator('mark').first()).toHaveText('Cherr');
  await axe();

  await field(page).fill('six eggs');
  await expect(options(page).nth(0)).toHaveAccessibleName(/^Cherry cake For tea Six eggs/);
  await field(page).fill('brulee muller');
  const found = option(page, /^Pick cherries/);
  await expect(found.locator('mark')).toHaveText(['Müller', 'brûlée']);
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/tasks/upcoming/41/edit');
  await expect(page.getByPlaceholder('Title of your task')).toHaveValue('Pick cherries');

  for (const [words, path] of [
    ['prune', '/tasks/done/42/edit'],
    ['liqueur', '/tasks/trash'],
    ['person', '/tasks/personal'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await field(page).fill(words);
    await expect(options(page).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(path);
  }

  await page.keyboard.press('/');
  await page.keyboard.type('six eggs');
  await page.keyboard.press('Enter');
  const note = page.getByRole('dialog', { name: 'Note' });
  await expect(note.getByLabel('Title')).toHaveValue('Cherry cake');
  await page.keyboard.press('Escape');
  await expect(note).toHaveCount(0);
  await expect(page).toHaveURL('/tasks/sticky-wall');
});
