/** Measured sites: a server with its built app, and people with many tasks and notes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import {
  createUser,
  openDevice,
  signInByForm,
  withoutTasks,
  type User,
} from '../test/e2e/support/people/people';
import { keyOf, taskBody } from './seed';

export type Device = Awaited<ReturnType<BrowserContext['storageState']>>;

export interface Site {
  name: string;
  url: string;
  stop(): Promise<void>;
}

/** Serves a build with the server and the rules of its own checkout. */
export async function openSite(name: string, dist: string): Promise<Site> {
  const folder = await mkdtemp(path.join(tmpdir(), 'daywall-bench-'));
  const checkout = path.dirname(path.resolve(dist));
  const server = spawn(process.execPath, ['scripts/serve.mjs'], {
    cwd: checkout,
    env: { ...process.env, PORT: '0', DATA_DIR: folder, ACCOUNT_QUOTA: '100MB' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.on('exit', () => server.kill('SIGKILL'));
  let said = '';
  for await (const text of server.stdout.iterator({ destroyOnReturn: false })) {
    said += String(text);
    if (said.includes('ready: ')) break;
  }
  server.stdout.resume();
  const [, url] = /ready: (http:\S+?)\/?\n/.exec(said)!;
  return {
    name,
    url: url!,
    async stop() {
      server.kill('SIGTERM');
      await once(server, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}

export interface Person {
  user: User;
  /** Signed in, with the tasks on the device. */
  full: Device;
  /** Signed in, nothing loaded yet. */
  bare: Device;
}

/** Today's day and those around it. */
export const dayPlus = (days: number) => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).toLocaleDateString('sv');
};
export const onToday = () => dayPlus(0);

/** The tasks of years: a thousand on the 28 days around today, the others on 1,500 days around them. */
export const overYears = (n: number) =>
  dayPlus(n < 1000 ? (n % 28) - 14 : n % 2 === 0 ? 50 + (n % 1500) : -50 - (n % 1500));

/** Somebody with so many tasks, on the day of each, and a tenth as many notes, 1,000 at most. */
export async function newPerson(
  site: Site,
  browser: Browser,
  size: number,
  dayOf: (n: number) => string = onToday,
): Promise<Person> {
  const user = await createUser(site.url);
  const device = openDevice(site.url, user);
  const numbers = Array.from({ length: size }, (_, at) => at);
  for (let from = 0; from < size; from += 1000) {
    const some = numbers.slice(from, from + 1000);
    await device.patch('tasks', Object.fromEntries(some.map(n => [keyOf(n), taskBody(n, dayOf(n))])));
  }
  const note = (n: number) => ({ noteTitle: `Note ${n}`, noteDescription: 'Two of them\nask for the price' });
  const notes = numbers.slice(0, Math.min(size / 10, 1000));
  await device.patch('notes', Object.fromEntries(notes.map(n => [keyOf(n), note(n)])));
  const context = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' });
  const page = await context.newPage();
  await signInByForm(page, user);
  await page.locator('main a[href$="/edit"]').first().waitFor();
  const full = await settledDevice(context);
  await context.close();
  return { user, full, bare: withoutTasks(full) };
}

/** The device once its storage has stopped to change: the whole list is in it. */
async function settledDevice(context: BrowserContext): Promise<Device> {
  for (let before = -1; ;) {
    const state = await context.storageState({ indexedDB: true });
    const { length } = JSON.stringify(state);
    if (length === before) return state;
    before = length;
    await new Promise(resolve => setTimeout(resolve, 1000));
  }
}
