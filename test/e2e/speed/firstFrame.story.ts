import type { Route } from '@playwright/test';
import { expect, test, type Page } from '../fixtures';
import { casesOf } from '../support/long';
import { storedDay, type Device } from '../support/people/people';

declare global {
  interface Window {
    frame: Element | undefined;
    app: Promise<Element>;
    framed: number | undefined;
  }
}

// A service worker would answer for the scripts that these stories hold back.
test.use({ serviceWorkers: 'block' });

const row = 'main a[data-task]';
const WALL = '/tasks/sticky-wall';
const card = 'main [data-note]';
/** The first element of a page's content. */
const contentOf = (path: string) => (path === WALL ? card : row);
const APP = '**/assets/main.*.js';
const day = (days = 0) => storedDay(days).slice(0, 10) + 'T00:00:00.000Z';
const LATER = /\/assets\/(?!main|packages|boot)/;
const LATER_ON_WALL = /\/assets\/(lazy-shell|toast|status|keyboard|moves|card-tools|drag|note-form)/;
const VIEWS = ['today', 'upcoming', 'previous', 'personal', 'work', 'no-date'].map(view => `/tasks/${view}`);

/** Adds tasks of all days that together show everything that a row can show. */
async function fill(data: Device) {
  await hangNotes(data);
  const names = ['Milk', 'Émile’s letter', '  ', 'x'.repeat(400), 'שלום', '<b>Bread</b>'];
  for (const [at, taskName] of names.entries())
    await data.addTask({
      taskName,
      taskDueDate: day(),
      taskId: 10 + at,
      taskList: at % 2 ? 'work' : 'personal',
    });
  await data.addTask({
    taskName: 'Parts',
    taskDueDate: day(),
    taskId: 30,
    taskDescription: '- [x] a\n- [ ] b',
  });
  await data.addTask({ taskName: 'Nothing to say', taskDueDate: day(), taskId: 31, taskDescription: '' });
  for (const days of [-40, -3, -1, 1, 4, 20, 200])
    await data.addTask({ taskName: `Day ${days}`, taskDueDate: day(days), taskId: 1000 + days });
  await data.addTask({ taskName: 'Some day', taskDueDate: '', taskId: 40 });
  const weekly = { rule: 'FREQ=WEEKLY;WKST=MO', first: day().slice(0, 10), at: day().slice(0, 10) };
  const fireId = await data.addTask({ taskName: 'Bins', taskDueDate: day(), taskId: 41 });
  await data.put(`ext/repeats/${fireId as unknown as string}`, weekly);
}

/** Adds notes that together show everything that a card can show, in as many as are rendered at once. */
async function hangNotes(data: Device) {
  const words = [
    '',
    'Two\nlines',
    '- [ ] a\n- [x] a\nhttps://example.org/a.',
    'long '.repeat(300),
    '  - [ ] b',
  ];
  const titles = ['Milk', '', 'שלום', 'x'.repeat(90)];
  for (let at = 0; at < 9; at++) {
    const note = { noteTitle: titles[at % 4]!, noteDescription: words[at % 5]! };
    const fireId = await data.addNote(note);
    if (at < 2) await data.put(`ext/looks/${fireId}`, { pinned: true, colour: 'sky' });
  }
  const boxes = Array.from({ length: 20 }, (_, at) => `- [${at % 3 ? ' ' : 'x'}] Box ${at}`).join('\n');
  await data.addNote({ noteTitle: 'Boxes', noteDescription: boxes });
}

/** Opens the wall, and waits until its notes are stored. */
async function keptNotes(page: Page) {
  await page.goto(WALL);
  await page.locator(card).first().waitFor();
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(localStorage).some(key => key.startsWith('daywall:first:wall:'))),
    )
    .toBe(true);
}

const kept = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        Object.keys(localStorage).some(
          key => key.startsWith('daywall:first:') && localStorage.getItem(key)!.includes('"counts"'),
        ),
      ),
    )
    .toBe(true);

/**
 * Holds back the app's scripts until the returned function is called; until then the boot script's frame stands
 * alone. The route stays: Chromium leaves a request unanswered that is under way when a page's last
 * route is removed.
 */
async function holdApp(page: Page) {
  let resolve = () => {};
  const promise = new Promise<void>(done => (resolve = done));
  const hold = async (route: Route) => {
    await promise;
    await route.continue().catch(() => undefined);
  };
  await page.route(APP, hold);
  return resolve;
}

/** Pages then wait for the wall's first frame however long it takes a busy machine; else the app comes after 1 s. */
const waitForWall = (page: Page) =>
  page.addInitScript(wall => {
    const { setTimeout } = window;
    let isFirst = location.pathname === wall;
    window.setTimeout = ((work: () => void, milliseconds?: number, ...given: unknown[]) => {
      if (!isFirst || milliseconds !== 1000) return setTimeout(work, milliseconds, ...given);
      isFirst = false;
      return 0;
    }) as typeof setTimeout;
  }, WALL);

/** Copies the DOM of the first frame and of React's first commit: on the wall when its cards are measured. */
const watchCommit = (page: Page) =>
  page.addInitScript(() => {
    window.app = new Promise(resolve => {
      const observer = new MutationObserver(() => {
        const shown = document.querySelector('#root > *');
        if (!shown) return;
        if (!window.frame) return void (window.frame = shown.cloneNode(true) as Element);
        observer.disconnect();
        const copy = () => resolve(shown.cloneNode(true) as Element);
        if (shown.querySelector('[data-card]')) requestAnimationFrame(() => setTimeout(copy));
        else copy();
      });
      document.addEventListener('DOMContentLoaded', () =>
        observer.observe(document.getElementById('root')!, { childList: true }),
      );
    });
  });

/** Both copies as text, with sorted attributes. */
const bothAsText = (page: Page) =>
  page.evaluate(async () => {
    const sorted = (name: string, value: string) =>
      name === 'style' ? value.split(/; ?/).sort().join('; ') : value;
    const text = (node: Node): string =>
      node instanceof Element
        ? `<${[node.tagName, ...[...node.attributes].map(({ name, value }) => `${name}="${sorted(name, value)}"`).sort()].join(' ')}>` +
          `${[...node.childNodes].map(text).join('\n')}</>`
        : (node.nodeValue ?? '');
    const app = await window.app;
    window.frame!.normalize();
    app.normalize();
    return { frame: text(window.frame!), app: text(app) };
  });

/** Whether two pictures differ by at most two levels of a colour, as the edge of a curve does when it is painted again. */
const looksSame = (page: Page, ...pictures: Buffer[]) =>
  page.evaluate(
    async encoded => {
      const [a, b] = await Promise.all(
        encoded.map(async text => {
          const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
          const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
          const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
          canvas.drawImage(image, 0, 0);
          return canvas.getImageData(0, 0, image.width, image.height).data;
        }),
      );
      return a!.length === b!.length && a!.every((value, at) => Math.abs(value - b![at]!) <= 2);
    },
    pictures.map(picture => picture.toString('base64')),
  );

const PICTURED = ['today', 'upcoming', 'sticky-wall'];
/** The short run has a list and the wall, once each. */
const LOOKS = casesOf<[theme: string, views: string[]]>(
  [
    ['light', ['sticky-wall']],
    ['dark', ['today']],
  ],
  [
    ['light', PICTURED],
    ['dark', PICTURED],
  ],
);

for (const width of [390, 600, 1280]) {
  test(
    `The first frame is what React renders first, on every page, ${width} px`,
    { tag: width === 390 ? [] : '@long' },
    async ({ page, somebody }) => {
      await somebody(fill);
      await page.setViewportSize({ width, height: 800 });
      await keptNotes(page);
      await kept(page);
      await watchCommit(page);
      await waitForWall(page);
      for (const path of [WALL, ...VIEWS, '/day', '/']) {
        await page.goto(path);
        await page.locator(contentOf(path)).first().waitFor();
        const { frame, app } = await bothAsText(page);
        expect(frame, path).toBe(app);
        expect(frame).toContain(path === WALL ? 'data-note=' : 'data-task=');
      }
    },
  );

  test(
    `The first frame looks like the app, light, dark and large, ${width} px wide`,
    { tag: width === 1280 ? [] : '@long' },
    async ({ page, somebody }, info) => {
      const { data } = await somebody(fill);
      await waitForWall(page);
      await page.setViewportSize({ width, height: 800 });
      for (const [theme, views] of LOOKS) {
        await data.put('ext/settings', { theme, ...(theme === 'dark' && { textSize: 'largest' }) });
        await page.reload();
        await expect(page.locator(`html[data-theme="${theme}"]`)).toBeVisible();
        await keptNotes(page);
        await kept(page);
        for (const view of views) {
          // React's first commit does not contain lazy parts either.
          const later = view === 'sticky-wall' ? LATER_ON_WALL : LATER;
          await page.route(later, () => undefined);
          const letGo = await holdApp(page);
          await page.goto(`/tasks/${view}`, { waitUntil: 'commit' });
          await page
            .locator(contentOf(`/tasks/${view}`))
            .first()
            .waitFor();
          await page.evaluate(() => document.fonts.ready);
          const frame = await page.screenshot({ path: info.outputPath(`${view}-${theme}-frame.png`) });
          await watchedApp(page, letGo);
          const app = await page.screenshot({ path: info.outputPath(`${view}-${theme}-app.png`) });
          const isSame = view === 'sticky-wall' ? await looksSame(page, frame, app) : frame.equals(app);
          expect(isSame, `${view}, ${theme}`).toBe(true);
          await page.unroute(later);
        }
      }
    },
  );
}

test('The app is asked for behind the frame of the first rows, at once without rows', async ({
  page,
  somebody,
}) => {
  await somebody(fill);
  await kept(page);
  await page.addInitScript(awaited => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector(awaited)) return;
      observer.disconnect();
      requestAnimationFrame(() => (window.framed = performance.now()));
    }).observe(document, { childList: true, subtree: true });
  }, `${row}, main h1`);
  const times = async () => {
    await page.waitForFunction(() => window.framed);
    return page.evaluate(() => ({
      framed: window.framed!,
      asked: performance.getEntriesByType('resource').find(({ name }) => /\/main\..*\.js$/.test(name))
        ?.startTime,
    }));
  };
  await page.goto('/tasks/today');
  await page.waitForLoadState('load');
  const { framed, asked } = await times();
  expect(asked).toBeGreaterThanOrEqual(framed);
  await page.goto('/tasks/done');
  const without = await times();
  expect(without.asked).toBeLessThan(without.framed);
});

test('Without stored rows the app is asked for before the boot script is there', async ({ page }) => {
  let boot!: (route: Route) => void;
  const held = new Promise<Route>(resolve => (boot = resolve));
  await page.route('**/assets/boot.*.js', boot);
  const asked = page.waitForRequest(APP);
  await page.goto('/', { waitUntil: 'commit' });
  await asked;
  await (await held).continue();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  const entries = () =>
    performance.getEntriesByType('resource').filter(({ name }) => /main\..*js$/.test(name));
  expect(await page.evaluate(entries)).toHaveLength(1);
});

/** Opens a page on its first frame, without the app; retries if the app was just storing its rows. */
async function openHeld(page: Page, path = '/tasks/today') {
  let letGo = () => {};
  await expect(async () => {
    letGo();
    await kept(page);
    letGo = await holdApp(page);
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator(row).first().waitFor({ timeout: 3000 });
  }).toPass();
  return letGo;
}

/**
 * Ends the page of a held first frame; the app loads in the next page. Removing the routes instead would let the held
 * scripts run.
 */
async function leaveHeld(page: Page, letGo: () => void, path: string) {
  await page.goto(path, { waitUntil: 'commit' });
  letGo();
}

/** Lets the app load, and waits until it has replaced the frame. */
async function watchedApp(page: Page, letGo: () => void) {
  await page.evaluate(() => {
    window.frame = document.querySelector('#root > *')!;
  });
  letGo();
  await page.waitForFunction(() => !window.frame!.isConnected && document.querySelector('main h1'));
}

test('Links, ticks and buttons pressed in the first frame do their work in the app', async ({
  page,
  somebody,
}) => {
  const { data } = await somebody(async device => {
    await device.addTask({ taskName: 'Same', taskDueDate: day(), taskId: 1 });
    await device.addTask({ taskName: 'Same', taskDueDate: day(), taskId: 2 });
    await device.addTask({ taskName: 'Other', taskDueDate: day(), taskId: 3 });
  });
  let letGo = await openHeld(page);
  await page.getByRole('checkbox', { name: 'Done: Same' }).nth(1).check();
  letGo();
  await expect(page.getByText('“Same” done')).toBeVisible();
  await expect.poll(async () => Object.keys((await data.get<object>('ext/done')) ?? {}).length).toBe(1);
  await expect(page.locator('[data-task="1"]')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Done: Same' }).first()).not.toBeChecked();

  letGo = await openHeld(page);
  await page.getByRole('link', { name: /Other/ }).click();
  await expect(page).toHaveURL('/tasks/today');
  letGo();
  await expect(page).toHaveURL('/tasks/today/3/edit');
  await expect(page.getByPlaceholder('Title of your task')).toHaveValue('Other');

  letGo = await openHeld(page);
  await page.getByRole('button', { name: 'Move: Other' }).click();
  letGo();
  await expect(page.getByRole('menu')).toBeVisible();

  letGo = await openHeld(page);
  await page.getByRole('link', { name: 'Upcoming' }).click();
  letGo();
  await expect(page).toHaveURL('/tasks/upcoming');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upcoming');
});

/** Opens the wall on its first frame, without the app. */
async function openHeldWall(page: Page) {
  await keptNotes(page);
  await kept(page);
  const letGo = await holdApp(page);
  await waitForWall(page);
  await page.goto(WALL, { waitUntil: 'commit' });
  await page.locator(card).first().waitFor();
  return letGo;
}

test('Words, a tick and a press in the first frame of the wall reach the app', async ({ page, somebody }) => {
  const { data } = await somebody(async device => {
    await device.addNote({ noteTitle: 'Milk', noteDescription: '' });
    await device.addNote({ noteTitle: 'List', noteDescription: '- [ ] \n- [ ] ' });
  });
  const line = page.getByRole('textbox', { name: 'Write a note' });
  let letGo = await openHeldWall(page);
  await page.getByRole('checkbox', { name: '(no words)' }).nth(1).check();
  await line.fill('Bread');
  await watchedApp(page, letGo);
  await expect(line).toHaveValue('Bread');
  await expect(line).toBeFocused();
  await expect(page.getByRole('checkbox', { name: '(no words)' }).nth(1)).toBeChecked();
  await expect
    .poll(async () => Object.values((await data.notes()) ?? {}).map(note => note.noteDescription))
    .toContain('- [ ] \n- [x] ');
  await line.fill('');

  letGo = await openHeldWall(page);
  await page.getByRole('button', { name: 'Milk' }).click();
  letGo();
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toHaveValue('Milk');
});

test('Of two notes with equal words, the one pressed in the first frame is meant @long', async ({
  page,
  somebody,
}) => {
  const { data } = await somebody(async device => {
    for (let n = 0; n < 2; n++) await device.addNote({ noteTitle: 'Same', noteDescription: '- [ ] a' });
  });
  const letGo = await openHeldWall(page);
  const second = page.getByRole('button', { name: 'Same' }).nth(1);
  const key = (await second.getAttribute('data-note'))!;
  await page.getByRole('checkbox', { name: 'a', exact: true }).nth(1).check();
  await second.click();
  await watchedApp(page, letGo);
  await page.getByRole('dialog').getByRole('textbox').first().fill('Other');
  await page.keyboard.press('Control+s');
  const words = async () =>
    Object.entries((await data.notes()) ?? {}).map(([id, note]) => [
      id === key,
      note.noteTitle,
      note.noteDescription,
    ]);
  await expect
    .poll(async () => (await words()).sort())
    .toEqual([
      [false, 'Same', '- [ ] a'],
      [true, 'Other', '- [x] a'],
    ]);
});

test('Words of a first frame of the wall whose page ends are in its line on the next @long', async ({
  page,
  somebody,
}) => {
  await somebody(device => device.addNote({ noteTitle: 'Milk', noteDescription: '' }));
  const letGo = await openHeldWall(page);
  const line = page.getByRole('textbox', { name: 'Write a note' });
  await line.fill('Bread');
  await leaveHeld(page, letGo, WALL);
  await expect(line).toHaveValue('Bread');
});

test('Keys of the first frame reach the app: the quick line, a form, a shortcut', async ({
  page,
  somebody,
}) => {
  await somebody(device => device.addTask({ taskName: 'Milk', taskDueDate: day(), taskId: 1 }));
  const line = page.getByRole('textbox', { name: 'Quick add' });
  let letGo = await openHeld(page);
  await page.keyboard.type('qBread');
  await expect(line).toHaveValue('Bread');
  await watchedApp(page, letGo);
  await expect(line).toHaveValue('Bread');
  await expect(line).toBeFocused();
  await page.keyboard.type('s');
  await expect(line).toHaveValue('Breads');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Breads' })).toBeVisible();

  letGo = await openHeld(page);
  await page.keyboard.type('nWords');
  letGo();
  await expect(page).toHaveURL('/tasks/new');
  await expect(page.getByPlaceholder('Title of your task')).toHaveValue('Words');

  letGo = await openHeld(page);
  await page.keyboard.press('?');
  letGo();
  await expect(page.getByRole('dialog', { name: /shortcuts/i })).toBeVisible();
});

test('Without a field of the quick line, q opens it with what is typed behind @long', async ({
  page,
  somebody,
}) => {
  await somebody(device => device.addTask({ taskName: 'Milk', taskDueDate: day(), taskId: 1 }));
  await page.setViewportSize({ width: 600, height: 700 });
  const letGo = await openHeld(page);
  await page.keyboard.type('qBread');
  letGo();
  await expect(page.getByRole('textbox', { name: 'Quick add' })).toHaveValue('Bread');
});

test('Words of a first frame whose page ends before the app comes are in the next', async ({
  page,
  somebody,
}) => {
  await somebody(device => device.addTask({ taskName: 'Milk', taskDueDate: day(), taskId: 1 }));
  const line = page.getByRole('textbox', { name: 'Quick add' });
  let letGo = await openHeld(page);
  await page.keyboard.type('qBread');
  await leaveHeld(page, letGo, '/tasks/today');
  await expect(line).toHaveValue('Bread');
  await line.fill('');

  letGo = await openHeld(page);
  await page.keyboard.type('nWords');
  await leaveHeld(page, letGo, '/tasks/new');
  await expect(page.getByPlaceholder('Title of your task')).toHaveValue('Words');

  await page.setViewportSize({ width: 600, height: 700 });
  letGo = await openHeld(page);
  await page.keyboard.type('qand butter');
  await leaveHeld(page, letGo, '/tasks/today');
  await page.getByRole('button', { name: 'Quick add' }).click();
  await expect(line).toHaveValue('and butter');
  const left = () => page.evaluate(() => Object.keys(localStorage).filter(key => /early/.test(key)));
  await expect.poll(left).toEqual([]); // the line's own code stores the text now
});

test('A tick of a first frame whose page ends before the app comes is made by the next @long', async ({
  page,
  somebody,
}) => {
  const { data } = await somebody(device =>
    device.addTask({ taskName: 'Milk', taskDueDate: day(), taskId: 1 }),
  );
  const letGo = await openHeld(page);
  await page.getByRole('checkbox', { name: 'Done: Milk' }).check();
  await leaveHeld(page, letGo, '/tasks/upcoming');
  await expect(page.getByText('“Milk” done')).toBeVisible();
  await expect.poll(async () => Object.keys((await data.get<object>('ext/done')) ?? {}).length).toBe(1);
});

test('A box of a note pressed in a first frame whose page ends is ticked by the next @long', async ({
  page,
  somebody,
}) => {
  const { data } = await somebody(device =>
    device.addNote({ noteTitle: 'List', noteDescription: '- [x] a\n- [ ] b\n- [ ] c' }),
  );
  const letGo = await openHeldWall(page);
  await page.getByRole('checkbox', { name: 'a', exact: true }).uncheck();
  await page.getByRole('checkbox', { name: 'c', exact: true }).check();
  await leaveHeld(page, letGo, '/tasks/today');
  await expect
    .poll(async () => Object.values((await data.notes()) ?? {}).map(note => note.noteDescription))
    .toEqual(['- [ ] a\n- [ ] b\n- [x] c']);
});

test('The focus and the place of the first frame stay', async ({ page, somebody }) => {
  await somebody(async device => {
    for (let n = 0; n < 30; n++)
      await device.addTask({ taskName: `Task ${n}`, taskDueDate: day(), taskId: 100 + n });
  });
  const letGo = await openHeld(page);
  await page.locator('[data-task="105"]').focus();
  const scroller = page.locator('main :has(> [data-rows])');
  await scroller.evaluate(element => {
    const scrolled = new Promise(done => element.addEventListener('scroll', done, { once: true }));
    element.scrollTop = 90;
    return scrolled;
  });
  await watchedApp(page, letGo);
  await expect(page.locator('[data-task="105"]')).toBeFocused();
  expect(await scroller.evaluate(element => element.scrollTop)).toBe(90);
});

test('Nothing is painted of a session that is over, another person or version', async ({
  page,
  somebody,
  newUser,
}) => {
  const { user } = await somebody(device => device.addTask({ taskName: 'Milk', taskDueDate: day() }));
  const other = await newUser();
  const letGo = await openHeld(page);
  await expect(page.getByRole('link', { name: /Milk/ })).toBeVisible();

  const key = `daywall:first:${user.uid}`;
  type Change = { userData?: Record<string, string>; rows?: Record<string, string> };
  const changes: Change[] = [
    { userData: { expiryDate: new Date(0).toISOString() } },
    { userData: { id: other.uid } },
    { rows: { app: '/assets/main.00000000.js' } },
  ];
  const [session, rows] = await page.evaluate(
    name => [localStorage.getItem('userData')!, localStorage.getItem(name)!],
    key,
  );
  for (const change of changes) {
    await page.evaluate(
      ({ values }) => values.forEach(([name, value]) => localStorage.setItem(name!, value!)),
      {
        values: [
          ['userData', JSON.stringify({ ...JSON.parse(session!), ...change.userData })],
          [key, JSON.stringify({ ...JSON.parse(rows!), ...change.rows })],
        ],
      },
    );
    const asked = page.waitForRequest(APP);
    await page.reload({ waitUntil: 'commit' });
    await asked;
    expect(await page.locator('#root').innerHTML(), JSON.stringify(change)).toBe('');
  }
  letGo();
});

test('After Sign out nothing is painted @long', async ({ page, somebody }) => {
  await somebody(async device => {
    await device.addTask({ taskName: 'Milk', taskDueDate: day() });
    await device.addNote();
  });
  await keptNotes(page);
  await kept(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/auth/login');
  await holdApp(page);
  const asked = page.waitForRequest(APP);
  await page.goto('/tasks/today', { waitUntil: 'commit' });
  await asked;
  expect(await page.locator('#root').innerHTML()).toBe('');
  const stored = () => Object.keys(localStorage).filter(key => key.startsWith('daywall:first:'));
  expect(await page.evaluate(stored)).toEqual([]);
});

test('A first frame whose app does not come says so, and Retry asks for it anew', async ({
  page,
  somebody,
  troubles,
}) => {
  troubles.expect(/\/main\./);
  await somebody(device => device.addTask({ taskName: 'Milk', taskDueDate: day(), taskId: 1 }));
  await kept(page);
  for (const path of casesOf(['/tasks/today'], ['/tasks/today', '/tasks/done'])) {
    await page.route(APP, route => route.abort());
    await page.goto(path);
    await expect(page.getByRole('alert')).toHaveText(/^This part of Daywall could not be loaded\./);
    await expect(page.getByRole('link', { name: 'Milk' })).toHaveCount(path === '/tasks/today' ? 1 : 0);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('alert')).toBeVisible(); // the script is still missing
    await page.unroute(APP);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: /shortcuts/i })).toBeVisible();
  }
});
