import { expect, test, type Page } from '../fixtures';
import { fillTask, readTask } from '../support/taskForm';

const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click();
const saved = (page: Page) => page.getByText('Saved', { exact: true });

test('Two tabs that change different fields of one task keep both @long', async ({
  page,
  context,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  const elsewhere = device(user);
  const key = await elsewhere.addTask({ taskName: 'Shared', taskDescription: 'Words', taskList: 'work' });
  await signIn(user);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/tasks/work');
    await row(tab, 'Shared').click();
  }
  await fillTask(page, { title: 'Shared title' });
  await fillTask(other, { description: 'Other words' });
  await save(page);
  await expect(saved(page)).toBeVisible();
  await save(other);
  await expect(saved(other)).toBeVisible();
  expect((await elsewhere.tasks())![key]).toMatchObject({
    taskName: 'Shared title',
    taskDescription: 'Other words',
  });
  for (const tab of [page, other]) {
    await expect
      .poll(() => readTask(tab))
      .toMatchObject({ title: 'Shared title', description: 'Other words' });
  }
});

test('Of a field that both sides changed mine is written, and theirs can be taken @worker @long', async ({
  page,
  newUser,
  signIn,
  device,
  goOffline,
  goOnline,
}) => {
  const user = await newUser();
  const elsewhere = device(user);
  const key = await elsewhere.addTask({ taskName: 'Before', taskList: 'work' });
  await signIn(user);
  await page.goto('/tasks/work');
  await row(page, 'Before').click();
  await page.getByPlaceholder('Title of your task').waitFor();
  await goOffline();
  await fillTask(page, { title: 'Mine', description: 'Only I said this' });
  await save(page);
  await expect(row(page, 'Mine')).toContainText('Waiting');
  await fillTask(page, { day: '2031-01-02' });
  await save(page);
  const { taskName, ...rest } = (await elsewhere.tasks())![key]!;
  expect(taskName).toBe('Before');
  await elsewhere.put(`tasks/${key}`, { ...rest, taskName: 'Theirs' });

  await goOnline();
  await expect(page.getByText('Another device had Title “Theirs”')).toBeVisible();
  await expect(row(page, 'Mine')).toContainText('2 versions');
  await expect
    .poll(async () => (await elsewhere.tasks())![key])
    .toMatchObject({
      taskName: 'Mine',
      taskDescription: 'Only I said this',
      taskDueDate: '2031-01-02T00:00:00.000Z',
    });

  await page.getByRole('button', { name: 'Take theirs' }).click();
  await expect(row(page, 'Theirs')).not.toContainText(/2 versions|Waiting/);
  await expect.poll(async () => (await elsewhere.tasks())![key]!.taskName).toBe('Theirs');
  expect(await readTask(page)).toMatchObject({ title: 'Theirs', description: 'Only I said this' });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await elsewhere.tasks())![key]!.taskName).toBe('Mine');
});

test('An edit of a task that was deleted elsewhere brings it back and says so @worker @long', async ({
  page,
  newUser,
  signIn,
  device,
  goOffline,
  goOnline,
}) => {
  const user = await newUser();
  const elsewhere = device(user);
  const key = await elsewhere.addTask({ taskName: 'Doomed', taskList: 'work' });
  await signIn(user);
  await page.goto('/tasks/work');
  await row(page, 'Doomed').click();
  await page.getByPlaceholder('Title of your task').waitFor();
  await goOffline();
  await fillTask(page, { title: 'Too dear to lose' });
  await save(page);
  await expect(row(page, 'Too dear to lose')).toContainText('Waiting');
  await elsewhere.remove(`tasks/${key}`);
  await goOnline();
  await expect(row(page, 'Too dear to lose')).toContainText('Deleted elsewhere');
  await expect(page.getByText('Deleted on another device; kept, because you changed it.')).toBeVisible();
  await expect
    .poll(async () => (await elsewhere.tasks())?.[key])
    .toMatchObject({ taskName: 'Too dear to lose' });
  await page.getByRole('button', { name: 'Delete again' }).click();
  await expect(row(page, 'Too dear to lose')).toHaveCount(0);
  await expect.poll(() => elsewhere.tasks()).toBeNull();
});

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
