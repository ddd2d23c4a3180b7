import { keyOf } from '../../../bench/seed';
import { expect, test, type Page } from '../fixtures';
import { casesOf } from './long';
import { storedDay, type Device } from './people/people';

/** Milliseconds between a change and the end of its page. */
export const MOMENTS = casesOf([0, 150], [0, 50, 150, 400]);
export const TODAY = '/tasks/today';
/** The names of the user's tasks, and of the notes. */
export const NAMES = ['Bread', 'Cheese', 'Dates', 'Eggs', 'Figs'];
/** The names that no change reached. */
export const unchanged = NAMES.slice(MOMENTS.length);
/** The names after each change edited a task. */
export const edited = [...MOMENTS.map((_, n) => `Changed ${n}`), ...unchanged];

export const rows = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}\\b`) });
export const names = async (data: Device) =>
  Object.values((await data.tasks()) ?? {})
    .map(({ taskName }) => taskName)
    .sort();

/** Reloads the page, or closes its tab and opens another one. */
async function leave(page: Page, how: 'reload' | 'close'): Promise<Page> {
  if (how === 'reload') {
    await page.reload();
    return page;
  }
  const [url, context] = [page.url(), page.context()];
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true }); // runs the page's end events, as when a user closes the tab
  await closed;
  const next = await context.newPage();
  await next.goto(url);
  return next;
}

export type Kind = {
  /** The path of the page for the nth change. */
  path(n: number): string;
  change(page: Page, n: number): Promise<unknown>;
  /** Waits until the next page shows the change. */
  see(page: Page, n: number): Promise<unknown>;
  /** The server's data after all changes. */
  stored(data: Device): Promise<unknown>;
  expected: unknown;
  /** Only in the long run. */
  isLong?: true;
};

/** Defines a story for each kind of change; `prepare` adds data to the account. */
export function tellLeaving(kinds: Record<string, Kind>, prepare?: (data: Device) => Promise<unknown>) {
  for (const [what, kind] of Object.entries(kinds))
    test(`${what} is there once, however soon the page ends${kind.isLong ? ' @long' : ''}`, async ({
      page,
      somebody,
    }) => {
      const { data } = await somebody(async device => {
        for (const [n, taskName] of NAMES.entries())
          await device.addTask({ taskName, taskId: 100 + n, taskDueDate: storedDay() });
        const notes = NAMES.map((noteTitle, n) => [keyOf(9 - n), { noteTitle, noteDescription: 'Words' }]);
        await device.patch('notes', Object.fromEntries(notes));
        await prepare?.(device);
      });
      let tab = page;
      for (const [n, moment] of MOMENTS.entries()) {
        await tab.goto(kind.path(n));
        await kind.change(tab, n);
        await tab.waitForTimeout(moment);
        tab = await leave(tab, n % 2 === 0 ? 'reload' : 'close');
        await kind.see(tab, n);
      }
      await expect.poll(() => kind.stored(data)).toEqual(kind.expected);
    });
}
