import type { BrowserContext, Page } from 'playwright-core';
import { actsOfApp, LATER, median, quickAdd } from './acts';
import { blocked, domNodes, firstRow, FIRST_ROW, install, longestTask, painted } from './inPage';
import type { Person, Stage } from './stage';
import { heapOf, slowDown, slowProcessor, weigh } from './weight';

/** The numbers of one run by name. */
export type Run = Record<string, number>;
type State = Person['cached'] | undefined;

/** Works with a page in a new profile, so that no run profits from the caches of another. */
async function withPage<Answer>(
  { browser, server }: Stage,
  { state, serviceWorkers = 'allow' }: { state?: State; serviceWorkers?: 'allow' | 'block' },
  work: (page: Page, context: BrowserContext) => Promise<Answer>,
): Promise<Answer> {
  const context = await browser.newContext({
    baseURL: server.url,
    storageState: state,
    serviceWorkers,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  try {
    await install(context);
    return await work(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

const floorState = ({ tasksUrl }: Person, origin: string) => ({
  cookies: [],
  origins: [{ origin, localStorage: [{ name: 'floor:tasks', value: tasksUrl }] }],
});

/** Opens a page and returns the time of its first row, and the requests and bytes until then. */
async function open(page: Page, path: string, isSlow: boolean) {
  const scales = await weigh(page);
  if (isSlow) await slowDown(scales.session);
  await page.goto(path, { waitUntil: 'commit' });
  const first = await firstRow(page);
  return { first, ...scales.now(), session: scales.session };
}

/** Opens a page cold: the app with or without cached tasks, or a floor. */
export async function openCold(
  stage: Stage,
  person: Person,
  what: 'app cached' | 'app bare' | 'floor' | 'empty',
  isSlow = false,
): Promise<Run> {
  const isApp = what.startsWith('app');
  const state = what === 'app cached' ? person.cached : person.bare;
  const path = isApp ? '/tasks/today' : `/floor/${what === 'floor' ? 'list' : 'empty'}.html`;
  return withPage(
    stage,
    { state: isApp ? state : floorState(person, stage.server.url), serviceWorkers: 'block' },
    async page => {
      const { first, bytes, requests, urls } = await open(page, path, isSlow);
      if (process.env.BENCH_URLS) console.error(what, Math.round(first), bytes, urls.join(' '));
      const run: Run = { [isSlow ? 'slow, first row' : 'cold, first row']: first };
      if (isSlow) {
        await waitUntilIdle(page);
        run['slow, blocked'] = await blocked(page);
      }
      return { ...run, bytes, requests };
    },
  );
}

/** Visits the app: a warm reload, another one offline, then a user's acts. */
export const visitApp = (stage: Stage, person: Person): Promise<Run> =>
  withPage(stage, { state: person.cached }, async (page, context) => {
    const run: Run = {};
    const session = await context.newCDPSession(page);
    await page.goto('/tasks/today');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await visited(page);
    run['warm reload'] = await firstRow(page);
    await waitUntilIdle(page);
    run['blocked'] = await blocked(page);
    run['DOM nodes'] = await domNodes(page);
    run['JS heap, MB'] = await heapOf(page, session);
    await context.setOffline(true);
    await page.reload({ waitUntil: 'commit' });
    run['offline reload'] = await firstRow(page);
    await context.setOffline(false);
    await page.reload();
    await waitUntilIdle(page);

    for (const { name, act } of actsOfApp(page)) run[name] = await act();
    run['of which the server'] = await lastCall(page, '/tasks.json');
    return run;
  });

/** The longest task of each act, 0 if none took 50 ms, on a processor four times as slow. */
export const visitSlowly = (stage: Stage, person: Person): Promise<Run> =>
  withPage(stage, { state: person.cached }, async (page, context) => {
    await page.goto('/tasks/today');
    await visited(page);
    await waitUntilIdle(page);
    await slowProcessor(await context.newCDPSession(page));
    await page.reload();
    await waitUntilIdle(page);
    const run: Run = {};
    for (const { name, act } of actsOfApp(page)) {
      await page.waitForTimeout(CALM_MS);
      const from = await page.evaluate(() => performance.now());
      await act();
      await page.waitForTimeout(CALM_MS);
      run[`longest task: ${name}`] = await longestTask(page, from);
    }
    return run;
  });

/** Milliseconds after which an act's effects have ended. */
const CALM_MS = 1000;

/** Adds some tasks by the quick-add line, typed one after the other. */
export const visitQuickAdd = (stage: Stage, person: Person): Promise<Run> =>
  withPage(stage, { state: person.cached }, async page => {
    await page.goto('/tasks/today');
    await visited(page);
    await waitUntilIdle(page);
    const run: Run = { 'quick add, painted': await median(LATER, () => quickAdd(page)) };
    await page.waitForLoadState('networkidle');
    return run;
  });

/** The same visit of the floor, which keeps changes only in memory. */
export const visitFloor = (stage: Stage, person: Person): Promise<Run> =>
  withPage(stage, { state: floorState(person, stage.server.url) }, async (page, context) => {
    const run: Run = {};
    const session = await context.newCDPSession(page);
    await page.goto('/floor/list.html');
    await visited(page);
    run['warm reload'] = run['offline reload'] = await firstRow(page);
    await waitUntilIdle(page);
    run['blocked'] = await blocked(page);
    run['DOM nodes'] = await domNodes(page);
    run['JS heap, MB'] = await heapOf(page, session);
    await waitUntilIdle(page);
    const press = (name: string) => page.getByRole('button', { name }).click();
    const row = (text: string, isGone = false) => ({ selector: 'li', text, isGone });
    const views = { Small: 'ul[style*="520px"]', Full: 'ul:not([style*="520px"])' };
    const to = (name: keyof typeof views) =>
      painted(page, 'click', { selector: views[name] }, () => press(name));
    run['switch view'] = await to('Small');
    run['switch back'] = await to('Full');
    run['switch, later'] = await median(LATER, at => to(at % 2 ? 'Full' : 'Small'));
    run['a key'] = await painted(page, 'keydown', { selector: 'input' }, () =>
      page.getByLabel('Text').press('x'),
    );
    run['a key, note'] = await painted(page, 'keydown', { selector: 'textarea' }, () =>
      page.getByLabel('Words').press('x'),
    );
    const done = { selector: 'li[data-done]' };
    run['tick'] = await painted(page, 'click', done, () => page.getByRole('checkbox').nth(2).click());
    run['undo'] = await painted(page, 'click', { ...done, isGone: true }, () => press('Undo'));
    run['edit'] = await painted(page, 'click', row('Floor edited'), () => press('Edit'));
    run['delete'] = await painted(page, 'click', row('Floor edited', true), () => press('Delete'));
    const add = () => painted(page, 'click', row('Floor added'), () => press('Add'));
    run['add'] = await add();
    run['quick add, painted'] = await median(LATER, async () => {
      await press('Delete');
      return add();
    });
    return run;
  });

/** Milliseconds of the last call of this path, measured by the page. */
const lastCall = (page: Page, path: string) =>
  page.evaluate(
    wanted =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => new URL(name).pathname.endsWith(wanted))
        .at(-1)!.duration,
    path,
  );

/** Reloads the page three times, as if used every day: browsers cache compiled scripts from the third visit on. */
async function visited(page: Page) {
  for (let visit = 0; visit < 3; visit++) {
    await waitUntilIdle(page);
    await page.reload({ waitUntil: 'commit' });
  }
}

/** Waits until the network and the page are idle, so that only the next act is measured. */
async function waitUntilIdle(page: Page) {
  await page.locator(FIRST_ROW).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(() => resolve(null))));
}
