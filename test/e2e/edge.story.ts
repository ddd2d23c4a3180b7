import { expect, test, type Page } from './fixtures';
import { furnish } from './support/everyScreen';

const PATHS = [
  '/tasks/today',
  '/tasks/upcoming',
  '/tasks/done',
  '/tasks/trash',
  '/tasks/sticky-wall',
  '/day',
  '/account',
  '/account/settings',
  '/account/data',
  '/account/sync',
];

const edgeOf = async (page: Page, path: string) => {
  await page.goto(path);
  const heading = page.getByRole('main').getByRole('heading', { level: 1 });
  await heading.waitFor();
  return heading.evaluate(element => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return Math.round(range.getBoundingClientRect().left);
  });
};

test('The left edge of headings is one on every page, at every width', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  test.setTimeout(180_000);
  const user = await newUser();
  await furnish(device(user));
  await signIn(user);
  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [768, 1024],
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    const edges: Record<string, number> = {};
    for (const path of PATHS) edges[path] = await edgeOf(page, path);
    expect([...new Set(Object.values(edges))], `At ${width} px: ${JSON.stringify(edges)}`).toHaveLength(1);
  }
});

test('From 1280 px on, the place of the open task is beside its list, with the next three days beside Today', async ({
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
    const { x, width } = (await rows.first().boundingBox())!;
    return { x, width };
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
