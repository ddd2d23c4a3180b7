import { expect, test, type Page } from '../fixtures';
import { gesturesReady } from '../support/gestures';
import { storedDay, type Device } from '../support/people/people';

const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) });
const rows = (page: Page) => page.getByRole('main').getByRole('link');
const addTasks = async (device: Device, day: number, ...names: string[]) => {
  for (const taskName of names) await device.addTask({ taskName, taskDueDate: storedDay(day) });
};

test('A right click deletes a task; its calendar takes words for a repeat @long', async ({
  page,
  somebody,
  axe,
}) => {
  await somebody(data => addTasks(data, 0, 'Apples', 'Bread', 'Cheese', 'Dates'));
  await gesturesReady(page);
  await row(page, 'Bread').click({ button: 'right' });
  await expect(page.getByRole('menu', { name: 'Menu of “Bread”' })).toBeVisible();
  await axe();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(row(page, 'Bread')).toHaveCount(0);
  await expect(row(page, 'Cheese')).toBeFocused();
  await expect(page.locator('[data-undoes]')).toContainText('Deleted “Bread”');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete Task' }).click();
  await expect(row(page, 'Dates')).toBeFocused();

  await row(page, 'Apples').hover();
  await page.getByRole('button', { name: 'Pick a day: Apples' }).click();
  await expect(page.getByRole('dialog').getByLabel('Day', { exact: true })).toBeFocused();
  await page.keyboard.type('every day');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Apples')).toContainText('every day');

  await row(page, 'Apples').focus();
  await page.keyboard.press('Control+a');
  await expect(page.getByRole('toolbar', { name: 'Selected tasks' })).toContainText('2 selected');
  await page.getByRole('button', { name: 'Tomorrow', exact: true }).click();
  await expect(rows(page)).toHaveCount(0);
  await expect(page.locator('[data-undoes]')).toContainText('2 tasks');
});

test('A menu stays when the list has scrolled to its row, and closes when that moves @long', async ({
  page,
  somebody,
}) => {
  await somebody(async data => {
    await addTasks(data, 0, ...Array.from({ length: 20 }, (_, n) => `Task ${n + 10}`));
  });
  await expect(rows(page)).toHaveCount(20);
  /** Presses keys within one task of the page, so that the event of a scroll comes behind them all; waits for it. */
  const press = (...keys: Pick<KeyboardEventInit, 'key' | 'shiftKey'>[]) =>
    page.evaluate(async pressed => {
      for (const init of pressed)
        document.activeElement!.dispatchEvent(
          new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }),
        );
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    }, keys);
  const times = (count: number, key: Parameters<typeof press>[0]) => Array.from({ length: count }, () => key);
  const menu = page.getByRole('menu');
  await row(page, 'Task 10').focus();
  await page.keyboard.press('m');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');

  await press(...times(18, { key: 'j' }), { key: 'm' });
  await expect(page.getByRole('menu', { name: 'Menu of “Task 28”' })).toBeVisible();
  await row(page, 'Task 27').hover();
  await page.mouse.wheel(0, -300);
  await expect(menu).toHaveCount(0);

  await row(page, 'Task 10').focus();
  await press(...times(15, { key: 'ArrowDown', shiftKey: true }), { key: 'm' });
  await expect(page.getByRole('menu', { name: 'Menu of 16 tasks' })).toBeVisible();
  await page.keyboard.type('tomorrow');
  await expect(rows(page)).toHaveCount(4);
});
