import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { keyOf, taskBody } from '../../bench/seed';
import { createUser, openDevice, signInByForm, type User } from '../../test/e2e/support/people/people';
import { CHROMIUM_ARGS, findChromium } from '../../test/support/chromium.mjs';
import { startServer } from '../../test/support/server/server';
import type { Act, Cost, Measured } from './acts';

const TASKS = 50;
const NOTES = 10;
/** Milliseconds without traffic after which an act and its consequences are over. */
const QUIET = 2_500;
/** Milliseconds of an open page without changes: two of the connection's keep-alives. */
const IDLE_MS = 90_000;
/** Bytes of a frame besides its payload. */
const FRAME = 4;

/** Counts the bytes that the database sends to a page, in the browser itself. */
async function countOf(page: Page) {
  const cost: Cost = { calls: 0, writes: 0, bytes: 0 };
  let heardAt = performance.now();
  const heard = () => (heardAt = performance.now());
  const ours = new Set<string>();
  const network = await page.context().newCDPSession(page);
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { pathname, searchParams } = new URL(request.url);
    if (!pathname.endsWith('.json') || !searchParams.has('ns')) return;
    heard();
    ours.add(requestId);
    cost.calls += 1;
    if (request.method !== 'GET') cost.writes += 1;
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!ours.has(requestId)) return;
    heard();
    cost.bytes += encodedDataLength;
  });
  network.on('Network.webSocketFrameSent', ({ response }) => {
    heard();
    // Counts puts and merges over the SDK's connection.
    if (/"a":"[pm]"/.test(response.payloadData)) cost.writes += 1;
  });
  network.on('Network.webSocketFrameReceived', ({ response }) => {
    heard();
    cost.bytes += response.payloadData.length + FRAME;
  });
  network.on('Network.webSocketHandshakeResponseReceived', ({ response }) => {
    cost.bytes += (response.headersText ?? '').length;
  });
  await network.send('Network.enable');
  return {
    /** Does an act, waits until its consequences are over, and returns its cost. */
    async of(act: () => Promise<unknown>): Promise<Cost> {
      const before = { ...cost };
      await act();
      heard();
      while (performance.now() - heardAt < QUIET) await new Promise(done => setTimeout(done, 100));
      return {
        calls: cost.calls - before.calls,
        writes: cost.writes - before.writes,
        bytes: cost.bytes - before.bytes,
      };
    },
  };
}

/** Signs a user in on the built app, does each act once, and counts what the database sends for it. */
export async function measure(): Promise<Measured> {
  const server = await startServer({ dist: join(__dirname, '../../dist') });
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    args: CHROMIUM_ARGS,
    env: { ...process.env, ...env } as Record<string, string>,
  });
  try {
    const user = await createUser(server.url);
    const device = openDevice(server.url, user);
    const today = new Date().toLocaleDateString('sv');
    const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
    await device.patch('tasks', Object.fromEntries(numbers(TASKS).map(n => [keyOf(n), taskBody(n, today)])));
    for (const n of numbers(NOTES))
      await device.addNote({ noteTitle: `Note ${n}`, noteDescription: 'x'.repeat(200) });
    const storedBytes = JSON.stringify(await device.get('')).length;
    const context = await browser.newContext({ baseURL: server.url, locale: 'en' });
    const acts = await measureActs(context, user);
    const measuredOn = new Date().toISOString().slice(0, 10);
    return { measuredOn, tasks: TASKS, notes: NOTES, storedBytes, acts };
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function measureActs(context: BrowserContext, user: User): Promise<Record<Act, Cost>> {
  const page = await context.newPage();
  const count = await countOf(page);
  const row = (name: string) => page.getByRole('main').getByRole('link', { name });
  const go = (name: string) => page.getByRole('link', { name, exact: true }).first().click();
  const addTask = async (name: string) => {
    await page.getByRole('textbox', { name: 'Quick add' }).fill(name);
    await page.keyboard.press('Enter');
    await row(name).waitFor();
  };
  const dialog = page.getByRole('dialog');

  const signIn = await count.of(() => signInByForm(page, user));
  const start = await count.of(() => page.reload());
  const add = await count.of(() => addTask('aaa Water the plants'));
  const tick = await count.of(() => page.getByRole('checkbox', { name: /Done: aaa/ }).check());
  await count.of(() => addTask('aab Mend the gate'));
  await row('aab Mend the gate').click();
  const edit = await count.of(async () => {
    await page.getByPlaceholder('Description').fill('Before it is late.');
    await page.getByRole('button', { name: 'Save Changes' }).click();
  });
  const remove = await count.of(() => page.getByRole('button', { name: 'Delete Task' }).click());
  await count.of(() => go('Sticky Wall'));
  const save = async (title: string) => {
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByLabel('Description').fill('A shelf, three screws, and a pot of white paint.');
    await dialog.getByRole('button', { name: 'Save' }).click();
  };
  const addNote = await count.of(async () => {
    await page.getByRole('button', { name: 'Add note' }).click();
    await save('Boat');
  });
  const editNote = await count.of(async () => {
    await page.getByRole('button', { name: /^Boat/ }).click();
    await save('Boathouse');
  });
  await go('Today');
  const other = await context.newPage();
  const counted = await countOf(other);
  await counted.of(() => other.goto('/tasks/today'));
  const heard = await counted.of(() => addTask('aac Paint the door'));
  const idle = await count.of(() => new Promise(done => setTimeout(done, IDLE_MS)));
  const minute = { ...idle, bytes: Math.round((idle.bytes * 60_000) / IDLE_MS) };
  return { signIn, start, add, tick, edit, remove, addNote, editNote, heard, minute };
}
