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
