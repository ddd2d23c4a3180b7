import { expect, test, type Page } from '../fixtures';
import { withRules } from '../support/gestures';
import type { Device } from '../support/people/people';

const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) });
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Done: ${name}`, exact: true });
const toast = (page: Page, words: string) => page.getByText(words, { exact: true });
const view = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true });
const atOf = async (data: Device, key: string) =>
  (await data.get<{ at: string } | null>(`ext/repeats/${key}`))?.at;
const noted = async (data: Device, key: string) =>
  Object.keys((await data.get<Record<string, string> | null>(`ext/occurrences/${key}`)) ?? {});
const dueOf = async (data: Device, key: string) => (await data.tasks())![key]!.taskDueDate.slice(0, 10);

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

test('The form says each rule that can be chosen in it, its end and its next days @long', async ({
  page,
  newUser,
  signIn,
}) => {
  await withRules(page, signIn(await newUser()));
  await page.goto('/tasks/new');
  const group = page.getByRole('group', { name: 'Repeats' });
  const choose = (label: string, option: string) =>
    group.getByLabel(label, { exact: true }).selectOption(option);
  const set = (label: string, value: string) => group.getByLabel(label, { exact: true }).fill(value);
  const expectWords = (words: string) => expect(group.locator('p')).toContainText(words);

  await choose('How often', 'Every day');
  await expectWords('Every day. Next: today, tomorrow, Thu 26 Nov, Fri 27 Nov, Sat 28 Nov, …');
  await set('Every how many days', '3');
  await expectWords('Every 3 days. Next: today, Fri 27 Nov, Mon 30 Nov, Thu 3 Dec, Sun 6 Dec, …');
  await choose('Ends', 'After so many times');
  await set('How many times', '2');
  await expectWords('Every 3 days, 2 times. Next: today, Fri 27 Nov. ');
  await choose('Ends', 'On a day');
  await set('Last day', '2026-12-01');
  await expectWords('Every 3 days, until 1 Dec 2026. Next: today, Fri 27 Nov, Mon 30 Nov. ');
  await choose('Ends', 'Never');
  await choose('How often', 'Every weekday');
  await expectWords('Every weekday. Next: today, tomorrow, Thu 26 Nov, Fri 27 Nov, Mon 30 Nov, …');
  await choose('How often', 'Every week');
  await set('Every how many weeks', '2');
  await group.getByRole('checkbox', { name: 'Friday' }).check();
  await expectWords('Every 2 weeks on Tuesday and Friday. Next: today, Fri 27 Nov, Tue 8 Dec, Fri 11 Dec,');
  await choose('How often', 'Every month');
  await expectWords('Every 2 months on the 24th. Next: today, Sun 24 Jan');
  await set('Every how many months', '1');
  await choose('On', 'The 4th Tuesday');
  await expectWords('Every month on the 4th Tuesday. Next: today, Tue 22 Dec, Tue 26 Jan');
  await choose('On', 'The last day');
  await expectWords('Every month on the last day. Next: Mon 30 Nov, Thu 31 Dec, Sun 31 Jan');
  await choose('How often', 'Never');
  await page.getByLabel('Due Date').fill('2026-11-24');
  await choose('How often', 'Every year');
  await expectWords('Every year on 24 November. Next: today, Wed 24 Nov 2027, ');
  await choose('How often', 'After it is done');
  await set('How long after', '10');
  await expectWords('10 days after it is done. First: today. '); // only the next occurrence is shown
});

test('One occurrence is moved by the form, by the menu, and by an older client @long', async ({
  page,
  newUser,
  signIn,
  device,
  time,
}) => {
  const user = await newUser();
  const data = device(user);
  const key = await addBins(data);
  await withRules(page, signIn(user));
  await view(page, 'Personal').click();
  /** Ticks the moved occurrence; the next day follows from the occurrence's own day. */
  const tick = async (words: string, open: string) => {
    await box(page, 'Bins').click();
    await expect(toast(page, words)).toBeVisible();
    await expect.poll(() => atOf(data, key)).toBe(open);
    await time.advance(6000);
    await expect(box(page, 'Bins')).not.toBeChecked();
  };

  await row(page, 'Bins').click();
  await page.getByLabel('Due Date').fill('2026-11-25');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect.poll(() => dueOf(data, key)).toBe('2026-11-25');
  expect(await atOf(data, key)).toBe('2026-11-24');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await tick('Done. Next on Tue 1 Dec', '2026-12-01');

  await row(page, 'Bins').focus();
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name: 'Tomorrow' }).click();
  await expect.poll(() => dueOf(data, key)).toBe('2026-11-25');
  expect(await atOf(data, key)).toBe('2026-12-01');
  await tick('Done. Next on Tue 8 Dec', '2026-12-08');

  const record = (await data.tasks())![key]!;
  await data.put(`tasks/${key}`, { ...record, taskDueDate: '2026-12-10T00:00:00.000Z' });
  await expect(row(page, 'Bins')).toContainText('Thu 10 Dec');
  await tick('Done. Next on Tue 15 Dec', '2026-12-15');
  expect(await noted(data, key)).toEqual(['2026-11-24', '2026-12-01', '2026-12-08']);
});

test('What repeats and what does not are selected, ticked and undone as one step', async ({
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

test('The next round opens all parts, Done says how many were ticked, a reload undoes @long', async ({
  page,
  newUser,
  signIn,
  device,
  time,
}) => {
  const user = await newUser();
  const data = device(user);
  const description = '- [x] Paper\n- [x] Glass\n- [ ] Plastic';
  const key = await addBins(data, description);
  await withRules(page, signIn(user));
  await expect(page.getByRole('button', { name: '2 of 3 parts: Bins' })).toBeVisible();
  await box(page, 'Bins').click();
  await expect.poll(() => atOf(data, key)).toBe('2026-12-01');
  await time.advance(6000);
  await view(page, 'Upcoming').click();
  await expect(page.getByRole('button', { name: '0 of 3 parts: Bins' })).toBeVisible();
  await view(page, 'Done').click();
  await expect(row(page, 'Bins')).toContainText('2 of 3');
  await page.reload();
  await expect(row(page, 'Bins')).toContainText('2 of 3');
  await page.keyboard.press('Control+z');
  await expect(row(page, 'Bins')).toHaveCount(0);
  await expect.poll(() => atOf(data, key)).toBe('2026-11-24');
  expect((await data.tasks())![key]!.taskDescription).toBe(description);
});

test('Another rule, the trash and the end of its rule leave the logbook as it is @long', async ({
  page,
  newUser,
  signIn,
  device,
  time,
}) => {
  const user = await newUser();
  const data = device(user);
  const key = await addBins(data);
  await withRules(page, signIn(user));
  await box(page, 'Bins').click();
  await expect.poll(() => noted(data, key)).toEqual(['2026-11-24']);
  await time.advance(6000);
  await view(page, 'Personal').click();
  /** Chooses a repeat in the row's menu. */
  const repeat = async (name: string) => {
    await page.getByRole('button', { name: 'Move: Bins' }).click();
    await page.getByRole('menuitem', { name: 'Repeats…' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await repeat('Every day');
  await expect(row(page, 'Bins')).toContainText('every day');
  await row(page, 'Bins').click();
  await page.getByRole('button', { name: 'Delete Task' }).click();
  await expect(row(page, 'Bins')).toHaveCount(0);
  await expect.poll(() => data.get('ext/occurrences')).toBeNull();
  await view(page, 'Trash').click();
  await page.getByRole('button', { name: 'Restore Bins' }).click();
  await expect.poll(() => noted(data, key)).toEqual(['2026-11-24']);
  await view(page, 'Personal').click();
  await expect(row(page, 'Bins')).toContainText('every day');
  await repeat('Doesn’t repeat');
  await expect.poll(() => atOf(data, key)).toBeUndefined();
  await view(page, 'Done').click();
  await expect(row(page, 'Bins')).toContainText('today');
  expect(await noted(data, key)).toEqual(['2026-11-24']);
});

test('Offline, two tabs and another device tick one occurrence: one step, no conflict @long', async ({
  page,
  browser,
  baseURL,
  newUser,
  signIn,
  device,
  time,
  goOffline,
  goOnline,
}) => {
  const user = await newUser();
  const data = device(user);
  const key = await addBins(data);
  await withRules(page, signIn(user));
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block' });
  await context.clock.install({ time: '2026-11-24T15:00:00Z' });
  const other = await context.newPage();
  await withRules(other, signIn(user, other));
  const tab = await context.newPage();
  await tab.goto('/tasks/today');
  for (const on of [page, other, tab]) await expect(row(on, 'Bins')).toContainText('every Tuesday');
  await goOffline();
  await context.setOffline(true);
  // Check and click in one call: a tab that knows of the other's tick must not click.
  const tickOnce = (input: HTMLElement | SVGElement) =>
    (input as HTMLInputElement).checked || (input as HTMLInputElement).click();
  for (const on of [page, other, tab]) await box(on, 'Bins').evaluate(tickOnce);
  for (const on of [page, other, tab]) await expect(box(on, 'Bins')).toBeChecked();
  expect(await atOf(data, key)).toBe('2026-11-24');
  await goOnline();
  await context.setOffline(false);
  await expect.poll(() => atOf(data, key)).toBe('2026-12-01');
  await time.advance(6000);
  await context.clock.fastForward(6000);
  for (const on of [page, other, tab]) {
    await expect(row(on, 'Bins')).toHaveCount(0);
    await view(on, 'Upcoming').click();
    await expect(row(on, 'Bins')).toBeVisible();
    await expect(box(on, 'Bins')).not.toBeChecked();
    await expect(on.getByText('2 versions')).toHaveCount(0);
  }
  await page.goto('/account/sync');
  const sum = '1 made = 1 confirmed + 0 waiting + 0 blocked + 0 discarded';
  await expect(page.getByTestId('arithmetic')).toHaveText(sum);
  expect(await atOf(data, key)).toBe('2026-12-01');
  expect(await noted(data, key)).toEqual(['2026-11-24']);
  await context.close();
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
