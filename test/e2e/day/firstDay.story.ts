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

test('A ticked task stays for a moment, leaves, and is reopened from the logbook @phone-long', async ({
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

test('A tick is taken back while its task is still there, by the toast and by the form @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  const key = await device(user).addTask(water);
  await signIn(user);
  await box(page, 'Water the plants').check();
  await undo(page).click();
  await expect(box(page, 'Water the plants')).not.toBeChecked();
  await expect(page.getByText('Marked “Water the plants” as not done')).toBeVisible();
  await row(page, 'Water the plants').click();
  await page.getByRole('checkbox', { name: 'Done', exact: true }).check();
  await expect.poll(() => device(user).get(`ext/done/${key}`)).not.toBeNull();
  await expect(page.getByLabel('Title')).toHaveValue('Water the plants');
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

test('A note comes back as well, and what is deleted for ever does not @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  const other = device(user);
  const key = await other.addNote({ noteTitle: 'Milk', noteDescription: 'Two bottles' });
  const before = await other.notes();
  await signIn(user);
  await go(page, 'Sticky Wall');
  const card = main(page).getByRole('button', { name: /^Milk/ });
  const deleteIt = async () => {
    await card.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(card).toBeHidden();
    await expect.poll(() => other.notes()).toBeNull();
  };
  await deleteIt();
  await undo(page).click();
  await expect(card).toBeVisible();
  await expect.poll(() => other.notes()).toEqual(before);
  await deleteIt();
  await go(page, 'Trash');
  await page.getByRole('button', { name: 'Empty trash' }).click();
  await expect(page.getByText('Delete it forever?')).toBeVisible();
  await page.getByRole('button', { name: 'Keep them' }).click();
  await page.getByRole('button', { name: 'Delete Milk forever' }).click();
  await expect(page.getByText('The trash is empty.')).toBeVisible();
  await expect.poll(() => other.get('ext/trash')).toBeNull();
  expect(key).toBeTruthy();
});

test('A tick, an edit and a deletion offline are taken back after a reload @worker @long', async ({
  page,
  newUser,
  signIn,
  device,
  goOffline,
  goOnline,
}) => {
  const user = await newUser();
  const other = device(user);
  await other.addTask(water);
  const before = await other.tasks();
  await signIn(user);
  await expect(row(page, 'Water the plants')).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await goOffline();
  await row(page, 'Water the plants').click();
  await page.getByLabel('Title').fill('Water the roses');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('checkbox', { name: 'Done', exact: true }).check();
  await page.getByRole('button', { name: 'Delete Task' }).click();
  await expect(row(page, 'Water the')).toHaveCount(0);
  await expect(page.getByText('3 changes wait on this device.')).toBeVisible();
  await page.reload();
  await go(page, 'Trash');
  await expect(page.getByText('Water the roses')).toBeVisible();
  await go(page, 'Today');
  await goOnline();
  await expect.poll(() => other.tasks()).toBeNull();
  for (const message of [
    'Restored “Water the roses”',
    'Marked “Water the roses” as not done',
    'Changed “Water the plants” back',
  ]) {
    await page.keyboard.press('Control+z');
    await expect(page.getByText(message)).toBeVisible();
  }
  await expect(row(page, 'Water the plants')).toBeVisible();
  await expect.poll(() => other.tasks()).toEqual(before);
  await expect.poll(() => other.get('ext/done')).toBeNull();
});
