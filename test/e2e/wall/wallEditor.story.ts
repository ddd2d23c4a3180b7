import { keyOf } from '../../../bench/seed';
import { expect, test, type Page } from '../fixtures';
import { watchWire } from '../support/network/wire';

const WALL = '/tasks/sticky-wall';
const overlay = (page: Page) => page.getByRole('dialog');
const card = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title}`) });
const box = (page: Page, name: string) => page.getByRole('main').getByRole('checkbox', { name, exact: true });
const list = 'For Sunday\n- [ ] Milk\n- [x] Bread\n- [ ] See https://example.org/eggs.';
const note = (noteTitle: string, noteDescription: string) => ({ noteTitle, noteDescription });

test('Boxes of a note are ticked on the wall by one PATCH each; links can be followed @phone', async ({
  page,
  newUser,
  signIn,
  device,
  axe,
}) => {
  const user = await newUser();
  await device(user).patch('notes', { [keyOf(1)]: note('Market', list) });
  const wire = watchWire(page, user.uid);
  await signIn(user);
  await page.goto(WALL);
  await expect(box(page, 'Bread')).toBeChecked();
  await box(page, 'Milk').click();
  await expect(box(page, 'Milk')).toBeChecked();
  await expect(overlay(page)).toHaveCount(0);
  const now = list.replace('[ ] Milk', '[x] Milk');
  await expect.poll(() => device(user).get(`notes/${keyOf(1)}/noteDescription`)).toBe(now);
  await expect.poll(() => wire.calls('PATCH')).toMatchObject([{ body: note('Market', now) }]);

  const link = page.getByRole('main').getByRole('link', { name: 'https://example.org/eggs' });
  await expect(link).toHaveAttribute('href', 'https://example.org/eggs');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(card(page, 'Market').locator('a, input')).toHaveCount(0);
  await axe();

  // By keyboard: the box comes after its card's button.
  await card(page, 'Market').focus();
  await page.keyboard.press('Tab');
  await expect(box(page, 'Milk')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(box(page, 'Milk')).not.toBeChecked();
  await expect.poll(() => device(user).get(`notes/${keyOf(1)}/noteDescription`)).toBe(list);

  // A click on the text beside a box opens the note.
  await page.getByText('For Sunday').click({ force: true });
  await expect(overlay(page)).toBeVisible();
});

test('The sheet is the paper itself at every width, and grows from its card @long', async ({
  page,
  somebody,
}) => {
  await somebody(data => data.patch('notes', { [keyOf(1)]: note('Market', list) }));
  await page.goto(WALL);
  for (const width of [320, 390, 768, 1280, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    await card(page, 'Market').click();
    const dialog = overlay(page);
    await expect(dialog).toBeVisible();
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width, height: 900 });
    const words = (await dialog.getByLabel('Description').boundingBox())!;
    const papers = (await dialog.getByRole('group', { name: 'Colour' }).boundingBox())!;
    expect(words.width).toBe(300);
    expect(papers.y).toBeGreaterThan(words.y + words.height);
    const tops = await dialog
      .getByRole('radio')
      .evaluateAll(all => new Set(all.map(element => element.getBoundingClientRect().top)).size);
    expect(tops).toBe(1);
    expect(await dialog.evaluate(element => element.scrollWidth <= element.clientWidth)).toBe(true);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.evaluate(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      Object.assign(window, { grown: { frames, options } });
      return animate.call(this, frames, options);
    };
  });
  await card(page, 'Market').click();
  await expect(overlay(page)).toBeVisible();
  const grown = await page.evaluate(
    () => (window as unknown as { grown: { frames: Keyframe[]; options: KeyframeAnimationOptions } }).grown,
  );
  expect(grown.frames[0]).toMatchObject({ transform: expect.stringMatching(/^translate\(.*scale\(0\./) });
  expect(Number(grown.options.duration)).toBeLessThan(200);
});

/** Opens the wall with the opening animation of notes under the test's control. */
async function holdGrowing(page: Page) {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(WALL);
  await expect(card(page, 'Market')).toBeVisible();
  await page.evaluate(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      const growing = animate.call(this, frames, options);
      growing.pause();
      Object.assign(window, { growing });
      return growing;
    };
  });
  const grow = (progress: number) =>
    page.evaluate(at => {
      const { growing } = window as unknown as { growing: Animation };
      growing.currentTime = at * Number(growing.effect!.getComputedTiming().duration);
    }, progress);
  const finish = () => page.evaluate(() => (window as unknown as { growing: Animation }).growing.finish());
  return { grow, finish };
}

test('The dialog of a note takes no pointer until it stands @long', async ({ page, somebody }) => {
  const { data } = await somebody(otherDevice =>
    otherDevice.patch('notes', { [keyOf(1)]: note('Market', 'Bread') }),
  );
  // The element under the pointer is read at several steps of the animation.
  const { grow, finish } = await holdGrowing(page);
  await card(page, 'Market').click();
  await expect(overlay(page)).toBeVisible();
  const hit = async (progress: number) => {
    await grow(progress);
    return page.evaluate(() => {
      const buttons = [...document.querySelectorAll('dialog button')].map(element =>
        element.getBoundingClientRect(),
      );
      return buttons
        .map(({ x, y, width, height }) => document.elementFromPoint(x + width / 2, y + height / 2))
        .filter(element => element?.closest('dialog')).length;
    });
  };
  for (const progress of [0, 0.3, 0.6, 0.9]) expect(await hit(progress)).toBe(0);
  await finish();
  await overlay(page).getByRole('button', { name: 'Delete' }).click();
  await expect.poll(data.notes).toBeNull();
});

test('A long title of a note is read from its beginning, and Enter saves it @long', async ({
  page,
  somebody,
}) => {
  const long = 'Things that Ida, aged four, said about the moon, the sea and the neighbours’ dog';
  const { data } = await somebody(otherDevice => otherDevice.addNote(note(long, 'It likes the car')));
  await page.goto('/tasks/sticky-wall');
  await page.getByRole('button', { name: new RegExp(`^${long}`) }).click();
  const title = page.getByRole('dialog').getByLabel('Title');
  await expect(title).toHaveValue(long);
  const unseen = await title.evaluate(element =>
    Math.max(element.scrollHeight - element.clientHeight, element.scrollWidth - element.clientWidth),
  );
  expect(unseen).toBeLessThanOrEqual(1);
  await title.fill('The moon');
  await title.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect
    .poll(async () => Object.values((await data.notes())!).map(({ noteTitle }) => noteTitle))
    .toEqual(['The moon']);

  // A still longer one is shown from its beginning, and further letters are appended.
  const longer = `Begin ${'and go on '.repeat(20)}`;
  await data.addNote(note(longer, ''));
  await card(page, 'Begin').click();
  await expect(title).toBeFocused();
  expect(await title.evaluate(element => element.scrollLeft)).toBe(0);
  await page.keyboard.type('!');
  await expect(title).toHaveValue(`${longer}!`);
});
