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

test.describe('By the clock', () => {
  test.use({ ownServer: true });

  test('a time is set and removed by the menu, offline too, and half of one is told @long', async ({
    page,
    somebody,
    time,
    goOffline,
    goOnline,
  }) => {
    await time.start(new Date(2026, 10, 24, 10, 2));
    const { data } = await somebody(async device => {
      await device.addTask({ taskName: 'Bread', taskDueDate: '2026-11-24T00:00:00.000Z' });
      await device.addTask({ taskName: 'Call Ana', taskDueDate: '' });
    });
    const stored = async () => Object.values((await data.get<object>('ext/times')) ?? {});
    await row(page, 'Bread').waitFor();
    await goOffline();
    await page.getByRole('navigation').getByRole('link', { name: 'No date', exact: true }).click();
    await row(page, 'Call Ana').focus();
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: 'In an hour' }).click();
    await expect(page.getByText('Set 11:05 for “Call Ana”')).toBeVisible();
    await page.getByRole('navigation').getByRole('link', { name: 'Today', exact: true }).click();
    await expect.poll(() => names(page)).toEqual(['Call Ana', 'Bread']);
    await goOnline();
    await expect.poll(stored).toEqual([{ time: '11:05' }]);

    await row(page, 'Bread').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('m');
    await page.keyboard.type('this');
    await expect(page.getByText('Set 18:00 for 2 tasks')).toBeVisible();
    await expect.poll(stored).toEqual([{ time: '18:00' }, { time: '18:00' }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(stored).toEqual([{ time: '11:05' }]);

    await row(page, 'Bread').click();
    await page.getByLabel('Time', { exact: true }).focus();
    await page.keyboard.type('2');
    await page.getByLabel('List').focus();
    await expect(page.getByText('Write hours and minutes')).toBeVisible();
  });
});

test('In a long list a name ends before its tags, whatever stands below it @long', async ({
  page,
  somebody,
}) => {
  await somebody(async device => {
    for (let at = 0; at < 55; at++) {
      const key = await device.addTask({ taskName: `#shop ${'A long name '.repeat(20)}` });
      if (at < 4) await device.put(`ext/times/${key}`, { time: '09:30' });
    }
  });
  await expect(row(page, 'A long name').first()).toBeVisible();
  const beyond = await page
    .locator('main a[data-task]')
    .evaluateAll(
      rows =>
        rows.filter(
          element =>
            element.querySelector('[dir="auto"]')!.getBoundingClientRect().right >
            element.getBoundingClientRect().right,
        ).length,
    );
  expect(beyond).toBe(0);
});
