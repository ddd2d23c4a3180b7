import { expect, test, type Page } from '../fixtures';

const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Done: ${name}` });
const view = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true });
const toast = (page: Page, words: string) => page.getByText(words, { exact: true });

test.use({ ownServer: true });

test('Bins every tue: typed, ticked, undone, and kept in Done', async ({ page, somebody, time, axe }) => {
  await time.start('2026-11-24T10:00:00Z');
  await somebody();
  await page.getByRole('textbox', { name: 'Quick add' }).click();
  await page.keyboard.type('Bins every tue');
  await expect(page.getByRole('button', { name: 'every Tuesday' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(row(page, 'Bins')).toContainText('every Tuesday');
  await box(page, 'Bins').click();
  await expect(toast(page, 'Done. Next on Tue 1 Dec')).toBeVisible();
  await expect(box(page, 'Bins')).toBeChecked();
  await axe();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(box(page, 'Bins')).not.toBeChecked();
  await box(page, 'Bins').click();
  await time.advance(6000);
  await expect(row(page, 'Bins')).toBeHidden();
  await view(page, 'Upcoming').click();
  await expect(row(page, 'Bins')).toContainText('every Tuesday');
  await view(page, 'Done').click();
  await expect(row(page, 'Bins')).toContainText('today');
  await axe();
  await page.getByRole('checkbox', { name: 'Done: Bins, today' }).click();
  await view(page, 'Today').click();
  await expect(box(page, 'Bins')).not.toBeChecked();
});
