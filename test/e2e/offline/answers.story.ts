import { expect, test, type Page } from '../fixtures';
import { loseAnswer, refuseEdit } from '../support/network/faults';
import { fillTask } from '../support/taskForm';
import { watchWire } from '../support/network/wire';

const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const WORDS = { title: 'Once', description: 'And only once', list: 'work', day: '2030-01-01' } as const;

test('A task whose first answer was lost is one task, however often its form is sent', async ({
  page,
  context,
  newUser,
  signIn,
  device,
  troubles,
}) => {
  troubles.expect(/ERR_CONNECTION_RESET|answer: GET .*40/);
  const user = await newUser();
  await signIn(user);
  const wire = watchWire(page, user.uid);
  const { applied } = await loseAnswer(context, { method: 'POST', path: /tasks\.json$/ });
  await page.getByRole('button', { name: 'Add New Task' }).click();
  await fillTask(page, WORDS);
  await page.getByPlaceholder('Title of your task').press('Enter');
  await page.keyboard.press('Enter');
  await applied;
  await expect(page).toHaveURL('/tasks/work');
  await expect(row(page, 'Once')).toHaveCount(1);
  await expect(row(page, 'Once')).not.toContainText('Waiting');
  expect(wire.calls('POST')).toHaveLength(1);
  expect(Object.values((await device(user).tasks())!)).toHaveLength(1);
});

test('An add that the browser itself sent twice ends as one task @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  await signIn(user);
  // Chromium repeats a request when a reused connection breaks before the answer.
  await page.context().route('**/tasks.json?*', async route => {
    if (route.request().method() === 'POST') await route.fetch();
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Add New Task' }).click();
  await fillTask(page, WORDS);
  await page.getByRole('button', { name: 'Add Task' }).click();
  await expect(page).toHaveURL('/tasks/work');
  await expect.poll(async () => Object.keys((await device(user).tasks()) ?? {})).toHaveLength(1);
  await expect(row(page, 'Once')).toHaveCount(1);
});

test('An edit that the rules refuse keeps its words, and goes when it is tried again @long', async ({
  page,
  context,
  newUser,
  signIn,
  device,
  troubles,
}) => {
  troubles.expect(/ 400|400 /);
  const user = await newUser();
  const key = await device(user).addTask({ taskName: 'Before', taskList: 'work' });
  await signIn(user);
  await page.goto('/tasks/work');
  await row(page, 'Before').click();
  await refuseEdit(context, 400, '{"error":"Permission denied"}');
  await fillTask(page, { title: 'After' });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('alert')).toContainText('Not saved Permission denied');
  await expect(row(page, 'After')).toContainText('Not saved');
  await page.reload();
  await expect(page.getByPlaceholder('Title of your task')).toHaveValue('After');
  expect((await device(user).tasks())![key]!.taskName).toBe('Before');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect.poll(async () => (await device(user).tasks())![key]!.taskName).toBe('After');
});
