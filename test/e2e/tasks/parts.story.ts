import { keyOf, taskBody } from '../../../bench/seed';
import { expect, test, type Page } from '../fixtures';
import { gesturesReady } from '../support/gestures';
import { storedDay } from '../support/people/people';
import { dayIn, fillTask, rowNames } from '../support/taskForm';

const LIST = '- [ ] Milk\n- [ ] Bread\n- [ ] Eggs';

test('Parts are added by Enter, ticked in the form and in the row, undone, and printed @phone-long', async ({
  page,
  somebody,
  axe,
}) => {
  const { data } = await somebody(data => data.addTask({ taskName: 'Shop', taskDescription: 'For Sunday' }));
  const stored = async () => Object.values((await data.tasks())!)[0]!.taskDescription;
  await page.getByRole('link', { name: /^Shop/ }).click();
  const field = page.getByRole('textbox', { name: 'Add a part' });
  await field.click();
  for (const words of ['Milk', 'Bread', 'Eggs']) {
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
  }
  await expect.poll(stored).toBe(`For Sunday\n\n${LIST}`);
  await page.getByRole('checkbox', { name: 'Milk' }).click();
  await expect.poll(stored).toContain('[x] Milk');
  await axe();
  await page.getByRole('button', { name: 'Close', exact: true }).click();

  const count = page.getByRole('button', { name: '1 of 3 parts: Shop' });
  await count.click();
  await page.getByRole('checkbox', { name: 'Bread' }).click();
  await expect(page.getByRole('button', { name: '2 of 3 parts: Shop' })).toBeVisible();
  await expect.poll(stored).toContain('[x] Bread');
  await axe();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(stored).not.toContain('[x] Bread');
  await page.reload();
  await expect(count).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.getByRole('checkbox', { name: 'Eggs' })).toBeVisible();
  await expect(page.getByRole('button', { name: '1 of 3 parts: Shop' })).toBeVisible();
});

test('Parts that this device ticks offline, and another one meanwhile, are all ticked @worker @long', async ({
  page,
  somebody,
  goOffline,
  goOnline,
}) => {
  let key = '';
  const { data } = await somebody(async data => {
    key = await data.addTask({ taskName: 'Shop', taskDescription: LIST });
  });
  await page.getByRole('button', { name: /parts: Shop/ }).click();
  await expect(page.getByRole('checkbox', { name: 'Bread' })).toBeVisible();
  await goOffline();
  await page.getByRole('checkbox', { name: 'Bread' }).click();
  const record = (await data.tasks())![key]!;
  await data.put(`tasks/${key}`, { ...record, taskDescription: LIST.replace('[ ] Eggs', '[x] Eggs') });
  await page.getByRole('checkbox', { name: 'Milk' }).click();
  await goOnline();
  await expect(page.getByRole('button', { name: '3 of 3 parts: Shop' })).toBeVisible();
  await expect
    .poll(async () => (await data.tasks())![key]!.taskDescription)
    .toBe(LIST.replaceAll('[ ]', '[x]'));
  await expect(page.getByText('2 versions')).toHaveCount(0);
});

test('Three parts that two devices tick while both are offline are all ticked on both @long', async ({
  page,
  browser,
  baseURL,
  somebody,
  signIn,
  goOffline,
  goOnline,
  troubles,
}) => {
  troubles.expect(/412/); // the later of two PUTs is refused, read and written again
  const { data, user } = await somebody(data => data.addTask({ taskName: 'Shop', taskDescription: LIST }));
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block' });
  const other = await context.newPage();
  await signIn(user, other);
  const parts = (on: Page, words: string) => on.getByRole('button', { name: `${words} parts: Shop` });
  for (const on of [page, other]) {
    await parts(on, '0 of 3').click();
    await expect(on.getByRole('checkbox', { name: 'Milk' })).toBeVisible(); // the code of parts is loaded
  }
  await goOffline();
  await context.setOffline(true);
  await page.getByRole('checkbox', { name: 'Milk' }).click();
  await other.getByRole('checkbox', { name: 'Bread' }).click();
  await other.getByRole('checkbox', { name: 'Eggs' }).click();
  await expect(parts(page, '1 of 3')).toBeVisible();
  await expect(parts(other, '2 of 3')).toBeVisible();
  await goOnline();
  await context.setOffline(false);
  for (const on of [page, other]) {
    await expect(parts(on, '3 of 3')).toBeVisible();
    await expect(on.getByText('2 versions')).toHaveCount(0);
  }
  const stored = async () =>
    Object.values((await data.tasks())!).map(({ taskDescription }) => taskDescription);
  await expect.poll(stored).toEqual([LIST.replaceAll('[ ]', '[x]')]);
  await context.close();
});

test('In a long list the rows below make room for parts, also after scrolling @long', async ({
  page,
  somebody,
}) => {
  const tasks = Object.fromEntries(
    Array.from({ length: 120 }, (_, n) => [
      keyOf(n),
      {
        ...taskBody(n, storedDay().slice(0, 10)),
        taskName: `Row ${String(n).padStart(3, '0')}`,
        taskDescription: n % 3 === 0 ? LIST : '',
      },
    ]),
  );
  await somebody(data => data.patch('tasks', tasks));
  const row = (n: number) =>
    page.getByRole('link', { name: new RegExp(`^Row ${String(n).padStart(3, '0')}`) });
  const topOf = async (n: number) => (await row(n).boundingBox())!.y;
  const gap = async () => (await topOf(4)) - (await topOf(3));
  const folded = await gap();
  await page.getByRole('button', { name: /parts: Row 003/ }).click();
  await expect(page.getByRole('checkbox', { name: 'Eggs' })).toBeVisible();
  const last = page.getByRole('checkbox', { name: 'Eggs' });
  await expect.poll(gap).toBeGreaterThan(folded + 90);
  const open = await gap();
  expect((await last.boundingBox())!.y).toBeLessThan(await topOf(4));
  const scrollTo = (top: number) =>
    page.locator('main [data-rows]').evaluate((rows, to) => (rows.parentElement!.scrollTop = to), top);
  await row(0).focus(); // a focused row stays rendered
  await scrollTo(5000);
  await expect(row(95)).toBeVisible();
  await expect(row(3)).toHaveCount(0);
  await scrollTo(0);
  await expect(row(3)).toBeVisible();
  await row(3).focus();
  await expect.poll(async () => Math.abs((await gap()) - open)).toBeLessThan(2);
  await page.keyboard.press('o');
  await expect.poll(gap).toBe(folded);
});

test('A task without a day is added by someday, and dated by drag, menu and form @phone-long @long', async ({
  page,
  somebody,
  axe,
  isMobile,
}) => {
  const { data } = await somebody(data => data.addTask({ taskName: 'Today’s' }));
  const day = async (name: string) =>
    Object.values((await data.tasks())!).find(({ taskName }) => taskName === name)?.taskDueDate;
  await page.keyboard.press('q');
  const line = page.getByRole('textbox', { name: 'Quick add' });
  await line.fill('Learn to sail someday');
  await expect(page.getByRole('button', { name: 'no date' })).toBeVisible();
  await line.press('Enter');
  await expect.poll(() => day('Learn to sail')).toBe('');
  for (const view of ['today', 'upcoming', 'previous', 'work']) {
    await page.goto(`/tasks/${view}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Learn to sail/ })).toHaveCount(0);
  }
  await page.goto('/tasks/personal');
  await expect(page.getByRole('link', { name: /^Learn to sail/ })).toBeVisible();

  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await expect(page).toHaveURL('/tasks/no-date');
  const more = page.getByRole('navigation').getByRole('link', { name: 'No date', exact: true });
  if (!isMobile) await expect(more).toHaveText(/No date\s*1$/); // in the sidebar, where Done and Trash are
  expect(await rowNames(page)).toEqual(['Learn to sail']);
  await axe();
  await page.keyboard.press('q');
  await line.fill('Sort photos');
  await line.press('Enter');
  await expect.poll(() => day('Sort photos')).toBe('');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(2);

  // Set and remove the day by the menu.
  await page.getByRole('link', { name: /^Sort photos/ }).focus();
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name: 'Tomorrow' }).click();
  await expect.poll(() => day('Sort photos')).toBe(storedDay(1));
  await page.goto('/tasks/upcoming');
  await page.getByRole('link', { name: /^Sort photos/ }).focus();
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name: 'No date' }).click();
  await expect.poll(() => day('Sort photos')).toBe('');

  // Set the day by the form.
  await page.goto('/tasks/no-date');
  await page.getByRole('link', { name: /^Sort photos/ }).click();
  await fillTask(page, { day: await dayIn(page, 3) });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect.poll(() => day('Sort photos')).toBe(storedDay(3));
  expect(await rowNames(page)).not.toContain('Sort photos');
  await page.getByRole('button', { name: 'Close', exact: true }).click();

  if (isMobile) return;
  await page.goto('/tasks/today');
  await gesturesReady(page);
  const from = (await page.getByRole('link', { name: /^Today’s/ }).boundingBox())!;
  await page.mouse.move(from.x + 60, from.y + 20);
  await page.mouse.down();
  const link = page.getByRole('navigation').getByRole('link', { name: 'No date', exact: true });
  const to = (await link.boundingBox())!;
  await page.mouse.move(to.x + 40, to.y + 10, { steps: 8 });
  await page.mouse.move(to.x + 44, to.y + 12, { steps: 3 });
  await page.mouse.up();
  await expect.poll(() => day('Today’s')).toBe('');
  await page.goto('/tasks/no-date');
  await expect.poll(async () => (await rowNames(page)).sort()).toEqual(['Learn to sail', 'Today’s']);
});
