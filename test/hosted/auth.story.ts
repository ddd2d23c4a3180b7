import type { Page } from '@playwright/test';
import { readOfficialAnswers, recordIdentityCalls } from '../support/clients/identityCalls';
import { openPart, readUserData } from '../e2e/support/people/account';
import { refresh } from '../support/clients/identity';
import { expect, test } from './fixtures';

/** Resets the Auth emulator's project: no accounts, and this protection. */
async function begin(auth: string, protection: boolean) {
  const owner = { authorization: 'Bearer owner', 'content-type': 'application/json' };
  const at = `${auth}/emulator/v1/projects/demo-daywall`;
  const body = JSON.stringify({ emailPrivacyConfig: { enableImprovedEmailPrivacy: protection } });
  expect((await fetch(`${at}/config`, { method: 'PATCH', headers: owner, body })).status).toBe(200);
  expect((await fetch(`${at}/accounts`, { method: 'DELETE', headers: owner })).status).toBe(200);
}

for (const mode of ['off', 'on'] as const) {
  test(`The official emulator answers as recorded, with enumeration protection ${mode}`, async ({
    hostedSite,
  }) => {
    await begin(hostedSite.auth, mode === 'on');
    expect(await recordIdentityCalls(hostedSite.url)).toEqual(readOfficialAnswers()[mode]);
  });
}

const alert = (page: Page) => page.getByRole('alertdialog');
async function enter(page: Page, form: 'Login' | 'Register', email: string, password: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: form }).click();
}
async function isTold(page: Page, message: string) {
  await expect(alert(page)).toContainText(message);
  await alert(page).getByRole('button', { name: 'Close' }).click();
}

for (const protection of [true, false]) {
  test(`From sign-up to deletion on emulators, protection ${protection ? 'on' : 'off'}`, async ({
    page,
    hostedSite,
    troubles,
  }) => {
    // Refusals that the test provokes; at the end the connection asks for a token of the deleted account.
    troubles.expect(/accounts:|400 \(Bad Request\)|\/v1\/token/);
    await begin(hostedSite.auth, protection);
    const wrong = 'Username or password incorrect';

    await page.goto('/auth/register');
    await enter(page, 'Register', 'ann@example.com', 'secret1');
    await expect(page).toHaveURL(/\/tasks\/today$/);
    await expect(page.getByText('You have no tasks for today')).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

    // A reload takes the build's files from the service worker and the data from the database.
    await page.reload();
    await expect(page.getByText('You have no tasks for today')).toBeVisible();
    expect(await page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/auth\/login$/);
    await enter(page, 'Login', 'ann@example.com', 'secret2');
    await isTold(page, wrong);
    await enter(page, 'Login', 'nobody@example.com', 'secret1');
    await isTold(page, wrong);
    await page.getByRole('link', { name: 'Sign Up' }).click();
    await enter(page, 'Register', 'ann@example.com', 'secret1');
    await isTold(page, 'An account has registered with this email address, try signing in');
    await page.getByRole('link', { name: 'Sign In' }).click();
    await enter(page, 'Login', 'ann@example.com', 'secret1');
    await expect(page).toHaveURL(/\/tasks\/today$/);

    const password = await openPart(page, 'Change password');
    await password.fill({ 'Current password': 'secret1', 'New password': 'secret2' });
    await password.submit();
    await expect(password.answer).toContainText('Password changed');

    const email = await openPart(page, 'Change email');
    await email.fill({ 'New email': 'anna@example.com', 'Current password': 'secret2' });
    await email.submit();
    await expect(page.getByRole('link', { name: 'anna@example.com' })).toBeVisible();

    const token = (await readUserData(page))!.token;
    const refreshed = await refresh(hostedSite.url, token);
    expect([refreshed.status, refreshed.body['refresh_token']]).toEqual([200, token]);

    const deletion = await openPart(page, 'Delete account');
    await deletion.fill({ 'Type your email to confirm': 'anna@example.com', 'Current password': 'secret2' });
    await deletion.submit();
    await expect(page).toHaveURL(/\/auth\/login$/);
    await enter(page, 'Login', 'anna@example.com', 'secret2');
    await isTold(page, wrong);
  });
}

test('A sign-in method that is not enabled is told with its code', async ({ page, troubles }) => {
  troubles.expect(/accounts:|400 \(Bad Request\)/);
  const message = 'OPERATION_NOT_ALLOWED : The identity provider configuration is disabled.';
  await page.route(/accounts:signInWithPassword/, route =>
    route.fulfill({ status: 400, json: { error: { code: 400, message } } }),
  );
  await page.goto('/auth/login');
  await enter(page, 'Login', 'ann@example.com', 'secret1');
  await isTold(page, 'auth/operation-not-allowed');
});

test('A project whose web app is older than its database is told as that', async ({
  page,
  hostedSite,
  troubles,
}) => {
  troubles.expect(/accounts:/);
  await begin(hostedSite.auth, true);
  const answer = await fetch(`${hostedSite.url}/__/firebase/init.json`);
  const { databaseURL: _, ...config } = (await answer.json()) as Record<string, unknown>;
  await page.route(/init\.json/, route => route.fulfill({ json: config }));
  await page.goto('/auth/register');
  await enter(page, 'Register', 'bob@example.com', 'secret1');
  await expect(page.getByRole('alert')).toContainText('This site has no database yet');
});
