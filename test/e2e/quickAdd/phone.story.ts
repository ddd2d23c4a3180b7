import { expect, test, type Page } from '../fixtures';

const field = (page: Page) => page.getByRole('textbox', { name: 'Quick add' });
const round = (page: Page) => page.getByRole('button', { name: 'Quick add' });

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('On the wall + writes a note, and one icon opens search and colours', async ({
  page,
  somebody,
  axe,
}) => {
  await somebody(data => data.addNote({ noteTitle: 'Boat', noteDescription: 'Anneke' }));
  await page.goto('/tasks/sticky-wall');
  const boat = page.getByRole('button', { name: /^Boat/ });
  const card = page.getByRole('listitem').filter({ has: boat });
  expect((await card.boundingBox())!.y).toBeLessThan(200);
  const search = page.getByRole('searchbox', { name: 'Find a note' });
  await expect(search).toBeHidden();
  const icon = page.getByRole('button', { name: 'Search and colours' });
  await icon.tap();
  await expect(search).toBeFocused();
  await page.keyboard.type('zebra');
  await expect(boat).toHaveCount(0);
  await axe();
  await icon.tap();
  await expect(boat).toBeVisible();
  await expect(search).toBeHidden();

  await page.getByRole('button', { name: 'Write a note' }).tap();
  await page.keyboard.type('Beans');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('button', { name: /^Beans/ })).toBeVisible();
});

test('A toast above the line names and undoes an add that the page does not list @long', async ({
  page,
  somebody,
}) => {
  await somebody();
  await page.goto('/tasks/work');
  await round(page).tap();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('Water the plants #personal');
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
