import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask } from '../../support/clients/http';
import { startHere, type ServerHere } from '../../support/server/serverHere';

let dist: string;
let server: ServerHere;

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'daywall-dist-'));
  await mkdir(join(dist, 'assets'));
  const files = {
    'index.html': '<!doctype html>the app',
    'index.html.br': 'brotli of the app',
    'sw.js': 'worker',
    'icon.svg': '<svg/>',
    'assets/main.0123abcd.js': 'script',
    'assets/main.0123abcd.js.br': 'brotli',
    'assets/main.0123abcd.js.gz': 'gzip',
    '.sources': 'hash of the app',
    'assets/.hidden.js': 'hidden from the app',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(dist, name), text);
  server = await startHere({ dist });
});
afterAll(async () => {
  await server.stop();
  await rm(dist, { recursive: true });
});

const get = (path: string, headers = {}) => ask(server.url + path, { headers });
const immutable = 'public, max-age=31536000, immutable';

test.each([
  ['/', 'no-cache', 'text/html;charset=utf-8', '<!doctype html>the app'],
  ['/sw.js', 'no-cache', 'text/javascript', 'worker'],
  ['/icon.svg', 'no-cache', 'image/svg+xml', '<svg/>'],
  ['/assets/main.0123abcd.js', immutable, 'text/javascript', 'script'],
  ['/tasks/today/12/edit', 'no-cache', 'text/html;charset=utf-8', '<!doctype html>the app'],
  ['/%00', 'no-cache', 'text/html;charset=utf-8', '<!doctype html>the app'],
  ['/%ff', 'no-cache', 'text/html;charset=utf-8', '<!doctype html>the app'],
  ['/tasks/sticky-wall?x=a.b', 'no-cache', 'text/html;charset=utf-8', '<!doctype html>the app'],
])('serves %s with cache control %s as %s', async (path, cacheControl, type, body) => {
  expect(await get(path)).toEqual({
    status: 200,
    headers: expect.objectContaining({ 'cache-control': cacheControl, 'content-type': type }),
    body,
  });
});

test.each([
  '/assets/main.ffffffff.js',
  '/assets/',
  '/assets/main',
  '/missing.png',
  '/.sources',
  '/%2esources',
  '/.%73ources',
  '//.sources',
  '/assets/%2e%2e/.sources',
  '/assets/.hidden.js',
  '/assets%2f%2ehidden.js',
  '/assets/..%2f.sources',
  '/%2e%2e/%2e%2e/etc/passwd.txt',
])('answers 404 to %s', async path => {
  const { status, headers, body } = await get(path);
  expect(status).toBe(404);
  expect(body).not.toContain('the app');
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: '*' });
});

it('sends what was compressed before, to who takes it', async () => {
  const path = '/assets/main.0123abcd.js';
  const answer = (encoding: string) => get(path, { 'accept-encoding': encoding });
  expect(await answer('gzip, deflate, br')).toMatchObject({
    headers: { 'content-encoding': 'br' },
    body: 'brotli',
  });
  expect(await answer('gzip')).toMatchObject({ headers: { 'content-encoding': 'gzip' }, body: 'gzip' });
  const plain = await answer('identity');
  expect(plain).toMatchObject({ headers: { vary: 'Accept-Encoding' }, body: 'script' });
  expect(plain.headers['content-encoding']).toBeUndefined();
});

it('answers 304 to who has the file, until it changes', async () => {
  const { headers } = await get('/sw.js');
  const asked = { 'if-none-match': headers.etag };
  expect(await get('/sw.js', asked)).toMatchObject({ status: 304, body: '' });
  await writeFile(join(dist, 'sw.js'), 'a newer worker');
  expect(await get('/sw.js', asked)).toMatchObject({ status: 200, body: 'a newer worker' });
});

it('answers HEAD without a body, and refuses other methods on files', async () => {
  expect(await ask(`${server.url}/icon.svg`, { method: 'HEAD' })).toMatchObject({
    status: 200,
    headers: { 'content-length': '6' },
    body: '',
  });
  expect((await ask(`${server.url}/icon.svg`, { method: 'POST' })).status).toBe(405);
});

it('goes on when a file goes away', async () => {
  await rm(join(dist, 'icon.svg'));
  expect((await get('/icon.svg')).status).toBe(404);
  expect((await get('/')).status).toBe(200);
});

it('leaves the paths of the database to the database', async () => {
  expect((await get('/tasks/today.json')).headers['content-type']).toMatch(/^application\/json/);
});
