import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from './fixtures';
import { openOrigin } from './support/origin';
import { createUser } from './support/people';
import { fillTask } from './support/taskForm';

const built = path.resolve(__dirname, '../../dist');

/** What a deploy does to the files: the task form's chunk has another name, and the service worker says so. */
async function deployNext(dist: string) {
  const assets = path.join(dist, 'assets');
  const [, name] = /assets\/(task-form\.[0-9a-f]+\.js)/.exec(
    await readFile(path.join(dist, 'sw.js'), 'utf8'),
  )!;
  const next = name!.replace(/\.[0-9a-f]+\.js$/, '.0123456789.js');
  const [hash, nextHash] = [name!, next].map(file => file.split('.')[1]!);
  await cp(path.join(assets, name!), path.join(assets, next));
  for (const file of [
    ...(await readdir(assets)).map(asset => path.join(assets, asset)),
    path.join(dist, 'sw.js'),
  ]) {
    if (!file.endsWith('.js') || file.endsWith(name!)) continue;
    const text = await readFile(file, 'utf8');
    if (!text.includes(hash!)) continue;
    await writeFile(`${file}.next`, text.replaceAll(hash!, nextHash!));
    await rename(`${file}.next`, file);
    await Promise.all([rm(`${file}.br`, { force: true }), rm(`${file}.gz`, { force: true })]);
  }
}

test('A new version is announced, reloads only when asked, and a tab of the old one keeps working', async ({
  browser,
}) => {
  const dist = path.join(await mkdtemp(path.join(tmpdir(), 'daywall-dist-')), 'dist');
  await cp(built, dist, { recursive: true });
  const origin = await openOrigin({}, dist);
  const user = await createUser(origin.server.url);
  const context = await browser.newContext({ baseURL: origin.url });
  const page = await context.newPage();
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password').fill(user.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);

  const old = await context.newPage();
  await old.goto('/tasks/today');
  await expect(old.getByRole('heading', { name: 'Today' })).toBeVisible();
  await old.evaluate(() => Object.assign(window, { isOld: true }));

  await deployNext(dist);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())!.update());
  const reload = page.getByRole('button', { name: 'Reload for the new version' });
  await expect(reload).toBeVisible();
  await expect(old.getByRole('button', { name: 'Reload for the new version' })).toBeVisible();

  await page.evaluate(() => Object.assign(window, { isOld: true }));
  await reload.click();
  await page.waitForFunction(() => !('isOld' in window));
  await expect(reload).toBeHidden();

  // Nothing reloaded the other tab; it still opens what it had not loaded, and saves.
  await old.getByRole('button', { name: 'Add New Task' }).click();
  await fillTask(old, {
    title: 'From the old tab',
    description: 'Still here',
    list: 'work',
    day: '2030-01-01',
  });
  await old.getByRole('button', { name: 'Add Task' }).click();
  await expect(old.getByRole('link', { name: 'From the old tab' })).toBeVisible();
  expect(await old.evaluate(() => 'isOld' in window)).toBe(true);

  await context.close();
  await origin.close();
  await rm(path.dirname(dist), { recursive: true });
});
