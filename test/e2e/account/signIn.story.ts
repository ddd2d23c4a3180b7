import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '../fixtures';

const INVALID = 'Username or password incorrect';

const alertOf = (page: Page) => page.getByRole('alertdialog');
const closeAlert = (page: Page) => alertOf(page).getByRole('button', { name: 'Close' }).click();

async function fill(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
}

test.describe('Register', () => {
  test('makes an account with the password as it was typed, blanks included', async ({ page, troubles }) => {
    troubles.expect(/accounts:signInWithPassword/);
    const email = `${randomUUID()}@example.com`;
    await page.goto('/auth/register');
    await fill(page, email, '  two words  ');
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page).toHaveURL('/tasks/today');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/auth/login');
    await fill(page, email, 'two words');
    await page.getByLabel('Password').press('Enter');
    await expect(alertOf(page)).toHaveText(new RegExp(INVALID));
    await closeAlert(page);
    await fill(page, email, '  two words  ');
    await page.getByLabel('Password').press('Enter');
    await expect(page).toHaveURL('/tasks/today');
  });
});
