import { expect, test, type Page } from '../fixtures';

const row = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) });
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

test('The focus moves through hundreds of rows, both ways, and stays in view', async ({ page, somebody }) => {
  await somebody(async data => {
    const records = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [
        `-Orow${String(n).padStart(3, '0')}`,
        {
          taskName: `Row ${String(n).padStart(3, '0')}`,
          taskDescription: 'x',
          taskList: 'work',
          taskDueDate: '2030-01-01T00:00:00.000Z',
          taskId: n,
        },
      ]),
    );
    await data.put('tasks', records);
  });
  await press(page, 'g', 'w');
  await expect(row(page, 'Row 000')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Work', level: 1 })).toBeFocused(); // a frame after the rows
  for (let n = 0; n < 60; n++) {
    await press(page, n % 2 ? 'j' : 'ArrowDown');
    await expect(row(page, `Row ${String(n).padStart(3, '0')}`)).toBeFocused();
  }
  await expect(row(page, 'Row 059')).toBeInViewport();
  await page
    .locator('main [data-rows]')
    .locator('xpath=..')
    .evaluate(scroller => (scroller.scrollTop = 0));
  await expect(row(page, 'Row 000')).toBeVisible();
  await press(page, 'k');
  await expect(row(page, 'Row 058')).toBeFocused();
  await expect(row(page, 'Row 058')).toBeInViewport();
});
