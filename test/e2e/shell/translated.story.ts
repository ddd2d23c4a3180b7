import { expect, test, type Page } from '../fixtures';
import { pasteText } from '../support/counted';
import { furnish, pages } from '../support/everyScreen';
import { translatePages } from '../support/translated';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const main = (page: Page) => page.getByRole('main');
const line = (page: Page) => page.getByRole('textbox', { name: 'Quick add' });
const rows = (page: Page) => main(page).getByRole('link');
const count = (page: Page, view: string) =>
  page.getByRole('navigation').getByRole('link', { name: view, exact: true }).locator('[aria-hidden]').last();
const isWhole = (page: Page) => expect(page.getByText('Something went wrong')).toHaveCount(0);

test.describe('In a page that the browser translates', () => {
  test.beforeEach(async ({ context, newUser, signIn, device }) => {
    await translatePages(context);
    const user = await newUser();
    await furnish(device(user));
    await signIn(user);
  });

  test('lists, counts, the quick line and the forms show what is changed', async ({ page }) => {
    await expect(page.locator('main font').first()).toBeAttached();
    await expect(count(page, 'Today')).toHaveText('4');
    await main(page).getByRole('checkbox', { name: /^Done/ }).first().click();
    await expect(count(page, 'Today')).toHaveText('3');
    await button(page, 'Undo').click();
    await expect(count(page, 'Today')).toHaveText('4');

    await line(page).fill('Send the report tomorrow');
    await expect(button(page, /^tomorrow/)).toBeVisible();
    await line(page).fill('Send the report today #work');
    await expect(page.getByRole('button', { name: 'today', exact: true })).toBeVisible();
    await expect(button(page, /^tomorrow/)).toHaveCount(0);
    await button(page, 'Work').click();
    await expect(button(page, 'Work')).toHaveCount(0);
    await line(page).press('Enter');
    await expect(count(page, 'Today')).toHaveText('5');
    await line(page).focus();
    await pasteText(page, 'Milk\nBread tomorrow');
    await expect(button(page, 'Add 2 tasks')).toBeVisible();
    await pasteText(page, '\nTea');
    await button(page, 'Add 3 tasks').click();
    await expect(count(page, 'Today')).toHaveText('7');

    await main(page).getByRole('link', { name: /^Shop/ }).click();
    await expect(page.getByRole('textbox', { name: 'Subtask 1' })).toHaveValue('Milk');
    await page.getByRole('group', { name: 'Subtasks' }).getByRole('checkbox', { name: 'Milk' }).click();
    await expect(page.getByText('2 of 2').first()).toBeVisible();
    await page.getByPlaceholder('Title of your task').fill('Shop at the market');
    await button(page, 'Save Changes').click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await button(page, 'Close').click();
    await expect(main(page).getByRole('link', { name: /^Shop at the market/ })).toBeVisible();

    await button(page, 'Add New Task').click();
    await page.getByPlaceholder('Title of your task').fill('Call Ann');
    await expect(page.getByText('Still needed: description, list, due date')).toBeVisible();
    await page.getByPlaceholder('Description').fill('About the boat');
    await expect(page.getByText('Still needed: list, due date')).toBeVisible();
    await page.getByLabel('List').selectOption('work');
    await page.getByLabel('Due Date').fill('2031-01-01');
    await button(page, 'Add Task').click();
    await expect(page.getByRole('heading', { name: 'Work' })).toBeVisible();
    await rows(page).first().focus();
    await page.keyboard.press('Shift+ArrowDown');
    const bar = page.getByRole('toolbar', { name: 'Selected tasks' });
    await expect(bar.getByText('2 selected')).toBeVisible();
    await page.keyboard.press('Shift+ArrowDown');
    await expect(bar.getByText('3 selected')).toBeVisible();
    await bar.getByRole('button', { name: 'Done' }).click();
    await expect(bar).toHaveCount(0);
    await isWhole(page);
  });

  test('find and the wall show what is found @long', async ({ page }) => {
    await page.keyboard.press('/');
    const query = page.getByRole('combobox');
    const option = (name: RegExp) => page.getByRole('option', { name });
    for (const [words, name] of [
      ['ta', /^Task/],
      ['tas', /^Task/],
      ['note 3', /^Note 3/],
      ['zzz', null],
      ['shop', /^Shop/],
      ['', /^New task/],
    ] as const) {
      await query.fill(words);
      if (name) await expect(option(name).first()).toBeVisible();
      else await expect(page.getByText('Nothing found.')).toBeVisible();
    }
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Sticky Wall' }).click();
    const search = page.getByRole('searchbox');
    await search.fill('note 3');
    await expect(page.getByText('1 note', { exact: true })).toBeVisible();
    await search.fill('note');
    await expect(page.getByText('5 notes')).toBeVisible();
    await search.fill('zzz');
    await expect(page.getByText('0 notes')).toBeVisible();
    await button(page, 'Show all notes').click();
    await button(page, /^Note 4/).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Description').fill('- [ ] One\n- [x] Two https://example.org');
    await expect(dialog.getByText('1 of 2')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await main(page).getByRole('checkbox', { name: 'One' }).click();
    await expect(main(page).getByRole('checkbox', { name: 'One' })).toBeChecked();
    await page.getByRole('textbox', { name: 'Write a note…' }).fill('Garden\nBeans');
    await page.getByRole('textbox', { name: 'Write a note…' }).press('ControlOrMeta+Enter');
    await expect(button(page, /^Garden/)).toBeVisible();
    await isWhole(page);
  });

  test('every page opens, and their messages come and go @long', async ({ page, goOffline, goOnline }) => {
    for (const [path, content] of pages(page)) {
      await page.goto(path);
      await content.first().waitFor({ state: 'attached' });
      await isWhole(page);
    }
    await page.goto('/account/settings');
    await page.getByRole('radio', { name: 'Dark' }).check();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.goto('/account/data');
    const download = page.waitForEvent('download');
    await button(page, 'Download CSV').first().click();
    await download;
    await expect(page.getByText(/is in Downloads/)).toBeVisible();
    await page.locator('input[type=file]').setInputFiles({
      name: 'tasks.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('TYPE,CONTENT,DESCRIPTION,DATE\ntask,Milk,Two,2031-10-05\ntask,Bread,,\n'),
    });
    await button(page, /^Add 2 tasks/).click();
    await expect(page.getByText(/2 tasks were added/)).toBeVisible();
    await button(page, 'Undo').click();
    await expect(page.getByText(/Import undone/)).toBeVisible();

    await page.getByRole('link', { name: 'Today', exact: true }).click();
    await goOffline();
    await expect(page.getByText('You are offline.')).toBeVisible();
    await rows(page).first().focus();
    await page.keyboard.press('Delete');
    await expect(page.getByText(/1 change is waiting/)).toBeVisible();
    await main(page).getByRole('checkbox', { name: /^Done/ }).first().click();
    await expect(page.getByText(/2 changes are waiting/)).toBeVisible();
    await goOnline();
    await expect(page.getByText('You are offline.')).toHaveCount(0);
    await page.goto('/account/sync');
    await expect(page.getByText('Everything is saved')).toBeVisible();
    await page.goto('/tasks/trash');
    await button(page, /^Restore/)
      .first()
      .click();
    await isWhole(page);
  });

  test('a page that another program has broken says so, and keeps what was typed @long', async ({
    page,
    troubles,
  }) => {
    troubles.expect(/NotFoundError|removeChild|insertBefore/);
    await main(page).getByRole('link', { name: /^Shop/ }).click();
    await page.getByPlaceholder('Title of your task').fill('Shop at the market');
    // React will look for this element when the form is left.
    await page.evaluate(() => document.querySelector('[data-open] > :last-child')!.remove());
    await page.getByRole('link', { name: 'Upcoming' }).click();
    await expect(page.getByText('Something went wrong')).toBeVisible();
    await button(page, 'Reload').click();
    await page.getByRole('link', { name: 'Today', exact: true }).click();
    await main(page).getByRole('link', { name: /^Shop/ }).click();
    await expect(page.getByPlaceholder('Title of your task')).toHaveValue('Shop at the market');
  });
});
