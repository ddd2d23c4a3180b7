import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '../fixtures';
import { dayIn, fillTask } from '../support/taskForm';

const sum = (page: Page) => page.getByTestId('arithmetic');
async function addTask(page: Page, title: string) {
  await fillTask(page, { title, description: 'All of it, please', list: 'personal', day: await dayIn(page) });
  await page.getByRole('button', { name: 'Add Task' }).click();
}
const MADE_ONE = '1 made = 1 confirmed + 0 waiting + 0 blocked + 0 discarded';

test('A change made offline is seen waiting, then confirmed; the file has no words @worker @long', async ({
  page,
  somebody,
  goOffline,
  goOnline,
  axe,
}) => {
  await somebody();
  await page.goto('/account');
  await page.getByRole('link', { name: 'Sync history' }).click();
  await expect(page.getByText('No changes yet')).toBeVisible();
  await axe();
  await page.keyboard.press('n');
  await expect(page.getByPlaceholder('Title of your task')).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready); // the service worker opens the app offline
  await goOffline();
  await addTask(page, 'Secret milk');
  await page.getByRole('link', { name: 'See changes' }).click();
  await expect(page.getByRole('heading', { name: 'Sync history' })).toBeFocused();
  await expect(sum(page)).toHaveText('1 made = 0 confirmed + 1 waiting + 0 blocked + 0 discarded');
  await expect(page.getByText('1 change is not saved yet')).toBeVisible();
  await expect(sum(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Waiting' })).toBeVisible();
  await expect(page.getByText('your changes are sent when')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Open: Added “Secret milk”' })).toBeVisible();
  await expect(page.getByText('This tab sends your changes.')).toBeVisible();
  await axe();

  await goOnline();
  await expect(sum(page)).toHaveText(MADE_ONE);
  await expect(page.getByText('Everything is saved')).toBeVisible();
  await page.getByText('Details').click();
  await expect(sum(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: /Waiting/ })).toHaveCount(0);
  await expect(page.getByTitle('confirmed')).toBeVisible();
  await page.reload();
  await expect(sum(page)).toHaveText(MADE_ONE);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export for a bug report' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).not.toMatch(/secret|milk/i);
  expect(JSON.parse(text)).toMatchObject({
    totals: { made: 1, confirmed: 1, takenBack: 0, waiting: 0, blocked: 0 },
    operations: [{ kind: 'task/add', item: 1, confirmedAt: expect.any(String) }],
  });
});
