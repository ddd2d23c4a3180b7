import { expect, test, type Page } from '../fixtures';

const row = (page: Page, name: string) => page.locator('main a[data-task]', { hasText: name });
const names = (page: Page) =>
  page
    .locator('main a[data-task]')
    .evaluateAll(rows => rows.map(row => row.querySelector('[dir="auto"]')!.textContent));

test('A time is set in the form: the row says it, and stands by it, until it is undone', async ({
  page,
  somebody,
  axe,
}) => {
  const { data } = await somebody(async device => {
    await device.addTask({ taskName: 'Bread' });
    const key = await device.addTask({ taskName: 'Dinner' });
    await device.put(`ext/times/${key}`, { time: '19:30' });
    await device.addTask({ taskName: 'Call Ana' });
  });
  await expect.poll(() => names(page)).toEqual(['Dinner', 'Bread', 'Call Ana']);
  await row(page, 'Call Ana').click();
  await page.getByLabel('Time', { exact: true }).fill('14:30');
  await axe();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => names(page)).toEqual(['Call Ana', 'Dinner', 'Bread']);
  await expect(row(page, 'Call Ana').getByText('14:30')).toBeVisible();
  expect(Object.values((await data.get<object>('ext/times')) ?? {})).toContainEqual({ time: '14:30' });

  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Call Ana', 'Dinner', 'Bread']);
  await axe();
  await page.keyboard.press('Control+z');
  await expect.poll(() => names(page)).toEqual(['Dinner', 'Bread', 'Call Ana']);
  await expect(row(page, 'Call Ana').getByText('14:30')).toHaveCount(0);
});
