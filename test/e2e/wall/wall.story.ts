import { expect, test, type Page } from '../fixtures';
import { watchWire } from '../support/network/wire';

const WALL = '/tasks/sticky-wall';
const overlay = (page: Page) => page.getByRole('dialog');
const addNote = (page: Page) => page.getByRole('button', { name: 'Add note' });
const card = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title}`) });

async function write(page: Page, title: string, description: string) {
  await overlay(page).getByLabel('Title').fill(title);
  await overlay(page).getByLabel('Description').fill(description);
}
const save = (page: Page) => overlay(page).getByRole('button', { name: 'Save' });

test('A note is added, changed only when it changed, and deleted, as the wire promises', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  const wire = watchWire(page, user.uid);
  await signIn(user);
  await page.getByRole('link', { name: 'Sticky Wall' }).click();
  await addNote(page).click();
  await expect(overlay(page).getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await expect(save(page)).toBeDisabled();
  await write(page, 'Boat', '   ');
  await expect(save(page)).toBeDisabled();
  await write(page, 'Boat', 'Anneke');
  await save(page).click();
  await expect(overlay(page)).toHaveCount(0);
  await expect(page).toHaveURL(WALL);
  await expect(card(page, 'Boat')).toBeVisible();
  await expect.poll(() => device(user).notes()).not.toBeNull();
  const [key] = Object.keys((await device(user).notes())!);
  expect(key).toMatch(/^-[\w-]{19}$/);
  const body = { noteTitle: 'Boat', noteDescription: 'Anneke' };
  expect(wire.changes()).toEqual([{ action: 'p', path: `/notes/${key}`, body }]);

  await card(page, 'Boat').click();
  await expect(overlay(page).getByLabel('Title')).toHaveValue('Boat');
  await expect(overlay(page).getByLabel('Description')).toHaveValue('Anneke');
  await save(page).click();
  await expect(overlay(page)).toHaveCount(0);
  await card(page, 'Boat').click();
  await write(page, 'Boat', 'Tern');
  await save(page).click();
  await expect(card(page, 'Boat')).toContainText('Tern');
  await expect.poll(() => wire.calls('PATCH').length).toBe(1);
  expect(wire.calls('PATCH')).toMatchObject([
    {
      path: `/notes/${key}.json`,
      query: { auth: expect.stringContaining('.') },
      body: { noteTitle: 'Boat', noteDescription: 'Tern' },
    },
  ]);
  expect(Object.keys(wire.calls('PATCH')[0]!.body as object).sort()).toEqual([
    'noteDescription',
    'noteTitle',
  ]);
  await expect.poll(() => device(user).get(`notes/${key}/noteDescription`)).toBe('Tern');

  await card(page, 'Boat').click();
  await overlay(page).getByRole('button', { name: 'Delete' }).click();
  await expect(overlay(page)).toHaveCount(0);
  await expect(card(page, 'Boat')).toHaveCount(0);
  await expect.poll(() => device(user).notes()).toBeNull();
  await expect
    .poll(() => wire.writes.at(-1))
    .toMatchObject({ action: 'm', path: '', body: { [`notes/${key}`]: null } });
  const onRecords = wire.changes().filter(({ path }) => path.startsWith('/notes/'));
  expect(onRecords).toHaveLength(2);
});

test('Five placeholders are shown until the first answer, never sent nor reached @long', async ({
  page,
  newUser,
  signIn,
  faults,
}) => {
  const user = await newUser();
  await signIn(user);
  const wire = watchWire(page, user.uid);
  await page.routeWebSocket(/\.ws/, () => {});
  await page.addInitScript(() => void indexedDB.deleteDatabase('daywall'));
  const { applied, release } = await faults.holdAnswer({ method: 'GET', path: /notes\.json/ });
  await page.goto(WALL);
  await applied;
  const tiles = page.getByRole('main').locator('li[aria-hidden]');
  await expect(tiles).toHaveCount(5);
  await expect(tiles.locator('button, a')).toHaveCount(0);
  await expect(page.getByText('The wall is empty')).toHaveCount(0);
  release();
  await expect(page.getByText('The wall is empty')).toBeVisible();
  await expect(tiles).toHaveCount(0);
  expect(wire.changes()).toEqual([]);
});

test('Notes are fetched each time the wall opens; a failure says so, with Retry @long', async ({
  page,
  newUser,
  signIn,
  device,
  faults,
  troubles,
}) => {
  troubles.expect(/notes\.json|503/);
  const user = await newUser();
  await device(user).addNote({ noteTitle: 'Found' });
  const wire = watchWire(page, user.uid);
  await page.routeWebSocket(/\.ws/, () => {});
  await signIn(user);
  await faults.refuse({ method: 'GET', path: /notes\.json/ }, 503, 'down');
  const fetched = () => wire.calls('GET', /^\/notes\.json/).length;
  const before = fetched();
  await page.getByRole('link', { name: 'Sticky Wall' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('could not be loaded');
  await expect(page.getByText('The wall is empty')).toHaveCount(0);
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(card(page, 'Found')).toBeVisible();
  await expect(alert).toHaveCount(0);
  await expect.poll(fetched).toBe(before + 2);
  await page.getByRole('link', { name: 'Today' }).click();
  await page.getByRole('link', { name: 'Sticky Wall' }).click();
  await expect(card(page, 'Found')).toBeVisible();
  await expect.poll(fetched).toBe(before + 3);
});

test('Notes are fetched when a user signs in @long', async ({ page, newUser, signInByForm }) => {
  const user = await newUser();
  const wire = watchWire(page, user.uid);
  await signInByForm(user);
  await expect.poll(() => wire.calls('GET', /^\/notes\.json/).length).toBe(1);
});

test('The overlay covers all, keeps the focus, closes by Esc, Back and its button @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  await device(user).addNote({ noteTitle: 'Focus' });
  await signIn(user);
  await page.getByRole('link', { name: 'Sticky Wall' }).click();
  const navigation = page.getByRole('navigation', { includeHidden: true });
  for (const [opener, close] of [
    [card(page, 'Focus'), () => page.keyboard.press('Escape')],
    [addNote(page), () => page.goBack()],
    [card(page, 'Focus'), () => overlay(page).getByRole('button', { name: 'Close' }).click()],
  ] as const) {
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(overlay(page)).toBeVisible();
    await expect(navigation).toBeHidden();
    const { width, height } = page.viewportSize()!;
    expect(await overlay(page).boundingBox()).toEqual({ x: 0, y: 0, width, height });
    await expect(overlay(page).getByLabel('Title')).toBeFocused();
    for (let steps = 0; steps < 8; steps++) {
      await page.keyboard.press('Tab');
      const isOutside = await page.evaluate(
        () => document.activeElement !== document.body && !document.activeElement!.closest('dialog'),
      );
      expect(isOutside).toBe(false);
    }
    await close();
    await expect(overlay(page)).toHaveCount(0);
    await expect(navigation).toBeVisible();
    await expect(page).toHaveURL(WALL);
    await expect(opener).toBeFocused();
  }
});

test('Fields of a note are 300 px wide, with ten rows, columns of the wall 250 px', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  for (const noteTitle of ['A', 'B', 'C', 'D']) await device(user).addNote({ noteTitle });
  await signIn(user);
  await page.getByRole('link', { name: 'Sticky Wall' }).click();
  for (const [width, columns] of [
    [320, 1],
    [390, 1],
    [1280, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    // The page adapts to the new width later.
    await expect(async () => {
      const boxes = await page
        .getByRole('main')
        .getByRole('listitem')
        .evaluateAll(items => items.map(item => item.getBoundingClientRect().toJSON() as DOMRect));
      expect(Math.min(...boxes.map(box => box.width))).toBeGreaterThanOrEqual(250);
      expect(new Set(boxes.map(box => Math.round(box.x))).size).toBe(columns);
    }).toPass();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(overflow).toBe(false);
  }
  await addNote(page).click();
  for (const label of ['Title', 'Description'])
    expect((await overlay(page).getByLabel(label).boundingBox())!.width).toBe(300);
  await expect(overlay(page).getByLabel('Description')).toHaveAttribute('rows', '10');
  const rows = () =>
    overlay(page)
      .getByLabel('Description')
      .evaluate(area => {
        const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(area);
        const height = area.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
        return height / parseFloat(lineHeight);
      });
  expect(await rows()).toBeCloseTo(10, 0);
  // The style of a task’s form is loaded before that of a note’s then.
  await page.goto('/tasks/new');
  await expect(page.getByPlaceholder('Description')).toBeVisible();
  await page.getByRole('link', { name: 'Sticky Wall' }).click();
  await addNote(page).click();
  expect(await rows()).toBeCloseTo(10, 0);
});

test('Two notes that are being added at once each get their own key @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  await signIn(user);
  await page.getByRole('link', { name: 'Sticky Wall' }).click();
  for (const title of ['One', 'Two']) {
    await addNote(page).click();
    await write(page, title, `It is ${title}`);
    await save(page).click();
    await expect(overlay(page)).toHaveCount(0);
  }
  await card(page, 'One').click();
  await write(page, 'One', 'Changed');
  await save(page).click();
  await expect
    .poll(async () =>
      Object.values((await device(user).notes()) ?? {}).map(note => Object.values(note).sort()),
    )
    .toEqual([
      ['Changed', 'One'],
      ['It is Two', 'Two'],
    ]);
});
