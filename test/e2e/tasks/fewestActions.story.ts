import { keyOf } from '../../../bench/seed';
import { expect, test, type Page } from '../fixtures';
import { counted, type Counts } from '../support/counted';
import { gesturesReady, notesMovable } from '../support/gestures';
import { storedDay, type Device } from '../support/people/people';

type Person = ReturnType<typeof counted>;
type Act = (page: Page, person: Person) => Promise<unknown>;

/**
 * An everyday action: the fewest steps that it takes in Todoist, TickTick, Things or Keep, and its ways in this app.
 */
type Thing = { name: string; best: number; path: string; ways: readonly Act[] };

const WALL = '/tasks/sticky-wall';
const TODAY = '/tasks/today';
const row = (page: Page, name: string) => page.locator('main a[data-task]', { hasText: name });
const card = (page: Page, title: string) => page.locator('main [data-note]', { hasText: title });
const cards = (page: Page) => page.locator('main [data-note] strong');
const tools = (page: Page) => page.getByRole('group', { name: 'Look of Market' });
/** Expects the rows of these names in this order. */
const expectOrder = (page: Page, names: readonly string[]) =>
  expect
    .poll(async () =>
      (await page.locator('main a[data-task] [dir="auto"]').allTextContents()).filter(name =>
        names.includes(name),
      ),
    )
    .toEqual([...names]);
const added = (page: Page, words: string) => expect(page.getByText(`Added “${words}”`)).toBeVisible();

async function pointOf(of: ReturnType<typeof row>, edge: number) {
  const { x, y, height } = (await of.boundingBox())!;
  return { x: x + 60, y: y + height * edge };
}

const things: readonly Thing[] = [
  {
    name: 'Task for today by n',
    best: 2,
    path: TODAY,
    ways: [
      async (page, person) => {
        await person.press('n');
        await person.type('Buy milk');
        await person.press('Control+Enter');
        await added(page, 'Buy milk');
        await expect(row(page, 'Buy milk')).toBeVisible();
      },
    ],
  },
  {
    name: 'Task with a day in words',
    best: 2,
    path: TODAY,
    ways: [
      async (page, person) => {
        await person.press('q');
        await person.type('Call Piet tomorrow');
        await person.press('Enter');
        await added(page, 'Call Piet');
        await expect(row(page, 'Call Piet')).toHaveCount(0);
      },
    ],
  },
  {
    name: 'Note from words',
    best: 2,
    path: WALL,
    ways: [
      async (page, person) => {
        await page.getByRole('textbox', { name: 'Write a note…' }).waitFor();
        await person.press('a');
        await person.type('The key is at the boat');
        await person.press('Control+Enter');
        await expect(cards(page)).toHaveCount(4);
      },
      async (page, person) => {
        await person.click(page.getByRole('textbox', { name: 'Write a note…' }));
        await person.type('Piet has the oars');
        await person.click(page.getByRole('heading', { name: 'Sticky Wall' }));
        await expect(cards(page)).toHaveCount(5);
      },
    ],
  },
  {
    name: 'Colour of a note',
    best: 1,
    path: WALL,
    ways: [
      async (page, person) => {
        await card(page, 'Market').hover();
        const teal = tools(page).getByRole('radio', { name: 'Teal' });
        await person.click(teal);
        await expect(teal).toBeChecked();
      },
    ],
  },
  {
    name: 'Pin of a note',
    best: 1,
    path: WALL,
    ways: [
      async (page, person) => {
        await card(page, 'Market').focus();
        await person.press('p');
        await expect(card(page, 'Market')).toContainText('pinned');
      },
      async (page, person) => {
        await card(page, 'Market').hover();
        await person.click(tools(page).getByRole('button', { name: 'Pin' }));
        await expect(card(page, 'Market')).not.toContainText('pinned');
      },
    ],
  },
  {
    name: 'Checklist of a note',
    best: 1,
    path: WALL,
    ways: [
      async (page, person) => {
        await card(page, 'Market').hover();
        await person.click(tools(page).getByRole('button', { name: 'Checklist' }));
        await expect(page.getByRole('checkbox', { name: 'Milk' })).toBeVisible();
      },
    ],
  },
  {
    name: 'Rename a task',
    best: 2,
    path: TODAY,
    ways: [
      async (page, person) => {
        await row(page, 'Apples').focus();
        await person.press('F2');
        await person.type('Pears');
        await person.press('Enter');
        await expect(row(page, 'Pears')).toBeFocused();
      },
    ],
  },
  {
    name: 'One task to any day',
    best: 3,
    path: TODAY,
    ways: [
      async (page, person) => {
        await row(page, 'Bread').focus();
        await person.press('m');
        await expect(page.getByRole('menu')).toBeVisible();
        await person.press('d');
        await expect(page.getByRole('dialog').getByLabel('Day', { exact: true })).toBeFocused();
        await person.type('in 9 days');
        await person.press('Enter');
        await expect(row(page, 'Bread')).toHaveCount(0);
      },
      async (page, person) => {
        await row(page, 'Cheese').hover();
        await person.click(page.getByRole('button', { name: 'Move: Cheese' }));
        await person.click(page.getByRole('menuitem', { name: 'Pick a day' }));
        await person.click(page.getByRole('dialog').getByRole('gridcell').last());
        await expect(row(page, 'Cheese')).toHaveCount(0);
      },
    ],
  },
  {
    name: 'Order within a day',
    best: 1,
    path: '/tasks/upcoming',
    ways: [
      async (page, person) => {
        await row(page, 'Eggs').focus();
        await person.press('Alt+ArrowUp');
        await expectOrder(page, ['Eggs', 'Dates', 'Figs']);
      },
      async (page, person) => {
        await gesturesReady(page);
        await page.waitForLoadState('networkidle');
        const from = await pointOf(row(page, 'Figs'), 0.5);
        const to = await pointOf(row(page, 'Eggs'), 0.1);
        await person.drag(from, to, () => expect(page.locator('[data-drop-line]')).toBeVisible());
        await expectOrder(page, ['Figs', 'Eggs', 'Dates']);
      },
    ],
  },
  {
    name: 'Note moved',
    best: 1,
    path: WALL,
    ways: [
      async (page, person) => {
        await notesMovable(page);
        const order = () => cards(page).allTextContents();
        const before = await order();
        const [from, to] = [cards(page).last(), cards(page).nth(1)];
        await person.drag(await pointOf(from, 0.5), await pointOf(to, 0.5), () =>
          expect.poll(order).not.toEqual(before),
        );
        await expect(page.getByText('Moved “', { exact: false }).first()).toBeVisible();
      },
    ],
  },
];

async function furnish(data: Device) {
  const note = (noteTitle: string, noteDescription: string) => ({ noteTitle, noteDescription });
  await data.patch('notes', {
    [keyOf(3)]: note('Market', 'Milk\nBread'),
    [keyOf(2)]: note('Boat', 'Anneke has the key'),
    [keyOf(1)]: note('Garden', 'Roses'),
  });
  for (const taskName of ['Apples', 'Bread', 'Cheese', 'Dates', 'Eggs', 'Figs'])
    await data.addTask({ taskName, taskDueDate: storedDay(taskName < 'D' ? 0 : 2) });
}

const inWords = (counts: Partial<Counts>) =>
  Object.entries(counts)
    .map(([kind, count]) => `${count} ${count === 1 ? kind.slice(0, -1) : kind}`)
    .join(', ');

test('No small thing of every day takes more actions than in the best of the others @long', async ({
  page,
  somebody,
}) => {
  await somebody(furnish);
  const table: { thing: string; best: number; here: number; ways: string }[] = [];
  for (const { name, best, path, ways } of things) {
    const taken: Partial<Counts>[] = [];
    for (const act of ways) {
      await page.goto(path);
      await page.locator('main [data-item], main a[data-task]').first().waitFor();
      await page.waitForLoadState('networkidle');
      const person = counted(page);
      await act(page, person);
      taken.push(person.take());
    }
    const sums = taken.map(counts => Object.values(counts).reduce((sum, count) => sum + count, 0));
    table.push({ thing: name, best, here: Math.max(...sums), ways: taken.map(inWords).join(' or ') });
  }
  console.table(table);
  for (const { thing, best, here } of table) expect.soft(here, thing).toBeLessThanOrEqual(best);
});
