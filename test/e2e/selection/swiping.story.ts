import { expect, test, type Page } from '../fixtures';
import { gesturesReady } from '../support/gestures';
import { storedDay } from '../support/people/people';
import { openTouches } from '../support/touches';

test.use({ hasTouch: true, isMobile: true });

const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) });

/** The middle of a row once the list has stopped moving: it glides on after a touch. */
async function middleOf(page: Page, name: string) {
  await (await row(page, name).elementHandle())!.waitForElementState('stable');
  const box = (await row(page, name).boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('A row is swiped to tick or date it, or scrolls', async ({ page, somebody }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const names = Array.from({ length: 20 }, (_, at) => `Task ${String(at + 10)}`);
  const { data } = await somebody(async otherDevice => {
    for (const taskName of names)
      await otherDevice.addTask({ taskName, taskDescription: 'Words', taskDueDate: storedDay() });
  });
  const dueOf = async (name: string) =>
    Object.values((await data.tasks()) ?? {}).find(({ taskName }) => taskName === name)?.taskDueDate;
  await gesturesReady(page);
  const touches = await openTouches(page);
  const drag = async (name: string, x: number, y: number) => {
    const from = await middleOf(page, name);
    await touches.swipe(from, { x: from.x + x, y: from.y + y });
  };

  await drag('Task 10', 30, 0);
  await drag('Task 12', 30, -170);
  const scrolled = () => page.locator('main [data-rows]').evaluate(rows => rows.parentElement!.scrollTop);
  await expect.poll(scrolled).toBeGreaterThan(100);
  await expect(page.locator('[data-swipe]')).toHaveCount(0);
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await middleOf(page, 'Task 12');
  await page.locator('main [data-rows]').evaluate(rows => rows.parentElement!.scrollTo(0, 0));
  await drag('Task 10', 5, -60);
  await expect(page.getByRole('checkbox', { name: 'Done: Task 10' })).not.toBeChecked();
  await expect(page).toHaveURL('/tasks/today');
  await middleOf(page, 'Task 10');
  await page.locator('main [data-rows]').evaluate(rows => rows.parentElement!.scrollTo(0, 0));

  await drag('Task 10', 120, 4);
  await expect(page.getByRole('checkbox', { name: 'Done: Task 10' })).toBeChecked();
  await expect.poll(() => data.get('ext/done')).not.toBeNull();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('checkbox', { name: 'Done: Task 10' })).not.toBeChecked();

  await drag('Task 11', -120, 4);
  const dialog = page.getByRole('dialog', { name: 'Pick a day' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: /^Tomorrow/ }).click();
  await expect.poll(() => dueOf('Task 11')).toBe(storedDay(1));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => dueOf('Task 11')).toBe(storedDay());
  await expect(page).toHaveURL('/tasks/today');

  for (const [role, name] of [
    ['checkbox', 'Done: Task 12'],
    ['button', 'Move: Task 12'],
  ] as const) {
    const box = (await page.getByRole(role, { name }).boundingBox())!;
    expect(Math.min(box.width, box.height), name).toBeGreaterThanOrEqual(44);
  }
});

test('A swipe may begin on the circle or the menu of a row @long', async ({ page, somebody }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  const { data } = await somebody(async otherDevice => {
    for (const taskName of ['Apples', 'Bread']) await otherDevice.addTask({ taskName });
  });
  await page.goto('/tasks/today');
  await gesturesReady(page);
  const touches = await openTouches(page);
  const swipe = async (role: 'checkbox' | 'button', name: string, by: number) => {
    const { x, y, width, height } = (await page.getByRole(role, { name }).boundingBox())!;
    const from = { x: x + width / 2, y: y + height / 2 };
    await touches.swipe(from, { x: from.x + by, y: from.y + 4 });
  };
  await row(page, 'Apples').waitFor();
  await swipe('button', 'Move: Apples', -120);
  const dialog = page.getByRole('dialog', { name: 'Pick a day' });
  await expect(dialog).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await swipe('checkbox', 'Done: Bread', 120);
  await expect(page.getByRole('checkbox', { name: 'Done: Bread' })).toBeChecked();
  await expect.poll(() => data.get('ext/done')).not.toBeNull();
});
