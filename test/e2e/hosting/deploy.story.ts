import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '../fixtures';
import { copyOfBuild, deployNext } from '../support/deploy';
import { openOrigin, type Origin } from '../support/network/origin';
import { createUser, openDevice, signInByForm } from '../support/people/people';
import { fillTask } from '../support/taskForm';

let dist: string;
let origin: Origin;
test.beforeEach(async () => {
  dist = await copyOfBuild();
  origin = await openOrigin({}, dist);
});
test.afterEach(async () => {
  await origin.close();
  await rm(path.dirname(dist), { recursive: true });
});

test('A new version is announced, reloads when asked, and an old tab goes on @worker', async ({
  browser,
}) => {
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
  const reload = page.getByRole('button', { name: 'Reload to update' });
  await expect(reload).toBeVisible();
  await expect(old.getByRole('button', { name: 'Reload to update' })).toBeVisible();

  await page.evaluate(() => Object.assign(window, { isOld: true }));
  await reload.click();
  await page.waitForFunction(() => !('isOld' in window));
  await expect(reload).toBeHidden();

  // The other tab was not reloaded; it still loads missing parts, and saves.
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

  // The first tab activated the new service worker, so none waits; the other tab can still reload.
  await old.getByRole('button', { name: 'Reload to update' }).click();
  await old.waitForFunction(() => !('isOld' in window));
  await expect(old.getByRole('link', { name: 'From the old tab' })).toBeVisible();
  await context.close();
});

test('A tab without service worker goes on, and says to reload for a part that is gone @long', async ({
  browser,
}) => {
  const user = await createUser(origin.server.url);
  const device = openDevice(origin.server.url, user);
  for (const taskName of ['Water the plants', 'Milk']) await device.addTask({ taskName });
  const context = await browser.newContext({ baseURL: origin.url, serviceWorkers: 'block' });
  const page = await context.newPage();
  await signInByForm(page, user);
  await page.evaluate(() => Object.assign(window, { isOld: true }));

  await deployNext(dist, { isClean: true });
  await origin.server.restart();
  await page.getByRole('checkbox', { name: /Water the plants/ }).check();
  await expect
    .poll(async () => Object.values((await device.get<Record<string, string> | null>('ext/done')) ?? {}))
    .toHaveLength(1);

  await page.getByRole('button', { name: 'Move: Milk' }).click();
  await page.getByRole('menuitem', { name: 'Pick a day' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('This part of Daywall could not be loaded');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await alert.getByRole('button', { name: 'Reload the page' }).click();
  await page.waitForFunction(() => !('isOld' in window));
  await expect(page.getByRole('link', { name: /^Milk/ })).toBeVisible();
  await context.close();
});
