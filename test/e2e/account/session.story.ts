import { expect, test, type Page } from '../fixtures';
import { watchWire } from '../support/network/wire';

const DAY_MS = 24 * 60 * 60 * 1000;

type UserData = { email: string; id: string; expiryDate: string; token: string };
const readUserData = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('userData') ?? 'null') as UserData | null);

/** The session that the provider's SDK stores on this device. */
const providerHolds = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('firebase:authUser:')).length);

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

test('The refresh token goes to the provider alone, and the ID token travels as ?auth= @long', async ({
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
  await expect(page.getByText('No notes yet')).toBeVisible();
  await expect.poll(() => frames.length).toBeGreaterThan(2);
  const { token } = (await readUserData(page))!;
  expect([...requests, ...frames].join('\n')).not.toContain(token);
  const [call] = wire.calls('GET', /^\/tasks\.json/);
  const claims = JSON.parse(Buffer.from(call!.query.auth!.split('.')[1]!, 'base64url').toString());
  expect(claims.sub).toBe(user.uid);
});
