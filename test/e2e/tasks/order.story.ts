import { expect, test, type Page } from '../fixtures';
import { gesturesReady } from '../support/gestures';
import { storedDay } from '../support/people/people';

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
  await expect(announcement(page)).toHaveText('“Dates” stays 1 of 4: tasks move only within their day');
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

test('Selected rows of a day move as one block, and those of several days say why not @long', async ({
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
  await expect(announcement(page)).toHaveText('“Dates” stays 3 of 3: tasks move only within their day');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(announcement(page)).toHaveText('2 tasks stay where they are: they are on different days');
});
