import { refresh, signIn as askToSignIn } from '../../support/clients/identity';
import { runScript } from '../../support/server/command';
import { expect, test, type Page } from '../fixtures';
import { fillLogin, openPart, readUserData } from '../support/people/account';
import { openOrigin } from '../support/network/origin';
import { signInByForm } from '../support/people/people';

const NEW_PASSWORD = 'another secret';
const empty = (page: Page) => page.getByText('You have no tasks for today');
/** Errors that other pages of an ended session report: a refused token refresh, a closed socket. */
const ENDS = /\/v1\/token|accounts:lookup|\.json\?|WebSocket|400 \(Bad Request\)|401/;

test('A changed password keeps all tabs here signed in, and signs out the others @long', async ({
  page,
  context,
  browser,
  baseURL,
  serviceWorkers,
  somebody,
  device,
  server,
  troubles,
}) => {
  troubles.expect(ENDS);
  const { user } = await somebody(data => data.addTask({ taskName: 'Water the plants' }));
  const tab = await context.newPage();
  await tab.goto('/tasks/today');
  await expect(tab.getByRole('link', { name: /Water the plants/ })).toBeVisible();
  const elsewhere = await browser.newContext({ baseURL: baseURL!, serviceWorkers });
  const far = await elsewhere.newPage();
  await signInByForm(far, user);
  await expect(far.getByRole('link', { name: /Water the plants/ })).toBeVisible();
  const before = (await readUserData(page))!;

  const part = await openPart(page, 'Change password');
  await part.fill({ 'Current password': user.password, 'New password': NEW_PASSWORD });
  await part.submit();
  await expect(part.answer).toContainText('Password changed');
  // The other tab still has the old token at this moment.
  await tab.getByRole('link', { name: 'Sticky Wall' }).click();
  await expect(tab.getByText('No notes yet')).toBeVisible();
  await expect(tab.getByRole('alert')).toHaveCount(0);
  await expect(far).toHaveURL('/auth/login');

  const after = (await readUserData(page))!;
  expect(after).toEqual({ ...before, token: after.token });
  expect(after.token).not.toBe(before.token);
  expect((await refresh(server.url, after.token)).status).toBe(200);
  // The live connections continue with the new token.
  const again = { ...user, idToken: (await askToSignIn(server.url, user.email, NEW_PASSWORD)).idToken };
  await device(again).addNote({ noteTitle: 'After it' });
  await expect(tab.getByRole('button', { name: /After it/ })).toBeVisible();
  for (const eachPage of [page, tab]) {
    await eachPage.goto('/tasks/today');
    await expect(eachPage.getByRole('link', { name: /Water the plants/ })).toBeVisible();
    await expect(eachPage.getByRole('status').filter({ hasText: 'sign in again' })).toHaveCount(0);
  }

  await fillLogin(far, user.email, user.password);
  await expect(far.getByRole('alertdialog')).toHaveText(/Username or password incorrect/);
  await far.getByRole('button', { name: 'Close' }).click();
  await fillLogin(far, user.email, NEW_PASSWORD);
  await expect(far.getByRole('link', { name: /Water the plants/ })).toBeVisible();
  await elsewhere.close();
});

/** Fills in the fields that the deletion asks for. */
async function wishAllDeleted(page: Page, user: { email: string; password: string }) {
  const part = await openPart(page, 'Delete account');
  await part.fill({ 'Type your email to confirm': user.email, 'Current password': user.password });
  return part;
}

/** Data of a user that this device still stores. */
const heldOf = (page: Page, uid: string) =>
  page.evaluate(async id => {
    const held = Object.keys(localStorage).filter(key => key.includes(id) || localStorage[key].includes(id));
    const read = async (database: string, store: string) => {
      const opened = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(database);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error!);
      });
      const all = opened.objectStoreNames.contains(store)
        ? await new Promise<{ form?: string }[]>(resolve => {
            const reading = opened.transaction(store).objectStore(store).getAll();
            reading.onsuccess = () => resolve(reading.result as { form?: string }[]);
          })
        : [];
      opened.close();
      return all;
    };
    const drafts = Object.keys(localStorage).filter(key => key.startsWith(`daywall-draft/${id}/`)).length;
    return { held, drafts, operations: (await read('daywall', 'operations')).length };
  }, uid);

test('Deleting asks for address and password, goes on after a failure, leaves nothing', async ({
  page,
  context,
  newUser,
  signIn,
  device,
  faults,
  server,
  troubles,
}) => {
  troubles.expect(ENDS);
  troubles.expect(/accounts:(delete|signInWithPassword)|503/);
  const user = await newUser();
  const key = await device(user).addTask({ taskName: 'Old' });
  await device(user).addNote();
  await device(user).put(`ext/others/tasks/${key}`, { at: '2026-03-10T12:00:00.000Z', isBack: true });
  await signIn(user);
  await page.goto('/tasks/new');
  await page.getByLabel('Title').fill('A draft');
  await expect.poll(async () => (await heldOf(page, user.uid)).drafts).toBe(1);
  const tab = await context.newPage();
  await tab.goto('/tasks/today');
  await expect(tab.getByRole('link', { name: /Old/ })).toBeVisible();

  const part = await wishAllDeleted(page, user);
  const button = page.getByRole('button', { name: 'Delete account' });
  await part.fill({ 'Type your email to confirm': 'somebody@example.com' });
  await expect(button).toBeDisabled();
  await part.fill({ 'Type your email to confirm': user.email, 'Current password': 'not mine' });
  await part.submit();
  await expect(part.refusal).toHaveText('Wrong password. Nothing was changed.');
  expect(await device(user).tasks()).not.toBeNull();

  await faults.refuse(
    { method: 'POST', path: /accounts:delete/ },
    503,
    '{"error":{"message":"UNAVAILABLE"}}',
  );
  await part.fill({ 'Current password': user.password });
  await part.submit();
  await expect(part.refusal).toContainText('Your tasks and notes are deleted, but your account is not yet.');
  await expect(page).toHaveURL('/account');
  for (const list of ['tasks', 'notes', 'ext']) expect(await device(user).get(list)).toBeNull();
  await expect(tab.getByText('You have no tasks for today')).toBeVisible();

  await part.submit();
  await expect(page).toHaveURL('/auth/login');
  await expect(page.getByRole('status')).toHaveText('Your account and everything in it are deleted.');
  await expect(tab).toHaveURL('/auth/login');
  expect(await heldOf(page, user.uid)).toEqual({ held: [], drafts: 0, operations: 0 });
  await expect(askToSignIn(server.url, user.email, user.password)).rejects.toThrow(
    'INVALID_LOGIN_CREDENTIALS',
  );
});

test.describe('A forgotten password', () => {
  const ask = async (page: Page, email: string) => {
    await page.goto('/auth/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeFocused();
    await page.getByLabel('Email').fill(email);
    await page.keyboard.press('Enter');
    const words = page.getByRole('status').filter({ hasText: 'Ask the person' });
    await expect(words).toBeVisible();
    return (await words.textContent())!.replaceAll(email, 'EMAIL');
  };

  test('is answered the same for every address, and the operator’s link makes a new one', async ({
    page,
    newUser,
    server,
    axe,
  }) => {
    const user = await newUser();
    const known = await ask(page, user.email);
    await axe();
    expect(known).toBe(
      'Ask the person who runs this server for a link. They make one with\nnpm run users -- reset EMAIL',
    );
    expect(await ask(page, 'nobody@example.com')).toBe(known);

    const { stdout } = await runScript('scripts/users.ts', {
      args: ['reset', user.email],
      env: { DATA_DIR: server.dataDir },
    });
    const link = new URL(/http\S+/.exec(stdout)![0]);
    await page.goto(link.pathname + link.search);
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('link', { name: 'sign in' }).click();
    await fillLogin(page, user.email, NEW_PASSWORD);
    await expect(empty(page)).toBeVisible();
  });

  test('does not reveal whether an address exists, even where the provider would @worker @long', async ({
    page,
    troubles,
    afterPages,
  }) => {
    troubles.expect(/sendOobCode|400 \(Bad Request\)/);
    const origin = await openOrigin({ EMAIL_ENUMERATION_PROTECTION: 'off' });
    afterPages(() => origin.close());
    await page.goto(`${origin.url}/auth/forgotten`);
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.getByRole('button', { name: 'Reset password' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Ask the person' })).toBeVisible();
  });
});
