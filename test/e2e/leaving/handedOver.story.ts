import { expect, test, type Page } from '../fixtures';

const restored = (page: Page) => page.getByText('Draft restored');

test('Words that are handed to a form are no restored draft until the form was left @long', async ({
  page,
  somebody,
}) => {
  const { data } = await somebody(async otherDevice => {
    await otherDevice.addTask({ taskName: 'Roses', taskId: 71, taskDescription: 'Water them' });
    await otherDevice.addNote({ noteTitle: 'Boat', noteDescription: 'Anneke has the key' });
  });
  // A note is made of a task.
  await page.goto('/tasks/today/71/edit');
  await page.getByRole('button', { name: 'Turn into a note' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Title')).toHaveValue('Roses');
  await expect(restored(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/tasks/today/71/edit');
  await page.goto('/tasks/sticky-wall');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(restored(page)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => Object.keys((await data.notes()) ?? {}).length).toBe(2);

  // A task is made of a note.
  await page.getByRole('button', { name: /^Boat/ }).click();
  await dialog.getByRole('button', { name: 'Turn into a task' }).click();
  await expect(page.getByPlaceholder('Title of your task')).toHaveValue('Boat');
  await expect(restored(page)).toHaveCount(0);
  // Shared text fills a form of its own; the text that the form had is offered, and is there in the next one.
  await page.goto('/tasks/today/71/edit');
  await page.goto('/share?text=Buy%20bread');
  await page.getByRole('button', { name: 'A task' }).click();
  await expect(page.getByPlaceholder('Title of your task')).toHaveValue('Buy bread');
  await expect(page.getByPlaceholder('Description')).toHaveValue('');
  const offer = page.getByRole('status').filter({ hasText: 'Text from an earlier visit: “Boat”' });
  await expect(offer).toBeVisible();
  await page.getByRole('button', { name: 'Add anyway' }).click();
  await page.goto('/tasks/new');
  await expect(page.getByPlaceholder('Title of your task')).toHaveValue('Boat');
  await expect(restored(page)).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.goto('/share?text=Buy%20bread');
  await page.getByRole('button', { name: 'A note', exact: true }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Buy bread');
  await expect(restored(page)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save' }).waitFor();
});
