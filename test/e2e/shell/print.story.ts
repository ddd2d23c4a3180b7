import { expect, test, type Page } from '../fixtures';
import { storedDay } from '../support/people/people';

/** The number of pages of a PDF. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;

/** Counts the elements of the document during printing, before the page's own listeners run. */
const watchPrinting = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('afterprint', () => {
      const count = (selector: string) => document.querySelectorAll(selector).length;
      Object.assign(window, {
        printed: { rows: count('main [data-task]'), notes: count('main [data-note]') },
      });
    });
  });
const printed = (page: Page) =>
  page.evaluate(() => (window as unknown as { printed: { rows: number; notes: number } }).printed);

const ready = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        [...document.styleSheets].some(sheet =>
          [...sheet.cssRules].some(rule => rule instanceof CSSPageRule),
        ),
      ),
    )
    .toBe(true);

/** Controls without a use on paper; the boxes of tasks can be ticked with a pen. */
const CONTROLS = 'textarea:visible, input:not([type=checkbox]):visible, [role=search] input:visible';

const record = (taskId: number, more: object = {}) => ({
  taskName: `Task ${taskId}`,
  taskDescription: 'Words',
  taskList: 'personal',
  taskDueDate: storedDay(),
  taskId,
  ...more,
});
const recordsOf = (count: number, more: object = {}) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`-k${at}`, record(at, more)]));

/** Prints Today with so many rows. */
async function printsAll(page: Page, count: number) {
  await page.goto('/tasks/today');
  const rows = page.locator('main [data-task]');
  await expect(rows.first()).toBeVisible();
  await ready(page);
  const onScreen = await rows.count();
  expect(onScreen).toBeLessThan(100);
  const pdf = await page.pdf({ format: 'A4' });
  expect(await printed(page)).toEqual({ rows: count, notes: 0 });
  // Rows of at least 7 mm on sheets of 273 mm, each at least half full.
  expect(pagesOf(pdf)).toBeGreaterThanOrEqual(Math.floor((count * 7) / 273));
  expect(pagesOf(pdf)).toBeLessThanOrEqual(Math.ceil((count * 14) / 273));
  await expect(rows).toHaveCount(onScreen);
}

test('A list of 300, the wall and the morning page are printed whole', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  const other = device(user);
  const late = [-1, 1].flatMap((day, at) =>
    Array.from({ length: 60 }, (_, n) => {
      const id = 1000 * (at + 1) + n;
      const taskName = `A name of some length, for day ${day}`;
      return [`-k${id}`, record(id, { taskDueDate: storedDay(day), taskName })] as const;
    }),
  );
  await other.put('tasks', { ...recordsOf(300), ...Object.fromEntries(late) });
  const words = 'Many words. '.repeat(120);
  const notes = Array.from({ length: 40 }, (_, at) => [
    `-n${String(at).padStart(2, '0')}`,
    { noteTitle: `Note ${at}`, noteDescription: at === 7 ? `${words}The end.` : at < 35 ? 'Few' : words },
  ]);
  await other.put('notes', Object.fromEntries(notes));
  await page.addInitScript(() =>
    addEventListener('afterprint', () => Object.assign(window, { text: document.body.textContent })),
  );
  await watchPrinting(page);
  await signIn(user);
  await test.step('The list', () => printsAll(page, 300));

  await test.step('The wall', async () => {
    await page.goto('/tasks/sticky-wall');
    await expect(page.locator('[data-note]').first()).toBeVisible();
    await ready(page);
    const pdf = await page.pdf({ format: 'A4' });
    expect(await printed(page)).toEqual({ rows: 0, notes: 40 });
    expect(await page.evaluate(() => (window as unknown as { text: string }).text)).toContain('The end.');
    expect(pagesOf(pdf)).toBeGreaterThan(1);
  });

  await test.step('The morning page, however large its text', async () => {
    await other.put('ext/settings/textSize', 'largest');
    await page.goto('/day');
    await expect(page.locator('html')).toHaveAttribute('style', /font-size/);
    await expect(page.locator('main [data-note]')).toHaveCount(3);
    await ready(page);
    for (const format of ['A4', 'Letter']) {
      const pdf = await page.pdf({ format });
      expect(pagesOf(pdf), format).toBeGreaterThan(5);
      expect(await printed(page)).toEqual({ rows: 420, notes: 3 });
    }
  });
});

test('Paper is white, its ink black, without sidebar and controls, in the dark too @long', async ({
  page,
  somebody,
}) => {
  await somebody(async data => {
    await data.addTask({ taskName: 'On paper' });
    await data.addNote({ noteTitle: 'Coloured' });
    await data.put('ext/settings', { theme: 'dark', guide: 'begun' });
  });
  await expect(page.getByRole('link', { name: /^On paper/ })).toBeVisible();
  const guide = page.getByRole('heading', { name: 'Three things to try' });
  await expect(guide).toBeVisible();
  const days = page.getByRole('region', { name: 'The next seven days' });
  await expect(days).toBeVisible();
  await ready(page);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const styleOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(element => {
        const { color, backgroundColor } = getComputedStyle(element);
        return [color, backgroundColor];
      });
  expect(await styleOf('html')).toEqual([expect.any(String), 'rgb(255, 255, 255)']);
  expect((await styleOf('main h1'))[0]).toBe('rgb(0, 0, 0)');
  expect((await styleOf('main [data-task]'))[0]).toBe('rgb(0, 0, 0)');
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(guide).toBeHidden();
  await expect(days).toBeHidden();
  await expect(page.locator('button:visible')).toHaveCount(0);
  await expect(page.locator(CONTROLS)).toHaveCount(0);

  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Sticky Wall' }).click();
  await expect(page.locator('[data-note]')).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const [ink, paper] = await styleOf('[data-paper]');
  expect(ink).toBe('rgb(42, 38, 34)');
  expect(paper).not.toMatch(/rgb\(255, 255, 255\)|rgba\(0, 0, 0, 0\)/);
  expect(await page.locator('[data-paper]').evaluate(note => getComputedStyle(note).printColorAdjust)).toBe(
    'exact',
  );
  await expect(page.locator('button:visible:not([data-note])')).toHaveCount(0);
  await expect(page.locator(CONTROLS)).toHaveCount(0);
  await expect(page.locator('main :is(fieldset, [role="search"]):visible')).toHaveCount(0);
});
