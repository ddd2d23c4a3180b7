import { expect, test, type Page } from '../fixtures';
import { expectDraft } from '../support/drafts';

const field = (page: Page) => page.getByRole('textbox', { name: 'Quick add' });
const round = (page: Page) => page.getByRole('button', { name: 'Quick add' });
const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('On a phone two taps beside the title add a task @long', async ({ page, newUser, signIn, axe }) => {
  await signIn(await newUser());
  await expect(field(page)).toHaveCount(0);
  const box = (await round(page).boundingBox())!;
  expect(box.width).toBeGreaterThanOrEqual(56);
  expect(box.height).toBeGreaterThanOrEqual(56);
  expect(box.x + box.width).toBeGreaterThan(340);
  expect(box.y + box.height).toBeGreaterThan(760);
  await round(page).tap();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('Milk');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Milk')).toBeVisible();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('Bread tomorrow');
  await page.getByRole('button', { name: 'tomorrow' }).tap();
  await expect(field(page)).toBeFocused();
  await axe();
  await page.keyboard.press('Enter');
  await expect(row(page, 'Bread tomorrow')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).tap();
  await expect(field(page)).toHaveCount(0);
});

test.describe('Before the code of the line is there', () => {
  test.use({ serviceWorkers: 'block' });

  test('Esc closes it', async ({ page, newUser, signIn }) => {
    await page.route(/\/assets\/quick-add\.\w+\.js$/, () => undefined); // the code never arrives
    await signIn(await newUser());
    await round(page).tap();
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(field(page)).toHaveCount(0);
  });
});

test('The round button is on the wall too, where a toast names and undoes an add', async ({
  page,
  newUser,
  signIn,
}) => {
  await signIn(await newUser());
  await page.goto('/tasks/sticky-wall');
  await round(page).tap();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('Water the plants');
  await page.keyboard.press('Enter');
  const toast = page.getByRole('status').filter({ hasText: 'Water the plants' });
  await expect(toast).toBeVisible();
  const line = (await field(page).boundingBox())!;
  const above = (await toast.boundingBox())!;
  expect(above.y + above.height).toBeLessThanOrEqual(line.y);
  await toast.getByRole('button', { name: 'Undo' }).tap();
  await expect(page.getByRole('button', { name: 'Redo' })).toBeVisible();
  await page.goto('/tasks/today');
  await expect(page.getByText('You have no tasks for today')).toBeVisible();
});

test('What a finger left in the line is there when it is opened again @long', async ({
  page,
  newUser,
  signIn,
}) => {
  await signIn(await newUser());
  await round(page).tap();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('Ask Anna');
  await page.getByRole('button', { name: 'Close', exact: true }).tap();
  await expect(field(page)).toHaveCount(0);
  await expectDraft(page, 'Ask Anna');
  await page.reload();
  await round(page).tap();
  await expect(field(page)).toHaveValue('Ask Anna');
});
