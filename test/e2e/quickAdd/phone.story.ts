import { expect, test, type Page } from '../fixtures';

const field = (page: Page) => page.getByRole('textbox', { name: 'Quick add' });
const round = (page: Page) => page.getByRole('button', { name: 'Quick add' });

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('The round button is on the wall too, where a toast names and undoes an add @long', async ({
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
