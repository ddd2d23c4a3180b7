import { expect, test, type Page } from '../fixtures';
import { fillTask } from '../support/taskForm';

const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const WORDS = { title: 'Unsent', description: 'Not for others', list: 'work', day: '2030-01-01' } as const;

async function addOffline(page: Page) {
  await page.getByRole('button', { name: 'Add New Task' }).click();
  await fillTask(page, WORDS);
  await page.getByRole('button', { name: 'Add Task' }).click();
  await expect(row(page, 'Unsent')).toContainText('Waiting');
}

test('What was unsent at sign-out waits for its own user, and another sees none of it @worker', async ({
  page,
  newUser,
  signIn,
  device,
  goOffline,
  goOnline,
}) => {
  const [first, second] = [await newUser(), await newUser()];
  await signIn(first);
  await page.evaluate(() => navigator.serviceWorker.ready); // it serves the app offline
  await goOffline();
  await addOffline(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/auth/login');
  await goOnline();

  await signIn(second);
  await page.getByRole('link', { name: 'Work', exact: true }).click();
  await expect(page.getByText('You have no task tagged with Work')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/auth/login');
  expect(await device(first).tasks()).toBeNull();
  expect(await device(second).tasks()).toBeNull();

  await signIn(first);
  await expect
    .poll(async () => Object.values((await device(first).tasks()) ?? {}))
    .toMatchObject([{ taskName: 'Unsent', taskDescription: 'Not for others' }]);
  expect(await device(second).tasks()).toBeNull();
});
