/** The waits of a person, each measured in a new profile of a real browser. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { dayPlus, type Device, type Person, type Site } from './stage';

/** Milliseconds, bytes or a count, by what was measured. */
export type Run = Record<string, number>;
/** The expected state: an element, with this text if given, or its absence. */
type Result = { selector: string; text?: string; isGone?: boolean };

declare global {
  interface Window {
    bench: {
      when(result: Result): Promise<number>;
      arm(event: string, result: Result): void;
      painted?: Promise<number>;
      frames?: number;
    };
  }
}

const script = readFileSync(path.join(__dirname, 'inPage.js'), 'utf8');
const ROW = 'main a[href$="/edit"]';

const when = (page: Page, result: Result) => page.evaluate(wanted => window.bench.when(wanted), result);

/** Milliseconds from the event of `act` to the painting of its result. */
async function painted(page: Page, event: string, result: Result, act: () => Promise<unknown>) {
  await page.evaluate(([type, wanted]) => window.bench.arm(type, wanted), [event, result] as const);
  await act();
  return page.evaluate(() => window.bench.painted!);
}

type Profile = { device?: Device; serviceWorkers?: 'allow' | 'block'; isSlow?: boolean };

/** Works with a page of a new profile; a slow one has 1.6 Mbit/s, 150 ms of latency and a quarter of the processor. */
async function inProfile<Answer>(
  browser: Browser,
  site: Site,
  { device, serviceWorkers = 'block', isSlow = false }: Profile,
  work: (page: Page, session: CDPSession, context: BrowserContext) => Promise<Answer>,
): Promise<Answer> {
  const context = await browser.newContext({
    baseURL: site.url,
    storageState: device,
    serviceWorkers,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  try {
    await context.addInitScript({ content: `${script}\nmeasureInPage();` });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    if (isSlow) await slowDown(session);
    return await work(page, session, context);
  } finally {
    await context.close();
  }
}

async function slowDown(session: CDPSession) {
  await session.send('Network.enable');
  const throughput = { downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 150, ...throughput });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

const untilRow = (page: Page) => when(page, { selector: ROW });

/** Presses `?` again and again, until the app shows its keys. */
async function untilKey(page: Page) {
  const answered = when(page, { selector: '[role=dialog], dialog[open]' });
  let isDone = false;
  const done = () => void (isDone = true);
  answered.then(done, done);
  while (!isDone) await page.keyboard.press('?');
  return answered;
}

const START = { waitUntil: 'commit' } as const;

/** Starts with an empty HTTP cache. */
export async function coldStarts(browser: Browser, site: Site, { full, bare }: Person): Promise<Run> {
  const start = (profile: Profile, until: (page: Page) => Promise<number>) =>
    inProfile(browser, site, profile, async page => {
      await page.goto('/tasks/today', START);
      return until(page);
    });
  return {
    'empty cache, first row': await start({ device: full }, untilRow),
    'empty cache, first key': await start({ device: full }, untilKey),
    'empty cache, slow, first row': await start({ device: full, isSlow: true }, untilRow),
    'empty cache, slow, first key': await start({ device: full, isSlow: true }, untilKey),
    'nothing on the device, first row': await start({ device: bare }, untilRow),
    'nothing on the device, slow, first row': await start({ device: bare, isSlow: true }, untilRow),
    'very first visit, slow, sign-in form': await inProfile(browser, site, { isSlow: true }, async page => {
      await page.goto('/', START);
      return when(page, { selector: 'input[type=password]' });
    }),
    ...(await inProfile(browser, site, { device: full }, weigh)),
  };
}

/** The bytes on the wire and the requests of a start until nothing more is asked for. */
async function weigh(page: Page, session: CDPSession): Promise<Run> {
  let [bytes, requests] = [0, 0];
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', () => (requests += 1));
  session.on('Network.dataReceived', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto('/tasks/today');
  await idle(page);
  return { 'bytes of a start': bytes, 'requests of a start': requests };
}

/** Waits until the network and the page are idle, so that only the next act is measured. */
async function idle(page: Page, first = ROW) {
  await page.locator(first).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(() => resolve(null))));
}

/** Warm starts with the service worker, and what a person does then. */
export const warmVisit = (browser: Browser, site: Site, { full }: Person): Promise<Run> =>
  inProfile(browser, site, { device: full, serviceWorkers: 'allow' }, async (page, _, context) => {
    const run: Run = {};
    await page.goto('/tasks/today');
    await page.evaluate(() => navigator.serviceWorker.ready);
    // Browsers keep compiled scripts from the third visit on.
    for (let visit = 0; visit < 3; visit += 1) {
      await idle(page);
      await page.reload(START);
    }
    run['cached, first row'] = await untilRow(page);
    await idle(page);
    await page.reload(START);
    run['cached, first key'] = await untilKey(page);
    await idle(page);
    await context.setOffline(true);
    await page.reload(START);
    run['offline, first row'] = await untilRow(page);
    await context.setOffline(false);
    await page.reload();
    await idle(page);
    for (const [name, act] of Object.entries(acts)) run[name] = await act(page);
    return run;
  });

const press = (page: Page, name: string) => () => page.getByRole('button', { name, exact: true }).click();
const view = (name: string) => ({ selector: 'main:has(a[href$="/edit"]) h1', text: name });
const to = (page: Page, name: string) =>
  painted(page, 'click', view(name), () => page.getByRole('link', { name, exact: true }).click());
const row = (text: string, isGone = false) => ({ selector: ROW, text, isGone });
const DONE = 'main [data-done]';

const CELL = 'main [role=gridcell]';

/** Opens lists and the calendar of somebody with tasks of years, and moves tasks of the month by keys. */
export const calendarVisit = (browser: Browser, site: Site, { full }: Person): Promise<Run> =>
  inProfile(browser, site, { device: full }, async page => {
    const run: Run = {};
    const opened = [
      ['Upcoming', 'the list', view('Upcoming')],
      ['Calendar', 'the month', { selector: `${CELL} a[data-task]` }],
    ] as const;
    for (const [link, name, result] of opened) {
      await page.goto('/account/settings');
      await idle(page, 'main h1');
      const target = page.getByRole('link', { name: link, exact: true });
      if ((await target.count()) === 0) return run; // an older build
      // The code is loaded while the link is hovered.
      await target.hover();
      await page.waitForTimeout(300);
      run[`open ${name}`] = await painted(page, 'click', result, () => target.click());
    }
    for (const [name, by] of Object.entries(moves)) {
      const [days, keys] = [[0, 1].map(dayPlus), by.split(' ')];
      const counts = await page
        .locator(`${CELL}[data-day="${days[1]}"] [data-date]`)
        .getAttribute('aria-label');
      const words = counts!.replace(/\d+(?= tasks)/, count => String(Number(count) + 1));
      await page.locator(`${CELL}[data-day="${days[0]}"] a[data-task]`).first().focus();
      const last = keys.pop()!;
      for (const key of keys) {
        await page.keyboard.press(key);
        await page.locator('[role=menu], dialog td [tabindex="0"]').waitFor();
      }
      run[`move a task of the month: ${name}`] = await painted(
        page,
        'keydown',
        { selector: `${CELL} [aria-label="${words}"]` },
        () => page.keyboard.press(last),
      );
      run[`move a task of the month: ${name}, frames`] = await page.evaluate(() => window.bench.frames!);
    }
    run['open the week'] = await painted(page, 'click', { selector: 'main [data-column] a[data-task]' }, () =>
      page.getByRole('link', { name: 'Week', exact: true }).click(),
    );
    return run;
  });

/** Keys that move a task to tomorrow. A letter in the menu waits for the next one of a word. */
const moves = { menu: 'm ArrowDown Enter', 'a picked day': 'd ArrowDown ArrowRight Enter' };

/** In this order, on Today. */
const acts: Record<string, (page: Page) => Promise<number>> = {
  'switch view': page => to(page, 'Personal'),
  'switch back': page => to(page, 'Today'),
  async 'quick add'(page) {
    const field = page.getByRole('textbox', { name: 'Quick add' });
    await field.fill('0 quickly');
    await page.getByText('today · Personal', { exact: true }).waitFor();
    return painted(page, 'keydown', row('0 quickly'), () => field.press('Enter'));
  },
  tick: page =>
    painted(page, 'click', { selector: DONE }, () => page.locator('main [type=checkbox]').nth(2).click()),
  undo: page => painted(page, 'click', { selector: DONE, isGone: true }, press(page, 'Undo')),
  async 'a key in a form'(page) {
    await page.locator(ROW).first().click();
    const title = page.getByPlaceholder('Title of your task');
    await title.focus();
    return painted(page, 'keydown', { selector: 'textarea' }, () => title.press('x'));
  },
  async edit(page) {
    await page.getByPlaceholder('Title of your task').fill('0 edited');
    return painted(page, 'click', row('0 edited'), press(page, 'Save Changes'));
  },
  async delete(page) {
    await page.getByText('Saved', { exact: true }).waitFor();
    return painted(page, 'click', row('0 edited', true), press(page, 'Delete Task'));
  },
  async 'open the month'(page) {
    const link = page.getByRole('link', { name: 'Calendar', exact: true });
    if ((await link.count()) === 0) return NaN; // an older build
    return painted(page, 'click', { selector: 'main [role=gridcell] a[data-task]' }, () => link.click());
  },
  async 'tick in the month'(page) {
    const box = page.locator('main [role=gridcell] [type=checkbox]').first();
    if ((await box.count()) === 0) return NaN;
    return painted(page, 'click', { selector: 'main [role=gridcell] [data-done]' }, () => box.click());
  },
  'open the wall': page =>
    painted(page, 'click', { selector: 'main [data-note]' }, () =>
      page.getByRole('link', { name: 'Sticky Wall' }).click(),
    ),
};
