import { expect, test, type Page } from '../fixtures';
import { gesturesReady } from '../support/gestures';
import { storedDay } from '../support/people/people';

const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Pick a day' });
const words = (page: Page) => dialog(page).getByLabel('Day', { exact: true });
/** The local day so many days from today as `2026-03-10`, and the beginning of its button's name in the calendar. */
const dayIn = (days: number) => storedDay(days).slice(0, 10);
const inFull = (page: Page, day: string) =>
  page.evaluate(
    iso =>
      new Date(`${iso}T12:00`).toLocaleDateString(undefined, {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        year: 'numeric',
      }),
    day,
  );

test('A day is picked by words, by a choice, and in the calendar, by keys alone', async ({
  page,
  somebody,
  axe,
}) => {
  const { data } = await somebody(async otherDevice => {
    for (const taskName of ['Apples', 'Bread', 'Cheese', 'Dates'])
      await otherDevice.addTask({ taskName, taskDescription: 'Words', taskDueDate: storedDay() });
  });
  const dueOf = async (name: string) =>
    Object.values((await data.tasks()) ?? {}).find(({ taskName }) => taskName === name)?.taskDueDate;
  const { keyboard } = page;
  const open = async () => {
    await keyboard.press('d');
    await expect(words(page)).toBeFocused();
  };
  await row(page, 'Apples').focus();
  await open();
  await axe();
  await keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(row(page, 'Apples')).toBeFocused();

  await open();
  await keyboard.type('in 3 days');
  await expect(dialog(page).getByRole('status').first()).toContainText(dayIn(3).slice(0, 4));
  await keyboard.press('Enter');
  await expect.poll(() => dueOf('Apples')).toBe(storedDay(3));
  await expect(row(page, 'Bread')).toBeFocused();

  await open();
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await expect(dialog(page).getByRole('button', { name: /^Tomorrow [A-Z]/ })).toBeFocused();
  await keyboard.press('Enter');
  await expect.poll(() => dueOf('Bread')).toBe(storedDay(1));
  await expect(row(page, 'Cheese')).toBeFocused();

  await open();
  await keyboard.press('ArrowDown');
  await expect(
    dialog(page).getByRole('button', { name: `${await inFull(page, dayIn(0))}, today, selected` }),
  ).toBeFocused();
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowRight');
  await expect(dialog(page).getByRole('button', { name: await inFull(page, dayIn(8)) })).toBeFocused();
  await keyboard.press('PageDown');
  await keyboard.press('PageUp');
  await axe();
  await keyboard.press('Enter');
  await expect.poll(() => dueOf('Cheese')).toBe(storedDay(8));
  await expect(row(page, 'Dates')).toBeFocused();
  await keyboard.press('Control+z');
  await expect(row(page, 'Cheese')).toBeVisible();
});

test.describe('On a small phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

  test('the dialog of a day fits @long', async ({ page, somebody, axe }) => {
    const { data } = await somebody(otherDevice =>
      otherDevice.addTask({ taskName: 'Apples', taskDescription: 'Words', taskDueDate: storedDay() }),
    );
    await gesturesReady(page);
    await row(page, 'Apples').hover();
    await page.getByRole('button', { name: 'Move: Apples' }).click();
    await page.getByRole('menuitem', { name: 'Pick a day' }).click();
    await expect(dialog(page)).toBeVisible();
    await axe();
    const box = (await dialog(page).boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(320);
    const day = (await dialog(page).getByRole('gridcell').first().boundingBox())!;
    expect(day.height).toBeGreaterThanOrEqual(44);
    await dialog(page)
      .getByRole('button', { name: await inFull(page, dayIn(1)) })
      .click();
    await expect
      .poll(async () => Object.values((await data.tasks()) ?? {})[0]?.taskDueDate)
      .toBe(storedDay(1));
  });
});
