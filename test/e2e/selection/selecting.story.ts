import { expect, test, type Page } from '../fixtures';
import { gesturesReady } from '../support/gestures';
import { storedDay } from '../support/people/people';
import { rest } from '../support/touches';

const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) });
const rows = (page: Page) => page.getByRole('main').getByRole('link');
const selected = (page: Page) => page.locator('main [data-selected] a');
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected tasks' });

const NAMES = ['Apples', 'Bread', 'Cheese', 'Dates', 'Eggs'];

test.beforeEach(async ({ page, newUser, signIn, device }) => {
  const user = await newUser();
  for (const taskName of NAMES) await device(user).addTask({ taskName, taskDueDate: storedDay() });
  await signIn(user);
  await expect(rows(page)).toHaveCount(5);
});

test('Rows are selected by Shift and the arrow keys, and changed together', async ({ page }) => {
  await row(page, 'Bread').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(selected(page)).toHaveCount(3);
  await expect(bar(page)).toContainText('3 selected');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(bar(page)).toContainText('2 selected');
  await expect(row(page, 'Cheese')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await expect(row(page, 'Cheese')).toBeFocused();

  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('m');
  await expect(page.getByRole('menu', { name: 'Menu of 2 tasks' })).toBeVisible();
  await page.keyboard.press('o');
  await expect(rows(page)).toHaveCount(3);
  await expect(row(page, 'Eggs')).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(rows(page)).toHaveCount(5);

  await row(page, 'Apples').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Delete');
  await expect(rows(page)).toHaveCount(3);
  await expect(row(page, 'Cheese')).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(rows(page)).toHaveCount(5);

  await row(page, 'Apples').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('x');
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2);
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
});

test('Rows are selected by Ctrl-click and Shift-click, and the bar does the rest @long', async ({
  page,
  axe,
}) => {
  await gesturesReady(page);
  await row(page, 'Apples').click({ modifiers: ['ControlOrMeta'] });
  await expect(page).toHaveURL('/tasks/today');
  await row(page, 'Cheese').click({ modifiers: ['Shift'] });
  await expect(selected(page)).toHaveCount(3);
  await row(page, 'Bread').click({ modifiers: ['ControlOrMeta'] });
  await expect(selected(page)).toHaveCount(2);
  await expect(page.locator('[aria-live="polite"]', { hasText: '2 selected' })).toHaveCount(1);
  await axe();
  await bar(page).getByRole('button', { name: 'Move…' }).click();
  await page.getByRole('menuitem', { name: 'Tomorrow' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(bar(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(5);

  await row(page, 'Dates').click({ modifiers: ['ControlOrMeta'] });
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  await expect(rows(page)).toHaveCount(4);
  await expect(row(page, 'Eggs')).toBeFocused();

  await row(page, 'Apples').click({ modifiers: ['ControlOrMeta'] });
  await bar(page).getByRole('button', { name: 'End selection' }).click();
  await expect(row(page, 'Apples')).toBeFocused();
  await row(page, 'Apples').click({ modifiers: ['ControlOrMeta'] });
  await page.getByRole('link', { name: 'Personal', exact: true }).click();
  await expect(bar(page)).toHaveCount(0);
});

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  const longPress = async (page: Page, name: string) => {
    await gesturesReady(page);
    const box = (await row(page, name).boundingBox())!;
    const touch = await page.context().newCDPSession(page);
    const point = { x: box.x + 60, y: box.y + box.height / 2 };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await rest(page, 600); // longer than a long press
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };

  test('a long press opens a sheet that selects, and taps select more', async ({ page, axe }) => {
    await longPress(page, 'Bread');
    const sheet = page.getByRole('menu', { name: 'Menu of “Bread”' });
    await expect(sheet).toBeVisible();
    await axe();
    const edges = await sheet.locator('..').evaluate(element => {
      const { left, right, bottom } = element.getBoundingClientRect();
      return [left, right, bottom];
    });
    expect(edges).toEqual([0, 390, 844]);
    await page.getByRole('menuitem', { name: 'Select' }).tap();
    await expect(bar(page)).toContainText('1 selected');
    await expect(page).toHaveURL('/tasks/today');
    await row(page, 'Dates').tap();
    await expect(bar(page)).toContainText('2 selected');
    await axe();
    const { x, width } = (await bar(page).boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
    await bar(page).getByRole('button', { name: 'Done' }).tap();
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2);
    await expect(bar(page)).toHaveCount(0);
    await expect(rows(page)).toHaveCount(3); // the two that are done have left

    const button = page.getByRole('button', { name: 'Move: Apples' });
    await button.tap();
    const item = page.getByRole('menuitem', { name: 'Tomorrow' });
    for (const target of [button, item]) {
      const box = (await target.boundingBox())!;
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    }
    await item.tap();
    await expect(row(page, 'Apples')).toHaveCount(0);
    await row(page, 'Eggs').tap();
    await expect(page).toHaveURL(/\/edit$/);
  });
});
