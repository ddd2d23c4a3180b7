import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '../fixtures';

const INVALID = 'Username or password incorrect';
const TAKEN = 'An account has registered with this email address, try signing in';
const TOO_MANY = 'To many requests, try again later';
const UNKNOWN = 'An unknown error occurred. Pls check your network connection and try again';

const alertOf = (page: Page) => page.getByRole('alertdialog');
const closeAlert = (page: Page) => alertOf(page).getByRole('button', { name: 'Close' }).click();

async function fill(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
}

/** Lists the endpoints of the identity provider that a page calls from now on. */
function watchProvider(page: Page) {
  const asked: string[] = [];
  page.on('request', request => {
    const endpoint = /accounts:\w+/.exec(request.url());
    if (endpoint) asked.push(endpoint[0]);
  });
  return asked;
}

test.describe('Login', () => {
  test('takes Enter before the rules of its fields are here, unless more was typed', async ({
    page,
    newUser,
  }) => {
    const user = await newUser();
    let release = () => undefined as void;
    const held = new Promise<void>(resolve => (release = resolve));
    await page.route('**/auth-schema.*.js', route => held.then(() => route.continue()));
    const asked = watchProvider(page);
    await page.goto('/auth/login');
    await fill(page, user.email, user.password.slice(0, -1));
    await page.keyboard.press('Enter');
    await page.keyboard.type(user.password.slice(-1));
    release();
    await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
    expect(asked).toEqual([]);

    const second = new Promise<void>(resolve => (release = resolve));
    await page.route('**/auth-schema.*.js', route => second.then(() => route.continue()));
    await page.reload();
    await fill(page, user.email, user.password.slice(0, -1));
    await page.keyboard.press('Enter');
    await page.getByLabel('Password').fill(user.password);
    release();
    await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
    expect(asked).toEqual([]);

    await page.route('**/auth-schema.*.js', async route => {
      await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled();
      await fill(page, user.email, user.password);
      await page.keyboard.press('Enter');
      await route.continue();
    });
    await page.reload();
    await expect(page).toHaveURL('/tasks/today');
  });

  test('can be filled in before its rules are here, and says when they can’t be loaded', async ({
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

  test('loads the rules of its fields when the network returns @long', async ({
    page,
    troubles,
    goOffline,
    goOnline,
  }) => {
    troubles.expect(/net::ERR_FAILED|auth-schema/);
    const rules = '**/auth-schema.*.js';
    await page.route(rules, route => route.abort());
    await page.goto('/auth/login');
    await fill(page, 'nobody@example.com', '123456');
    await expect(page.getByRole('alert')).toContainText('could not be loaded');
    await goOffline();
    await page.unroute(rules);
    await goOnline();
    await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
    await expect(page.getByRole('alert')).toBeHidden();
  });

  test('tells in place what is wrong with a touched field, and sends nothing by Enter @long', async ({
    page,
  }) => {
    const asked = watchProvider(page);
    await page.goto('/auth/login');
    const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password')];
    const login = page.getByRole('button', { name: 'Login' });
    await expect(login).toBeDisabled();
    await expect(page.getByText('Input a valid')).toHaveCount(0);

    await email.fill('nobody');
    await expect(page.getByText('Input a valid email')).toBeHidden();
    await email.blur();
    await expect(page.getByText('Input a valid email', { exact: true })).toBeVisible();
    await password.fill('12345');
    await expect(page.getByText('Input a valid password')).toBeHidden();
    await password.press('Enter');
    await password.blur();
    await expect(page.getByText('Input a valid password', { exact: true })).toBeVisible();
    await expect(login).toBeDisabled();

    await fill(page, 'nobody@example.com', '123456');
    await expect(page.getByText('Input a valid')).toHaveCount(0);
    await expect(login).toBeEnabled();
    expect(asked).toEqual([]);
  });

  test('answers a wrong password and an unknown e-mail alike, until they are closed @long', async ({
    page,
    newUser,
    troubles,
  }) => {
    troubles.expect(/accounts:signInWithPassword/);
    const { email } = await newUser();
    await page.goto('/auth/login');
    for (const who of [email, `${randomUUID()}@example.com`]) {
      await fill(page, who, 'not-the-password');
      await page.getByLabel('Password').press('Enter');
      await expect(alertOf(page).getByText(INVALID, { exact: true })).toBeVisible();
      await closeAlert(page);
      await expect(alertOf(page)).toBeHidden();
      await expect(page.getByLabel('Email')).toHaveValue(who);
    }
  });

  test('shows a spinner instead of the form while the provider is asked @long', async ({
    page,
    newUser,
    faults,
  }) => {
    const user = await newUser();
    await page.goto('/auth/login');
    await fill(page, user.email, user.password);
    const height = (await page.getByRole('main').boundingBox())!.height;
    const { applied, release } = await faults.holdAnswer({ method: 'POST', path: /signInWithPassword/ });
    await page.getByRole('button', { name: 'Login' }).click();
    await applied;
    await expect(page.getByRole('status').filter({ hasText: 'Signing in' })).toBeVisible();
    await expect(page.getByLabel('Email')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Login' })).toBeHidden();
    expect((await page.getByRole('main').boundingBox())!.height).toBe(height);
    release();
    await expect(page).toHaveURL('/tasks/today');
  });

  test('says so when it is throttled, and other people are not @long', async ({
    page,
    newUser,
    troubles,
  }) => {
    troubles.expect(/accounts:signInWithPassword/);
    const [guessed, other] = [await newUser(), await newUser()];
    await page.goto('/auth/login');
    await page.evaluate(async email => {
      const body = JSON.stringify({ email, password: 'a guess', returnSecureToken: true });
      const guess = () =>
        fetch('/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        });
      for (let count = 0; count < 10; count++) await guess();
    }, guessed.email);
    await fill(page, guessed.email, guessed.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(alertOf(page).getByText(TOO_MANY, { exact: true })).toBeVisible();
    await closeAlert(page);
    await fill(page, other.email, other.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/tasks/today');
  });

  test('without network gives the general message, and works once the network is back @worker @long', async ({
    page,
    newUser,
    goOffline,
    goOnline,
  }) => {
    const user = await newUser();
    await page.goto('/auth/login');
    await fill(page, user.email, user.password);
    await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled(); // the rules of the fields are loaded
    await goOffline();
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(alertOf(page).getByText(UNKNOWN, { exact: true })).toBeVisible();
    await closeAlert(page);
    await goOnline();
    await expect(page.getByLabel('Password')).toHaveValue(user.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/tasks/today');
  });
});

test.describe('Register', () => {
  test('has no messages under its fields, only a button that is disabled @long', async ({ page }) => {
    const asked = watchProvider(page);
    await page.goto('/auth/register');
    const register = page.getByRole('button', { name: 'Register' });
    for (const [email, password] of [
      ['', 'secret-1'],
      ['nobody', 'secret-1'],
      ['nobody@example.com', '12345'],
    ] as const) {
      await fill(page, email, password);
      await page.getByLabel('Password').press('Enter');
      await page.getByLabel('Password').blur();
      await expect(register).toBeDisabled();
      await expect(page.getByText('Input a valid')).toHaveCount(0);
    }
    await fill(page, 'nobody@example.com', '123456');
    await expect(register).toBeEnabled();
    expect(asked).toEqual([]);
  });

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

  test('refuses an e-mail that has an account; the alert stays with its form @long', async ({
    page,
    newUser,
    troubles,
  }) => {
    troubles.expect(/accounts:signUp/);
    const { email } = await newUser();
    await page.goto('/auth/login');
    await page.getByRole('link', { name: 'Sign Up' }).click();
    await fill(page, email, 'secret-2');
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(alertOf(page).getByText(TAKEN, { exact: true })).toBeVisible();
    await page.goBack();
    await expect(alertOf(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Register' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    await expect(alertOf(page)).toBeHidden();
    await page.goForward();
    await expect(page.getByRole('button', { name: 'Register' })).toBeVisible();
    await expect(alertOf(page)).toBeHidden();
  });
});
