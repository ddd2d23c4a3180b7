import { keyOf } from '../../../bench/seed';
import { expect, test, type Page } from '../fixtures';

const WALL = '/tasks/sticky-wall';
const cards = (page: Page) => page.locator('main [data-note]');
const card = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title}`) });
const note = (noteTitle: string, noteDescription: string) => ({ noteTitle, noteDescription });
const notes = (count: number, words: (n: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [keyOf(n), note(`Note ${n}`, words(n))]));

test('Ten thousand notes hang in order, and only those around the view are drawn @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  await device(user).patch(
    'notes',
    notes(10_000, n => `Words ${n} `.repeat(1 + (n % 9))),
  );
  await device(user).patch('ext/looks', {
    [keyOf(40)]: { colour: 'teal' },
    [keyOf(4000)]: { colour: 'teal', pinned: true },
    [keyOf(9000)]: { colour: 'rose', pinned: true },
  });
  await signIn(user);
  await page.goto(WALL);
  await expect(cards(page).first()).toBeVisible();
  expect(await cards(page).count()).toBeLessThan(120);
  await expect(page.locator('main li').first()).toHaveAttribute('aria-setsize', '10001');

  // Measured on the screen: no note begins above the one before it in the order, and none overlaps another.
  const boxes = () =>
    cards(page).evaluateAll(all =>
      all.map(element => {
        const { left, top, bottom } = element.closest('li')!.getBoundingClientRect();
        return { left: Math.round(left), top, bottom };
      }),
    );
  const expectDense = async () => {
    const ends = new Map<number, number>();
    for (const { left, top, bottom } of await boxes()) {
      const end = ends.get(left);
      if (end !== undefined) expect(Math.abs(top - end)).toBeLessThan(20);
      ends.set(left, bottom);
    }
    expect(ends.size).toBeGreaterThan(1);
  };
  await expectDense();
  await page.locator('[data-scroller]').evaluate(element => element.scrollTo(0, element.scrollHeight / 2));
  await expect(async () => expectDense()).toPass({ timeout: 10_000 });
  expect(await cards(page).count()).toBeLessThan(160);

  await page.getByRole('searchbox', { name: 'Find on the wall' }).fill('note 4321');
  await expect(cards(page)).toHaveCount(1);
  await expect(card(page, 'Note 4321')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '1 note' })).toBeVisible();

  // Papers and pins are filters that can be combined.
  await page.getByRole('searchbox', { name: 'Find on the wall' }).fill('');
  const only = page.getByRole('group', { name: 'Show only' });
  await only.getByRole('checkbox', { name: 'Teal' }).check();
  await expect(cards(page)).toHaveCount(2);
  await only.getByRole('checkbox', { name: 'Pinned' }).check();
  await expect(cards(page)).toHaveCount(1);
  await expect(card(page, 'Note 4000')).toBeVisible();
  await only.getByRole('checkbox', { name: 'Teal' }).uncheck();
  await expect(cards(page)).toHaveCount(2);
});

test('Cut text fades, its boxes are counted; a phone shows five notes; keys by column', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  await device(user).patch(
    'notes',
    notes(11, n => (n === 9 ? 'One\ntwo\nthree\nfour\nfive' : 'Short')),
  );
  const boxes = Array.from({ length: 30 }, (_, n) => `- [${n < 2 ? 'x' : ' '}] Thing ${n}`);
  await device(user).patch('notes', {
    [keyOf(0)]: note('Pair', '- [x] One\n- [ ] Two'),
    [keyOf(1)]: note('Boxes', boxes.join('\n')),
    [keyOf(2)]: note('Long', 'A line\n'.repeat(40)),
  });
  await signIn(user);
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
