import { keyOf, taskBody } from '../../../bench/seed';
import { expect, test, type Page } from '../fixtures';
import { gesturesReady } from '../support/gestures';
import { storedDay } from '../support/people/people';
import { openTouches, rest } from '../support/touches';

const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) });
const rows = (page: Page) => page.getByRole('main').getByRole('link');
const link = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { name });
const announcement = (page: Page) => page.locator('[aria-live="assertive"]');
const toast = (page: Page) => page.locator('[data-undoes]');
const selected = (page: Page) => page.locator('main [data-selected] a');
type Target = ReturnType<typeof row>;

const middle = async (target: Target) => {
  const { x, y, width, height } = (await target.boundingBox())!;
  return { x: x + Math.min(width / 2, 60), y: y + height / 2 };
};

/** Lifts by the mouse and moves over a target in steps, as a hand does. */
async function dragOver(page: Page, from: Target, to: Target) {
  await gesturesReady(page);
  const [a, b] = [await middle(from), await middle(to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await expect(async () => {
    await page.mouse.move(a.x + 20, a.y + 10, { steps: 4 });
    await page.mouse.move(b.x, b.y, { steps: 4 });
    await expect(to).toHaveCSS('outline-style', 'solid', { timeout: 500 });
  }).toPass();
}
async function drag(page: Page, from: Target, to: Target) {
  await dragOver(page, from, to);
  await page.mouse.up();
}

/** Four tasks under two days of Upcoming. */
async function fourTasks(addTask: (task: { taskName: string; taskDueDate: string }) => Promise<unknown>) {
  for (const [taskName, day] of [
    ['Apples', 1],
    ['Bread', 1],
    ['Cheese', 3],
    ['Dates', 3],
  ] as const)
    await addTask({ taskName, taskDueDate: storedDay(day) });
}
const inWords = (tasks: Record<string, { taskName: string; taskList: string; taskDueDate: string }> | null) =>
  Object.values(tasks ?? {})
    .map(({ taskName, taskList, taskDueDate }) => [taskName, taskList, taskDueDate].join(' '))
    .sort();

test('Rows are dragged onto Today, a day’s heading and Work, each as one step', async ({
  page,
  somebody,
}) => {
  const { data } = await somebody(data => fourTasks(data.addTask));
  await link(page, 'Upcoming').click();
  await expect(rows(page)).toHaveCount(4);

  await drag(page, row(page, 'Apples'), link(page, 'Today'));
  await expect(row(page, 'Apples')).toHaveCount(0);
  await expect(page).toHaveURL('/tasks/upcoming');
  await expect(toast(page)).toContainText(/Apples.*today/i);

  const other = page.locator(`[data-rows] [data-day="${storedDay(3).slice(0, 10)}"]`);
  await drag(page, row(page, 'Bread'), other);
  await expect(other.locator('..').getByRole('listitem')).toHaveCount(3);
  await expect(row(page, 'Bread')).toBeFocused();

  await gesturesReady(page);
  await row(page, 'Cheese').click({ modifiers: ['ControlOrMeta'] });
  await row(page, 'Dates').click({ modifiers: ['ControlOrMeta'] });
  await drag(page, row(page, 'Dates'), link(page, 'Work'));
  await expect(page.getByRole('toolbar')).toHaveCount(0);
  await expect(toast(page)).toContainText('2 tasks');
  await expect(toast(page)).toContainText('Work');
  await expect
    .poll(async () => inWords(await data.tasks()))
    .toEqual([
      `Apples personal ${storedDay()}`,
      `Bread personal ${storedDay(3)}`,
      `Cheese work ${storedDay(3)}`,
      `Dates work ${storedDay(3)}`,
    ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(async () => inWords(await data.tasks()).filter(words => words.includes('work')))
    .toEqual([]);
  // Afterwards a click still opens a task, and so does a press that hardly moves.
  const { x, y } = await middle(row(page, 'Bread'));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 2, y + 2);
  await page.mouse.up();
  await expect(page).toHaveURL(/\/edit$/);
});

test('Escape and a drop elsewhere leave a row, no-ops are no target, a click is heard @long', async ({
  page,
  somebody,
  axe,
}) => {
  await somebody(data => fourTasks(data.addTask));
  await link(page, 'Upcoming').click();
  await dragOver(page, row(page, 'Apples'), link(page, 'Work'));
  await expect(announcement(page)).toContainText('Work');
  await expect(heading(page, 'Tomorrow')).toHaveCSS('outline-style', 'none');
  await expect(link(page, 'Personal')).toHaveCSS('outline-style', 'none');
  await expect(link(page, 'Today')).toHaveCSS('outline-style', 'dashed');
  await axe();
  await page.keyboard.press('Escape');
  await expect(announcement(page)).toHaveText('“Apples” stays where it was');
  await page.mouse.up();
  await expect(page).toHaveURL('/tasks/upcoming');
  await expect(link(page, 'Today')).toHaveCSS('outline-style', 'none');

  await dragOver(page, row(page, 'Apples'), link(page, 'Work'));
  const title = await middle(page.getByRole('heading', { level: 1 }));
  await page.mouse.move(title.x, title.y, { steps: 3 });
  await page.mouse.up();
  await expect(announcement(page)).toHaveText('“Apples” stays where it was: nothing can be dropped there');
  await expect(announcement(page)).toHaveAttribute('data-seen', '');
  await expect(toast(page)).toHaveCount(0);
  await expect(rows(page)).toHaveCount(4);
  await expect(page).toHaveURL('/tasks/upcoming');

  const next = await middle(row(page, 'Cheese'));
  await dragOver(page, row(page, 'Apples'), link(page, 'Today'));
  const nowhere = await middle(heading(page, 'Upcoming'));
  await page.mouse.move(nowhere.x, nowhere.y);
  await page.keyboard.down('ControlOrMeta');
  await page.mouse.up();
  await page.mouse.click(next.x, next.y);
  await page.keyboard.up('ControlOrMeta');
  await expect(selected(page)).toHaveText(/^Cheese/);
});

test('On the morning page rows are selected, and dragged onto the name of a day @long', async ({
  page,
  somebody,
}) => {
  const { data } = await somebody(async data => {
    for (const taskName of ['Apples', 'Bread', 'Cheese']) await data.addTask({ taskName });
  });
  await link(page, 'My day').click();
  await gesturesReady(page);
  await row(page, 'Apples').click({ modifiers: ['ControlOrMeta'] });
  await row(page, 'Bread').click({ modifiers: ['ControlOrMeta'] });
  await expect(selected(page)).toHaveCount(2);
  await drag(page, row(page, 'Apples'), heading(page, 'Tomorrow').locator('..'));
  await expect(toast(page)).toContainText('2 tasks');
  await expect
    .poll(async () => inWords(await data.tasks()))
    .toEqual([
      `Apples personal ${storedDay(1)}`,
      `Bread personal ${storedDay(1)}`,
      `Cheese personal ${storedDay()}`,
    ]);
});

test('In a list of 5,000 rows a drag scrolls, and keys reach headings not drawn @long', async ({
  page,
  somebody,
}) => {
  await somebody(async data => {
    const bodyOf = (n: number) => ({
      ...taskBody(n, storedDay().slice(0, 10)),
      taskName: `Task ${String(n).padStart(4, '0')}`,
      taskList: 'personal' as const,
      taskDueDate: storedDay(n < 2500 ? 1 : 2),
    });
    await data.put(
      'tasks',
      Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [keyOf(n), bodyOf(n)])),
    );
  });
  await link(page, 'Personal').click();
  const first = row(page, 'Task 0000');
  await first.focus();
  await page.keyboard.press('l');
  await expect(announcement(page)).toContainText('Picked up');
  for (let n = 0; n < 5; n++) await page.keyboard.press('ArrowDown');
  const later = page.locator(`[data-rows] [data-day="${storedDay(2).slice(0, 10)}"]`);
  await expect(later).toHaveCSS('outline-style', 'solid');
  await expect(later).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(first).toBeFocused();
  await expect(first).toBeInViewport();
  await page.keyboard.press('Control+z');

  const scroller = page.locator('main [data-rows]').locator('..');
  await scroller.evaluate(element => (element.scrollTop = 3000));
  const name = 'Task 0060';
  const content = row(page, name);
  await expect(content).toBeInViewport();
  const { x, y } = await middle(content);
  const box = (await scroller.boundingBox())!;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 30, { steps: 4 });
  await page.mouse.move(x, box.y + box.height - 30, { steps: 4 });
  await expect.poll(() => scroller.evaluate(element => element.scrollTop)).toBeGreaterThan(3600);
  await expect(page.locator('[data-dragged]')).toHaveText(`“${name}”`);
  const target = await middle(link(page, 'Today'));
  await page.mouse.move(target.x, target.y, { steps: 4 });
  await expect(link(page, 'Today')).toHaveCSS('outline-style', 'solid');
  await page.mouse.up();
  await expect(toast(page)).toContainText(name);
  await expect(row(page, name)).toBeFocused();
});

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a long press opens the menu, moving on drags; a finger that scrolls does neither', async ({
    page,
    somebody,
    axe,
  }) => {
    const { data } = await somebody(async data => {
      for (let n = 0; n < 25; n++)
        await data.addTask({ taskName: `Task ${String(n).padStart(2, '0')}`, taskDueDate: storedDay() });
    });
    await expect(rows(page)).toHaveCount(25);
    const touch = await openTouches(page);

    const low = await middle(row(page, 'Task 06'));
    await touch.swipe(low, { x: low.x, y: low.y - 250 });
    await rest(page, 600); // longer than a long press
    const menu = page.getByRole('menu');
    await expect(menu).toHaveCount(0);
    await expect(page).toHaveURL('/tasks/today');
    const scroller = page.locator('main [data-rows]').locator('..');
    expect(await scroller.evaluate(element => element.scrollTop)).toBeGreaterThan(100);
    const scrolled = 300; // keeps the row away from the edges, where a drag scrolls
    await scroller.evaluate((element, top) => (element.scrollTop = top), scrolled);

    const [from, strip] = [row(page, 'Task 13'), page.getByRole('region', { name: 'Drop on' })];
    const start = await middle(from);
    await touch.down(start);
    await expect(menu).toBeVisible();
    await touch.move(start, { x: start.x, y: start.y + 40 });
    await expect(strip).toBeVisible();
    await expect(menu).toHaveCount(0);
    expect(await scroller.evaluate(element => element.scrollTop)).toBe(scrolled);
    await axe();
    const beside = await strip.getByRole('listitem').evaluateAll(all =>
      all.map(item => {
        const words = document.createRange();
        words.selectNodeContents(item);
        return item.getBoundingClientRect().width - words.getBoundingClientRect().width;
      }),
    );
    expect(Math.min(...beside), 'room beside the words of a target').toBeGreaterThanOrEqual(8);
    const work = strip.getByText('Work');
    await touch.move({ x: start.x, y: start.y + 40 }, await middle(work));
    await expect(work).toHaveCSS('outline-style', 'solid');
    await expect(strip.getByText('Today')).toBeHidden(); // the task is in Today already
    await touch.up();
    await expect(strip).toHaveCount(0);
    await expect(toast(page)).toContainText('Task 13');
    await expect
      .poll(async () => inWords(await data.tasks()).filter(words => words.includes('work')))
      .toEqual([`Task 13 work ${storedDay()}`]);

    // Two tasks are dragged: a long press on a selected row keeps the selection.
    await touch.down(await middle(row(page, 'Task 12')));
    await expect(menu).toBeVisible();
    await touch.up();
    await page.getByRole('menuitem', { name: 'Select' }).tap();
    await expect(selected(page)).toHaveCount(1);
    await row(page, 'Task 14').tap();
    await expect(selected(page)).toHaveCount(2);
    const again = await middle(row(page, 'Task 14'));
    await touch.down(again);
    await rest(page, 600); // longer than a long press
    await expect(selected(page)).toHaveCount(2);
    await touch.move(again, { x: again.x, y: again.y + 30 });
    await touch.move({ x: again.x, y: again.y + 30 }, await middle(work));
    await expect(work).toHaveCSS('outline-style', 'solid');
    await expect(page.getByRole('toolbar')).toHaveCount(0);
    await touch.up();
    await expect(toast(page)).toContainText('2 tasks');
    await expect(page).toHaveURL('/tasks/today');
  });
});
