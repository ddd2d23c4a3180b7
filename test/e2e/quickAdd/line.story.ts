import { expect, test, type Page } from '../fixtures';
import { pasteText } from '../support/counted';

const field = (page: Page) => page.getByRole('textbox', { name: 'Quick add' });
const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });

type Times = Record<string, { time: string; remind?: number }> | null;

test('Many pasted lines show the first @long', async ({ page, somebody }) => {
  await somebody();
  await page.keyboard.press('q');
  await pasteText(page, Array.from({ length: 30 }, (_, at) => `Task ${at + 1}`).join('\n'));
  await expect(page.getByRole('button', { name: 'Add 30 tasks' })).toBeVisible();
  await expect.poll(() => field(page).evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await expect(page.getByText('Task 1', { exact: true })).toBeInViewport();
  // The field must not show half a line at its lower edge.
  const halfLine = () =>
    field(page).evaluate(({ clientHeight, ownerDocument }) => {
      const { paddingTop, lineHeight } = ownerDocument.defaultView!.getComputedStyle(
        ownerDocument.activeElement!,
      );
      return clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(lineHeight);
    });
  await expect.poll(halfLine).toBe(0);
});

test('A time is read with its day, and stands at the task @long', async ({ page, somebody, axe }) => {
  const { data } = await somebody();
  await page.keyboard.press('q');
  await page.keyboard.type('Call Ana tomorrow 5pm');
  await expect(page.getByRole('button', { name: /^(5:00 PM|17:00)$/i })).toBeVisible();
  await axe();
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => Object.values((await data.get<Times>('ext/times')) ?? {}))
    .toEqual([{ time: '17:00' }]);
  await page.goto('/tasks/upcoming');
  await expect(row(page, 'Call Ana').getByText(/^(5:00 PM|17:00)$/i)).toBeVisible();
});

test('The address of the app’s shortcut opens the line, and a reload does not again @long', async ({
  page,
  somebody,
}) => {
  const { data } = await somebody();
  const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as {
    shortcuts: { name: string; url: string }[];
  };
  await page.goto(manifest.shortcuts.find(({ name }) => name === 'New task')!.url);
  await expect(field(page)).toBeFocused();
  await expect(page).toHaveURL('/tasks/today');
  await page.keyboard.type('Milk');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Milk')).toBeVisible();
  await expect.poll(() => data.tasks()).not.toBeNull();
  await page.reload();
  await expect(row(page, 'Milk')).toBeVisible();
  await expect(field(page).and(page.locator(':focus'))).toHaveCount(0);
});
