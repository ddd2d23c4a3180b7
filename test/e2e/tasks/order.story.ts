import { expect, test, type Page } from '../fixtures';
import { gesturesReady } from '../support/gestures';
import { storedDay } from '../support/people/people';
import { openTouches } from '../support/touches';

const row = (page: Page, name: string) => page.locator('main a[data-task]', { hasText: name });
const names = (page: Page) =>
  page
    .locator('main a[data-task]')
    .evaluateAll(rows => rows.map(row => row.querySelector('[dir="auto"]')!.textContent));
const link = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true });
const announcement = (page: Page) => page.locator('[aria-live="assertive"]');
const toast = (page: Page) => page.locator('[data-undoes]');
const line = (page: Page) => page.locator('[data-drop-line]');

type Data = {
  addTask(task: { taskName: string; taskDueDate?: string; taskList?: string }): Promise<unknown>;
};
async function fruits(data: Data) {
  for (const taskName of ['Apples', 'Bread', 'Cheese', 'Dates'])
    await data.addTask({ taskName, taskList: taskName === 'Bread' ? 'work' : 'personal' });
}

/** Presses the mouse on a row and moves to a point in steps, as a hand does, until the drag has begun. */
async function carry(page: Page, name: string, to: { x: number; y: number }) {
  await gesturesReady(page);
  const from = (await row(page, name).boundingBox())!;
  const start = { x: from.x + 40, y: from.y + from.height / 2 };
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await expect(async () => {
    await page.mouse.move(start.x + 20, start.y + 10, { steps: 4 });
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await expect(page.locator('[data-dragged]')).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.mouse.move(to.x + 1, to.y);
}
const edgeOf = async (page: Page, name: string, edge: 'top' | 'bottom') => {
  const { x, y, height } = (await row(page, name).boundingBox())!;
  return { x: x + 80, y: edge === 'top' ? y + 4 : y + height - 4 };
};
const middleOf = async (page: Page, name: string) => {
  await link(page, name).scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await link(page, name).boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
};

test('Rows of a day are ordered by mouse, by Alt and arrows, and by the menu', async ({
  page,
  somebody,
  axe,
}) => {
  const { data } = await somebody(fruits);
  await expect.poll(() => names(page)).toEqual(['Apples', 'Bread', 'Cheese', 'Dates']);

  await carry(page, 'Dates', await edgeOf(page, 'Bread', 'top'));
  await expect(announcement(page)).toContainText('Before “Bread”, 2 of 4');
  await expect(line(page)).toBeVisible();
  await axe();
  await page.mouse.up();
  await expect.poll(() => names(page)).toEqual(['Apples', 'Dates', 'Bread', 'Cheese']);
  await expect(announcement(page)).toHaveText('Moved to 2 of 4');
  await expect(line(page)).toHaveCount(0);
  await expect(toast(page)).toContainText('Moved “Dates”');
  await expect(page).toHaveURL('/tasks/today');

  await row(page, 'Dates').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => names(page)).toEqual(['Apples', 'Bread', 'Dates', 'Cheese']);
  await expect(row(page, 'Dates')).toBeFocused();
  await expect(announcement(page)).toHaveText('Moved to 3 of 4');
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => names(page)).toEqual(['Dates', 'Apples', 'Bread', 'Cheese']);
  await page.keyboard.press('Alt+ArrowUp');
  await expect(announcement(page)).toHaveText('“Dates” stays 1 of 4: rows move within their day');
  const [why, message] = await Promise.all(
    [announcement(page), page.locator('#foot [data-undoes]')].map(locator => locator.boundingBox()),
  );
  expect(why!.y + why!.height).toBeLessThanOrEqual(message!.y);
  await expect(announcement(page)).toHaveAttribute('data-seen', '');
  await expect(row(page, 'Dates')).toBeFocused();

  await row(page, 'Cheese').focus();
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name: 'Move to the top' }).click();
  await expect.poll(() => names(page)).toEqual(['Cheese', 'Dates', 'Apples', 'Bread']);
  await expect(row(page, 'Cheese')).toBeFocused();
  await page.keyboard.press('m');
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Move to the top' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+z');
  await expect.poll(() => names(page)).toEqual(['Dates', 'Apples', 'Bread', 'Cheese']);
  await expect.poll(async () => Object.keys((await data.get<object>('ext/order')) ?? {}).length).toBe(3);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Dates', 'Apples', 'Bread', 'Cheese']);
  await link(page, 'Personal').click();
  await expect.poll(() => names(page)).toEqual(['Dates', 'Apples', 'Cheese']);
});

test('Selected rows of a day move as one block, and those of several days say why not', async ({
  page,
  somebody,
}) => {
  await somebody(async data => {
    await fruits(data);
    await data.addTask({ taskName: 'Eggs', taskDueDate: storedDay(1) });
  });
  await link(page, 'Personal').click();
  await expect.poll(() => names(page)).toEqual(['Apples', 'Cheese', 'Dates', 'Eggs']);
  await gesturesReady(page);
  await row(page, 'Cheese').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => names(page)).toEqual(['Cheese', 'Dates', 'Apples', 'Eggs']);
  await expect(announcement(page)).toHaveText('2 tasks moved to 1 of 3');
  await expect(page.locator('main [data-selected]')).toHaveCount(2);
  await page.keyboard.press('Control+z');
  await expect.poll(() => names(page)).toEqual(['Apples', 'Cheese', 'Dates', 'Eggs']);
  await page.keyboard.press('Escape');
  await row(page, 'Dates').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(announcement(page)).toHaveText('“Dates” stays 3 of 3: rows move within their day');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(announcement(page)).toHaveText('2 tasks stay where they are: they are for several days');
});

test('From Today a row goes onto a day of Upcoming and into the trash @long', async ({
  page,
  somebody,
  axe,
}) => {
  const { data } = await somebody(fruits);
  const days = page.locator('[data-drop-day]');
  await carry(page, 'Apples', await middleOf(page, 'Upcoming'));
  await expect(announcement(page)).toContainText('Upcoming: pick a day');
  await expect(days).toHaveCount(7);
  await axe();
  const third = (await days.nth(2).boundingBox())!;
  await page.mouse.move(third.x + 30, third.y + third.height / 2, { steps: 4 });
  await expect(days.nth(2)).toHaveCSS('outline-style', 'solid');
  await page.mouse.up();
  await expect(row(page, 'Apples')).toHaveCount(0);
  await expect(days).toHaveCount(0);
  const due = async () =>
    Object.values((await data.tasks()) ?? {})
      .filter(({ taskName }) => taskName === 'Apples')
      .map(({ taskDueDate }) => taskDueDate);
  await expect.poll(due).toEqual([storedDay(3)]);

  await carry(page, 'Bread', await middleOf(page, 'Trash'));
  await expect(link(page, 'Trash')).toHaveCSS('outline-style', 'solid');
  await page.mouse.up();
  await expect(toast(page)).toContainText('Deleted “Bread”');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'Bread')).toBeVisible();

  for (const [name, why] of [
    ['Today', 'Today: it is there already'],
    ['Sticky Wall', 'Sticky Wall: it has notes, and no tasks'],
    ['Previous', 'Previous: a day that is over is picked in the menu'],
  ] as const) {
    await carry(page, 'Bread', await middleOf(page, name));
    await expect(announcement(page)).toContainText(why);
    await page.mouse.up();
    await expect(announcement(page)).toHaveText(why);
    await expect(announcement(page)).toHaveAttribute('data-seen', '');
  }
  await expect.poll(() => names(page)).toEqual(['Bread', 'Cheese', 'Dates']);

  // A drop on Upcoming at once, before its days appear, asks for the day.
  await carry(page, 'Bread', await middleOf(page, 'Upcoming'));
  await page.mouse.up();
  await expect(page.getByRole('dialog', { name: /Move “Bread” to a day|Pick a day/ })).toBeVisible();
});

test('Two devices have one order, also after what was moved without network @long', async ({
  page,
  browser,
  baseURL,
  somebody,
  signIn,
  goOffline,
  goOnline,
}) => {
  const { user } = await somebody(fruits);
  const context = await browser.newContext({ baseURL: baseURL! });
  const other = await context.newPage();
  await signIn(user, other);
  await expect.poll(() => names(other)).toEqual(['Apples', 'Bread', 'Cheese', 'Dates']);
  await gesturesReady(page);
  await gesturesReady(other);

  await row(page, 'Bread').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => names(other)).toEqual(['Bread', 'Apples', 'Cheese', 'Dates']);

  await goOffline();
  await row(page, 'Cheese').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => names(page)).toEqual(['Bread', 'Cheese', 'Apples', 'Dates']);
  await row(other, 'Dates').focus();
  await other.keyboard.press('Alt+ArrowUp');
  await other.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => names(other)).toEqual(['Bread', 'Dates', 'Apples', 'Cheese']);
  await goOnline();
  await expect
    .poll(async () => (await names(page)).join() === (await names(other)).join(), { timeout: 20_000 })
    .toBe(true);
  expect((await names(page))[0]).toBe('Bread');
  await context.close();
});

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('rows of a day are ordered by a held finger, by Alt and arrows, and by the menu @long', async ({
    page,
    somebody,
  }) => {
    await somebody(fruits);
    await expect.poll(() => names(page)).toEqual(['Apples', 'Bread', 'Cheese', 'Dates']);
    await gesturesReady(page);
    await page.waitForLoadState('networkidle');
    const touch = await openTouches(page);
    const { x, y, width, height } = (await row(page, 'Dates').boundingBox())!;
    const start = { x: x + width / 2, y: y + height / 2 };
    await touch.down(start);
    await expect(page.locator('main [data-selected]')).toHaveCount(1);
    const above = await edgeOf(page, 'Bread', 'top');
    await touch.move(start, { x: start.x, y: start.y - 30 });
    await touch.move({ x: start.x, y: start.y - 30 }, above);
    await expect(line(page)).toBeVisible();
    await touch.up();
    await expect.poll(() => names(page)).toEqual(['Apples', 'Dates', 'Bread', 'Cheese']);
    await expect(announcement(page)).toHaveText('Moved to 2 of 4');
    await expect(page).toHaveURL('/tasks/today');
    await page.getByRole('button', { name: 'Undo' }).tap();
    await expect.poll(() => names(page)).toEqual(['Apples', 'Bread', 'Cheese', 'Dates']);

    await page.getByRole('button', { name: 'Move: Cheese' }).tap();
    await page.getByRole('menuitem', { name: 'Move to the top' }).tap();
    await expect.poll(() => names(page)).toEqual(['Cheese', 'Apples', 'Bread', 'Dates']);
    await row(page, 'Apples').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => names(page)).toEqual(['Cheese', 'Bread', 'Apples', 'Dates']);
  });
});
