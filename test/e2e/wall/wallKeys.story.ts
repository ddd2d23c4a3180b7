import type { Route } from 'playwright-core';
import { keyOf } from '../../../bench/seed';
import { expect, test, type Page } from '../fixtures';
import { notesMovable } from '../support/gestures';
import { casesOf } from '../support/long';

const WALL = '/tasks/sticky-wall';
const card = (page: Page, title: string) => page.locator('main [data-note]', { hasText: title });
const dialog = (page: Page) => page.getByRole('dialog');
const announcement = (page: Page) => page.locator('[aria-live="assertive"]');

test('By the keyboard alone a note is written, found, coloured, moved and left @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  await device(user).patch('notes', {
    [keyOf(1)]: { noteTitle: 'Market', noteDescription: '- [ ] Milk\n- [ ] See https://example.org/eggs' },
    [keyOf(2)]: { noteTitle: 'Boat', noteDescription: 'Anneke has the key' },
  });
  await page.context().route('https://example.org/**', route => route.fulfill({ body: 'Eggs' }));
  await signIn(user);
  const { keyboard } = page;
  const noteOf = (title: string) =>
    device(user)
      .notes()
      .then(notes => Object.values(notes ?? {}).find(({ noteTitle }) => noteTitle === title));

  // From Today a key opens a new note with the focus in its title.
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  await keyboard.press('w');
  await expect(dialog(page).getByLabel('Title')).toBeFocused();
  await keyboard.type('Sails');
  await keyboard.press('Tab');
  await keyboard.type('Two, and a jib');
  await keyboard.press('Control+Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect.poll(() => noteOf('Sails')).toEqual({ noteTitle: 'Sails', noteDescription: 'Two, and a jib' });

  await page.goto(WALL);
  await notesMovable(page);
  // Esc keeps edited text as a draft, which the card shows.
  await card(page, 'Boat').focus();
  await keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Title')).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Control+End');
  await keyboard.type(', and the oars');
  await keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('Kept as a draft')).toBeVisible();
  await expect(card(page, 'Boat')).toContainText('Draft');
  await expect(card(page, 'Boat')).toBeFocused();
  await keyboard.press('Enter');
  await expect(dialog(page).getByText('Draft restored')).toBeVisible();
  await dialog(page).getByLabel('Title').focus();
  await keyboard.press('Control+Enter');
  await expect
    .poll(() => noteOf('Boat'))
    .toMatchObject({ noteDescription: 'Anneke has the key, and the oars' });

  // The colour is chosen by arrow keys in the open note.
  await expect(dialog(page)).toHaveCount(0);
  await card(page, 'Boat').focus();
  await keyboard.press('Enter');
  const radios = dialog(page).getByRole('radio');
  const isInRadios = () => page.evaluate(() => document.activeElement?.getAttribute('type') === 'radio');
  for (let steps = 0; steps < 12 && !(await isInRadios()); steps++) await keyboard.press('Tab');
  await keyboard.press('ArrowRight');
  const chosen = await radios.and(page.locator(':checked')).getAttribute('value');
  await keyboard.press('Escape');
  await expect.poll(() => device(user).get(`ext/looks/${keyOf(2)}`)).toEqual({ colour: chosen });
  await expect(card(page, 'Boat')).toBeFocused();

  // A pinned note is first, and its card says that it is pinned.
  await keyboard.press('p');
  await expect(page.locator('main [data-note]').first()).toContainText(/^Boat.*, pinned/);
  await expect(card(page, 'Boat')).toBeFocused();
  await keyboard.press('p');
  await expect(page.locator('main [data-note]').first()).toContainText('Sails');

  // A box is ticked and a link followed by keyboard.
  await card(page, 'Market').focus();
  await keyboard.press('Tab');
  await expect(page.getByRole('checkbox', { name: 'Milk' })).toBeFocused();
  await keyboard.press('Space');
  await expect
    .poll(() => noteOf('Market'))
    .toMatchObject({ noteDescription: expect.stringMatching(/^- \[x\] Milk/) });
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'https://example.org/eggs' })).toBeFocused();
  const [opened] = await Promise.all([page.context().waitForEvent('page'), keyboard.press('Enter')]);
  await expect(opened.getByText('Eggs')).toBeVisible();
  await opened.close();

  // The note is lifted, moved and dropped by Esc, then lifted and moved again.
  await card(page, 'Market').focus();
  await keyboard.press('m');
  await expect(announcement(page)).toHaveText('Lifted Market, 3 of 3');
  await keyboard.press('Home');
  await expect(announcement(page)).toHaveText('Moved before Sails, 1 of 3');
  await keyboard.press('Escape');
  await expect(announcement(page)).toHaveText('Market stays where it was, 3 of 3');
  await keyboard.press('m');
  await keyboard.press('ArrowLeft');
  await keyboard.press('Enter');
  await expect(announcement(page)).toHaveText('Dropped Market, 2 of 3');
  await expect(card(page, 'Market')).toBeFocused();

  // The note is found by its text, and the result reached by Tab.
  for (let steps = 0; steps < 30; steps++) {
    if (await page.getByRole('searchbox').evaluate(element => element === document.activeElement)) break;
    await keyboard.press('Shift+Tab');
  }
  await keyboard.type('jib');
  await expect(page.getByRole('status').filter({ hasText: '1 note' })).toBeVisible();
  for (let steps = 0; steps < 12; steps++) {
    if (await card(page, 'Sails').evaluate(element => element === document.activeElement)) break;
    await keyboard.press('Tab');
  }
  await expect(card(page, 'Sails')).toBeFocused();
});

test.describe('On a slow network', () => {
  test.use({ serviceWorkers: 'block' });

  test('A note on which M was pressed is lifted when the code for it comes', async ({ page, somebody }) => {
    await somebody(data =>
      data.patch('notes', {
        [keyOf(1)]: { noteTitle: 'Market', noteDescription: '' },
        [keyOf(2)]: { noteTitle: 'Boat', noteDescription: '' },
      }),
    );
    const CODE = /assets\/drag\.\w+\.js$/;
    const [alone, leaves, pins] = [
      { then: null, isLifted: true },
      { then: 'Tab', isLifted: false },
      { then: 'p', isLifted: false },
    ];
    for (const { then, isLifted } of casesOf([alone, pins], [alone, leaves, pins])) {
      let held: Route | undefined;
      await page.route(CODE, route => void (held = route));
      // The load event would wait for the code that is held back.
      await page.goto(WALL, { waitUntil: 'commit' });
      await expect.poll(() => held).toBeDefined();
      await card(page, 'Market').focus();
      await page.keyboard.press('m');
      if (then) await page.keyboard.press(then);
      await held!.continue();
      await expect(announcement(page)).toHaveText(isLifted ? 'Lifted Market, 2 of 2' : '');
      await expect(card(page, 'Market')).toContainText(then === 'p' ? 'Market, pinned' : /^Market$/);
    }
  });
});
