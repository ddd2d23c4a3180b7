import { expect, test, type Page } from '../fixtures';
import { dayIn, fillTask, readTask } from '../support/taskForm';
import { watchWire } from '../support/network/wire';

const addTask = (page: Page) => page.getByRole('button', { name: 'Add Task' });
const saveChanges = (page: Page) => page.getByRole('button', { name: 'Save Changes' });
const saved = (page: Page) => page.getByText('Saved', { exact: true });
const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const BODY = ['taskDescription', 'taskDueDate', 'taskId', 'taskList', 'taskName'];

test('A task is added, changed and deleted, and each call is what the wire promises', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  const wire = watchWire(page, user.uid);
  await signIn(user);
  await page.getByRole('button', { name: 'Add New Task' }).click();
  await expect(page).toHaveURL('/tasks/new');
  await expect(page.getByRole('button', { name: 'Delete Task' })).toHaveCount(0);
  await expect(page.getByLabel('List').locator('option:not([hidden])')).toHaveText(['Personal', 'Work']);
  const day = await dayIn(page, 3);
  await fillTask(page, { title: 'Buy milk', description: 'Two litres', list: 'work', day });
  await addTask(page).click();
  await expect(page).toHaveURL('/tasks/work');
  await expect(row(page, 'Buy milk')).toBeVisible();

  const posts = wire.calls('POST');
  expect(posts).toHaveLength(1);
  expect(posts[0]).toMatchObject({
    path: '/tasks.json',
    query: { auth: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) },
    body: {
      taskName: 'Buy milk',
      taskDescription: 'Two litres',
      taskList: 'work',
      taskDueDate: `${day}T00:00:00.000Z`,
    },
  });
  const body = posts[0]!.body as { taskId: number };
  expect(Object.keys(body).sort()).toEqual(BODY);
  expect(Number.isInteger(body.taskId) && body.taskId >= 0 && body.taskId < 10_000_000).toBe(true);
  const [key] = Object.keys((await device(user).tasks())!);

  await row(page, 'Buy milk').click();
  await expect(page).toHaveURL(`/tasks/work/${body.taskId}/edit`);
  expect(await readTask(page)).toEqual({
    title: 'Buy milk',
    description: 'Two litres',
    list: 'work',
    day,
  });
  await fillTask(page, { title: 'Buy oat milk' });
  await saveChanges(page).click();
  await expect(saved(page)).toBeVisible();
  expect(wire.calls('PUT')).toMatchObject([
    { path: `/tasks/${key}.json`, body: { ...body, taskName: 'Buy oat milk' } },
  ]);
  expect(Object.keys(wire.calls('PUT')[0]!.body as object).sort()).toEqual(BODY);
  expect(wire.calls('PUT')[0]!.query.auth).toBeTruthy();

  await page.getByRole('button', { name: 'Delete Task' }).click();
  await expect(page).toHaveURL('/tasks/work');
  await expect(page.getByText('You have no task tagged with Work')).toBeVisible();
  await expect.poll(() => device(user).tasks()).toBeNull();
  const record = { ...body, taskName: 'Buy oat milk' };
  // Other writes, such as the progress of the guide, are left out.
  const ofTheTask = () => wire.writes.filter(({ body }) => JSON.stringify(body).includes(key!));
  await expect.poll(ofTheTask).toMatchObject([
    {
      action: 'm',
      path: '',
      body: { [`tasks/${key}`]: null, [`ext/trash/tasks/${key}`]: { record } },
    },
  ]);
  expect(wire.calls('GET', /^\/tasks\.json/)).toHaveLength(1);
});
