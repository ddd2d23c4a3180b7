import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import {
  createUser,
  openDevice,
  signInByForm,
  withoutTasks,
  type User,
} from '../../test/e2e/support/people/people';
import { CHROMIUM_ARGS, findChromium } from '../../test/support/chromium.mjs';
import { startServer, type TestServer } from '../../test/support/server/server';
import { keyOf, taskBody } from '../seed';

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A user with so many tasks, all due today, and the storage of their device. */
export interface Person {
  size: number;
  user: User;
  /** Signed in, with the tasks in the device's cache. */
  cached: StorageState;
  /** Signed in, never loaded. */
  bare: StorageState;
  /** The address of the tasks, for the floor. */
  tasksUrl: string;
}

export interface Stage {
  server: TestServer;
  browser: Browser;
  newPerson(size: number): Promise<Person>;
  close(): Promise<void>;
}

const root = path.resolve(__dirname, '../..');
const DIST = path.join(root, '.cache', 'bench-dist');

/** The built app and the floors in one folder, served by the real server, and a real browser. */
export async function openStage({ build = true } = {}): Promise<Stage> {
  // `npm run build` makes no floors, so without an earlier folder with floors they must be built.
  if (build || !existsSync(DIST)) {
    const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
    run('scripts/lib/build.mjs');
    rmSync(DIST, { recursive: true, force: true });
    cpSync(path.join(root, 'dist'), DIST, { recursive: true });
    const cli = require.resolve('webpack-cli/bin/cli.js');
    run(cli, '--mode', 'production', '-c', 'bench/page/floor/webpack.config.ts', '--output-path', DIST);
  }
  // 50,000 tasks exceed an account's default quota.
  const server = await startServer({ dist: DIST, dearPasswords: true, env: { ACCOUNT_QUOTA: '100MB' } });
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    args: CHROMIUM_ARGS,
    env: { ...process.env, ...env } as Record<string, string>,
  });
  return {
    server,
    browser,
    newPerson: size => newPerson(server, browser, size),
    async close() {
      await browser.close();
      await server.stop();
    },
  };
}

async function newPerson(server: TestServer, browser: Browser, size: number): Promise<Person> {
  const user = await createUser(server.url);
  const device = openDevice(server.url, user);
  const today = new Date().toLocaleDateString('sv');
  for (let from = 0; from < size; from += 1000) {
    const numbers = Array.from({ length: Math.min(1000, size - from) }, (_, at) => from + at);
    await device.patch('tasks', Object.fromEntries(numbers.map(n => [keyOf(n), taskBody(n, today)])));
  }
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' });
  const page = await context.newPage();
  await signInByForm(page, user);
  await page.locator('main a[href$="/edit"]').first().waitFor();
  await cacheWritten(context);
  const cached = await context.storageState({ indexedDB: true });
  await context.close();
  const { uid, idToken } = user;
  return { size, user, cached, bare: withoutTasks(cached), tasksUrl: `/${uid}/tasks.json?auth=${idToken}` };
}

/** Waits until the device's storage stops changing, so that its cache has the whole list. */
async function cacheWritten(context: BrowserContext) {
  let before = -1;
  for (;;) {
    const state = JSON.stringify(await context.storageState({ indexedDB: true }));
    if (state.length === before) return;
    before = state.length;
    await new Promise(resolve => setTimeout(resolve, 1000));
  }
}
