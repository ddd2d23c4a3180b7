import { expect, type Page } from '../fixtures';
import { gesturesReady } from '../support/gestures';
import { MOMENTS, NAMES, names, rows, tellLeaving, TODAY, unchanged, type Kind } from '../support/leaving';
import { storedDay, type Device } from '../support/people/people';

const WALL = '/tasks/sticky-wall';
const TRASH = '/tasks/trash';
const REPEAT = {
  rule: 'FREQ=DAILY;INTERVAL=2',
  first: storedDay().slice(0, 10),
  at: storedDay().slice(0, 10),
};

const lengthOf = (records: object) => Object.keys(records).length;
const countOf = async (data: Device, path: string) => lengthOf((await data.get<object | null>(path)) ?? {});
const inTrash = (data: Device) => countOf(data, 'ext/trash/tasks');
const taskKeys = async (data: Device) => Object.keys((await data.tasks())!);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Deletes the nth task on its row and waits until the row is gone, with the code for the keys of Undo loaded. */
async function deleteRow(page: Page, n: number) {
  await gesturesReady(page);
  await page.waitForLoadState('networkidle'); // the code of the shortcuts is loaded too
  await rows(page, NAMES[n]!).focus();
  await page.keyboard.press('Delete');
  await expect(rows(page, NAMES[n]!)).toHaveCount(0);
}

async function seeGone(page: Page, n: number) {
  await expect(rows(page, 'Figs')).toBeVisible();
  await expect(rows(page, NAMES[n]!)).toHaveCount(0);
}

const history: Record<string, Kind> = {
  'An undo': {
    isLong: true,
    path: () => TODAY,
    async change(page, n) {
      await deleteRow(page, n);
      await page.keyboard.press('Control+z');
    },
    see: (page, n) => expect(rows(page, NAMES[n]!)).toHaveCount(1),
    stored: async data => [await names(data), await inTrash(data)],
    expected: [NAMES, 0],
  },
  'A redo': {
    path: () => TODAY,
    async change(page, n) {
      await deleteRow(page, n);
      await page.keyboard.press('Control+z');
      await expect(rows(page, NAMES[n]!)).toHaveCount(1);
      await page.keyboard.press('Control+Shift+z');
    },
    see: seeGone,
    stored: async data => [await names(data), await inTrash(data)],
    expected: [unchanged, MOMENTS.length],
    isLong: true,
  },
};

/** Adds as many deleted tasks as there are tasks, named `Old 0` and so on. */
async function fillTrash(data: Device) {
  const copies = NAMES.map((_, n) => {
    const record = { taskName: `Old ${n}`, taskDescription: 'Words', taskList: 'work', taskId: 200 + n };
    const deletedAt = new Date().toISOString();
    return [`-Oldtask${n}`, { deletedAt, record: { ...record, taskDueDate: storedDay() }, isImported: true }];
  });
  await data.patch('ext/trash/tasks', Object.fromEntries(copies));
}
const trash: Record<string, Kind> = {
  'A restored task': {
    path: () => TRASH,
    change: (page, n) => button(page, `Restore Old ${n}`).click(),
    async see(page, n) {
      await page.goto(TODAY);
      await expect(rows(page, `Old ${n}`)).toHaveCount(1);
    },
    stored: async data => [await names(data), await inTrash(data)],
    expected: [[...NAMES, ...MOMENTS.map((_, n) => `Old ${n}`)], unchanged.length],
    isLong: true,
  },
  'A deletion forever': {
    path: () => TRASH,
    change: (page, n) => button(page, `Delete Old ${n} forever`).click(),
    async see(page, n) {
      await expect(button(page, 'Restore Old 4')).toBeVisible();
      await expect(button(page, `Restore Old ${n}`)).toHaveCount(0);
    },
    stored: inTrash,
    expected: 1,
    isLong: true,
  },
};

async function addParts(data: Device) {
  const paths = (await taskKeys(data)).map(key => [`tasks/${key}/taskDescription`, '- [ ] Rinse']);
  await data.patch('', Object.fromEntries(paths));
}
const parts: Record<string, Kind> = {
  'A tick of a part': {
    path: () => TODAY,
    async change(page, n) {
      await button(page, `0 of 1 parts: ${NAMES[n]}`).click();
      await page.getByRole('checkbox', { name: 'Rinse' }).click();
    },
    see: (page, n) => expect(button(page, `1 of 1 parts: ${NAMES[n]}`)).toBeVisible(),
    stored: async data =>
      Object.values((await data.tasks())!).filter(task => task.taskDescription.includes('[x]')).length,
    expected: MOMENTS.length,
    isLong: true,
  },
};

/** Choices of the settings, and the stored settings after all of them. */
const CHOICES = ['Dark', 'Largest', 'Light', 'Large'];
const looks = (data: Device) =>
  data.get<Record<string, { pinned?: boolean; colour?: string }> | null>('ext/looks');
const card = (page: Page, title: string) => page.locator('main [data-note]', { hasText: title });
const tools = (page: Page, title: string) => page.getByRole('group', { name: `Look of ${title}` });

const simple: Record<string, Kind> = {
  'A setting': {
    path: () => '/account/settings',
    change: (page, n) => page.getByRole('radio', { name: CHOICES[n], exact: true }).check(),
    see: (page, n) => expect(page.getByRole('radio', { name: CHOICES[n], exact: true })).toBeChecked(),
    stored: data => data.get('ext/settings'),
    expected: { theme: 'light', textSize: 'large' },
    isLong: true,
  },
  'A pin on the card': {
    path: () => WALL,
    async change(page, n) {
      await card(page, NAMES[n]!).hover();
      await tools(page, NAMES[n]!).getByRole('button', { name: 'Pin' }).click();
    },
    see: (page, n) => expect(card(page, NAMES[n]!)).toContainText('pinned'),
    stored: async data => Object.values((await looks(data)) ?? {}).filter(({ pinned }) => pinned).length,
    expected: MOMENTS.length,
    isLong: true,
  },
  'A deleted note': {
    path: () => WALL,
    async change(page, n) {
      await card(page, NAMES[n]!).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    },
    async see(page, n) {
      await page.goto(WALL);
      await expect(card(page, 'Figs')).toBeVisible();
      await expect(card(page, NAMES[n]!)).toHaveCount(0);
    },
    stored: async data => [lengthOf((await data.notes()) ?? {}), await countOf(data, 'ext/trash/notes')],
    expected: [1, MOMENTS.length],
    isLong: true,
  },
  'A day of the menu': {
    path: () => TODAY,
    async change(page, n) {
      await gesturesReady(page);
      await rows(page, NAMES[n]!).focus();
      await page.keyboard.press('m');
      await page.getByRole('menuitem', { name: 'Tomorrow' }).click();
    },
    see: seeGone,
    stored: async data =>
      Object.values((await data.tasks())!).filter(task => task.taskDueDate !== storedDay()).length,
    expected: MOMENTS.length,
    isLong: true,
  },
};

const repeats: Record<string, Kind> = {
  'A skip of what repeats': {
    path: () => TODAY,
    async change(page, n) {
      await gesturesReady(page);
      await rows(page, NAMES[n]!).focus();
      await page.keyboard.press('m');
      await page.getByRole('menuitem', { name: 'Skip this one' }).click();
    },
    see: seeGone,
    stored: async data =>
      Object.values((await data.get<Record<string, typeof REPEAT>>('ext/repeats'))!).filter(
        ({ at }) => at !== REPEAT.at,
      ).length,
    expected: MOMENTS.length,
    isLong: true,
  },
};
async function addRepeats(data: Device) {
  for (const key of await taskKeys(data)) await data.put(`ext/repeats/${key}`, REPEAT);
}

const imported = (n: number) => `Imported ${n}`;
const wholeImport: Record<string, Kind> = {
  'The whole of an import, or nothing of it,': {
    path: () => '/account/data',
    async change(page, n) {
      const row = `task,${imported(n)},Words,4,1,,,2026-10-05,en,`;
      const head = 'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE';
      const buffer = Buffer.from([head, row, row, row].join('\r\n'));
      const file = { name: 'todoist.csv', mimeType: 'application/octet-stream', buffer };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('button', { name: /^Add 3/ }).click();
    },
    see: page => expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible(),
    stored: async data => {
      const all = await names(data);
      return MOMENTS.map((_, n) => all.filter(name => name === imported(n)).length % 3);
    },
    expected: MOMENTS.map(() => 0),
    isLong: true,
  },
};

tellLeaving(history);
tellLeaving(trash, fillTrash);
tellLeaving(parts, addParts);
tellLeaving(simple);
tellLeaving(repeats, addRepeats);
tellLeaving(wholeImport);
