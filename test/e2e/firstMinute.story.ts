import { expect, test } from './fixtures';
import { fillTask } from './support/taskForm';

const title = 'Three things to try';

test('The first Today teaches three things by doing, then is gone @phone', async ({
  page,
  newUser,
  signIn,
  axe,
}) => {
  await signIn(await newUser());
  const guide = page.getByRole('complementary', { name: title });
  await expect(guide).toBeVisible();
  await expect(page.getByText('You have no tasks for today')).toBeVisible();
  await expect(guide.getByText('(done)')).toHaveCount(0);
  await axe();

  await guide.getByRole('button', { name: 'Add a task' }).click();
  await expect(page.getByLabel('Title')).toBeFocused();
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
  await fillTask(page, { title: 'Look around', description: 'For a minute', list: 'personal', day: today });
  await page.getByRole('button', { name: 'Add Task' }).click();
  await expect(page).toHaveURL('/tasks/personal');
  await expect(guide).toHaveCount(0);
  await page.goBack();
  await page.evaluate(() => {
    history.pushState(null, '', '/tasks/today');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(guide.getByText('(done)')).toHaveCount(1);

  await page.getByRole('checkbox', { name: /Look around/ }).click();
  await expect(guide.getByText('(done)')).toHaveCount(2);
  await guide.getByRole('button', { name: 'See all shortcuts' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { name: 'That is all you need' })).toBeVisible();
  await axe();
  await page.getByRole('button', { name: 'Close the three things to try' }).click();
  await expect(page.getByText('That is all you need')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeFocused();
  await page.reload();
  await expect(page.getByText('You have no tasks for today')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByText(title)).toHaveCount(0);
});

test('Who has tasks, for whatever day, is taught nothing', async ({ page, newUser, signIn, device }) => {
  const user = await newUser();
  await device(user).addTask({ taskName: 'Later', taskDueDate: '2031-12-12T00:00:00.000Z' });
  await signIn(user);
  await expect(page.getByText('You have no tasks for today')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByText(title)).toHaveCount(0);
});

test('Words that are shared become a task only when the person adds it', async ({
  page,
  newUser,
  signIn,
  device,
  axe,
}) => {
  const user = await newUser();
  await signIn(user);
  await page.goto('/share?title=Bread&text=Two%20loaves%E2%80%AE&url=https%3A%2F%2Fexample.com%2Fbread');
  await expect(page.getByText('Two loaves')).toBeVisible();
  await axe();
  await page.getByRole('button', { name: 'A task' }).click();
  await expect(page).toHaveURL('/tasks/new');
  await expect(page.getByLabel('Title')).toHaveValue('Bread');
  await expect(page.getByLabel('Description')).toHaveValue('Two loaves\nhttps://example.com/bread');
  expect(await device(user).tasks()).toBeNull();

  // A second share does not take the place of the first.
  await page.goto('/share?text=And%20butter');
  await page.getByRole('button', { name: 'A task' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Bread');
  await expect(page.getByLabel('Description')).toHaveValue(
    'Two loaves\nhttps://example.com/bread\n\nAnd butter',
  );
  await fillTask(page, { list: 'personal', day: '2031-12-12' });
  await page.getByRole('button', { name: 'Add Task' }).click();
  await expect
    .poll(async () => Object.values((await device(user).tasks()) ?? {}))
    .toMatchObject([{ taskName: 'Bread' }]);
});

test('Words that are shared wait for the sign-in, and become a note @phone', async ({
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

test('What is shared can be discarded, and is not offered again', async ({ page, newUser, signIn }) => {
  await signIn(await newUser());
  await page.goto('/share?text=Milk');
  await page.getByRole('button', { name: 'Nothing: discard it' }).click();
  await expect(page).toHaveURL('/tasks/today');
  await page.goto('/share');
  await expect(page).toHaveURL('/tasks/today');
});
