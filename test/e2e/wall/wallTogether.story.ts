import { keyOf } from '../../../bench/seed';
import { expect, test, type Page } from '../fixtures';
import { notesMovable } from '../support/gestures';

const WALL = '/tasks/sticky-wall';
const NAMES = ['Milk', 'Bread', 'Cheese', 'Dates'];
const card = (page: Page, title: string) => page.locator('main [data-note]', { hasText: title });
const paperOf = (page: Page, title: string) =>
  card(page, title).evaluate(element => getComputedStyle(element).getPropertyValue('--paper'));
const titles = (page: Page) =>
  page
    .locator('main [data-note] strong')
    .allTextContents()
    .then(all => all.map(title => title.trim()));

/** Lifts a note and moves it by keys, up to the drop. */
async function lift(page: Page, title: string, ...keys: string[]) {
  await card(page, title).focus();
  for (const key of ['m', ...keys]) await page.keyboard.press(key);
}
async function colour(page: Page, title: string, paper: string) {
  await card(page, title).click();
  await page.getByRole('dialog').getByRole('radio', { name: paper }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
const undo = (page: Page) => page.keyboard.press('Control+z');

test('Two people who change one note at once see one wall, and undo their own step @long', async ({
  page,
  browser,
  baseURL,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  await device(user).patch(
    'notes',
    Object.fromEntries(
      NAMES.map((noteTitle, at) => [keyOf(NAMES.length - at), { noteTitle, noteDescription: 'Words' }]),
    ),
  );
  const context = await browser.newContext({ baseURL: baseURL! });
  const other = await context.newPage();
  for (const eachPage of [page, other]) {
    await signIn(user, eachPage);
    await eachPage.goto(WALL);
    await notesMovable(eachPage);
  }
  const looks = () => device(user).get<Record<string, Record<string, unknown>> | null>('ext/looks');
  const [milk, bread, cheese] = [keyOf(4), keyOf(3), keyOf(2)] as const;
  /** Undoes in turn, beginning with the user who chose last: their Undo may restore the other user's choice. */
  const undoInTurn = async (isPageLast: boolean, note: string) => {
    const look = async () => JSON.stringify((await looks())?.[note]);
    const last = await look();
    await undo(isPageLast ? page : other);
    await expect.poll(look).not.toBe(last);
    await undo(isPageLast ? other : page);
    await expect.poll(looks).toBeNull();
  };
  /** Expects both screens to show all notes in the same order. */
  const expectOneWall = async (order?: string[]) => {
    await expect(async () => {
      const [titlesHere, titlesThere] = [await titles(page), await titles(other)];
      expect(titlesHere).toEqual(titlesThere);
      expect(order ?? [...titlesHere].sort()).toEqual(order ? titlesHere : [...NAMES].sort());
    }).toPass();
    return titles(page);
  };

  // Both users drag: the later place counts, and its user undoes it.
  await lift(page, 'Milk', 'End');
  await lift(other, 'Milk', 'ArrowRight');
  await Promise.all([page.keyboard.press('Enter'), other.keyboard.press('Enter')]);
  await expect.poll(looks).toEqual({ [milk]: { place: expect.any(String) } });
  const [atEnd, second] = [
    ['Bread', 'Cheese', 'Dates', 'Milk'],
    ['Bread', 'Milk', 'Cheese', 'Dates'],
  ];
  await expect
    .poll(async () => [atEnd, second].map(titlesOfPage => titlesOfPage.join()))
    .toContain((await expectOneWall()).join());
  await undoInTurn((await expectOneWall()).at(-1) === 'Milk', milk);
  await expectOneWall(NAMES);

  // Both users choose a colour.
  const drawn = await paperOf(page, 'Bread');
  await Promise.all([colour(page, 'Bread', 'Teal'), colour(other, 'Bread', 'Chalk')]);
  await expect.poll(async () => Object.keys((await looks()) ?? {})).toEqual([bread]);
  await expect(async () => {
    const [titlesHere, titlesThere, stored] = [
      await paperOf(page, 'Bread'),
      await paperOf(other, 'Bread'),
      (await looks())![bread]!['colour'],
    ];
    expect(titlesHere).toBe(titlesThere);
    expect(titlesHere).not.toBe(drawn);
    expect(['teal', 'chalk']).toContain(stored);
  }).toPass();
  await undoInTurn((await looks())![bread]!['colour'] === 'teal', bread);
  for (const eachPage of [page, other]) await expect.poll(() => paperOf(eachPage, 'Bread')).toBe(drawn);

  // A user pins the note that the other moves: both changes stay, and each Undo reverts only its own.
  await lift(other, 'Cheese', 'End');
  await card(page, 'Cheese').focus();
  await Promise.all([page.keyboard.press('p'), other.keyboard.press('Enter')]);
  await expect.poll(looks).toEqual({ [cheese]: { pinned: true, place: expect.any(String) } });
  await expectOneWall(['Cheese', 'Milk', 'Bread', 'Dates']);
  await undo(page);
  await expect.poll(looks).toEqual({ [cheese]: { place: expect.any(String) } });
  await expectOneWall(['Milk', 'Bread', 'Dates', 'Cheese']);
  await undo(other);
  await expect.poll(looks).toBeNull();
  await expectOneWall(NAMES);
  await context.close();
});
