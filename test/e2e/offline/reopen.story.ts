import { expect, test, type Page } from '../fixtures';
import { fillTask, readTask } from '../support/taskForm';

/** Waits until the service worker controls the page and has stored the app's files. */
async function openForGood(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}
const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });

test('What is changed offline outlives its tab, is there offline, and arrives once @worker', async ({
  page,
  context,
  newUser,
  signIn,
  device,
  goOffline,
  goOnline,
}) => {
  const user = await newUser();
  const elsewhere = device(user);
  const key = await elsewhere.addTask({ taskName: 'Old words', taskList: 'work' });
  await elsewhere.addNote({ noteTitle: 'A note' });
  await signIn(user);
  await openForGood(page);
  await page.getByRole('link', { name: 'Sticky Wall' }).click();
  await expect(page.getByRole('button', { name: 'A note' })).toBeVisible();
  await page.getByRole('link', { name: 'Work', exact: true }).click();
  await row(page, 'Old words').click();

  await goOffline();
  await fillTask(page, { title: 'New words' });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(row(page, 'New words')).toContainText('Waiting');
  await page.getByRole('button', { name: 'Add New Task' }).click();
  await page.waitForURL('**/tasks/new');
  await fillTask(page, { title: 'Made offline', description: 'On a train', list: 'work', day: '2030-05-04' });
  await page.getByRole('button', { name: 'Add Task' }).click();
  await expect(row(page, 'Made offline')).toContainText('Waiting');
  await expect(page.getByText(/2 changes are waiting/)).toBeVisible();

  await page.close();
  const reopened = await context.newPage();
  await reopened.goto('/tasks/work');
  await expect(row(reopened, 'New words')).toContainText('Waiting');
  await row(reopened, 'Made offline').click();
  expect(await readTask(reopened)).toEqual({
    title: 'Made offline',
    description: 'On a train',
    list: 'work',
    day: '2030-05-04',
  });
  // Tasks made offline can be edited offline.
  await fillTask(reopened, { description: 'In a tunnel' });
  await reopened.getByRole('button', { name: 'Save Changes' }).click();
  await expect(reopened.getByText(/3 changes are waiting/)).toBeVisible();

  await goOnline();
  await expect(reopened.getByText('Waiting')).toHaveCount(0);
  const tasks = Object.entries((await elsewhere.tasks())!);
  expect(tasks).toHaveLength(2);
  expect(tasks.find(([taskKey]) => taskKey === key)![1].taskName).toBe('New words');
  expect(tasks.find(([taskKey]) => taskKey !== key)![1]).toMatchObject({
    taskName: 'Made offline',
    taskDescription: 'In a tunnel',
    taskDueDate: '2030-05-04T00:00:00.000Z',
  });
});

test('Without network the app opens at all its addresses, not at the server’s @worker @long', async ({
  page,
  somebody,
  server,
  troubles,
}) => {
  troubles.expect(/ 401/); // a request to the database without a token
  const { user } = await somebody();
  await openForGood(page);
  for (const address of [
    '/healthz',
    '/__/firebase/init.json',
    `/${user.uid}/tasks.json`,
    '/.lp?start=t&cb=1',
  ]) {
    const answer = await page.goto(address);
    const [shown, served] = [await answer!.text(), await (await fetch(server.url + address)).text()];
    expect(answer!.fromServiceWorker(), address).toBe(false);
    expect(shown.includes('id="root"'), address).toBe(false);
    expect(served.includes('id="root"'), address).toBe(false);
  }
  const app = await page.goto('/tasks/upcoming');
  expect(app!.fromServiceWorker()).toBe(true);
  await expect(page.getByRole('heading', { name: 'Upcoming' })).toBeVisible();
});
