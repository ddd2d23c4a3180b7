import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '../fixtures';

const INVALID = 'Username or password incorrect';

const alertOf = (page: Page) => page.getByRole('alertdialog');
const closeAlert = (page: Page) => alertOf(page).getByRole('button', { name: 'Close' }).click();

async function fill(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
}

test.describe('Login', () => {
  test('can be filled in before its rules are here, and says when they can’t be loaded @long', async ({
    page,
    troubles,
  }) => {
    troubles.expect(/net::ERR_FAILED|auth-schema/);
    // The page is idle at once, or it would load the rules by itself before Retry is pressed.
    await page.addInitScript(() => (window.requestIdleCallback = work => setTimeout(work)));
    const rules = '**/auth-schema.*.js';
    await page.route(rules, route => route.abort());
    await page.goto('/auth/login');
    await fill(page, 'nobody', '123456');
    await page.getByLabel('Email').blur();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('could not be loaded');
    await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled();
    await page.unroute(rules);
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Input a valid email', { exact: true })).toBeVisible();
    await expect(alert).toBeHidden();
    await page.getByLabel('Email').fill('nobody@example.com');
    await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
  });
});

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
