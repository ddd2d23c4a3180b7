import { keyOf } from '../../../bench/seed';
import { expect, test as base, type Page } from '../fixtures';
import { notesMovable } from '../support/gestures';
import type { Device } from '../support/people/people';
import { openTouches } from '../support/touches';

const WALL = '/tasks/sticky-wall';
const card = (page: Page, title: string) => page.locator('main [data-note]', { hasText: title });
const announcement = (page: Page) => page.locator('[aria-live="assertive"]');
const NAMES = ['Milk', 'Bread', 'Cheese', 'Dates', 'Eggs', 'Figs'];
/** Notes with these names, in the order of the wall. */
const notes = (names: readonly string[]) =>
  Object.fromEntries(
    names.map((noteTitle, at) => [keyOf(names.length - at), { noteTitle, noteDescription: 'Some words' }]),
  );
const titles = (page: Page) =>
  page
    .locator('main [data-note] strong')
    .allTextContents()
    .then(all => all.map(title => title.trim()));
const expectOrder = (page: Page, names: readonly string[]) =>
  expect.poll(() => titles(page)).toEqual([...names]);

const test = base.extend<{
  /** Opens the wall of a new user with these notes and looks. */
  openWall(names?: readonly string[], looks?: object): Promise<Device>;
}>({
  openWall: ({ page, newUser, signIn, device }, use) =>
    use(async (names = NAMES, looks) => {
      const user = await newUser();
      const data = device(user);
      await data.patch('notes', notes(names));
      if (looks) await data.patch('ext/looks', looks);
      await signIn(user);
      await page.goto(WALL);
      await notesMovable(page);
      return data;
    }),
});

async function centre(page: Page, title: string) {
  const box = (await card(page, title).boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('A dragged note is shown on the way, taken back, given up; pinned stay first', async ({
  page,
  openWall,
}) => {
  const data = await openWall();
  const [from, to] = [await centre(page, 'Milk'), await centre(page, 'Dates')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  const moved = ['Bread', 'Cheese', 'Dates', 'Milk', 'Eggs', 'Figs'];
  await expectOrder(page, moved);
  await expect(announcement(page)).toHaveText('Moved before Eggs, 4 of 6');
  expect(await data.get('ext/looks')).toBeNull();
  await page.mouse.up();
  await expect(announcement(page)).toHaveText('Dropped Milk, 4 of 6');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => data.get('ext/looks')).toEqual({ [keyOf(6)]: { place: expect.any(String) } });
  await expectOrder(page, moved);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectOrder(page, NAMES);
  await expect.poll(() => data.get('ext/looks')).toBeNull();

  const pins = { [keyOf(6)]: { pinned: true }, [keyOf(5)]: { pinned: true } };
  await data.patch('ext/looks', pins);
  await expect(card(page, 'Bread')).toContainText('pinned');
  const [low, top] = [await centre(page, 'Eggs'), await centre(page, 'Milk')];
  await page.mouse.move(low.x, low.y);
  await page.mouse.down();
  await page.mouse.move(top.x, top.y, { steps: 8 });
  await expectOrder(page, ['Milk', 'Bread', 'Eggs', 'Cheese', 'Dates', 'Figs']);
  await page.keyboard.press('Escape');
  await expectOrder(page, NAMES);
  await page.mouse.up();
  expect(await data.get('ext/looks')).toEqual(pins);

  // A click still opens a note.
  await card(page, 'Milk').click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('By keys alone a note is lifted, moved, dropped or given up, not while filtered', async ({
  page,
  openWall,
}) => {
  await openWall();
  await card(page, 'Cheese').focus();
  await page.keyboard.press('l');
  await expect(announcement(page)).toHaveText('Picked up Cheese, 3 of 6');
  await page.keyboard.press('ArrowLeft');
  await expect(announcement(page)).toHaveText('Moved before Bread, 2 of 6');
  await expectOrder(page, ['Milk', 'Cheese', 'Bread', 'Dates', 'Eggs', 'Figs']);
  await page.keyboard.press('Escape');
  await expect(announcement(page)).toHaveText('Cheese stays where it was, 3 of 6');
  await expectOrder(page, NAMES);
  await expect(card(page, 'Cheese')).toBeFocused();

  await page.keyboard.press('l');
  await expect(announcement(page)).toHaveText('Picked up Cheese, 3 of 6');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  await expect(announcement(page)).toHaveText('Moved to the end, 6 of 6');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect(announcement(page)).toHaveText('Cheese stays 1 of 6');
  await page.keyboard.press('Space');
  await expect(announcement(page)).toHaveText('Dropped Cheese, 1 of 6');
  const moved = ['Cheese', 'Milk', 'Bread', 'Dates', 'Eggs', 'Figs'];
  await expectOrder(page, moved);
  await expect(card(page, 'Cheese')).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await expectOrder(page, moved);

  await page.getByRole('searchbox', { name: 'Find a note' }).fill('some');
  await expect(page.getByRole('status').filter({ hasText: '6 notes' })).toBeVisible();
  await card(page, 'Dates').focus();
  await page.keyboard.press('l');
  await page.keyboard.press('ArrowLeft');
  await expect(announcement(page)).toBeVisible();
  await expect(announcement(page)).toHaveText('Show all notes to change their order');
  await page.keyboard.press('Enter');
  await expectOrder(page, moved);
});

test('A note that is dropped on Today makes a task of its words, and stays', async ({ page, openWall }) => {
  const data = await openWall();
  const today = page.getByRole('link', { name: 'Today', exact: true });
  const [from, box] = [await centre(page, 'Milk'), (await today.boundingBox())!];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(box.x + 30, box.y + box.height / 2, { steps: 8 });
  await expect(today).toHaveCSS('outline-style', 'solid');
  await page.mouse.up();
  await expect
    .poll(async () => Object.values((await data.tasks()) ?? {}))
    .toMatchObject([{ taskName: 'Milk', taskDescription: 'Some words', taskList: 'personal' }]);
  await expect(page).toHaveURL(WALL);
  await expectOrder(page, NAMES);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => data.tasks()).toBeNull();
  expect(Object.keys((await data.notes())!)).toHaveLength(6);
});

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a finger that rests on a note drags it, and one that moves at once scrolls', async ({
    page,
    openWall,
  }) => {
    await page.setViewportSize({ width: 390, height: 700 });
    const data = await openWall(Array.from({ length: 20 }, (_, at) => `Note ${String(at).padStart(2, '0')}`));
    const touch = await openTouches(page);
    const scrolled = () => page.locator('[data-scroller]').evaluate(element => element.scrollTop);

    const [first, third] = [await centre(page, 'Note 00'), await centre(page, 'Note 02')];
    await touch.down(first);
    await expect(announcement(page)).toHaveText('Picked up Note 00, 1 of 20');
    await touch.move(first, third);
    await expect(announcement(page)).toHaveText('Moved before Note 03, 3 of 20');
    await touch.up();
    await expect(announcement(page)).toHaveText('Dropped Note 00, 3 of 20');
    expect(await scrolled()).toBe(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => data.get('ext/looks')).toEqual({ [keyOf(20)]: { place: expect.any(String) } });

    await expect(page.locator('main [data-arranging]')).toHaveCount(0);
    const at = await centre(page, 'Note 03');
    await touch.swipe(at, { x: at.x, y: at.y - 300 });
    await expect.poll(scrolled).toBeGreaterThan(100);
    await expect(announcement(page)).toHaveText('Dropped Note 00, 3 of 20');
  });

  test('where the sidebar is closed a finger drops a note on Today at the foot @long', async ({
    page,
    openWall,
  }) => {
    const data = await openWall();
    const touch = await openTouches(page);
    const strip = page.getByRole('region', { name: 'Drop on' });
    await expect(strip).toHaveCount(0);
    const from = await centre(page, 'Milk');
    await touch.down(from);
    await expect(announcement(page)).toHaveText('Picked up Milk, 1 of 6');
    const today = strip.getByText('Make a task for today');
    await expect(today).toBeVisible();
    await expect(strip.getByRole('listitem')).toHaveCount(1);
    const box = (await today.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    const to = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await touch.move(from, to);
    await expect(today).toHaveCSS('outline-style', 'solid');
    await touch.up();
    await expect(announcement(page)).toHaveText('Milk is a task for today');
    await expect
      .poll(async () => Object.values((await data.tasks()) ?? {}))
      .toMatchObject([{ taskName: 'Milk', taskDescription: 'Some words' }]);
    await expect(strip).toHaveCount(0);
    await expectOrder(page, NAMES);
    expect(await data.get('ext/looks')).toBeNull();
  });
});
