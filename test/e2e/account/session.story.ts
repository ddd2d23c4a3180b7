import { call, signIn as askToSignIn } from '../../support/clients/identity';
import { runScript } from '../../support/server/command';
import { expect, test, type Page } from '../fixtures';
import { watchWire } from '../support/network/wire';

const DAY_MS = 24 * 60 * 60 * 1000;

type UserData = { email: string; id: string; expiryDate: string; token: string };
const readUserData = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('userData') ?? 'null') as UserData | null);
const writeUserData = (page: Page, userData: unknown) =>
  page.evaluate(
    stored => localStorage.setItem('userData', stored),
    typeof userData === 'string' ? userData : JSON.stringify(userData),
  );
const today = (page: Page) => page.getByRole('heading', { name: 'Today' });
const loginForm = (page: Page) => page.getByRole('button', { name: 'Login' });

/** The session that the provider's SDK stores on this device. */
const providerHolds = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('firebase:authUser:')).length);

/** Runs `npm run users -- COMMAND EMAIL`, as the owner of the server does. */
async function users(dataDir: string, command: string, email: string) {
  const ended = await runScript('scripts/users.ts', { args: [command, email], env: { DATA_DIR: dataDir } });
  expect(ended).toMatchObject({ code: 0 });
}

test('A session is kept as four things, opens the app again, and leaves nothing', async ({
  page,
  newUser,
  signInByForm,
}) => {
  const user = await newUser();
  await signInByForm(user);
  const userData = (await readUserData(page))!;
  expect(Object.keys(userData).sort()).toEqual(['email', 'expiryDate', 'id', 'token']);
  expect(userData).toMatchObject({ email: user.email, id: user.uid });
  expect(new Date(userData.expiryDate).toISOString()).toBe(userData.expiryDate);
  expect(Math.abs(Date.parse(userData.expiryDate) - Date.now() - 2 * DAY_MS)).toBeLessThan(60_000);
  expect(userData.token).not.toBe('');

  await page.reload();
  await expect(page.getByText('You have no tasks for today')).toBeVisible();
  expect(await readUserData(page)).toEqual(userData);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/auth/login');
  expect(await readUserData(page)).toBeNull();
  await expect.poll(() => providerHolds(page)).toBe(0);
  await page.goto('/tasks/today');
  await expect(page).toHaveURL('/auth/login');
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(stored).not.toContain(user.uid);
  expect(stored).not.toContain(user.email);
});

test('A browser that has signed in is known, so wrong guesses lock its person not out', async ({
  page,
  context,
  newUser,
  signInByForm,
  server,
}) => {
  const user = await newUser();
  await signInByForm(user);
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'daywall-browser');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/auth/login');
  for (let times = 0; times < 11; times += 1)
    await askToSignIn(server.url, user.email, 'wrong-1').catch(() => undefined);
  await expect(askToSignIn(server.url, user.email, user.password)).rejects.toThrow('TOO_MANY_ATTEMPTS');
  await signInByForm(user);
  expect((await context.cookies()).find(({ name }) => name === 'daywall-browser')?.value).toBe(cookie!.value);
});

test('Two hundred sign-ins without a cookie push out no browser that is known @long', async ({
  page,
  newUser,
  signInByForm,
  server,
}) => {
  const user = await newUser();
  await signInByForm(user);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/auth/login');
  const { email, password } = user;
  for (let times = 0; times < 210; times += 10)
    await Promise.all(
      Array.from({ length: 10 }, async (_, at) => {
        const headers: Record<string, string> = at % 2 === 0 ? { origin: server.url } : {};
        const body = { email, password, returnSecureToken: true };
        const { status } = await call(server.url, 'accounts:signInWithPassword', body, headers);
        expect(status).toBe(200);
      }),
    );
  for (let times = 0; times < 11; times += 1)
    await askToSignIn(server.url, email, 'wrong-1').catch(() => undefined);
  await expect(askToSignIn(server.url, email, password)).rejects.toThrow('TOO_MANY_ATTEMPTS');
  await signInByForm(user);
});

test('A userData that can’t be restored is cleared and counts as signed out @long', async ({
  page,
  newUser,
}) => {
  const { uid, email } = await newUser();
  const whole = { email, id: uid, expiryDate: new Date(Date.now() + DAY_MS).toISOString(), token: 'a token' };
  const broken: unknown[] = [
    '{"email":',
    'null',
    '[]',
    '"text"',
    { ...whole, expiryDate: new Date(Date.now() - 1000).toISOString() },
    { ...whole, expiryDate: 'some day' },
    { ...whole, expiryDate: undefined },
    { ...whole, token: '' },
    { ...whole, token: 7 },
    { ...whole, id: 'a/b' },
    { ...whole, id: 'a.b' },
    { ...whole, id: 'a\u0007b' },
    { ...whole, id: '' },
  ];
  await page.goto('/__/firebase/init.json');
  for (const userData of broken) {
    await writeUserData(page, userData);
    await page.goto('/tasks/work');
    await expect(loginForm(page)).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('userData'))).toBeNull();
  }
});

test('A far expiry overflows no timer; a session that the provider lost asks in place @long', async ({
  page,
  newUser,
  server,
}) => {
  const { uid, email, password } = await newUser();
  const { refreshToken: token } = await askToSignIn(server.url, email, password);
  await page.goto('/__/firebase/init.json');
  await writeUserData(page, { email, id: uid, expiryDate: '9999-12-31T00:00:00.000Z', token });
  await page.goto('/tasks/today');
  const status = page.getByRole('status').filter({ hasText: 'until you sign in again' });
  await expect(status).toBeVisible();
  await expect(page).toHaveURL('/tasks/today');
  await expect(page.getByRole('alert')).toContainText('Sign in again');
  await status.getByRole('button', { name: 'Sign in again' }).click();
  await expect(loginForm(page)).toBeVisible();
});

test.describe('With a clock in hand', () => {
  test.use({ ownServer: true });

  test('a session ends after two days, not before @long', async ({
    page,
    newUser,
    signInByForm,
    time,
    troubles,
  }) => {
    troubles.expect(/401/); // a read under way when the clock jumps is repeated with a new token
    await time.start();
    await signInByForm(await newUser());
    await time.advance(2 * DAY_MS - 10 * 60_000);
    await expect(page.getByText('You have no tasks for today')).toBeVisible();
    expect(await readUserData(page)).not.toBeNull();
    await time.advance(11 * 60_000);
    await expect(page).toHaveURL('/auth/login');
    expect(await readUserData(page)).toBeNull();
  });

  test('a machine that slept over the end finds it out when the page is looked at @long', async ({
    page,
    newUser,
    signInByForm,
    time,
  }) => {
    await time.start();
    await signInByForm(await newUser());
    await page.clock.setSystemTime(Date.now() + 3 * DAY_MS); // the clock jumps without running timers
    await expect(today(page)).toBeVisible();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(page).toHaveURL('/auth/login');
  });
});

test('Signing out in one tab signs out the others @long', async ({
  page,
  context,
  newUser,
  signInByForm,
}) => {
  await signInByForm(await newUser());
  const other = await context.newPage();
  await other.goto('/tasks/work');
  await expect(other.getByText('You have no task tagged with Work')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(other).toHaveURL('/auth/login');
  await expect(page).toHaveURL('/auth/login');
});

test('When somebody else signs in in another tab, this one forgets its user @long', async ({
  page,
  context,
  newUser,
  signInByForm,
  device,
}) => {
  const [ada, bo] = [await newUser(), await newUser()];
  await device(ada).addTask({ taskName: 'Of Ada' });
  await device(bo).addTask({ taskName: 'Of Bo' });
  const other = await context.newPage();
  await other.goto('/auth/login');
  await signInByForm(ada);
  await expect(page.getByRole('link', { name: /Of Ada/ })).toBeVisible();
  await expect(today(other)).toBeVisible();

  await other.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/auth/login');
  await signInByForm(bo, other);
  for (const tab of [page, other]) {
    await expect(tab.getByRole('link', { name: /Of Bo/ })).toBeVisible();
    await expect(tab.getByText('Of Ada')).toHaveCount(0);
  }
});

test('A tab whose user is no longer the one on the device opens as the new one @long', async ({
  page,
  context,
  newUser,
  signInByForm,
  device,
}) => {
  const [ada, bo] = [await newUser(), await newUser()];
  await device(ada).addTask({ taskName: 'Of Ada' });
  await signInByForm(ada);
  await expect(page.getByRole('link', { name: /Of Ada/ })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/__/firebase/init.json');
  const userData = (await readUserData(other))!;
  await writeUserData(other, { ...userData, id: bo.uid, email: bo.email });
  await expect(page.getByTitle(bo.email)).toBeVisible();
  await expect(page.getByText('Of Ada')).toHaveCount(0);
});

test('A provider’s session without userData is ended, once @long', async ({
  page,
  newUser,
  signInByForm,
}) => {
  await signInByForm(await newUser());
  expect(await providerHolds(page)).toBe(1);
  await page.evaluate(() => localStorage.removeItem('userData'));
  await page.reload();
  await expect(loginForm(page)).toBeVisible();
  await expect.poll(() => providerHolds(page)).toBe(0);
});

test('Once the provider refuses an account, its session ends @long', async ({
  page,
  newUser,
  signInByForm,
  server,
  troubles,
}) => {
  troubles.expect(/accounts:lookup|\/v1\/token|\.json\?auth|WebSocket/);
  const [disabled, deleted] = [await newUser(), await newUser()];
  await signInByForm(disabled);
  await expect(page.getByText('You have no tasks for today')).toBeVisible();
  await users(server.dataDir, 'disable', disabled.email);
  await page.reload();
  await expect(page).toHaveURL('/auth/login');
  expect(await readUserData(page)).toBeNull();

  await signInByForm(deleted);
  await expect(page.getByText('You have no tasks for today')).toBeVisible();
  await users(server.dataDir, 'delete', deleted.email);
  // The refused live connection asks the provider; no reload is needed.
  await expect(page).toHaveURL('/auth/login');
  expect(await readUserData(page)).toBeNull();
});

test('One 401 is answered by one token refresh, and nobody notices @long', async ({
  page,
  newUser,
  signInByForm,
  device,
  faults,
  troubles,
}) => {
  troubles.expect(/401/);
  const user = await newUser();
  await device(user).addTask({ taskName: 'Still here' });
  await signInByForm(user);
  await expect(page.getByRole('link', { name: /Still here/ })).toBeVisible();
  const wire = watchWire(page, user.uid);
  let refreshes = 0;
  page.on('request', request => {
    if (request.url().includes('/v1/token')) refreshes++;
  });
  await faults.refuse({ method: 'GET', path: /notes\.json/ }, 401, '{"error":"Auth token is expired"}');
  await page.getByRole('link', { name: 'Sticky Wall' }).click();
  await expect(page.getByText('The wall is empty')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect.poll(() => wire.calls('GET', /^\/notes\.json/)).toHaveLength(2);
  expect(refreshes).toBe(1);
});

test('The refresh token goes to the provider alone, and the ID token travels as ?auth=', async ({
  page,
  newUser,
  signInByForm,
}) => {
  const user = await newUser();
  const wire = watchWire(page, user.uid);
  const requests: string[] = [];
  page.on('request', request => {
    if (!request.url().includes('securetoken'))
      requests.push(request.url() + JSON.stringify(request.headers()) + (request.postData() ?? ''));
  });
  const frames: string[] = [];
  page.on('websocket', socket => socket.on('framesent', ({ payload }) => frames.push(payload.toString())));
  await signInByForm(user);
  await page.getByRole('link', { name: 'Sticky Wall' }).click();
  await expect(page.getByText('The wall is empty')).toBeVisible();
  await expect.poll(() => frames.length).toBeGreaterThan(2);
  const { token } = (await readUserData(page))!;
  expect([...requests, ...frames].join('\n')).not.toContain(token);
  const [call] = wire.calls('GET', /^\/tasks\.json/);
  const claims = JSON.parse(Buffer.from(call!.query.auth!.split('.')[1]!, 'base64url').toString());
  expect(claims.sub).toBe(user.uid);
});
