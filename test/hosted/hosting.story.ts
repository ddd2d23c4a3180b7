import { readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { ask } from '../support/clients/http';
import { startServer, type TestServer } from '../support/server/server';
import { expect, test } from './fixtures';

/** Headers that firebase.json sets for both servers. */
const decided = [
  'cache-control',
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'strict-transport-security',
];
const name = 'tasks.example';

let embedded: TestServer;
test.beforeAll(async () => {
  embedded = await startServer({
    dist: path.resolve(__dirname, '../../dist'),
    env: { PUBLIC_URL: `https://${name}`, TRUST_PROXY: '1' },
  });
});
test.afterAll(() => embedded.stop());

/** The answers of the Hosting emulator, and of the embedded server behind TLS. */
async function both(at: string) {
  const [hosted, own] = await Promise.all([
    ask((await site()).hosting + at),
    ask(embedded.url + at, { headers: { host: name, 'x-forwarded-proto': 'https' } }),
  ]);
  return { hosted, own };
}
let site: () => Promise<{ hosting: string; folder: string }>;
test.beforeEach(({ hostedSite }) => void (site = async () => hostedSite));

const headersOf = (answer: { headers: Record<string, unknown> }) =>
  Object.fromEntries(decided.map(header => [header, answer.headers[header]]));
/** The hosts that the app may connect to must differ between the two. */
const withoutHosts = (headers: Record<string, unknown>) => ({
  ...headers,
  'content-security-policy': String(headers['content-security-policy']).replace(
    /connect-src 'self'[^;]*/,
    '',
  ),
});
const nameOf = async (pattern: RegExp) =>
  (await readdir(path.join((await site()).folder, 'dist/assets'))).find(file => pattern.test(file))!;

for (const at of ['/', '/index.html', '/auth/login', '/tasks/today/12/edit', '/nowhere', '/tasks/v1.2/12']) {
  test(`${at} is the app, with the same headers from the emulator and the server`, async () => {
    const { hosted, own } = await both(at);
    expect([hosted.status, own.status]).toEqual([200, 200]);
    expect(hosted.body).toContain('<div id="root">');
    expect(hosted.body).toBe(own.body);
    expect(withoutHosts(headersOf(hosted))).toEqual(withoutHosts(headersOf(own)));
    expect(hosted.headers['cache-control']).toBe('no-cache');
  });
}

test('Files of the build have the same headers from both: hashed ones stay for a year', async () => {
  for (const at of [
    `/assets/${await nameOf(/^main\..*\.js$/)}`,
    `/assets/${await nameOf(/^main\..*\.css$/)}`,
  ]) {
    const { hosted, own } = await both(at);
    expect(hosted.body).toBe(own.body);
    expect(withoutHosts(headersOf(hosted))).toEqual(withoutHosts(headersOf(own)));
    expect(hosted.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  }
  for (const at of ['/sw.js', '/manifest.webmanifest', '/icon.svg']) {
    const { hosted, own } = await both(at);
    expect([at, hosted.status, own.status]).toEqual([at, 200, 200]);
    expect(hosted.body).toBe(own.body);
    expect(withoutHosts(headersOf(hosted))).toEqual(withoutHosts(headersOf(own)));
    expect(hosted.headers['cache-control']).toBe('no-cache');
  }
});

for (const at of ['/assets/main.0123456789.js', '/assets/', '/assets/main', '/missing.png']) {
  test(`${at} is a 404 of both that no browser keeps`, async () => {
    const { hosted, own } = await both(at);
    expect([hosted.status, own.status]).toEqual([404, 404]);
    expect(hosted.body).toContain('<h1>Page not found</h1>');
    expect([hosted.headers['vary'], own.headers['vary']]).toEqual(['*', '*']);
    expect(own.headers['cache-control']).toBe('no-cache');
  });
}

test('A hashed file that was missing is loaded by the same page once it is there', async ({
  page,
  hostedSite,
}) => {
  await page.goto(`${hostedSite.hosting}/404.html`);
  const file = await nameOf(/^month\..*\.js$/);
  const at = path.join(hostedSite.folder, 'dist/assets', file);
  const load = () =>
    page.evaluate(
      src =>
        new Promise(resolve => {
          const script = document.createElement('script');
          Object.assign(script, { src, onload: () => resolve('loaded'), onerror: () => resolve('missing') });
          document.head.append(script);
        }),
      `/assets/${file}`,
    );
  await rename(at, `${at}.away`);
  expect(await load()).toBe('missing');
  await rename(`${at}.away`, at);
  expect(await load()).toBe('loaded');
});

test('/__/firebase/init.json is the project’s own, not kept, with what the app reads', async ({
  hostedSite,
}) => {
  const { status, headers, body } = await ask(`${hostedSite.hosting}/__/firebase/init.json`);
  expect(status).toBe(200);
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'application/json' });
  expect(JSON.parse(body)).toEqual({
    projectId: 'demo-daywall',
    databaseURL: 'https://demo-daywall.firebaseio.com',
    storageBucket: 'demo-daywall.appspot.com',
    apiKey: 'fake-api-key',
    authDomain: 'demo-daywall.firebaseapp.com',
  });
});
