import { expect, type Page } from '../fixtures';
import { notesMovable } from '../support/gestures';
import {
  edited,
  MOMENTS,
  NAMES,
  names,
  rows,
  tellLeaving,
  TODAY,
  unchanged,
  type Kind,
} from '../support/leaving';
import { dayIn, fillTask } from '../support/taskForm';

const WALL = '/tasks/sticky-wall';

const card = (page: Page, title: string) => page.locator('main [data-note]', { hasText: title });
const title = (page: Page) => page.getByPlaceholder('Title of your task');
const dialog = (page: Page) => page.getByRole('dialog');
const titles = (page: Page) => page.locator('main [data-note] strong').allTextContents();
const editOf = (n: number) => `${TODAY}/${100 + n}/edit`;

const added = [...NAMES, ...MOMENTS.map((_, n) => `Added ${n}`)].sort();
/** The order after the first note was moved to the fourth place so many times. */
const order = (times: number): string[] => {
  if (times === 0) return NAMES;
  const [first, second, third, fourth, ...others] = order(times - 1);
  return [second!, third!, fourth!, first!, ...others];
};
const checked = (page: Page) => dialog(page).getByRole('radio', { checked: true });
/** The papers that the arrow keys reached, in order. */
const passed: string[] = [];
const PAPERS = ['teal', 'rose', 'sky', 'mint'];

const kinds: Record<string, Kind> = {
  'A task of the quick-add line': {
    path: () => TODAY,
    async change(page, n) {
      await page.locator('[data-quick-add][data-kept]').fill(`Added ${n}`);
      await page.keyboard.press('Enter');
    },
    async see(page, n) {
      await expect(rows(page, `Added ${n}`)).toHaveCount(1);
      await expect(page.locator('[data-quick-add][data-kept]')).toHaveValue('');
    },
    stored: names,
    expected: added,
  },
  'A task of the form': {
    isLong: true,
    path: () => '/tasks/new',
    async change(page, n) {
      const day = await dayIn(page);
      await fillTask(page, { title: `Added ${n}`, description: 'Words', list: 'personal', day });
      await page.getByRole('button', { name: 'Add Task' }).click();
    },
    async see(page, n) {
      await page.goto('/tasks/new');
      await expect(title(page)).toHaveValue('');
      await page.getByRole('link', { name: 'Personal', exact: true }).click();
      await expect(rows(page, `Added ${n}`)).toHaveCount(1);
    },
    stored: names,
    expected: added,
  },
  'A tick': {
    path: () => TODAY,
    change: (page, n) => page.getByRole('checkbox', { name: `Done: ${NAMES[n]}` }).check(),
    async see(page, n) {
      await expect(rows(page, 'Figs')).toBeVisible();
      await expect(page.getByRole('checkbox', { name: `Done: ${NAMES[n]}`, checked: false })).toHaveCount(0);
    },
    stored: async data => Object.keys((await data.get<object | null>('ext/done')) ?? {}).length,
    expected: MOMENTS.length,
  },
  'An edit of a task': {
    path: editOf,
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
  'A deletion': {
    isLong: true,
    path: editOf,
    change: page => page.getByRole('button', { name: 'Delete Task' }).click(),
    async see(page, n) {
      await page.goto(TODAY);
      await expect(rows(page, 'Figs')).toBeVisible();
      await expect(rows(page, NAMES[n]!)).toHaveCount(0);
    },
    stored: async data => [
      await names(data),
      Object.keys((await data.get<object>('ext/trash/tasks')) ?? {}).length,
    ],
    expected: [unchanged, MOMENTS.length],
  },
  'A drag on the wall': {
    isLong: true,
    path: () => WALL,
    async change(page, n) {
      await notesMovable(page);
      const [from, to] = await Promise.all([0, 3].map(at => card(page, order(n)[at]!).boundingBox()));
      await page.mouse.move(from!.x + from!.width / 2, from!.y + from!.height / 2);
      await page.mouse.down();
      await page.mouse.move(to!.x + to!.width / 2, to!.y + to!.height / 2, { steps: 8 });
      await expect.poll(() => titles(page)).toEqual(order(n + 1));
      await page.mouse.up();
    },
    see: (page, n) => expect.poll(() => titles(page)).toEqual(order(n + 1)),
    stored: async data => Object.keys((await data.get<object | null>('ext/looks')) ?? {}).length > 0,
    expected: true,
  },
  'The colour of a note': {
    isLong: true,
    path: () => WALL,
    async change(page, n) {
      await card(page, NAMES[n]!).click();
      await dialog(page).locator(`input[value="${PAPERS[n]}"]`).check();
    },
    async see(page, n) {
      await page.goto(TODAY); // an open note stays open after a reload
      await page.goto(WALL);
      await card(page, NAMES[n]!).click();
      await expect(dialog(page).locator(`input[value="${PAPERS[n]}"]`)).toBeChecked();
      await page.keyboard.press('Escape');
    },
    stored: async data =>
      Object.values((await data.get<Record<string, { colour: string }> | null>('ext/looks')) ?? {})
        .map(({ colour }) => colour)
        .sort(),
    expected: PAPERS.slice(0, MOMENTS.length).sort(),
  },
  'A colour at which the arrow keys stopped': {
    isLong: true,
    path: () => WALL,
    async change(page, n) {
      await card(page, NAMES[n]!).click();
      await checked(page).focus();
      await page.keyboard.press('ArrowRight');
      passed[n] = (await checked(page).getAttribute('value'))!;
    },
    async see(page, n) {
      await page.goto(TODAY); // an open note stays open after a reload
      await page.goto(WALL);
      await card(page, NAMES[n]!).click();
      await expect(checked(page)).toHaveAttribute('value', passed[n]!);
      await page.keyboard.press('Escape');
    },
    stored: async data => Object.keys((await data.get<object | null>('ext/looks')) ?? {}).length,
    expected: MOMENTS.length,
  },
  'The words of a note': {
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

tellLeaving(kinds);
