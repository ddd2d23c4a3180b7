import { keyOf } from '../../../bench/seed';
import { expect, test, type Page } from '../fixtures';
import { storedDay, type Device } from '../support/people/people';

/** Milliseconds between a change and the end of its page; it is reloaded after the first, its tab closed after the second. */
const MOMENTS = [0, 150];
const TODAY = '/tasks/today';
const WALL = '/tasks/sticky-wall';
/** The names of the user's tasks, and of the notes. */
const NAMES = ['Bread', 'Cheese', 'Dates', 'Eggs', 'Figs'];
const unchanged = NAMES.slice(MOMENTS.length);

const rows = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}\\b`) });
const card = (page: Page, title: string) => page.locator('main [data-note]', { hasText: title });
const dialog = (page: Page) => page.getByRole('dialog');
const title = (page: Page) => page.getByPlaceholder('Title of your task');
const line = (page: Page) => page.locator('[data-quick-add]');
const names = async (data: Device) =>
  Object.values((await data.tasks()) ?? {})
    .map(({ taskName }) => taskName)
    .sort();
/** The names after each change edited a task. */
const edited = [...MOMENTS.map((_, n) => `Changed ${n}`), ...unchanged];

type Kind = {
  /** The path of the page for the nth change. */
  path(n: number): string;
  change(page: Page, n: number): Promise<unknown>;
  /** Waits until the next page shows the change. */
  see(page: Page, n: number): Promise<unknown>;
  /** The server's data after all changes. */
  stored(data: Device): Promise<unknown>;
  expected: unknown;
};

/** Kinds of change that reach the device in different ways; the others take the way of one of these. */
const kinds: Record<string, Kind> = {
  'A task of the quick-add line': {
    path: () => TODAY,
    async change(page, n) {
      await line(page).fill(`Added ${n}`);
      await page.keyboard.press('Enter');
    },
    async see(page, n) {
      await expect(rows(page, `Added ${n}`)).toHaveCount(1);
      await expect(line(page)).toHaveValue('');
    },
    stored: names,
    expected: [...NAMES, ...MOMENTS.map((_, n) => `Added ${n}`)].sort(),
  },
  'An edit of a task': {
    path: n => `${TODAY}/${100 + n}/edit`,
    async change(page, n) {
      await title(page).fill(`Changed ${n}`);
      await page.getByRole('button', { name: 'Save Changes' }).click();
    },
    async see(page, n) {
      await expect(title(page)).toHaveValue(`Changed ${n}`);
      await expect(page.getByText('Draft restored')).toHaveCount(0);
    },
    stored: names,
    expected: edited,
  },
  'A name being typed in the row': {
    path: () => TODAY,
    async change(page, n) {
      await rows(page, NAMES[n]!).focus();
      await page.keyboard.press('F2');
      await page.getByRole('textbox', { name: `Name of ${NAMES[n]}` }).fill(`Changed ${n}`);
    },
    see: (page, n) => expect(rows(page, `Changed ${n}`)).toHaveCount(1),
    stored: names,
    expected: edited,
  },
  'An edit of a note': {
    path: () => WALL,
    async change(page, n) {
      await card(page, NAMES[n]!).click();
      await dialog(page).getByLabel('Description').fill(`Says ${n}`);
      await dialog(page).getByRole('button', { name: 'Save' }).click();
    },
    async see(page, n) {
      await page.goto(WALL);
      await expect(card(page, NAMES[n]!)).toContainText(`Says ${n}`);
      await expect(dialog(page)).toHaveCount(0);
    },
    stored: async data =>
      Object.values((await data.notes()) ?? {})
        .map(({ noteDescription }) => noteDescription)
        .sort(),
    expected: [...MOMENTS.map((_, n) => `Says ${n}`), ...unchanged.map(() => 'Words')],
  },
};

test('Leaving a changed task or note saves it, with Undo; without a title it says so @phone', async ({
  page,
  somebody,
}) => {
  const { data } = await somebody(async device => {
    await device.addTask({ taskName: 'Bread', taskId: 100 });
    await device.addNote({ noteTitle: 'Boat' });
  });
  const discard = page.getByRole('button', { name: 'Discard changes' });
  const mark = page.getByRole('main').getByText('Not saved', { exact: true });
  await rows(page, 'Bread').click();
  await expect(discard).toHaveCount(0);
  await title(page).fill('Rye');
  await expect(discard).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.poll(() => names(data)).toEqual(['Rye']);
  const toast = page.getByRole('status').filter({ hasText: 'Changed “Rye”' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => names(data)).toEqual(['Bread']);

  await rows(page, 'Bread').click();
  await title(page).fill('');
  await page.keyboard.press('Escape');
  await expect(mark).toBeVisible();
  await rows(page, 'Bread').click();
  await expect(title(page)).toHaveValue('');
  await discard.click();
  await expect(title(page)).toHaveValue('Bread');
  await expect(mark).toHaveCount(0);

  await page.goto(WALL);
  await card(page, 'Boat').click();
  await dialog(page).getByLabel('Description').fill('Anneke has the key');
  await page.goBack();
  await expect
    .poll(async () => Object.values((await data.notes()) ?? {}))
    .toMatchObject([{ noteTitle: 'Boat', noteDescription: 'Anneke has the key' }]);
});

/** Closes the tab as a user does, with the events of a page's end, and opens its address in another one. */
async function closeTab(page: Page): Promise<Page> {
  const [url, context] = [page.url(), page.context()];
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  const next = await context.newPage();
  await next.goto(url);
  return next;
}

for (const [what, { path, change, see, stored, expected }] of Object.entries(kinds)) {
  const long = what === 'An edit of a task' ? '' : ' @long';
  test(`${what} is there once, however soon the page ends${long}`, async ({ page, somebody }) => {
    const { data } = await somebody(async device => {
      for (const [n, taskName] of NAMES.entries())
        await device.addTask({ taskName, taskId: 100 + n, taskDueDate: storedDay() });
      const notes = NAMES.map((noteTitle, n) => [keyOf(9 - n), { noteTitle, noteDescription: 'Words' }]);
      await device.patch('notes', Object.fromEntries(notes));
    });
    let tab = page;
    for (const [n, moment] of MOMENTS.entries()) {
      await tab.goto(path(n));
      await change(tab, n);
      await tab.waitForTimeout(moment);
      if (n === 0) await tab.reload();
      else tab = await closeTab(tab);
      await see(tab, n);
    }
    await expect.poll(() => stored(data)).toEqual(expected);
  });
}
