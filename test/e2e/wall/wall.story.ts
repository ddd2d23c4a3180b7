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

test('Fields of a note are 300 px wide, with ten rows, columns of the wall 250 px @long', async ({
  page,
  somebody,
}) => {
  await somebody(async data => {
    for (const noteTitle of ['A', 'B', 'C', 'D']) await data.addNote({ noteTitle });
  });
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
