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

test('A session that ends in mid-sentence takes no word with it @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  await device(user).addTask({ taskName: 'Half said', taskList: 'work' });
  await signIn(user);
  await page.goto('/tasks/work');
  await row(page, 'Half said').click();
  await fillTask(page, { description: 'What I was about to' });
  await page.evaluate(() => {
    localStorage.removeItem('userData');
    dispatchEvent(new StorageEvent('storage', { key: 'userData' }));
  });
  await expect(page).toHaveURL('/auth/login');
  await signIn(user);
  await page.getByRole('link', { name: 'Work', exact: true }).click();
  await row(page, 'Half said').click();
  await expect(page.getByText('Draft restored')).toBeVisible();
  await expect(page.getByPlaceholder('Description')).toHaveValue('What I was about to');
});

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

test('Travelling through time sends nothing and forgets nothing @worker @long', async ({
  page,
  newUser,
  signIn,
  device,
  devTools,
  goOffline,
  goOnline,
}) => {
  const user = await newUser();
  await signIn(user);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await goOffline();
  await addOffline(page);
  const { length } = await devTools.actions();
  for (let index = length - 1; index >= 0; index--) await devTools.jumpTo(index);
  await devTools.jumpTo(length - 1);
  // The address is not part of the state, so time travel left the page at its sign-out.
  await page.getByRole('link', { name: 'Work', exact: true }).click();
  await expect(row(page, 'Unsent')).toContainText('Waiting');
  const travelled = (await devTools.actions()).slice(length).map(({ type }) => type);
  expect(travelled.filter(type => /operation(Kept|Changed|Settled|Dropped)/.test(type))).toEqual([]);
  await goOnline();
  await expect.poll(async () => Object.values((await device(user).tasks()) ?? {})).toHaveLength(1);
});

test('Where the device keeps nothing the app works online and says what it lacks @long', async ({
  page,
  newUser,
  signInByForm,
  device,
}) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new Error('A private window');
    };
  });
  const user = await newUser();
  await signInByForm(user);
  await page.getByRole('button', { name: 'Add New Task' }).click();
  await fillTask(page, WORDS);
  await page.getByRole('button', { name: 'Add Task' }).click();
  await expect(row(page, 'Unsent')).toBeVisible();
  await expect(page.getByText(/This browser stores nothing/)).toBeVisible();
  await expect.poll(async () => Object.values((await device(user).tasks()) ?? {})).toHaveLength(1);
});
