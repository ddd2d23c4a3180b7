import { expect, test, type Page } from '../fixtures';
import { gesturesReady } from '../support/gestures';
import { storedDay } from '../support/people/people';
import { openTouches, rest } from '../support/touches';

/** A day beside today that is in the same week, whichever day is its first. */
const other = new Date().getDay() === 0 ? -1 : new Date().getDay() === 6 ? -2 : 1;
const dayOf = (days: number) => storedDay(days).slice(0, 10);
const column = (page: Page, days: number) => page.locator(`[data-column="${dayOf(days)}"]`);
const task = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) });
const middle = async (target: ReturnType<typeof column>) => {
  const { x, y, width, height } = (await target.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
};
const dueOf = async (data: { tasks(): Promise<unknown> }, name: string) => {
  const tasks = Object.values((await data.tasks()) as Record<string, Record<string, string>>);
  return tasks.find(({ taskName }) => taskName === name)?.taskDueDate;
};

test('A task of the week is added, dragged to a day, lifted by keys, ticked, undone', async ({
  page,
  somebody,
  axe,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { data } = await somebody(({ addTask }) => addTask({ taskName: 'Milk' }));
  await page.goto(`/calendar/week/${dayOf(0)}`);
  await expect(page.locator('[data-column]')).toHaveCount(7);
  await expect(column(page, 0)).toHaveAccessibleName(/, today, 1 task$/);

  await column(page, other)
    .getByRole('button', { name: /^Add a task for/ })
    .click();
  await page.getByRole('textbox', { name: 'Quick add' }).fill('Bread');
  await page.keyboard.press('Enter');
  await expect(column(page, other).getByRole('link', { name: 'Bread' })).toBeVisible();
  await page.keyboard.press('Escape');
  await axe();

  await gesturesReady(page);
  const empty = column(page, other).locator('[data-day]').last();
  const [from, to] = [await middle(task(page, 'Milk')), await middle(empty)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await expect(async () => {
    await page.mouse.move(from.x + 20, from.y + 10, { steps: 4 });
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await expect(empty).toHaveCSS('outline-style', 'solid', { timeout: 500 });
  }).toPass();
  await page.mouse.up();
  await expect(column(page, other).getByRole('listitem')).toHaveCount(2);
  await expect(task(page, 'Milk')).toBeFocused();
  await expect.poll(() => dueOf(data, 'Milk')).toBe(storedDay(other));

  const first = column(page, other).getByRole('link').first();
  const wasFirst = (await first.textContent()) === 'Milk';
  await page.keyboard.press(wasFirst ? 'Alt+ArrowDown' : 'Alt+ArrowUp');
  await expect(first).toHaveText(wasFirst ? /^Bread/ : /^Milk/);
  await page.keyboard.press('l');
  await page.keyboard.press('Enter');
  await expect(column(page, 0).getByRole('link', { name: 'Milk' })).toBeFocused();

  await page.keyboard.press('x');
  await expect.poll(() => data.get('ext/done')).not.toBeNull();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByRole('checkbox', { name: 'Done: Milk' })).not.toBeChecked();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(column(page, other).getByRole('link', { name: 'Milk' })).toBeVisible();
  await page.reload();
  await expect(column(page, other).getByRole('listitem')).toHaveCount(2);
});

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('A day of the week fills a phone, and a finger drags to another @long', async ({
    page,
    somebody,
    axe,
  }) => {
    const { data } = await somebody(({ addTask }) => addTask({ taskName: 'Milk' }));
    await page.goto(`/calendar/week/${dayOf(0)}`);
    const strip = page.getByRole('list', { name: 'Days of the week' });
    const link = strip.locator(`a[data-day="${dayOf(other)}"]`);
    await expect(page.locator('[data-column]')).toHaveCount(1);
    await expect(strip.getByRole('link')).toHaveCount(7);
    await expect(link).toHaveAccessibleName(/, no tasks$/);
    await axe();

    await gesturesReady(page);
    const touches = await openTouches(page);
    const [from, to] = [await middle(task(page, 'Milk')), await middle(link)];
    await touches.down(from);
    await rest(page, 700);
    await touches.move(from, to);
    await expect(link).toHaveCSS('outline-style', 'solid');
    await touches.up();
    await expect.poll(() => dueOf(data, 'Milk')).toBe(storedDay(other));
    await expect(task(page, 'Milk')).toHaveCount(0);

    await link.tap();
    await expect(page).toHaveURL(`/calendar/week/${dayOf(other)}`);
    await expect(task(page, 'Milk')).toBeVisible();
    await task(page, 'Milk').tap();
    await expect(page.getByPlaceholder('Title of your task')).toHaveValue('Milk');
    await page.goBack();
    await expect(column(page, other).getByRole('link', { name: 'Milk' })).toBeVisible();
  });
});

test('The week prints on one landscape page @long', async ({ page, somebody }) => {
  await somebody(async ({ addTask }) => {
    for (let at = 0; at < 12; at++) await addTask({ taskName: `A task with a long name ${at}` });
  });
  await page.goto(`/calendar/week/${dayOf(0)}`);
  await expect(column(page, 0).getByRole('listitem')).toHaveCount(12);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  const [, width, height] = /\/MediaBox\s*\[0 0 (\S+) (\S+)\]/.exec(pdf)!;
  expect(Number(width)).toBeGreaterThan(Number(height));
});
