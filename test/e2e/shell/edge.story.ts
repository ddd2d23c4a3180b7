import { expect, test, type Page } from '../fixtures';
import { furnish } from '../support/everyScreen';
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

test('From 1280 px on, the open task and the next days stand beside the list', async ({
  page,
  newUser,
  signIn,
  device,
  axe,
}) => {
  const user = await newUser();
  await furnish(device(user));
  await signIn(user);
  const rows = page.getByRole('main').getByRole('link');
  const row = async () => {
    await rows.first().waitFor();
    return page.evaluate(() => {
      const { x, width } = document.querySelector('main [data-task]')!.getBoundingClientRect();
      return { x, width };
    });
  };
  const days = page.getByRole('region', { name: 'The next three days' }).getByRole('button');
  await expect(days).toHaveCount(3);
  await expect(days).toContainText(['1 task', '1 task', '1 task']);
  await axe();
  for (const width of [1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/tasks/today');
    const before = await row();
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Task 3/ })
      .click();
    await page.getByRole('button', { name: 'Save Changes' }).waitFor();
    expect(await row(), 'The list stays where it is').toEqual(before);
  }
  await page.goto('/tasks/today');
  await days.first().click();
  await expect(page).toHaveURL('/tasks/upcoming');
  await page.setViewportSize({ width: 1279, height: 900 });
  await page.goto('/tasks/today');
  await rows.first().waitFor();
  await expect(days.first()).toBeHidden();
});

test('From 1280 px on, the next days beside a new task choose its day @long', async ({ page, somebody }) => {
  await somebody();
  await page.setViewportSize({ width: 1279, height: 900 });
  await page.goto('/tasks/new');
  const title = page.getByPlaceholder('Title of your task');
  await title.fill('Bread');
  const days = page.getByRole('region', { name: 'The next three days' }).getByRole('button');
  await expect(days.first()).toBeHidden();
  for (const width of [1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(days).toHaveCount(3);
    await days.nth(1).click();
    await expect(page.getByLabel('Due Date')).toHaveValue(storedDay(2).slice(0, 10));
    await days.nth(0).click();
    await expect(page.getByLabel('Due Date')).toHaveValue(storedDay(1).slice(0, 10));
  }
  await expect(title).toHaveValue('Bread');
  await expect(page).toHaveURL('/tasks/new');
});
