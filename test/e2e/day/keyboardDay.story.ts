import { expect, test, type Page } from '../fixtures';
import { storedDay } from '../support/people/people';

const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) });
const selected = (page: Page) => page.locator('main [data-selected]');
const announcement = (page: Page) => page.locator('[aria-live="assertive"]');
const card = (page: Page, title: string) => page.locator('main [data-note]', { hasText: title });

test('A whole day is lived by the keyboard alone: from signing in to signing out', async ({
  page,
  newUser,
  device,
}) => {
  const user = await newUser();
  const { keyboard } = page;
  const dayOf = async (name: string) =>
    Object.values((await device(user).tasks()) ?? {}).find(({ taskName }) => taskName === name)?.taskDueDate;

  await page.goto('/auth/login');
  await page.getByLabel('Email').waitFor();
  const email = page.getByLabel('Email');
  while (!(await email.evaluate(field => field === document.activeElement))) await keyboard.press('Tab');
  await keyboard.type(user.email);
  await keyboard.press('Tab');
  await keyboard.type(user.password);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();

  await keyboard.press('q');
  const line = page.getByRole('textbox', { name: 'Quick add' });
  await expect(line).toBeFocused();
  for (const name of ['Apples', 'Bread', 'Cheese', 'Dates']) {
    await keyboard.type(name);
    await keyboard.press('Enter');
    await expect(row(page, name)).toBeVisible();
    await expect.poll(() => dayOf(name)).toBeDefined(); // the order is that of their arrival
  }
  await keyboard.press('Escape');
  await expect(line).not.toBeFocused();

  await keyboard.press('j');
  await expect(row(page, 'Apples')).toBeFocused();
  await keyboard.press('x');
  await expect.poll(() => device(user).get('ext/done')).not.toBeNull();
  await row(page, 'Apples').waitFor({ state: 'detached' });
  await expect(row(page, 'Bread')).toBeFocused();
  await keyboard.press('m');
  await expect(page.getByRole('menuitem', { name: 'Open' })).toBeFocused();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect.poll(() => dayOf('Bread')).toBe(storedDay(1));
  await expect(row(page, 'Cheese')).toBeFocused();

  await keyboard.press('Shift+ArrowDown');
  await expect(selected(page)).toHaveCount(2);
  await keyboard.press('l');
  await expect(announcement(page)).toContainText('Picked up 2 tasks. Upcoming: pick a day');
  await keyboard.press('ArrowDown');
  await expect(announcement(page)).toContainText('Work');
  await keyboard.press('Enter');
  await expect
    .poll(async () =>
      Object.values((await device(user).tasks()) ?? {}).filter(task => task.taskList === 'work'),
    )
    .toHaveLength(2);

  await keyboard.press('g');
  await keyboard.press('s');
  await expect(page).toHaveURL('/tasks/sticky-wall');
  await page.getByText('No notes yet').waitFor();
  const note = page.getByRole('dialog', { name: 'New note' });
  for (const title of ['Second', 'First']) {
    await keyboard.press('w');
    await expect(note.getByLabel('Title')).toBeFocused();
    await keyboard.type(title);
    await keyboard.press('Tab');
    await keyboard.type('- [ ] Milk');
    await keyboard.press('Control+Enter');
    await expect(note).toHaveCount(0);
    await expect(card(page, title)).toBeVisible();
  }
  while (!(await card(page, 'First').evaluate(element => element === document.activeElement)))
    await keyboard.press('j');
  // The code that lifts notes is loaded when the browser is idle.
  await expect(async () => {
    await keyboard.press('l');
    await expect(announcement(page)).toHaveText('Picked up First, 1 of 2', { timeout: 1000 });
  }).toPass();
  await keyboard.press('ArrowRight');
  await keyboard.press('Enter');
  await expect(announcement(page)).toContainText('Dropped First, 2 of 2');
  await expect(card(page, 'First')).toBeFocused();
  await keyboard.press('Tab');
  await expect(page.getByRole('checkbox', { name: 'Milk' }).last()).toBeFocused();
  await keyboard.press('Space');
  await expect(page.getByRole('checkbox', { name: 'Milk' }).last()).toBeChecked();

  await keyboard.press('/');
  await expect(page.getByRole('combobox')).toBeFocused();
  await keyboard.type('cheese');
  await expect(page.getByRole('option', { selected: true })).toContainText('Cheese');
  await keyboard.press('Enter');
  await expect(page.getByPlaceholder('Title of your task')).toHaveValue('Cheese');
  await keyboard.press('Escape');
  await expect(row(page, 'Cheese')).toBeFocused();
  await keyboard.press('Delete');
  await expect(row(page, 'Cheese')).toHaveCount(0);
  await expect.poll(() => dayOf('Cheese')).toBeUndefined();
  await keyboard.press('Control+z');
  await expect(row(page, 'Cheese')).toBeVisible();
  await expect.poll(() => dayOf('Cheese')).toBe(storedDay());

  await keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await keyboard.type('sign out');
  await expect(page.getByRole('option', { selected: true })).toContainText('Sign out');
  await keyboard.press('Enter');
  await expect(page).toHaveURL('/auth/login');
});
