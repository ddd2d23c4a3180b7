import { keyOf } from '../../../bench/seed';
import { expect, test, type Page } from '../fixtures';
import { notesMovable } from '../support/gestures';
import { openTouches, rest } from '../support/touches';

const WALL = '/tasks/sticky-wall';
const note = (noteTitle: string, noteDescription: string) => ({ noteTitle, noteDescription });
const card = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title}`) });
const tools = (page: Page, title: string) => page.getByRole('group', { name: `Look of ${title}` });
const paperOf = (page: Page, title: string) =>
  card(page, title).evaluate(element => getComputedStyle(element.closest('[data-paper]')!).backgroundColor);
const two = {
  [keyOf(1)]: note('Market', 'Milk\nBread'),
  [keyOf(2)]: note('Boat', 'Anneke has the key'),
};

test('Colour and pin are one click each on the card, its menu has the rest', async ({
  page,
  somebody,
  axe,
}) => {
  const { data } = await somebody(otherDevice => otherDevice.patch('notes', two));
  await page.goto(WALL);
  const before = await paperOf(page, 'Market');
  await expect(tools(page, 'Market')).toHaveCount(0);
  await card(page, 'Market').hover();
  const end = await page.locator('[data-note]', { hasText: 'Market' }).evaluate(words => {
    const range = document.createRange();
    range.selectNodeContents(words);
    return range.getBoundingClientRect().bottom;
  });
  const papers = tools(page, 'Market').getByRole('radio').first();
  expect((await papers.boundingBox())!.y).toBeGreaterThanOrEqual(end);
  await axe();
  await tools(page, 'Market').getByRole('radio', { name: 'Teal' }).click();
  await expect.poll(() => data.get(`ext/looks/${keyOf(1)}`)).toEqual({ colour: 'teal' });
  expect(await paperOf(page, 'Market')).not.toBe(before);
  await tools(page, 'Market').getByRole('button', { name: 'Menu of Market' }).click();
  await axe();
  await page.getByRole('menuitem', { name: 'Make lines subtasks' }).click();
  await expect.poll(() => data.get(`notes/${keyOf(1)}/noteDescription`)).toBe('- [ ] Milk\n- [ ] Bread');
  await card(page, 'Market').hover();
  await tools(page, 'Market').getByRole('button', { name: 'Pin' }).click();
  await expect(page.locator('main [data-note]').first()).toContainText('Market, pinned');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.mouse.move(0, 0);
  await expect(tools(page, 'Market')).toHaveCount(0);

  // Each change is one step of Undo.
  for (const left of [
    { colour: 'teal' },
    { colour: 'teal' }, // after Undo of the subtasks
    null,
  ]) {
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => data.get(`ext/looks/${keyOf(1)}`)).toEqual(left);
  }
  await expect.poll(() => data.get(`notes/${keyOf(1)}/noteDescription`)).toBe('Milk\nBread');
});

test('By the keyboard the tools follow the focused card, and Esc leads back to it @long', async ({
  page,
  somebody,
  axe,
}) => {
  const { data } = await somebody(otherDevice => otherDevice.patch('notes', two));
  const { keyboard } = page;
  await page.goto(WALL);
  await card(page, 'Boat').waitFor();
  await keyboard.press('j');
  await keyboard.press('j');
  await expect(card(page, 'Boat')).toBeFocused();
  await expect(tools(page, 'Boat')).toBeVisible();
  await keyboard.press('Tab');
  const chosen = tools(page, 'Boat').getByRole('radio', { checked: true });
  await expect(chosen).toBeFocused();
  const was = await chosen.getAttribute('value');
  await keyboard.press('ArrowRight');
  await expect(tools(page, 'Boat').getByRole('radio', { checked: true })).not.toHaveAttribute('value', was!);
  const now = await chosen.getAttribute('value');
  await expect.poll(() => data.get(`ext/looks/${keyOf(2)}`)).toEqual({ colour: now });
  await expect(chosen).toBeFocused();
  await axe();
  await keyboard.press('Tab');
  await expect(tools(page, 'Boat').getByRole('button', { name: 'Menu of Boat' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await keyboard.press('s');
  await expect.poll(() => data.get(`notes/${keyOf(2)}/noteDescription`)).toBe('- [ ] Anneke has the key');
  await expect(card(page, 'Boat')).toBeFocused();
  await keyboard.press('j');
  await expect(card(page, 'Market')).toBeFocused();
  await expect(tools(page, 'Boat')).toHaveCount(0);
  await expect(tools(page, 'Market')).toBeVisible();
});

test.describe('By touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('A long press opens a sheet, large enough for a finger, until a tap elsewhere', async ({
    page,
    somebody,
    axe,
  }) => {
    const { data } = await somebody(otherDevice => otherDevice.patch('notes', two));
    await page.goto(WALL);
    await notesMovable(page);
    const touch = await openTouches(page);
    const box = (await card(page, 'Boat').boundingBox())!;
    await touch.down({ x: box.x + 40, y: box.y + 12 });
    await rest(page, 400); // the length of the press
    await touch.up();
    const sheet = page.getByRole('region', { name: 'Menu' });
    await expect(sheet).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    for (const item of await sheet.getByRole('menuitem').all())
      expect((await item.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    const papers = await sheet
      .getByRole('radio')
      .evaluateAll(all =>
        all.map(element => element.getBoundingClientRect()).map(({ top, height }) => [top, height]),
      );
    expect(new Set(papers.map(([top]) => top)).size).toBe(1);
    for (const [, height] of papers) expect(height).toBeGreaterThanOrEqual(44);
    await axe();
    await sheet.getByRole('radio', { name: 'Rose' }).tap();
    await expect.poll(() => data.get(`ext/looks/${keyOf(2)}`)).toEqual({ colour: 'rose' });
    await expect(sheet).toBeVisible();
    await page.touchscreen.tap(200, 40); // on the scrim
    await expect(sheet).toHaveCount(0);
    await expect(page).toHaveURL(WALL);
    await card(page, 'Boat').tap();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(
      await page
        .getByRole('dialog')
        .getByRole('radio')
        .evaluateAll(all => new Set(all.map(element => element.getBoundingClientRect().top)).size),
    ).toBe(1);
  });
});

test('The open note has subtasks, links that can be followed, and Ctrl+S saves @long', async ({
  page,
  somebody,
  axe,
}) => {
  const list = 'For Sunday\n- [ ] Milk\n- [ ] See https://example.org/eggs.';
  const { data } = await somebody(otherDevice =>
    otherDevice.patch('notes', { [keyOf(1)]: note('Market', list) }),
  );
  await page.goto(WALL);
  await card(page, 'Market').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Description')).toHaveValue('For Sunday');
  await expect(dialog.getByRole('link', { name: 'example.org/eggs' })).toHaveAttribute(
    'rel',
    'noopener noreferrer',
  );
  await axe();
  await dialog.getByRole('checkbox', { name: 'Milk' }).click();
  await dialog.getByRole('textbox', { name: 'Subtask 1' }).click();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Rice');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(dialog).toHaveCount(0);
  await expect
    .poll(() => data.get(`notes/${keyOf(1)}/noteDescription`))
    .toBe(list.replace('[ ] Milk', '[x] Milk\n- [ ] Rice'));
});
