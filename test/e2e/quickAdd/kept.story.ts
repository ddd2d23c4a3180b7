import { expect, test, type Page } from '../fixtures';
import { expectDraft } from '../support/drafts';

const field = (page: Page) => page.getByRole('textbox', { name: 'Quick add' });

test('Half a line is there after a reload and on another view', async ({ page, newUser, signIn }) => {
  await signIn(await newUser());
  await field(page).click();
  await page.keyboard.type('Ask Anna about');
  await expectDraft(page, 'Ask Anna about');
  await page.reload();
  await expect(field(page)).toHaveValue('Ask Anna about');
  await page.getByRole('link', { name: 'Work', exact: true }).click();
  await expect(field(page)).toHaveValue('Ask Anna about');
});
