import { expect, test, type Page } from '../fixtures';
import { loseAnswer } from '../support/network/faults';
import { fillTask } from '../support/taskForm';
import { watchWire } from '../support/network/wire';

const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const WORDS = { title: 'Once', description: 'And only once', list: 'work', day: '2030-01-01' } as const;

test('A task whose first answer was lost is one task, however often its form is sent', async ({
  page,
  context,
  somebody,
  troubles,
}) => {
  troubles.expect(/ERR_CONNECTION_RESET|answer: GET .*40/);
  const { user, data } = await somebody();
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
  expect(Object.values((await data.tasks())!)).toHaveLength(1);
});

test('A task that is shown, and whose write was lost on its way, is sent again', async ({
  page,
  somebody,
}) => {
  let lost = 0;
  await page.routeWebSocket(/\.ws/, socket => {
    const server = socket.connectToServer();
    socket.onMessage(message => {
      // The SDK shows its own update to its listeners at once.
      if (lost === 0 && String(message).includes('"a":"m"')) lost += 1;
      else server.send(message);
    });
  });
  const { data } = await somebody();
  const line = page.getByRole('textbox', { name: 'Quick add' });
  await line.fill('Water the plants every day');
  await line.press('Enter');
  await expect(row(page, 'Water the plants')).toBeVisible();
  await expect.poll(() => lost).toBe(1);
  await line.fill('Buy milk');
  await line.press('Enter');
  await expect.poll(async () => Object.keys((await data.tasks()) ?? {})).toHaveLength(1);
  await page.reload();
  await expect.poll(async () => Object.keys((await data.tasks()) ?? {})).toHaveLength(2);
  await expect(row(page, 'Water the plants')).toHaveCount(1);
});
