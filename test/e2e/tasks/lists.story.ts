import { keyOf, taskBody } from '../../../bench/seed';
import { expect, test } from '../fixtures';
import { gesturesReady } from '../support/gestures';
import { dayIn, fillTask, rowNames } from '../support/taskForm';
import { storedDay } from '../support/people/people';

const many = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      keyOf(n),
      {
        ...taskBody(n, storedDay().slice(0, 10)),
        taskName: `Row ${String(n).padStart(3, '0')}`,
        taskList: 'work',
      },
    ]),
  );

test('What a row has at its end stays where it is when the row is ticked @long', async ({
  page,
  somebody,
}) => {
  await somebody(data => data.addTask({ taskName: 'Shop', taskDescription: '- [ ] Milk' }));
  const placeOf = async (name: RegExp) => (await page.getByRole('main').getByLabel(name).boundingBox())!.x;
  const places = async () => [await placeOf(/^Personal$/), await placeOf(/subtasks: Shop$/)];
  const move = page.getByRole('button', { name: 'Move: Shop' });
  await expect(move).toBeVisible();
  const before = await places();
  const box = page.getByRole('checkbox', { name: 'Done: Shop' });
  await box.click();
  await expect(box).toBeChecked();
  await expect(move).toBeHidden(); // there is no other list to move it to
  expect(await places()).toEqual(before);
});

test('A list has headings for its days; what has no date can be found and dated', async ({
  page,
  somebody,
  axe,
}) => {
  const { data: elsewhere } = await somebody(async elsewhere => {
    await elsewhere.addTask({ taskName: 'Bare', taskDescription: '', taskDueDate: '', taskId: 1 });
    await elsewhere.addTask({ taskName: 'Late', taskDueDate: '2020-02-03T00:00:00.000Z', taskId: 2 });
    await elsewhere.addTask({ taskName: 'Now', taskId: 3 });
  });
  await page.goto('/tasks/personal');
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(headings).toHaveText(['Overdue', 'Today', 'No date']);
  expect(await rowNames(page)).toEqual(['Late', 'Now', 'Bare']);
  await expect(headings.last().locator('..')).toHaveAttribute('data-day', 'undated');
  await axe();

  await page.getByRole('link', { name: /^Bare/ }).click();
  await fillTask(page, { title: 'Bare no more' });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const stored = async () => Object.values((await elsewhere.tasks())!).find(({ taskId }) => taskId === 1);
  expect(await stored()).toMatchObject({ taskName: 'Bare no more', taskDescription: '', taskDueDate: '' });
  await fillTask(page, { day: await dayIn(page, 1) });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(headings).toHaveText(['Overdue', 'Today', 'Tomorrow']);
});

test('A long rule leaves the name 60 % of its row, beside an open form too @long', async ({
  page,
  somebody,
}) => {
  await somebody(async data => {
    const key = await data.addTask({ taskName: 'Water the plants of all the neighbours', taskId: 7 });
    const day = storedDay().slice(0, 10);
    await data.put(`ext/repeats/${key}`, { rule: 'FREQ=MONTHLY;BYDAY=2FR', first: day, at: day });
  });
  for (const [path, width] of [
    ['/tasks/today', 320],
    ['/tasks/today/7/edit', 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(path);
    const row = page.locator('main [data-task]');
    await expect(row.getByText(/every month/)).toBeVisible();
    const share = await row.evaluate(link => {
      const [name, whole] = [link.querySelector('[dir]')!, link.parentElement!];
      return name.getBoundingClientRect().width / whole.getBoundingClientRect().width;
    });
    expect(share, path).toBeGreaterThanOrEqual(0.6);
  }
});

test('Rows and headings grow with the text, and the keys still reach every row @long', async ({
  page,
  somebody,
}) => {
  await somebody(async data => {
    await data.patch('tasks', many(120));
    await data.addTask({ taskName: 'Zebra', taskList: 'work', taskDueDate: '', taskId: 900 });
  });
  await page.goto('/tasks/work');
  const first = page.getByRole('main').locator('[data-row="0"]');
  await expect(first).toBeVisible();
  expect((await first.boundingBox())!.height).toBe(52);
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await expect.poll(async () => (await first.boundingBox())!.height).toBe(104);
  const overlaps = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('main h2, main [data-row]')].map(element =>
      element.getBoundingClientRect(),
    );
    return boxes.filter((box, at) => at > 0 && box.top < boxes[at - 1]!.bottom - 1).length;
  });
  expect(overlaps).toBe(0);
  await page.evaluate(() => (document.documentElement.style.fontSize = '50%'));
  await expect.poll(() => page.locator('main [data-row]').count()).toBeGreaterThan(15);
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  await page.locator('main [data-row="119"]').waitFor({ state: 'detached' });
  await page.locator('main [data-rows]').evaluate(content => (content.parentElement!.scrollTop = 1e6));
  await page.getByRole('link', { name: /^Row 119/ }).focus();
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: /^Zebra/ })).toBeFocused();
  await page.keyboard.press('k');
  await expect(page.getByRole('link', { name: /^Row 119/ })).toBeFocused();
});

test('The ring of a row surrounds its circle, with round corners @long', async ({ page, somebody }) => {
  await somebody(async data => {
    for (const taskName of ['Apples', 'Bread', 'Cheese']) await data.addTask({ taskName });
  });
  for (const [path, width] of [
    ['/tasks/today', 390],
    ['/day', 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(path);
    await gesturesReady(page);
    const link = page.getByRole('main').getByRole('link', { name: /^Bread/ });
    const { x, y, height } = (await link.locator('..').boundingBox())!;
    const spot = (below: number) => page.screenshot({ clip: { x, y: y + below, width: 2, height: 2 } });
    const before = { corner: await spot(0), side: await spot(height / 2) };
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect(link).toBeFocused();
    expect((await spot(height / 2)).equals(before.side), 'left of the circle').toBe(false);
    expect((await spot(0)).equals(before.corner), 'at the corner').toBe(true);
  }
});

test.describe('On a small phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

  test('a row shows most of its name, and day, rule and mark whole beside subtasks @long', async ({
    page,
    somebody,
  }) => {
    await somebody(async data => {
      const taskDescription = '- [ ] Paper\n- [x] Glass';
      const day = storedDay(-9);
      const task = { taskName: 'Bins', taskId: 7, taskDescription, taskDueDate: day };
      const key = await data.addTask(task);
      const first = day.slice(0, 10);
      await data.put(`ext/repeats/${key}`, { rule: 'FREQ=DAILY', first, at: first });
      await data.addTask({ taskName: 'Slides for the spring meeting of the club' });
    });
    const slides = page.locator('main [data-task]', { hasText: 'Slides' });
    const [name, whole] = await Promise.all([
      page.getByText('Slides for the spring meeting of the club').boundingBox(),
      slides.locator('..').boundingBox(),
    ]);
    const besides = 50 + 94; // pixels of the checkbox, and of the list's mark, button and chevron
    expect(name!.width).toBeGreaterThanOrEqual(whole!.width - besides);
    await page.goto('/tasks/previous/7/edit');
    await page.getByPlaceholder('Title of your task').fill('');
    await page.getByRole('button', { name: 'Close', exact: true }).tap();
    const row = page.locator('main [data-task]');
    for (const words of [/^\w{3} \d+ \w{3}$/, 'every day', 'Not saved'])
      await expect(row.getByText(words, { exact: true })).toBeInViewport({ ratio: 1 });
  });
});
