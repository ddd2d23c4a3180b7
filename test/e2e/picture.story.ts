import { expect, test, type Page } from './fixtures';

const NAME = '<img src=x onerror=document.title="run">';

const kept = (page: Page) => page.evaluate(() => localStorage.getItem('daywall:picture') !== null);
/** Whether the kept picture is of the page that is open, not of the one before. */
const isOfPage = (page: Page) =>
  page.evaluate(() => {
    const picture = JSON.parse(localStorage.getItem('daywall:picture') ?? '{}') as { of?: string };
    return picture.of?.includes(`"${location.pathname}"`) ?? false;
  });
const firstRows = (page: Page) => page.locator('main [data-item]');
const root = (page: Page) => page.locator('#root');

/** Holds the app's scripts back until the returned function is called. */
async function holdApp(page: Page) {
  let release = () => {};
  const released = new Promise<void>(resolve => (release = resolve));
  await page.route(/\/assets\/(main|packages)\.\w+\.js$/, async route => {
    await released;
    await route.continue();
  });
  return () => release();
}

test('The last screen is shown before the app, inert, until the app replaces it', async ({
  page,
  somebody,
}) => {
  await somebody(async data => {
    for (let taskId = 1; taskId <= 60; taskId++)
      await data.addTask({ taskId, taskName: taskId === 1 ? NAME : `Task ${taskId}` });
    await data.addNote({ noteTitle: 'Market' });
  });

  await test.step('A list, until the app replaces it', async () => {
    await expect.poll(() => isOfPage(page)).toBe(true);
    const before = await firstRows(page).allInnerTexts();
    const release = await holdApp(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(root(page)).toHaveAttribute('inert');
    expect(await firstRows(page).allInnerTexts()).toEqual(before);
    expect(before.join()).toContain(NAME);
    expect(await page.evaluate(() => document.querySelector('#root img'))).toBeNull();
    await page.keyboard.type('x?q'); // neither remembered nor run
    release();
    await expect(root(page)).not.toHaveAttribute('inert');
    await expect(firstRows(page).first()).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.unrouteAll();
  });

  await test.step('The wall', async () => {
    await page.goto('/tasks/sticky-wall');
    await expect(page.getByRole('button', { name: 'Market' })).toBeVisible();
    await expect.poll(() => isOfPage(page)).toBe(true);
    const box = () => page.locator('[data-note]').boundingBox();
    const before = await box();
    const release = await holdApp(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(root(page)).toHaveAttribute('inert');
    expect(await box()).toEqual(before);
    release();
    await expect(root(page)).not.toHaveAttribute('inert');
    expect(await box()).toEqual(before);
    await page.unrouteAll();
  });

  await test.step('Nothing is left after Sign out', async () => {
    await page.goto('/tasks/today');
    await expect.poll(() => kept(page)).toBe(true);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    expect(await kept(page)).toBe(false);
  });
});
