import { expect, test, type Page } from '../fixtures';
import { furnish } from '../support/everyScreen';
import { layoutFaults } from '../support/layout';
import { storedDay } from '../support/people/people';

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Views' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const NONE = { small: [], unreadable: [], unreachable: [], sideways: [] };

test.describe('On a small phone', () => {
  const [width, height] = [320, 640];
  test.use({ viewport: { width, height }, hasTouch: true, isMobile: true });

  test('the bar leads to the views by touch, and covers nothing', async ({ page, somebody, axe }) => {
    await somebody(furnish);
    await expect(page.getByRole('navigation')).toHaveCount(0); // it is in the closed drawer
    await button(page, 'Go to Upcoming').tap();
    await expect(page).toHaveURL('/tasks/upcoming');
    await expect(button(page, 'Go to Upcoming')).toHaveAttribute('aria-current', 'page');
    await page.getByRole('heading', { name: 'Tomorrow' }).waitFor();
    await expect.poll(() => layoutFaults(page)).toEqual(NONE);
    await axe();
    await button(page, 'Go to the wall').tap();
    await expect(page).toHaveURL('/tasks/sticky-wall');
    await page.getByRole('button', { name: /^Note 4/ }).waitFor();
    await expect.poll(() => layoutFaults(page)).toEqual(NONE);
    await button(page, 'Go to Today').tap();
    await expect(page).toHaveURL('/tasks/today');

    const add = (await button(page, 'Quick add').boundingBox())!;
    const main = (await page.getByRole('main').boundingBox())!;
    expect(add.y, 'The round button stands below the page').toBeGreaterThanOrEqual(main.y + main.height);

    await button(page, 'More views').tap();
    await expect(page.getByRole('navigation').getByRole('link', { name: 'My day' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(button(page, 'More views')).toBeFocused();

    await button(page, 'Quick add').tap();
    await expect(page.getByRole('textbox', { name: 'Quick add' })).toBeFocused();
    await page.setViewportSize({ width, height: 380 }); // the keyboard reduces the height
    await expect(bar(page)).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(bar(page)).toBeVisible();
    await page.setViewportSize({ width, height });

    await page.goto('/tasks/new');
    await page.getByLabel('Due Date').waitFor();
    await expect(bar(page)).toBeHidden();
  });

  test('Back closes what is open before it leaves the page', async ({ page, somebody }) => {
    await somebody(data => data.addTask({ taskName: 'Milk' }));
    await button(page, 'Go to Upcoming').tap();
    await expect(page).toHaveURL('/tasks/upcoming');
    await button(page, 'Go to Today').tap();
    await expect(page).toHaveURL('/tasks/today');
    const row = page.getByRole('main').getByRole('link', { name: /^Milk/ });
    await row.waitFor();
    await page.waitForLoadState('networkidle');
    const drawer = page.getByRole('navigation');
    const layers = [
      [() => button(page, 'More views').tap(), drawer],
      [() => button(page, 'Quick add').tap(), page.getByRole('textbox', { name: 'Quick add' })],
      [() => page.keyboard.press('/'), page.getByRole('combobox')],
      [() => page.keyboard.press('?'), page.getByRole('dialog', { name: 'Keyboard shortcuts' })],
      [() => button(page, 'Move: Milk').click(), page.getByRole('menu')],
    ] as const;
    for (const [open, layer] of layers) {
      await open();
      await layer.waitFor();
      await page.goBack();
      await expect(layer).toBeHidden();
      await expect(page).toHaveURL('/tasks/today');
    }
    // After a drawer was closed by Escape, one Back is enough.
    await button(page, 'More views').tap();
    await drawer.waitFor();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL('/tasks/upcoming');
  });
});

test('Back closes the form’s days and a sign-in’s alert, and undoes a drawer’s link @long', async ({
  page,
  newUser,
  signIn,
  troubles,
}) => {
  troubles.expect(/signInWithPassword/);
  await page.setViewportSize({ width: 390, height: 844 });
  const user = await newUser();
  await page.goto('/auth/register');
  await page.getByRole('link', { name: 'Sign In' }).click();
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password').fill('not the one');
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await page.goBack();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page).toHaveURL('/auth/login');
  await expect(page.getByLabel('Password')).toHaveValue('not the one');

  await signIn(user);
  await page.waitForLoadState('networkidle');
  await button(page, 'More views').click();
  await page.getByRole('link', { name: 'Work', exact: true }).click();
  await expect(page).toHaveURL('/tasks/work');
  await page.goBack();
  await expect(page).toHaveURL('/tasks/today');
  await expect(page.getByRole('navigation')).toBeHidden();
  await page.goForward();
  await expect(page).toHaveURL('/tasks/work');
  await page.goBack();
  await expect(page).toHaveURL('/tasks/today');

  await button(page, 'More views').click();
  await button(page, 'Add New Task').click();
  await page.getByPlaceholder('Title of your task').fill('Bread');
  await button(page, 'Pick a day').click();
  const days = page.getByRole('dialog', { name: 'Pick a day' });
  await days.waitFor();
  await page.goBack();
  await expect(days).toHaveCount(0);
  await expect(page).toHaveURL('/tasks/new');
  await expect(page.getByPlaceholder('Title of your task')).toHaveValue('Bread');
  await page.goBack();
  await expect(page).toHaveURL('/tasks/today');
});

test.describe('At 844 × 390', () => {
  test.use({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });

  test('the sidebar is there, no bar, and everything can be hit and reached @long', async ({
    page,
    somebody,
  }) => {
    await somebody(furnish);
    await page.getByRole('main').getByRole('link').first().waitFor();
    await page.waitForLoadState('networkidle');
    await expect(bar(page)).toBeHidden();
    await expect.poll(() => layoutFaults(page)).toEqual(NONE);
    await page.getByRole('textbox', { name: 'Quick add' }).tap();
    await page.keyboard.type('Bread');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main').getByRole('link', { name: /^Bread/ })).toBeVisible();
  });
});

test('A toast covers no row that can’t be scrolled free @long', async ({ page, somebody }) => {
  await page.setViewportSize({ width: 390, height: 640 });
  await somebody(async data => {
    for (let at = 0; at < 14; at++) await data.addTask({ taskName: `Task ${at}`, taskDueDate: storedDay() });
  });
  const rows = page.getByRole('main').getByRole('link');
  await page.getByRole('checkbox', { name: 'Done: Task 0' }).click();
  const undo = button(page, 'Undo');
  await undo.waitFor();
  await rows.last().scrollIntoViewIfNeeded();
  await page.mouse.move(200, 300);
  await page.mouse.wheel(0, 5000);
  const [row, toast] = [
    async () => (await rows.last().boundingBox())!,
    async () => (await undo.boundingBox())!,
  ];
  await expect
    .poll(async () => (await row()).y + (await row()).height - (await toast()).y)
    .toBeLessThanOrEqual(0);
});
