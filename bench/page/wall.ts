/**
 * `npm run bench:wall`: the wall with few and with many notes, in a real browser with the real server. It counts
 * elements, and measures frames while scrolling, the opening of a note, and a key in the search field.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { createUser, openDevice, signInByForm } from '../../test/e2e/support/people/people';
import { domNodes, install, painted } from './inPage';
import { medianOf, tableOf } from '../report';
import { keyOf } from '../seed';
import { openStage, type Stage } from './stage';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10,1000,10000' },
    runs: { type: 'string', default: '5' },
    'no-build': { type: 'boolean', default: false },
  },
});
const sizes = values.sizes.split(',').map(Number);
const runs = Number(values.runs);
/** Pixels per frame, and the number of frames: from top to bottom, or up and down on a shorter wall. */
const SPEED = 60;
const FRAMES = 300;

const LINES = 'Two of them|the large one, not the green|call at noon|ask for the price and when it comes';
/** Each letter of 'blue' reduces the matches by a fifth of all notes. */
const TITLES = ['Ice', 'Bed', 'Black', 'Blunt', 'Blue'];
const SOUGHT = 'blue';
const noteOf = (n: number) => ({
  noteTitle: `${TITLES[n % TITLES.length]} ${n}`,
  noteDescription: LINES.split('|')
    .slice(0, 1 + (n % 4))
    .join('\n'),
});

type Run = Record<string, number>;

/** Scrolls frame by frame and returns the durations of the frames. */
const scrollThrough = (page: Page) =>
  page.evaluate(
    async ([speed, frames]) => {
      const scroller = document.querySelector('[data-scroller]')!;
      const long: number[] = [];
      const observer = new PerformanceObserver(list =>
        long.push(...list.getEntries().map(({ duration }) => duration)),
      );
      observer.observe({ type: 'longtask' });
      const times: number[] = [];
      let direction = 1;
      let before = await new Promise<number>(requestAnimationFrame);
      for (let frame = 0; frame < frames; frame++) {
        const top = scroller.scrollTop;
        scroller.scrollTop += direction * speed;
        if (scroller.scrollTop === top) direction = -direction;
        const now = await new Promise<number>(requestAnimationFrame);
        times.push(now - before);
        before = now;
      }
      await new Promise(resolve => setTimeout(resolve, 100));
      observer.disconnect();
      times.sort((a, b) => a - b);
      return {
        'frame, median': times[times.length >> 1]!,
        'frame, 95 of 100': times[Math.floor(times.length * 0.95)]!,
        'frames over 25 ms': times.filter(time => time > 25).length,
        'long tasks': long.length,
        'longest task': Math.max(0, ...long),
      };
    },
    [SPEED, FRAMES] as const,
  );

async function visit({ browser, server }: Stage, size: number, state: object): Promise<Run> {
  const context = await browser.newContext({
    baseURL: server.url,
    storageState: state as never,
    viewport: { width: 1280, height: 800 },
  });
  try {
    await install(context);
    const page = await context.newPage();
    await page.goto('/tasks/today');
    await page.waitForLoadState('networkidle');
    const card = { selector: 'main [data-note]' };
    const open = () => page.getByRole('link', { name: 'Sticky Wall' }).click();
    const run: Run = { 'opening the wall': await painted(page, 'click', card, open) };
    await page.waitForLoadState('networkidle');
    run['elements in the page'] = await domNodes(page);
    Object.assign(run, await scrollThrough(page));
    run['elements, scrolled'] = await domNodes(page);
    await page.locator('[data-scroller]').evaluate(scroller => scroller.scrollTo(0, 0));
    const finder = page.getByRole('searchbox', { name: 'Find on the wall' });
    await finder.focus();
    const keys = [];
    // Each letter is measured until its number of matches is painted.
    for (const [at, key] of [...SOUGHT].entries()) {
      const left = (size / TITLES.length) * (SOUGHT.length - at);
      const found = { selector: '[data-scroller] [role=status]', text: `${left.toLocaleString('en')} note` };
      keys.push(await painted(page, 'keydown', found, () => finder.press(key)));
    }
    run['a key in the finder'] = medianOf(keys);
    return run;
  } finally {
    await context.close();
  }
}

/** A device that has displayed so many notes. */
async function deviceWith({ browser, server }: Stage, size: number) {
  const user = await createUser(server.url);
  const device = openDevice(server.url, user);
  for (let from = 0; from < size; from += 1000) {
    const numbers = Array.from({ length: Math.min(1000, size - from) }, (_, at) => from + at);
    await device.patch('notes', Object.fromEntries(numbers.map(n => [keyOf(n), noteOf(n)])));
  }
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' });
  const page = await context.newPage();
  await signInByForm(page, user);
  await page.getByRole('link', { name: 'Sticky Wall' }).click();
  await page.locator('main [data-note]').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(3000); // the device's copy is written while the page is idle
  const state = await context.storageState({ indexedDB: true });
  await context.close();
  return state;
}

async function measure() {
  const samples: Record<string, Record<number, number[]>> = {};
  const stage = await openStage({ build: !values['no-build'] });
  const load = os.loadavg()[0]!;
  try {
    const states = new Map<number, object>();
    for (const size of sizes) states.set(size, await deviceWith(stage, size));
    for (let run = 0; run < runs; run++)
      for (const size of sizes)
        for (const [name, value] of Object.entries(await visit(stage, size, states.get(size)!)))
          ((samples[name] ??= {})[size] ??= []).push(value);
  } finally {
    await stage.close();
  }
  const cells = Object.entries(samples).map(([name, bySize]) => {
    const medians = sizes.map(size => medianOf(bySize[size]!));
    const [first, last] = [medians[0]!, medians.at(-1)!];
    const ratio = first > 0 ? `× ${(last / first).toFixed(2)}` : '';
    return [name, ...medians.map(median => median.toFixed(median < 100 ? 1 : 0)), ratio];
  });
  console.log(
    `\nThe wall; medians of ${runs} runs; ms where nothing is said; load ${load.toFixed(1)} to ${os.loadavg()[0]!.toFixed(1)} on ${os.cpus().length} cores\n`,
  );
  console.log(
    tableOf(['', ...sizes.map(size => `${size.toLocaleString('en')} notes`), 'last : first'], cells),
  );
  const folder = path.join(__dirname, '../results');
  mkdirSync(folder, { recursive: true });
  const json = { date: new Date().toISOString(), runs, load: [load, ...os.loadavg()], samples };
  writeFileSync(path.join(folder, 'wall.json'), `${JSON.stringify(json, null, 2)}\n`);
}

void measure();
