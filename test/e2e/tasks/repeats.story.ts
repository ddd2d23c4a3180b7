import { expect, test, type Page } from '../fixtures';
import { withRules } from '../support/gestures';

const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Done: ${name}` });
const view = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true });
const toast = (page: Page, words: string) => page.getByText(words, { exact: true });

async function typeTask(page: Page, line: string) {
  await page.getByRole('textbox', { name: 'Quick add' }).click();
  await page.keyboard.type(line);
  await page.keyboard.press('Enter');
}

test.use({ ownServer: true });

test('Bins every tue: typed, ticked, undone, and kept in Done', async ({
  page,
  newUser,
  signIn,
  time,
  axe,
}) => {
  await time.start('2026-11-24T10:00:00Z');
  await withRules(page, signIn(await newUser()));
  await page.getByRole('textbox', { name: 'Quick add' }).click();
  await page.keyboard.type('Bins every tue');
  await expect(page.getByRole('button', { name: 'every Tuesday' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(row(page, 'Bins')).toContainText('every Tuesday');
  await box(page, 'Bins').click();
  await expect(toast(page, 'Done. Next on Tue 1 Dec')).toBeVisible();
  await expect(box(page, 'Bins')).toBeChecked();
  await axe();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(box(page, 'Bins')).not.toBeChecked();
  await box(page, 'Bins').click();
  await time.advance(6000);
  await expect(row(page, 'Bins')).toBeHidden();
  await view(page, 'Upcoming').click();
  await expect(row(page, 'Bins')).toContainText('every Tuesday');
  await view(page, 'Done').click();
  await expect(row(page, 'Bins')).toContainText('today');
  await axe();
  await page.getByRole('checkbox', { name: 'Done: Bins, today' }).click();
  await view(page, 'Today').click();
  await expect(box(page, 'Bins')).not.toBeChecked();
});

test('Two weeks late and ticked once, it goes past today, or comes back to it @long', async ({
  page,
  newUser,
  signIn,
  device,
  time,
}) => {
  await time.start('2026-12-08T10:00:00Z');
  const user = await newUser();
  const key = await device(user).addTask({ taskName: 'Bins', taskDueDate: '2026-11-24T00:00:00.000Z' });
  const bins = { rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', first: '2026-11-24', at: '2026-11-24' };
  await device(user).put(`ext/repeats/${key}`, bins);
  await withRules(page, signIn(user));
  await view(page, 'Previous').click();
  await box(page, 'Bins').click();
  await expect(toast(page, 'Done. Next on Tue 15 Dec')).toBeVisible();
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await expect(toast(page, 'Done. Next today')).toBeVisible();
  await time.advance(6000);
  await view(page, 'Today').click();
  await expect(row(page, 'Bins')).toBeVisible();
});

test('The form says the rule and its next days before it is saved @long', async ({
  page,
  newUser,
  signIn,
  time,
  axe,
}) => {
  await time.start('2027-01-15T10:00:00Z');
  await withRules(page, signIn(await newUser()));
  await typeTask(page, 'Rent');
  await row(page, 'Rent').click();
  const group = page.getByRole('group', { name: 'Repeats' });
  await group.getByLabel('How often').selectOption('Every month');
  await group.getByLabel('On', { exact: true }).selectOption('The last day');
  await expect(group).toContainText(
    'Every month on the last day. Next: Sun 31 Jan, Sun 28 Feb, Wed 31 Mar, Fri 30 Apr, Mon 31 May, …',
  );
  await expect(page.getByLabel('Due Date')).toHaveValue('2027-01-31');
  await axe();
  const help = await group.getByRole('link', { name: 'What a repeat does' }).getAttribute('href');
  expect(await (await page.request.get(help!)).text()).toContain('You are late');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).first().click();
  await view(page, 'Upcoming').click();
  await expect(row(page, 'Rent')).toContainText('every month on the last day');
  await page.getByRole('button', { name: 'Move: Rent' }).click();
  await page.getByRole('menuitem', { name: 'Skip this one' }).click();
  await expect(toast(page, 'Skipped. Next on Sun 28 Feb')).toBeVisible();
});

test('The menu of a row makes its task repeat, by keys alone @long', async ({
  page,
  newUser,
  signIn,
  device,
  time,
  axe,
}) => {
  await time.start('2026-11-24T15:00:00Z');
  const user = await newUser();
  await withRules(page, signIn(user));
  await typeTask(page, 'Bins');
  await row(page, 'Bins').focus();
  await page.keyboard.press('m');
  await page.keyboard.press('r');
  const menu = page.getByRole('menu', { name: 'Repeat “Bins”' });
  await expect(menu.getByRole('menuitem', { name: 'Every day' })).toBeFocused();
  await axe();
  await page.keyboard.press('w');
  await expect(menu).toHaveCount(0);
  await expect(toast(page, 'Changed when “Bins” repeats')).toBeVisible();
  await expect(row(page, 'Bins')).toContainText('every Tuesday');
  await expect(row(page, 'Bins')).toBeFocused();
  await expect
    .poll(() =>
      device(user)
        .get<object | null>('ext/repeats')
        .then(all => Object.values(all ?? {})),
    )
    .toEqual([{ rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO', first: '2026-11-24', at: '2026-11-24' }]);
});

test('Titles that only sound like a repeat stay titles @long', async ({ page, newUser, signIn }) => {
  await withRules(page, signIn(await newUser()));
  const titles = ['Create monthly report', 'Every Breath You Take', 'Read Weekly', 'Friday the cat'];
  for (const title of [...titles, 'Learn in 14 days']) {
    await typeTask(page, title);
    await expect(row(page, title)).toBeVisible();
  }
  await expect(page.getByText('every', { exact: false }).filter({ hasText: /^every / })).toHaveCount(0);
});
