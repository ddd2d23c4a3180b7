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
  test('when the page writes an error to its console @long', async ({ context, page, troubles }) => {
    await serve(context, '<script>console.error("oh")</script>');
    await page.goto('/harness');
    await expect.poll(troubles.found).toEqual([expect.stringContaining('console: oh')]);
    troubles.expect(/oh/);
  });

  test('when the page’s code throws @long', async ({ context, page, troubles }) => {
    await serve(context, '<script>setTimeout(() => { throw new Error("oh"); })</script>');
    await page.goto('/harness');
    await expect.poll(troubles.found).toEqual([expect.stringContaining('error: Error: oh')]);
    troubles.expect(/oh/);
  });

  test('when the page breaks the server’s content policy @long', async ({ page, troubles }) => {
    await page.goto(PLAIN);
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.isInline = true';
      document.body.append(script);
    });
    await expect.poll(troubles.found).toEqual([expect.stringContaining('Content Security Policy')]);
    troubles.expect(/Content Security Policy/);
  });

  test('when the server refuses something @long', async ({ page, troubles }) => {
    await page.goto(PLAIN);
    await page.evaluate(() => fetch('/somebody/tasks.json'));
    await expect.poll(troubles.found).toContainEqual(expect.stringMatching(/answer: GET .*tasks\.json 401/));
    troubles.expect(/somebody/);
  });

  test('when axe finds something @long', async ({ context, page, axe }) => {
    await serve(context, '<main><h1>x</h1><img src="data:,"></main>');
    await page.goto('/harness');
    await expect(axe()).rejects.toThrow(/image-alt/);
  });

  test('when axe finds words that can’t be read in the dark alone @long', async ({ context, page }) => {
    const style = '@media (prefers-color-scheme: dark) { h1 { color: #888; background: #777 } }';
    await serve(context, `<style>${style}</style><main><h1>Some words</h1></main>`);
    await page.goto('/harness');
    await expect(expectAccessible(page, BOTH)).rejects.toThrow(/dark: color-contrast/);
  });
});

test('A story begins with what a sign-in by the form leaves on the device @long', async ({
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
