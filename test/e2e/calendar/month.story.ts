import { expect, test, type Page } from '../fixtures';
import { gesturesReady } from '../support/gestures';
import { storedDay } from '../support/people/people';
import { openTouches, rest } from '../support/touches';

const cell = (page: Page, days: number) =>
  page.locator(`[role="gridcell"][data-day="${storedDay(days).slice(0, 10)}"]`);
const date = (page: Page, days: number) => cell(page, days).locator('[data-date]');
const task = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) });
const middle = async (target: ReturnType<typeof cell>) => {
  const { x, y, width, height } = (await target.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
};
/** A day beside today that is in the same weeks: another one of this week. */
const other = new Date().getDay() === 0 ? -1 : new Date().getDay() === 6 ? -2 : 1;
const dayOf = async (data: { tasks(): Promise<unknown> }, name: string) => {
  const tasks = Object.values((await data.tasks()) as Record<string, Record<string, string>>);
  return tasks.find(({ taskName }) => taskName === name)?.taskDueDate;
};

test('A task of the month is ticked, dragged, moved by keys, opened and added', async ({
  page,
  somebody,
  axe,
}) => {
  const { data } = await somebody(async ({ addTask }) => {
    await addTask({ taskName: 'Milk', taskId: 71 });
    await addTask({ taskName: 'Bread' });
  });
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page).toHaveURL(`/calendar/month/${storedDay().slice(0, 10)}`);
  await expect(date(page, 0)).toHaveAccessibleName(/, today, 2 tasks$/);
  await axe();

  await gesturesReady(page);
  const [from, to] = [await middle(task(page, 'Milk')), await middle(cell(page, other))];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await expect(async () => {
    await page.mouse.move(from.x + 20, from.y + 10, { steps: 4 });
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await expect(cell(page, other)).toHaveCSS('outline-style', 'solid', { timeout: 500 });
  }).toPass();
  await page.mouse.up();
  await expect(cell(page, other).getByRole('link', { name: 'Milk' })).toBeVisible();
  await expect.poll(() => dayOf(data, 'Milk')).toBe(storedDay(other));

  await date(page, other).focus();
  await page.keyboard.press('j');
  await expect(task(page, 'Milk')).toBeFocused();
  await page.keyboard.press('m');
  await page.keyboard.press('t');
  await expect(cell(page, 0).getByRole('link', { name: 'Milk' })).toBeVisible();

  await page.getByRole('checkbox', { name: 'Done: Bread' }).check();
  await expect.poll(() => data.get('ext/done')).not.toBeNull();

  await date(page, other).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Quick add' }).fill('Call Ana #work');
  await page.keyboard.press('Enter');
  await expect(cell(page, other).getByRole('link', { name: 'Call Ana' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(date(page, other)).toBeFocused();

  await task(page, 'Milk').click();
  await expect(page).toHaveURL(/^[^?]*\/calendar\/month\/[\d-]+\/71\/edit$/);
  await expect(page.getByRole('grid')).toBeVisible();
  await page.reload();
  await expect(page.getByPlaceholder('Title of your task')).toHaveValue('Milk');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
});

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('A touched day of the month shows its tasks, which a finger drags to another @long', async ({
    page,
    somebody,
    axe,
  }) => {
    const { data } = await somebody(({ addTask }) => addTask({ taskName: 'Milk' }));
    await page.goto(`/calendar/month/${storedDay(other).slice(0, 10)}`);
    await expect(date(page, 0)).toHaveAccessibleName(/, today, 1 task$/);
    await expect(task(page, 'Milk')).toBeHidden();
    await cell(page, 0).tap();
    await expect(page).toHaveURL(`/calendar/month/${storedDay().slice(0, 10)}`);
    await expect(task(page, 'Milk')).toBeVisible();
    await axe();

    await gesturesReady(page);
    const touches = await openTouches(page);
    const [from, to] = [await middle(task(page, 'Milk')), await middle(cell(page, other))];
    await touches.down(from);
    await rest(page, 700);
    await touches.move(from, to);
    await expect(cell(page, other)).toHaveCSS('outline-style', 'solid');
    await touches.up();
    await expect.poll(() => dayOf(data, 'Milk')).toBe(storedDay(other));
    await expect(date(page, other)).toHaveAccessibleName(/, 1 task/);
  });
});

test('The month prints on one landscape page @long', async ({ page, somebody }) => {
  await somebody(async ({ put }) => {
    const days = Array.from({ length: 31 }, (_, at) => `2027-05-${String(at + 1).padStart(2, '0')}`);
    const records = days.flatMap((day, at) =>
      [1, 2, 3, 4, 5].map(each => ({
        taskName: `Task ${at * 5 + each}`,
        taskDescription: '',
        taskList: 'personal',
        taskDueDate: `${day}T00:00:00.000Z`,
        taskId: at * 5 + each,
      })),
    );
    await put('tasks', Object.fromEntries(records.map((record, at) => [`-k${at}`, record])));
  });
  await page.goto('/calendar/month/2027-05-10');
  await expect(page.getByRole('link', { name: /^2 more on/ }).first()).toBeVisible();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  const [, width, height] = /\/MediaBox\s*\[0 0 (\S+) (\S+)\]/.exec(pdf)!;
  expect(Number(width)).toBeGreaterThan(Number(height));
});
