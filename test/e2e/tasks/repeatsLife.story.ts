import { expect, test, type Page } from '../fixtures';
import { withRules } from '../support/gestures';
import type { Device } from '../support/people/people';

const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) });
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Done: ${name}`, exact: true });
const toast = (page: Page, words: string) => page.getByText(words, { exact: true });
const atOf = async (data: Device, key: string) =>
  (await data.get<{ at: string } | null>(`ext/repeats/${key}`))?.at;
const noted = async (data: Device, key: string) =>
  Object.keys((await data.get<Record<string, string> | null>(`ext/occurrences/${key}`)) ?? {});

/** Adds Bins of every Tuesday, due today. */
async function addBins(data: Device, taskDescription = '') {
  const [taskName, taskDueDate] = ['Bins', '2026-11-24T00:00:00.000Z'];
  const key = await data.addTask({ taskName, taskDescription, taskDueDate });
  const rule = 'FREQ=WEEKLY;BYDAY=TU;WKST=MO';
  await data.put(`ext/repeats/${key}`, { rule, first: '2026-11-24', at: '2026-11-24' });
  return key;
}

test.use({ ownServer: true });

test.beforeEach(({ time }) => time.start('2026-11-24T15:00:00Z'));

test('What repeats and what does not are selected, ticked and undone as one step @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  const data = device(user);
  const key = await addBins(data);
  await data.addTask({ taskName: 'Milk', taskDueDate: '2026-11-24T00:00:00.000Z' });
  await withRules(page, signIn(user));
  await row(page, 'Bins').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('x');
  await expect(toast(page, '2 tasks done')).toBeVisible();
  await expect.poll(() => atOf(data, key)).toBe('2026-12-01');
  await expect.poll(() => data.get('ext/done')).not.toBeNull();
  await page.keyboard.press('Control+z');
  await expect.poll(() => atOf(data, key)).toBe('2026-11-24');
  await expect.poll(() => data.get('ext/done')).toBeNull();
  expect(await noted(data, key)).toEqual([]);
  for (const name of ['Bins', 'Milk']) await expect(box(page, name)).not.toBeChecked();
});

test('A tick left behind by another device’s deletion is decided on the page Sync @long', async ({
  page,
  newUser,
  signIn,
  device,
  goOffline,
  goOnline,
}) => {
  const user = await newUser();
  const data = device(user);
  const taskDueDate = '2026-11-24T00:00:00.000Z';
  const key = await data.addTask({ taskName: 'Bins', taskId: 71, taskDueDate });
  const record = { ...(await data.tasks())![key]!, taskDueDate: '2026-11-17T00:00:00.000Z' };
  const repeat = { rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', first: '2026-11-17', at: '2026-11-24' };
  await data.patch('', {
    [`ext/repeats/${key}`]: repeat,
    [`ext/occurrences/${key}`]: { '2026-11-17': '2026-11-17T12:00:00.000Z' },
  });
  await withRules(page, signIn(user));
  await page.goto('/tasks/today');
  await expect(row(page, 'Bins')).toContainText('every Tuesday');
  await goOffline();
  await box(page, 'Bins').click();
  await expect(box(page, 'Bins')).toBeChecked();
  const before = { ...repeat, at: '2026-11-17' };
  await data.patch('', {
    [`tasks/${key}/taskDueDate`]: record.taskDueDate,
    [`ext/repeats/${key}`]: before,
    [`ext/occurrences/${key}`]: null,
  });
  await data.patch('', {
    [`tasks/${key}`]: null,
    [`ext/repeats/${key}`]: null,
    [`ext/trash/tasks/${key}`]: {
      deletedAt: '2026-11-24T15:00:00.000Z',
      record,
      beside: { repeats: before },
    },
  });
  await goOnline();
  await expect(row(page, 'Bins')).toHaveCount(0);
  await page.goto('/account/sync');
  const sum = page.getByTestId('arithmetic');
  const blocked = page.getByText('This day was opened again, or repeats otherwise, elsewhere');
  await expect(blocked).toBeVisible();
  await expect(sum).toHaveText('1 made = 0 confirmed + 0 waiting + 1 blocked + 0 discarded');
  const retried = page.waitForResponse(response => response.url().includes(`ext/trash/tasks/${key}`));
  await page.getByRole('button', { name: /^Retry: / }).click();
  await retried;
  await expect(blocked).toBeVisible();
  await page.getByRole('button', { name: /^Discard: / }).click();
  await expect(sum).toHaveText('1 made = 0 confirmed + 0 waiting + 0 blocked + 1 discarded');
  await expect(blocked).toHaveCount(0);
  expect(await data.get(`ext/trash/tasks/${key}/beside/repeats/at`)).toBe('2026-11-17');
});
