import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer } from '../../support/server/server';
import { expect, test } from '../fixtures';

const built = path.resolve(__dirname, '../../../dist');

/** A host that makes browsers cache every answer under /assets/ for a year, even 404. */
async function openCarelessHost(target: number) {
  const host = createServer((asked, answer) => {
    const { method, url, headers } = asked;
    const passed = request({ host: '127.0.0.1', port: target, method, path: url, headers }, found => {
      const isAsset = url!.startsWith('/assets/');
      const kept = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' };
      answer.writeHead(found.statusCode!, { ...found.headers, ...(isAsset ? kept : {}) });
      found.pipe(answer);
    });
    asked.pipe(passed);
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => host.once('listening', resolve));
  return { host, port: (host.address() as AddressInfo).port };
}

test('A part that was missing for a moment is there after Retry, whatever is cached @long', async ({
  browser,
}) => {
  const dist = path.join(await mkdtemp(path.join(tmpdir(), 'daywall-dist-')), 'dist');
  await cp(built, dist, { recursive: true });
  const assets = path.join(dist, 'assets');
  // Include the files of earlier builds, which are served too.
  const missing = (await readdir(assets)).filter(name => /^main\.[0-9a-f]+\.js(\.br|\.gz)?$/.test(name));
  const hashes = new Set(missing.map(name => name.split('.')[1]));
  expect(hashes.size).toBeGreaterThan(0);
  expect(missing).toHaveLength(3 * hashes.size);
  const move = (from: string, to: string) =>
    Promise.all(missing.map(name => rename(path.join(from, name), path.join(to, name))));
  const server = await startServer({ dist, env: { ALLOWED_HOSTS: '127.0.0.1' } });
  const { host, port } = await openCarelessHost(server.port);
  const context = await browser.newContext({ baseURL: `http://127.0.0.1:${port}`, serviceWorkers: 'block' });
  const page = await context.newPage();

  await move(assets, dist);
  await page.goto('/auth/login');
  await expect(page.getByText('Daywall could not be loaded.')).toBeVisible();
  await move(dist, assets);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();

  await context.close();
  host.close();
  host.closeAllConnections();
  await server.stop();
  await rm(path.dirname(dist), { recursive: true });
});
