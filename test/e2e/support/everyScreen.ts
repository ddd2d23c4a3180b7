import { expect, type Locator, type Page } from '@playwright/test';
import { pasteText } from './counted';
import { storedDay, type Device } from './people/people';

const LONG = 'A name that is far longer than any row is wide, and goes on and on ';
const WALL = '/tasks/sticky-wall';

/** Adds tasks of every kind of day, some with long names or descriptions, and notes on several papers. */
export async function furnish(device: Device) {
  for (const [at, days] of [-9, -1, 0, 0, 0, 1, 2, 3, 8, 40].entries()) {
    const key = await device.addTask({
      taskName: at % 3 === 2 ? LONG.repeat(3) : `Task ${at}`,
      taskDescription: at % 2 ? 'Words' : '',
      taskId: 70 + at,
      taskList: at % 2 ? 'work' : 'personal',
      taskDueDate: storedDay(days),
    });
    if (at < 6) await device.put(`ext/times/${key}`, { time: `1${at}:30` });
  }
  await device.addTask({ taskName: 'Someday', taskId: 90, taskDueDate: '' });
  const taskDescription = `- [ ] Milk\n- [x] ${LONG.repeat(2)}`;
  const key = await device.addTask({
    taskName: 'Shop',
    taskId: 91,
    taskDescription,
    taskDueDate: storedDay(),
  });
  const today = storedDay().slice(0, 10);
  const rule = 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;WKST=MO';
  await device.put(`ext/occurrences/${key}`, { '2026-01-01': '2026-01-02T09:00:00.000Z' });
  await device.put(`ext/repeats/${key}`, { rule, first: '2026-01-01', at: today });
  for (const [at, colour] of ['lemon', 'rose', 'teal', 'chalk', null].entries()) {
    const words = at % 2 ? '- [ ] Milk\n- [x] Bread\nhttps://example.org/eggs' : 'Two bottles\n'.repeat(30);
    const key = await device.addNote({ noteTitle: `Note ${at}`, noteDescription: words });
    await device.put(`ext/looks/${key}`, { ...(colour && { colour }), ...(at < 2 && { pinned: true }) });
  }
}

const main = (page: Page) => page.getByRole('main');
const rows = (page: Page) => main(page).getByRole('link');
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const field = (page: Page) => page.getByRole('textbox', { name: 'Quick add' });

type Screens = readonly (readonly [path: string, there: Locator])[];

/** The screens of an account without tasks and notes, each with an element that it shows. */
export const emptyPages = (page: Page): Screens => [
  ['/tasks/upcoming', page.getByText('You have no upcoming tasks')],
  [WALL, page.getByText('No notes yet')],
  ['/day', heading(page, 'Tomorrow')],
  ['/tasks/no-date', page.getByText('You have no tasks without a date')],
  ['/tasks/done', page.getByText('Nothing done yet')],
  ['/tasks/trash', page.getByText('The trash is empty')],
  ['/account/sync', page.getByText('No changes yet')],
];

/** The screens of a furnished account. */
export const pages = (page: Page): Screens => [
  ['/tasks', page.getByText('Select a Task')],
  ['/tasks/today', rows(page)],
  ['/tasks/upcoming', heading(page, 'Tomorrow')],
  ['/tasks/previous', rows(page)],
  ['/tasks/personal', heading(page, 'No date')],
  ['/tasks/work', rows(page)],
  ['/tasks/no-date', rows(page)],
  ['/tasks/today/72/edit', button(page, 'Delete Task')],
  ['/tasks/today/91/edit', page.getByLabel('How often')],
  ['/tasks/today/404/edit', page.getByText('is gone')],
  ['/tasks/new', page.getByLabel('Due Date')],
  [WALL, button(page, /^Note 4/)],
  ['/day', button(page, /^Note 1/)],
  ['/account', heading(page, 'Delete account')],
  ['/account/settings', heading(page, 'Settings')],
  ['/account/data', heading(page, 'Your data')],
  ['/share?text=Buy%20bread', button(page, 'A task')],
  ['/nowhere', page.getByText('Page not found')],
];

/** Dialogs and menus that open over a page or change it, and how to open each. */
export const overlays = (page: Page) => {
  const { keyboard } = page;
  const [today, upcoming] = ['/tasks/today', '/tasks/upcoming'];
  const dialog = page.getByRole('dialog');
  const lifted = page.locator('[aria-live="assertive"]', { hasText: 'Picked up' });
  /** Presses keys on the first row, and waits for what they open. */
  const onRow =
    (key: string, opened: Locator, ...next: Locator[]) =>
    async () => {
      await rows(page).first().focus();
      await keyboard.press(key);
      for (const choice of next) await choice.click();
      await opened.waitFor({ state: 'attached' });
    };
  const byClick = (opener: Locator, opened: Locator) => async () => {
    await opener.click();
    await opened.waitFor();
  };
  /** Types into the quick line, and waits for what it shows. */
  const byWords = (enter: () => Promise<unknown>, opened: Locator) => async () => {
    await keyboard.press('q');
    await expect(field(page)).toBeFocused();
    await enter();
    await opened.waitFor();
  };
  const words = () => field(page).fill('Send the report tomorrow #work');
  const paste = async () => {
    await field(page).fill(''); // it keeps what was typed before
    await pasteText(page, 'Milk tomorrow\nBread #work\nHoney');
  };
  const day = page.getByRole('menuitem', { name: 'Pick a day' });
  const renamed = page.getByRole('textbox', { name: /^Name of/ });
  return [
    { name: 'quick add with chips', path: today, open: byWords(words, button(page, 'Work')) },
    { name: 'the preview of a paste', path: today, open: byWords(paste, button(page, 'Add 3 tasks')) },
    { name: 'a selection', path: upcoming, open: onRow('Shift+ArrowDown', page.getByRole('toolbar')) },
    {
      name: 'the subtasks of a row',
      path: today,
      open: byClick(button(page, /subtasks: Shop/), page.getByRole('checkbox', { name: 'Milk' })),
    },
    { name: 'the menu of a row', path: upcoming, open: onRow('m', page.getByRole('menu')) },
    { name: 'a row that is renamed', path: upcoming, open: onRow('F2', renamed) },
    { name: 'the days of a task', path: upcoming, open: onRow('m', dialog, day) },
    {
      name: 'the tools of a card',
      path: WALL,
      open: async () => {
        await button(page, /^Note 1/).waitFor();
        await keyboard.press('j');
        await keyboard.press('j');
        await page.getByRole('group', { name: /^Look of/ }).waitFor();
      },
    },
    {
      name: 'the menu of a card',
      path: WALL,
      open: async () => {
        await button(page, /^Note 1/).waitFor();
        for (const key of ['j', 'j', 'm']) await keyboard.press(key);
        await page.getByRole('menu').waitFor();
      },
    },
    { name: 'a lifted row', path: upcoming, open: onRow('l', lifted) },
    {
      name: 'a note',
      path: WALL,
      open: byClick(button(page, /^Note 1/), dialog.getByRole('button', { name: 'Delete' })),
    },
    { name: 'a new note', path: WALL, open: byClick(button(page, 'Add note'), dialog.getByLabel('Title')) },
    {
      name: 'a lifted note',
      path: WALL,
      open: async () => {
        await button(page, /^Note 4/).focus();
        await keyboard.press('l');
        await lifted.waitFor({ state: 'attached' });
      },
    },
    {
      name: 'the palette',
      path: today,
      open: async () => {
        await keyboard.press('/');
        await page.getByRole('combobox').fill('note');
        await page.getByRole('option').first().waitFor();
      },
    },
    {
      name: 'the shortcuts',
      path: today,
      open: async () => {
        await keyboard.press('?');
        await dialog.waitFor();
      },
    },
    {
      name: 'the drawer',
      path: today,
      open: async () => {
        const toggle = button(page, 'Open navigation');
        if (await toggle.isVisible()) await toggle.click();
        await button(page, 'Sign out').waitFor();
      },
    },
    {
      name: 'the preview of a file',
      path: '/account/data',
      open: async () => {
        await page.locator('input[type=file]').setInputFiles({
          name: 'tasks.txt',
          mimeType: 'text/plain',
          buffer: Buffer.from('TYPE,CONTENT,DESCRIPTION,DATE\ntask,Milk,Two,2031-10-05\ntask,Bread,,\n'),
        });
        await button(page, /^Add \d/).waitFor();
      },
    },
  ];
};

/** Ticks and deletes tasks, and visits the screens that report it: the toast, Done, the trash and the log. */
export async function lookAtThePast(page: Page, look: (name: string) => Promise<unknown>) {
  await page.goto('/tasks/today');
  await page.waitForLoadState('networkidle');
  await main(page).getByRole('checkbox').first().click();
  await button(page, 'Undo').waitFor();
  await look('a toast');
  await page.goto('/tasks/done');
  await rows(page).first().waitFor();
  await look('/tasks/done');
  await page.goto('/tasks/today');
  await rows(page).first().focus();
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Delete');
  await button(page, 'Undo').waitFor();
  await page.goto('/tasks/trash');
  await button(page, /^Restore/).waitFor();
  await look('/tasks/trash');
  await page.goto('/account/sync');
  await heading(page, 'All changes on this device').waitFor();
  await look('/account/sync');
}
