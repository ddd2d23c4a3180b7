import { errorOf, refresh, signIn as askToSignIn } from '../../support/clients/identity';
import { runScript } from '../../support/server/command';
import { expect, test, type Page } from '../fixtures';
import { fillLogin, openPart, readUserData } from '../support/people/account';
import { openOrigin } from '../support/network/origin';
import { signInByForm } from '../support/people/people';

const NEW_PASSWORD = 'another secret';
const empty = (page: Page) => page.getByText('You have no tasks for today');
/** Errors that other pages of an ended session report: a refused token refresh, a closed socket. */
const ENDS = /\/v1\/token|accounts:lookup|\.json\?|WebSocket|400 \(Bad Request\)|401/;

test('The account is changed by keyboard alone, and says in place what is wrong @phone-long @long', async ({
  page,
  newUser,
  signIn,
  axe,
  troubles,
}) => {
  troubles.expect(/accounts:signInWithPassword|400 \(Bad Request\)/);
  troubles.expect(ENDS);
  const user = await newUser();
  await signIn(user);
  const isNarrow = page.viewportSize()!.width < 500;
  if (isNarrow) {
    await page.getByRole('button', { name: 'Open navigation' }).focus();
    await page.keyboard.press('Enter');
  }
  await page.getByRole('link', { name: user.email }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/account');
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
  if (!isNarrow)
    await expect(page.getByRole('link', { name: user.email })).toHaveAttribute('aria-current', 'page');
  await axe();

  await page.getByRole('heading', { name: 'Account', exact: true }).focus();
  const type = async (...keys: string[]) => {
    for (const key of keys) {
      if (key === 'Tab' || key === 'Enter') await page.keyboard.press(key);
      else await page.keyboard.type(key);
    }
  };
  await type('Tab', 'Enter', 'Tab', 'not mine', 'Tab', 'short', 'Tab');
  await expect(page.getByText('At least 6 characters')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change password' })).toBeDisabled();
  await axe();
  await page.getByLabel('New password').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await type(NEW_PASSWORD, 'Enter');
  await expect(page.getByRole('alert')).toHaveText('That is not your password. Nothing was changed.');
  await axe();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await type(user.password, 'Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Your password is changed.' })).toBeVisible();
  for (const field of ['Current password', 'New password'])
    await expect(page.locator('details[open]').getByLabel(field)).toHaveValue('');

  for (const title of ['Change email', 'Sign out everywhere', 'Delete account']) {
    await page.locator('summary', { hasText: title }).press('Enter');
    await expect(page.locator('details[open]')).toHaveCount(1);
    await axe();
  }
});

test('A changed password keeps all tabs here signed in, and signs out the others', async ({
  page,
  context,
  browser,
  baseURL,
  serviceWorkers,
  newUser,
  signIn,
  device,
  server,
  troubles,
}) => {
  troubles.expect(ENDS);
  const user = await newUser();
  await device(user).addTask({ taskName: 'Water the plants' });
  await signIn(user);
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
  await expect(part.answer).toContainText('Your password is changed');
  // The other tab still has the old token at this moment.
  await tab.getByRole('link', { name: 'Sticky Wall' }).click();
  await expect(tab.getByText('The wall is empty')).toBeVisible();
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

test('A changed password whose answer was lost is found out, and the session goes on @long', async ({
  page,
  newUser,
  signIn,
  faults,
  server,
  troubles,
}) => {
  troubles.expect(ENDS);
  troubles.expect(/accounts:update|net::ERR_CONNECTION_RESET/);
  const user = await newUser();
  await signIn(user);
  const part = await openPart(page, 'Change password');
  await faults.loseAnswer({ method: 'POST', path: /accounts:update/ });
  await part.fill({ 'Current password': user.password, 'New password': NEW_PASSWORD });
  await part.submit();
  await expect(part.answer).toContainText('Your password is changed');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
  expect((await refresh(server.url, (await readUserData(page))!.token)).status).toBe(200);
});

test('A changed e-mail is shown in every tab, and is the one to sign in with @long', async ({
  page,
  context,
  newUser,
  signIn,
  troubles,
}) => {
  troubles.expect(ENDS);
  troubles.expect(/accounts:update/);
  const [user, other] = [await newUser(), await newUser()];
  await signIn(user);
  const tab = await context.newPage();
  await tab.goto('/tasks/today');
  await expect(empty(tab)).toBeVisible();
  const before = (await readUserData(page))!;
  const email = `new-${user.email}`;

  const part = await openPart(page, 'Change email');
  await part.fill({ 'New email': other.email, 'Current password': user.password });
  await part.submit();
  await expect(part.refusal).toHaveText('Another account has this address.');
  await part.fill({ 'New email': email });
  await part.submit();
  await expect(part.answer).toContainText(`Your email is ${email} now`);
  for (const eachPage of [page, tab]) await expect(eachPage.getByRole('link', { name: email })).toBeVisible();
  const after = (await readUserData(page))!;
  expect(after).toEqual({ ...before, email, token: after.token });
  await tab.reload();
  await expect(tab.getByRole('link', { name: email })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await fillLogin(page, email, user.password);
  await expect(empty(page)).toBeVisible();
});

test('Signing out everywhere ends every session, here and elsewhere @long', async ({
  page,
  browser,
  baseURL,
  newUser,
  signIn,
  server,
  troubles,
}) => {
  troubles.expect(ENDS);
  const user = await newUser();
  const stranger = await askToSignIn(server.url, user.email, user.password);
  await signIn(user);
  const { token } = (await readUserData(page))!;
  const elsewhere = await browser.newContext({ baseURL: baseURL! });
  const far = await elsewhere.newPage();
  await signInByForm(far, user);
  await expect(empty(far)).toBeVisible();

  const part = await openPart(page, 'Sign out everywhere');
  await part.fill({ 'Current password': user.password });
  await part.submit();
  await expect(page).toHaveURL('/auth/login');
  await expect(page.getByRole('status')).toHaveText('You are signed out everywhere.');
  expect(await readUserData(page)).toBeNull();
  await expect(far).toHaveURL('/auth/login');
  for (const ended of [token, stranger.refreshToken])
    expect(errorOf((await refresh(server.url, ended)).body)).toBe('TOKEN_EXPIRED');
  await fillLogin(page, user.email, user.password);
  await expect(empty(page)).toBeVisible();
  await elsewhere.close();
});

/** Fills in the fields that the deletion asks for. */
async function wishAllDeleted(page: Page, user: { email: string; password: string }) {
  const part = await openPart(page, 'Delete account');
  await part.fill({ 'Your email, to confirm': user.email, 'Current password': user.password });
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
    const drafts = (await read('daywall', 'drafts')).map(({ form }) => form);
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
  await expect.poll(async () => (await heldOf(page, user.uid)).drafts).toEqual(['task/new']);
  const tab = await context.newPage();
  await tab.goto('/tasks/today');
  await expect(tab.getByRole('link', { name: /Old/ })).toBeVisible();

  const part = await wishAllDeleted(page, user);
  const button = page.getByRole('button', { name: 'Delete account' });
  await part.fill({ 'Your email, to confirm': 'somebody@example.com' });
  await expect(button).toBeDisabled();
  await part.fill({ 'Your email, to confirm': user.email, 'Current password': 'not mine' });
  await part.submit();
  await expect(part.refusal).toHaveText('That is not your password. Nothing was changed.');
  expect(await device(user).tasks()).not.toBeNull();

  await faults.refuse(
    { method: 'POST', path: /accounts:delete/ },
    503,
    '{"error":{"message":"UNAVAILABLE"}}',
  );
  await part.fill({ 'Current password': user.password });
  await part.submit();
  await expect(part.refusal).toContainText('Your tasks and notes are deleted, your account is not yet.');
  await expect(page).toHaveURL('/account');
  for (const list of ['tasks', 'notes', 'ext']) expect(await device(user).get(list)).toBeNull();
  await expect(tab.getByText('You have no tasks for today')).toBeVisible();

  await part.submit();
  await expect(page).toHaveURL('/auth/login');
  await expect(page.getByRole('status')).toHaveText('Your account is deleted, with everything in it.');
  await expect(tab).toHaveURL('/auth/login');
  expect(await heldOf(page, user.uid)).toEqual({ held: [], drafts: [], operations: 0 });
  await expect(askToSignIn(server.url, user.email, user.password)).rejects.toThrow(
    'INVALID_LOGIN_CREDENTIALS',
  );
});

test('A deletion that the network interrupts is finished by the next try @long', async ({
  page,
  newUser,
  signIn,
  device,
  faults,
  network,
  server,
  troubles,
}) => {
  troubles.expect(ENDS);
  troubles.expect(/net::ERR|accounts:/);
  const user = await newUser();
  await device(user).addTask({ taskName: 'Old' });
  await signIn(user);
  const part = await wishAllDeleted(page, user);
  const proof = await faults.holdAnswer({ method: 'POST', path: /accounts:signInWithPassword/ });
  await part.submit();
  await proof.applied;
  network.cut();
  proof.release();
  await expect(part.refusal).toHaveText('The server can’t be reached. Try again when you are online.');
  expect(await device(user).tasks()).not.toBeNull();
  network.mend();

  const lost = await faults.loseAnswer({ method: 'POST', path: /accounts:delete/ });
  await part.submit();
  await lost.applied;
  await expect(page).toHaveURL('/auth/login');
  await expect(page.getByRole('status')).toHaveText('Your account is deleted, with everything in it.');
  await expect(askToSignIn(server.url, user.email, user.password)).rejects.toThrow(
    'INVALID_LOGIN_CREDENTIALS',
  );
});

test('Time travel through the account’s changes sends nothing and shows no secret @long', async ({
  page,
  newUser,
  signInByForm,
  devTools,
  device,
  server,
  troubles,
}) => {
  troubles.expect(ENDS);
  troubles.expect(/accounts:signInWithPassword/);
  const user = await newUser();
  await signInByForm(user);
  await page.getByRole('link', { name: user.email }).click();
  const part = await openPart(page, 'Change password');
  await part.fill({ 'Current password': 'not mine at all', 'New password': NEW_PASSWORD });
  await part.submit();
  await expect(part.refusal).toBeVisible();
  await part.fill({ 'Current password': user.password });
  await part.submit();
  await expect(part.answer).toContainText('Your password is changed');
  const { token } = (await readUserData(page))!;
  // The live connection was opened again, so no other request is under way.
  const { idToken } = await askToSignIn(server.url, user.email, NEW_PASSWORD);
  await device({ ...user, idToken }).addTask();
  await expect(page.getByRole('link', { name: 'Today' })).toContainText('1');

  const actions = await devTools.actions();
  expect(actions.map(({ type }) => type)).toEqual(
    expect.arrayContaining([
      'account/passwordChangeRequested',
      'account/changeFailed',
      'account/passwordChanged',
    ]),
  );
  const sent: string[] = [];
  page.on('request', request => {
    // Ten seconds after its start each session asks for the oldest entries of the trash.
    const isOwn = /\/icon\.svg$|endAt=/.test(request.url());
    if (!isOwn) sent.push(`${request.method()} ${request.url()}`);
  });
  const records = [JSON.stringify(actions)];
  for (let index = actions.length - 1; index >= 0; index--) {
    await devTools.jumpTo(index);
    records.push(JSON.stringify(await devTools.state()));
  }
  await devTools.jumpTo(actions.length - 1);
  expect(sent).toEqual([]);
  expect(
    (await devTools.actions()).slice(actions.length).filter(({ type }) => type.endsWith('Requested')),
  ).toEqual([]);
  for (const secret of [user.password, NEW_PASSWORD, 'not mine at all', token])
    expect(records.join('\n')).not.toContain(secret);
});

test.describe('A forgotten password', () => {
  const ask = async (page: Page, email: string) => {
    await page.goto('/auth/login');
    await page.getByRole('link', { name: 'Forgotten your password?' }).click();
    await expect(page.getByRole('heading', { name: 'Forgotten your password?' })).toBeFocused();
    await page.getByLabel('Email').fill(email);
    await page.keyboard.press('Enter');
    const words = page.getByRole('status').filter({ hasText: 'If an account' });
    await expect(words).toBeVisible();
    return (await words.textContent())!.replaceAll(email, 'EMAIL');
  };

  test('is answered the same for every address, and the operator’s link makes a new one @phone-long', async ({
    page,
    newUser,
    server,
    axe,
  }) => {
    const user = await newUser();
    const known = await ask(page, user.email);
    await axe();
    expect(known).toBe(
      'If an account has this address, ask the person who runs this server for its link. They make it with\nnpm run users -- reset EMAIL',
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

  test('does not reveal whether an address exists, even where the provider would @worker', async ({
    page,
    troubles,
    afterPages,
  }) => {
    troubles.expect(/sendOobCode|400 \(Bad Request\)/);
    const origin = await openOrigin({ EMAIL_ENUMERATION_PROTECTION: 'off' });
    afterPages(() => origin.close());
    await page.goto(`${origin.url}/auth/forgotten`);
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.getByRole('button', { name: 'Ask for a new one' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'If an account' })).toBeVisible();
  });

  test('says so when the server can’t be reached, and asks again @long', async ({
    page,
    faults,
    troubles,
  }) => {
    troubles.expect(/sendOobCode|net::ERR/);
    await page.goto('/auth/forgotten');
    await faults.loseAnswer({ method: 'POST', path: /sendOobCode/ });
    await page.getByLabel('Email').fill('somebody@example.com');
    await page.getByRole('button', { name: 'Ask for a new one' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'The server can’t be reached. Try again when you are online.',
    );
    await page.getByRole('button', { name: 'Ask for a new one' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'If an account' })).toBeVisible();
  });
});
