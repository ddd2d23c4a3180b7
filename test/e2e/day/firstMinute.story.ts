import { expect, test, type Page } from '../fixtures';
import { signInByForm, type User } from '../support/people/people';
import { fillTask } from '../support/taskForm';

const title = 'Three things to try';

const guideOf = (page: Page) => page.getByRole('complementary', { name: title });
/** Opens another device of the same user, without the data of the first. */
async function onNewDevice(page: Page, user: User) {
  const context = await page
    .context()
    .browser()!
    .newContext({ baseURL: new URL(page.url()).origin, serviceWorkers: 'block' });
  const otherPage = await context.newPage();
  await signInByForm(otherPage, user);
  await expect(otherPage.getByText('You have no tasks for today')).toBeVisible();
  await otherPage.waitForLoadState('networkidle');
  return otherPage;
}

test('The first Today teaches three things by doing, then is gone for good @phone', async ({
  page,
  somebody,
  axe,
}) => {
  const { data } = await somebody();
  const guide = guideOf(page);
  await expect(guide).toBeVisible();
  await expect(page.getByText('You have no tasks for today')).toBeVisible();
  await expect(guide.getByText('(done)')).toHaveCount(0);
  await axe();

  await guide.getByRole('button', { name: 'Type “call Ana fri”' }).click();
  await expect(page.getByRole('textbox', { name: 'Quick add' })).toBeFocused();
  await page.keyboard.type('Look around');
  await page.keyboard.press('Enter');
  await expect(guide.getByText('(done)')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => data.get('ext/settings/guide')).toBe('begun');
  await page.reload();
  await expect(guide.getByText('(done)')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);

  await page
    .getByRole('main')
    .getByRole('link', { name: /Look around/ })
    .focus();
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name: 'Tomorrow' }).click();
  await expect(guide.getByText('(done)')).toHaveCount(2);
  await guide.getByRole('button', { name: 'Write a note' }).click();
  const note = page.getByRole('dialog');
  await note.getByLabel('Title').fill('Boat');
  await note.getByLabel('Description').fill('Anneke');
  await note.getByRole('button', { name: 'Save' }).click();
  await expect(note).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'You’re set' })).toBeVisible();
  await axe();
  await page.getByRole('button', { name: 'Close the three things to try' }).click();
  await expect(page.getByText('You’re set')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeFocused();
  await expect.poll(() => data.get('ext/settings/guide')).toBe('over');
  await page.reload();
  await expect(page.getByText('You have no tasks for today')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByText(title)).toHaveCount(0);
});

test('A guide that is closed unread, also offline, is gone on all devices @worker @long', async ({
  page,
  somebody,
  goOffline,
  goOnline,
}) => {
  const { user, data } = await somebody();
  await expect(guideOf(page)).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await goOffline();
  await page.getByRole('button', { name: 'Close the three things to try' }).click();
  await expect(guideOf(page)).toHaveCount(0);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(page.getByText(/waiting to be sent/)).toHaveCount(0);
  await goOnline();
  await expect.poll(() => data.get('ext/settings/guide')).toBe('over');
  await page.reload();
  await expect(page.getByText('You have no tasks for today')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(guideOf(page)).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(guideOf(page)).toHaveCount(0);

  const otherPage = await onNewDevice(page, user);
  await expect(guideOf(otherPage)).toHaveCount(0);
  await otherPage.context().close();
});

test('Who has tasks, for whatever day, is taught nothing @long', async ({ page, somebody }) => {
  await somebody(data => data.addTask({ taskName: 'Later', taskDueDate: '2031-12-12T00:00:00.000Z' }));
  await expect(page.getByText('You have no tasks for today')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByText(title)).toHaveCount(0);
});

test('Words that are shared become a task when the person adds it, or are discarded', async ({
  page,
  somebody,
  axe,
}) => {
  const { data } = await somebody();
  await page.goto('/share?title=Bread&text=Two%20loaves%E2%80%AE&url=https%3A%2F%2Fexample.com%2Fbread');
  await expect(page.getByText('Two loaves')).toBeVisible();
  await axe();
  await page.getByRole('button', { name: 'A task' }).click();
  await expect(page).toHaveURL('/tasks/new');
  await expect(page.getByLabel('Title')).toHaveValue('Bread');
  await expect(page.getByLabel('Description')).toHaveValue('Two loaves\nhttps://example.com/bread');
  expect(await data.tasks()).toBeNull();

  // A second share does not take the place of the first, which is offered.
  await page.goto('/share?text=And%20butter');
  await page.getByRole('button', { name: 'A task' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('And butter');
  await page.getByRole('button', { name: 'Use it' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Bread');
  await expect(page.getByLabel('Description')).toHaveValue('Two loaves\nhttps://example.com/bread');
  await fillTask(page, { list: 'personal', day: '2031-12-12' });
  await page.getByRole('button', { name: 'Add Task' }).click();
  await expect
    .poll(async () => Object.values((await data.tasks()) ?? {}))
    .toMatchObject([{ taskName: 'Bread' }]);

  await page.goto('/share?text=Milk');
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(page).toHaveURL('/tasks/today');
  await page.goto('/share');
  await expect(page).toHaveURL('/tasks/today');
});

test('Words that are shared wait for the sign-in, and become a note @long', async ({
  page,
  newUser,
  device,
}) => {
  const user = await newUser();
  await page.goto('/share?text=Milk%0ATwo%20bottles');
  await expect(page).toHaveURL('/auth/login');
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await page.reload();
  await page.getByRole('link', { name: 'Sign In' }).click();
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password').fill(user.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/share');
  await page.getByRole('button', { name: 'A note' }).click();
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Milk');
  await expect(page.getByRole('dialog').getByLabel('Description')).toHaveValue('Two bottles');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => Object.values((await device(user).notes()) ?? {}))
    .toMatchObject([{ noteTitle: 'Milk', noteDescription: 'Two bottles' }]);
  await page.goto('/');
  await expect(page).toHaveURL('/tasks/today');
});
