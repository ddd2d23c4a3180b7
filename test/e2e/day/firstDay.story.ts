import { expect, test, type Page } from '../fixtures';
import { storedDay } from '../support/people/people';

const main = (page: Page) => page.getByRole('main');
const row = (page: Page, name: string) => main(page).getByRole('link', { name });
const box = (page: Page, name: string) => main(page).getByRole('checkbox', { name: `Done: ${name}` });
const go = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });

const water = {
  taskName: 'Water the plants',
  taskDescription: 'All of them',
  taskList: 'personal',
  taskDueDate: storedDay(),
} as const;

test('A ticked task stays for a moment, leaves, and is reopened from the logbook', async ({
  page,
  newUser,
  signIn,
  device,
  axe,
}) => {
  const user = await newUser();
  const other = device(user);
  const key = await other.addTask(water);
  await signIn(user);
  await box(page, 'Water the plants').check();
  await expect(row(page, 'Water the plants')).toBeVisible();
  await expect(undo(page)).toBeVisible();
  await axe();
  await expect.poll(() => other.get(`ext/done/${key}`)).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(await other.tasks()).toMatchObject({ [key]: water });
  await expect(row(page, 'Water the plants')).toBeHidden();
  await expect(page.getByText('You have no tasks for today')).toBeVisible();

  await page.goto('/tasks/done');
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'today' })).toBeVisible();
  await expect(row(page, 'Water the plants')).toBeVisible();
  await axe();
  await box(page, 'Water the plants').click();
  await expect(row(page, 'Water the plants')).toBeHidden();
  await expect.poll(() => other.get(`ext/done/${key}`)).toBeNull();
  await page.goto('/tasks/today');
  await expect(row(page, 'Water the plants')).toBeVisible();
});

test('What is deleted comes back under its key: by Undo, a reload, and the trash', async ({
  page,
  newUser,
  signIn,
  device,
  axe,
}) => {
  const user = await newUser();
  const other = device(user);
  const key = await other.addTask(water);
  const before = await other.tasks();
  await signIn(user);
  const deleteIt = async () => {
    await row(page, 'Water the plants').click();
    await page.getByRole('button', { name: 'Delete Task' }).click();
    await expect(row(page, 'Water the plants')).toBeHidden();
    await expect.poll(() => other.tasks()).toBeNull();
  };
  await deleteIt();
  expect(await other.get(`ext/trash/tasks/${key}`)).toEqual({
    deletedAt: expect.stringMatching(/Z$/),
    record: before![key],
  });
  await undo(page).click();
  await expect(row(page, 'Water the plants')).toBeVisible();
  await expect.poll(() => other.tasks()).toEqual(before);
  await expect.poll(() => other.get('ext/trash')).toBeNull();

  await deleteIt();
  await page.reload();
  await go(page, 'Trash');
  await expect(page.getByText('Water the plants')).toBeVisible();
  await expect(page.getByText('30 days left')).toBeVisible();
  await axe();
  await page.getByRole('button', { name: 'Restore Water the plants' }).click();
  await expect(page.getByText('The trash is empty.')).toBeVisible();
  await expect.poll(() => other.tasks()).toEqual(before);
  await go(page, 'Today');
  await expect(row(page, 'Water the plants')).toBeVisible();
});

test('Of 200 deletions by keys each is undone after a reload @long', async ({ page, somebody }) => {
  test.setTimeout(600_000);
  const { data } = await somebody(async other => {
    for (let at = 0; at < 200; at++) await other.addTask({ taskName: `Task ${at}` });
  });
  const count = async () => Object.keys((await data.tasks()) ?? {}).length;
  await page.getByRole('main').getByRole('link').first().focus();
  for (let at = 0; at < 200; at++) await page.keyboard.press('Delete');
  // Two times 200 calls, one after the other.
  const patience = { timeout: 300_000 };
  await expect.poll(count, patience).toBe(0);
  await page.reload();
  for (let at = 0; at < 200; at++) await page.keyboard.press('Control+z');
  await expect.poll(count, patience).toBe(200);
});
