import { expect, test, type Page } from '../fixtures';
import { furnish } from '../support/everyScreen';
import { gesturesReady } from '../support/gestures';
import { storedDay } from '../support/people/people';

const WIDTHS = [320, 1280];
const PATHS = ['/tasks/new', '/tasks/done', '/tasks/sticky-wall', '/day', '/account'];

/** The left edge of the page's heading; null while it is hidden. */
const edgeOf = (page: Page) =>
  page.locator('main h1').evaluateAll(all => {
    const heading = all.filter(element => getComputedStyle(element).visibility === 'visible')[0];
    if (!heading) return null;
    const range = document.createRange();
    range.selectNodeContents(heading);
    return Math.round(range.getBoundingClientRect().left);
  });

test('The left edge of headings is one on every page, at every width @long', async ({ page, somebody }) => {
  await somebody(furnish);
  const edges: Record<number, number | null> = {};
  const open = async (path: string) => {
    await page.goto(path);
    await page.locator('main h1').first().waitFor({ state: 'attached' });
  };
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await open('/tasks/today'); // an open page adapts to the width later
    edges[width] = await edgeOf(page);
  }
  for (const path of PATHS) {
    await open(path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => edgeOf(page), `${path} at ${width} px`).toBe(edges[width]);
    }
  }
});

test('The next seven days stand beside a list from 1180 px on, a form from 1100', async ({
  page,
  somebody,
  axe,
}) => {
  await somebody(furnish);
  const main = page.getByRole('main');
  const days = page.getByRole('region', { name: 'The next seven days' });
  await expect(days.getByRole('group')).toHaveCount(7);
  await expect(days.locator('[data-name]').first()).toBeVisible();
  await axe();
  const first = main.locator('[data-task]').first();
  const left = async () => (await first.boundingBox())!.x;
  const before = await left();
  await page.keyboard.press('n');
  await expect(page.getByPlaceholder('Title of your task')).toBeFocused();
  await expect(page).toHaveURL('/tasks/new');
  expect(await left(), 'The list stays where it is').toBe(before);
  await expect(days).toBeHidden();
  await main.getByRole('link', { name: /^Task 3/ }).click();
  await page.getByRole('button', { name: 'Save Changes' }).waitFor();
  expect(await left()).toBe(before);
  await page.setViewportSize({ width: 1099, height: 900 });
  await expect(first).toBeHidden();
  await page.goto('/tasks/today');
  await expect(first).toBeVisible();
  await expect(days).toBeHidden();
  await page.goto('/tasks/new');
  await expect(page.getByPlaceholder('Title of your task')).toBeVisible();
  await expect(first).toBeHidden();
});

test('A row is dropped on a day beside the list, and + there adds to it @long', async ({
  page,
  somebody,
}) => {
  const { data } = await somebody(data => data.addTask({ taskName: 'Bread', taskDueDate: '' }));
  await page.goto('/tasks/no-date');
  const row = page.getByRole('main').getByRole('link', { name: /^Bread/ });
  const day = page.getByRole('group').nth(4);
  await gesturesReady(page);
  const [from, to] = [(await row.boundingBox())!, (await day.boundingBox())!];
  await page.mouse.move(from.x + 40, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 30, { steps: 4 });
  await expect(page.locator('[data-dragged]')).toBeVisible();
  await page.mouse.move(to.x + 20, to.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect(day.locator('[data-name="Bread"]')).toBeVisible();
  await day.getByRole('button').click();
  await page.keyboard.type('Milk');
  await page.keyboard.press('Enter');
  const stored = async () =>
    Object.values((await data.tasks()) ?? {}).map(({ taskName, taskDueDate }) => [taskName, taskDueDate]);
  await expect.poll(stored).toEqual(['Bread', 'Milk'].map(name => [name, storedDay(5)]));
});
