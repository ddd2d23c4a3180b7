import { expect, test, type BrowserContext, type Page } from './fixtures';
import { BOTH, expectAccessible } from './support/axe';
import { readSession } from './support/people/session';

/** A resource of the server with its headers and without scripts. */
const PLAIN = '/__/firebase/init.json';

/** A page of our own on the server's origin. */
const serve = (context: BrowserContext, body: string, path = '/harness') =>
  context.route(
    url => url.pathname === path,
    route =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><html lang="en"><title>x</title>${body}`,
      }),
  );

test('A story fails when its page complains and nobody expected it', async ({ context, page }) => {
  test.fail();
  await serve(context, '<script>console.error("oh")</script>');
  await page.goto('/harness');
});

test.describe('A story reports', () => {
  test('when the page writes an error to its console', async ({ context, page, troubles }) => {
    await serve(context, '<script>console.error("oh")</script>');
    await page.goto('/harness');
    await expect.poll(troubles.found).toEqual([expect.stringContaining('console: oh')]);
    troubles.expect(/oh/);
  });

  test('when the page’s code throws', async ({ context, page, troubles }) => {
    await serve(context, '<script>setTimeout(() => { throw new Error("oh"); })</script>');
    await page.goto('/harness');
    await expect.poll(troubles.found).toEqual([expect.stringContaining('error: Error: oh')]);
    troubles.expect(/oh/);
  });

  test('when the page breaks the server’s content policy', async ({ page, troubles }) => {
    await page.goto(PLAIN);
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.isInline = true';
      document.body.append(script);
    });
    await expect.poll(troubles.found).toEqual([expect.stringContaining('Content Security Policy')]);
    troubles.expect(/Content Security Policy/);
  });

  test('when the server refuses something', async ({ page, troubles }) => {
    await page.goto(PLAIN);
    await page.evaluate(() => fetch('/somebody/tasks.json'));
    await expect.poll(troubles.found).toContainEqual(expect.stringMatching(/answer: GET .*tasks\.json 401/));
    troubles.expect(/somebody/);
  });

  test('when axe finds something', async ({ context, page, axe }) => {
    await serve(context, '<main><h1>x</h1><img src="data:,"></main>');
    await page.goto('/harness');
    await expect(axe()).rejects.toThrow(/image-alt/);
  });

  test('when axe finds words that can’t be read in the dark alone', async ({ context, page }) => {
    const style = '@media (prefers-color-scheme: dark) { h1 { color: #888; background: #777 } }';
    await serve(context, `<style>${style}</style><main><h1>Some words</h1></main>`);
    await page.goto('/harness');
    await expect(expectAccessible(page, BOTH)).rejects.toThrow(/dark: color-contrast/);
  });
});

test('A lost answer belongs to a request that took effect', async ({
  page,
  newUser,
  device,
  faults,
  troubles,
}) => {
  const user = await newUser();
  troubles.expect(/ERR_CONNECTION_RESET/);
  await page.goto(PLAIN);
  const put = (title: string) =>
    page.evaluate(
      async ([at, noteTitle]) => {
        const body = JSON.stringify({ noteTitle, noteDescription: 'x' });
        return fetch(at!, { method: 'PUT', body }).then(
          () => 'answered',
          () => 'nothing',
        );
      },
      [`/${user.uid}/notes/a.json?auth=${user.idToken}`, title],
    );
  const lost = await faults.loseAnswer({ method: 'PUT', path: /notes\/a\.json/ });
  expect(await put('first')).toBe('nothing');
  await lost.applied;
  expect(await device(user).notes()).toEqual({ a: { noteTitle: 'first', noteDescription: 'x' } });
  expect(await put('second')).toBe('answered');
});

test('A network that loses answers still delivers the requests', async ({
  page,
  newUser,
  device,
  network,
  troubles,
}) => {
  const user = await newUser();
  troubles.expect(/net::ERR_/);
  await page.goto(PLAIN);
  network.loseAnswers();
  const answer = page.evaluate(
    at =>
      fetch(at, { method: 'PUT', body: '{"noteTitle":"t","noteDescription":"d"}' }).then(
        () => 'answered',
        () => 'nothing',
      ),
    `/${user.uid}/notes/a.json?auth=${user.idToken}`,
  );
  await expect.poll(() => device(user).notes()).toEqual({ a: { noteTitle: 't', noteDescription: 'd' } });
  network.cut();
  expect(await answer).toBe('nothing');
});

test('Offline, requests and sockets fail, and the page knows it', async ({ page, goOffline, goOnline }) => {
  await page.goto(PLAIN);
  const isReached = () =>
    page.evaluate(() =>
      fetch('/healthz').then(
        () => true,
        () => false,
      ),
    );
  expect(await isReached()).toBe(true);
  const closed = page.evaluate(async () => {
    const socket = new WebSocket(`ws://${location.host}/.ws?v=5`);
    await new Promise(resolve => (socket.onmessage = resolve));
    document.title = 'open';
    return new Promise<string>(resolve => (socket.onclose = () => resolve('closed')));
  });
  await expect(page).toHaveTitle('open');
  await goOffline();
  expect(await closed).toBe('closed');
  expect(await isReached()).toBe(false);
  expect(await page.evaluate(() => navigator.onLine)).toBe(false);
  await goOnline();
  expect(await isReached()).toBe(true);
});

test.describe('With a server of its own', () => {
  test.use({ ownServer: true });

  test('a story moves the clocks of page and server together', async ({ page, time, newUser }) => {
    await time.start('2030-03-10T09:00:00-04:00');
    await page.goto(PLAIN);
    await time.advance(24 * 3_600_000);
    const { idToken } = await newUser();
    const { iat } = JSON.parse(Buffer.from(idToken.split('.')[1]!, 'base64url').toString());
    const day = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);
    expect(day(iat * 1000)).toBe('2030-03-11');
    expect(day(await page.evaluate(() => Date.now()))).toBe('2030-03-11');
  });

  test('a story kills it, and finds every answered write after its restart', async ({
    server,
    newUser,
    device,
  }) => {
    const person = device(await newUser());
    const key = await person.addNote({ noteTitle: 'Kept' });
    await server.kill9();
    await server.restart();
    expect(await person.notes()).toEqual({ [key]: { noteTitle: 'Kept', noteDescription: 'What it says' } });
  });
});
test('A person of their own signs in, and sees what another of their devices wrote @phone-long @long', async ({
  page,
  newUser,
  signIn,
  device,
  axe,
}) => {
  const user = await newUser();
  await device(user).addTask({ taskName: 'Water the plants' });
  await signIn(user);
  await expect(page.getByRole('main').getByRole('link', { name: /Water the plants/ })).toBeVisible();
  await axe();
});

test('A story begins with what a sign-in by the form leaves on the device', async ({
  page,
  browser,
  baseURL,
  newUser,
  signIn,
  signInByForm,
}) => {
  const user = await newUser();
  const session = async (on: Page) => {
    const { userData, account } = await readSession(on);
    const varies = /^(token|accessToken|refreshToken|expirationTime|expiryDate|createdAt|lastLoginAt)$/;
    return JSON.parse(
      JSON.stringify({
        userData: JSON.parse(userData) as unknown,
        account: JSON.parse(account[1]) as unknown,
      }),
      (key, value: unknown) => (varies.test(key) ? typeof value : value),
    ) as unknown;
  };
  await signIn(user);
  const elsewhere = await browser.newContext({ baseURL, serviceWorkers: 'block' });
  const otherPage = await elsewhere.newPage();
  await signInByForm(user, otherPage);
  expect(await session(page)).toEqual(await session(otherPage));
  await elsewhere.close();
});

test('The DevTools show any earlier state on the screen, and send nothing @long', async ({
  page,
  newUser,
  signIn,
  device,
  devTools,
}) => {
  const user = await newUser();
  await signIn(user);
  await expect(page.getByText('You have no tasks for today')).toBeVisible();
  const before = (await devTools.actions()).length - 1;
  await device(user).addTask({ taskName: 'Water the plants' });
  const task = page.getByRole('link', { name: /Water the plants/ });
  await expect(task).toBeVisible();
  const sent: string[] = [];
  page.on('request', request => sent.push(request.url()));
  await devTools.jumpTo(before);
  await expect(task).toBeHidden();
  await devTools.jumpTo((await devTools.actions()).length - 1);
  await expect(task).toBeVisible();
  expect(sent).toEqual([]);
});
