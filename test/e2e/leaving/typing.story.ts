import { expect, test, type Page } from '../fixtures';

/** Every letter, and so every command of one letter. */
const SENTENCE = 'The quick brown fox jumps over the lazy dog, zz';
const row = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) });

test('What is typed right after q, n or a press is text and changes nothing else', async ({
  page,
  somebody,
}) => {
  const { data } = await somebody(async other => {
    for (const [n, taskName] of ['Stay', 'Tick me', 'Delete me'].entries())
      await other.addTask({ taskName, taskId: n + 1 });
  });
  // Two changes that a z could undo.
  await page.getByRole('checkbox', { name: 'Done: Tick me' }).check();
  await row(page, 'Delete me').focus();
  await page.keyboard.press('Delete');
  await expect(row(page, 'Delete me')).toHaveCount(0);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(async () => Object.keys((await data.tasks()) ?? {})).toHaveLength(2); // deleted
  await expect.poll(() => data.get('ext/done')).not.toBeNull();
  const before = await data.get('');

  await page.keyboard.press('q');
  await page.keyboard.type(SENTENCE);
  await expect(page.getByRole('textbox', { name: 'Quick add' })).toHaveValue(SENTENCE);

  const opened = {
    n: () => page.keyboard.press('n'),
    click: () => page.getByRole('button', { name: 'Add New Task' }).click(),
    Enter: () => page.getByRole('button', { name: 'Add New Task' }).press('Enter'),
  };
  for (const [how, open] of Object.entries(opened)) {
    await page.goto('/tasks/today');
    await row(page, 'Stay').waitFor();
    await open();
    await page.keyboard.type(SENTENCE);
    await expect(page.getByPlaceholder('Title of your task'), how).toHaveValue(SENTENCE);
    await page.getByPlaceholder('Title of your task').fill('');
  }

  await page.goto('/tasks/sticky-wall');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.keyboard.type(SENTENCE);
  const title = page.getByRole('dialog').getByLabel('Title');
  await expect(title).toHaveValue(SENTENCE);
  expect(await data.get('')).toEqual(before);
});
