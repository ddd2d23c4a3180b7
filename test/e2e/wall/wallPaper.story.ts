import { keyOf } from '../../../bench/seed';
import { expect, test, type Page } from '../fixtures';

const WALL = '/tasks/sticky-wall';
const cards = (page: Page) => page.locator('main [data-note]');
const card = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title}`) });
const note = (noteTitle: string, noteDescription: string) => ({ noteTitle, noteDescription });
const notes = (count: number, words: (n: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [keyOf(n), note(`Note ${n}`, words(n))]));

test('Cut text fades, its boxes are counted; a phone shows five notes; keys by column @long', async ({
  page,
  somebody,
}) => {
  await somebody(async data => {
    await data.patch(
      'notes',
      notes(11, n => (n === 9 ? 'One\ntwo\nthree\nfour\nfive' : 'Short')),
    );
    const boxes = Array.from({ length: 30 }, (_, n) => `- [${n < 2 ? 'x' : ' '}] Thing ${n}`);
    await data.patch('notes', {
      [keyOf(0)]: note('Pair', '- [x] One\n- [ ] Two'),
      [keyOf(1)]: note('Boxes', boxes.join('\n')),
      [keyOf(2)]: note('Long', 'A line\n'.repeat(40)),
    });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(WALL);
  await expect(card(page, 'Note 10')).toBeVisible();
  const seen = await cards(page).evaluateAll(
    all => all.filter(element => element.getBoundingClientRect().bottom <= innerHeight).length,
  );
  expect(seen).toBeGreaterThanOrEqual(5);

  await page.setViewportSize({ width: 1280, height: 800 });
  const columns = () =>
    cards(page).evaluateAll(all => new Set(all.map(element => element.getBoundingClientRect().left)).size);
  await expect.poll(columns).toBeGreaterThan(1);
  await card(page, 'Note 10').focus();
  const left = () =>
    page.evaluate(() => Math.round(document.activeElement!.getBoundingClientRect().left / 10));
  const before = await left();
  await page.keyboard.press('ArrowDown');
  await expect(card(page, 'Note 10')).not.toBeFocused();
  expect(await left()).toBe(before);
  await page.keyboard.press('ArrowUp');
  await expect(card(page, 'Note 10')).toBeFocused();

  const words = (title: string) => card(page, title).locator('[dir]').nth(1);
  await expect(words('Long')).toHaveAttribute('data-cut', '');
  await expect(words('Note 10')).not.toHaveAttribute('data-cut');
  await expect(page.getByText('2 of 30')).toBeVisible();
  await expect(page.getByText('1 of 2')).toBeHidden();
  await expect(page.getByRole('main').getByRole('checkbox', { name: 'Thing 3', exact: true })).toBeVisible();
  expect(await page.locator('[inert] [type="checkbox"]').count()).toBeGreaterThan(10);
});
