import { expect, test } from '../fixtures';

test('The app can be installed, and opens without network @worker', async ({
  page,
  newUser,
  signIn,
  goOffline,
  troubles,
}) => {
  await signIn(await newUser());
  await page.evaluate(() => navigator.serviceWorker.ready);
  const devTools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors');
  // Each test runs in an incognito context, where the browser never offers an installation; no other reason may
  // exist.
  const reasons = installabilityErrors.map(({ errorId }) => errorId).filter(id => id !== 'in-incognito');
  expect(reasons).toEqual([]);

  const { errors, data = '', url } = await devTools.send('Page.getAppManifest');
  expect([url, errors]).toEqual([expect.stringMatching(/\/manifest\.webmanifest$/), []]);
  const manifest = JSON.parse(data) as {
    start_url: string;
    icons: { src: string; sizes: string; purpose?: string }[];
    shortcuts: { url: string }[];
  };
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async at => {
      const image = Object.assign(new Image(), { src: at });
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    if (sizes !== 'any') expect([src, size]).toEqual([src, sizes]);
  }
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);

  troubles.expect(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|Failed to load resource|WebSocket/); // offline
  await goOffline();
  for (const at of [manifest.start_url, ...manifest.shortcuts.map(shortcut => shortcut.url)]) {
    await page.goto(at);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});
