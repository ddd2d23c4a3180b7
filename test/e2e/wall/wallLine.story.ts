import { expect, test, type Page } from '../fixtures';

const WALL = '/tasks/sticky-wall';
const line = (page: Page) => page.getByRole('textbox', { name: 'Write a note…' });
const cards = (page: Page) => page.locator('main [data-note]');
const notes = async (data: { notes(): Promise<object | null> }) => Object.values((await data.notes()) ?? {});
const note = (noteTitle: string, noteDescription: string) => ({ noteTitle, noteDescription });
const heightOf = async (page: Page) => (await line(page).boundingBox())!.height;

test('A note from words alone grows, is kept by Ctrl+Enter, and is one Undo', async ({
  page,
  somebody,
  axe,
}) => {
  const { data } = await somebody(otherDevice => otherDevice.addNote(note('First', 'Words')));
  await page.goto(WALL);
  await expect(cards(page)).toHaveCount(1);
  await line(page).waitFor();
  await page.keyboard.press('a');
  await expect(line(page)).toBeFocused();
  const low = await heightOf(page);
  await page.keyboard.type('Boat');
  await page.keyboard.press('Enter');
  await page.keyboard.type('- [ ] oars');
  await page.keyboard.press('Enter');
  await page.keyboard.type('key');
  await expect(line(page)).toHaveValue('Boat\n- [ ] oars\n- [ ] key');
  expect(await heightOf(page)).toBeGreaterThan(low + 40);
  await axe();
  await page.keyboard.press('Control+Enter');
  await expect(cards(page)).toHaveCount(2);
  await expect(line(page)).toHaveValue('');
  await expect(line(page)).toBeFocused();
  expect(await heightOf(page)).toBe(low);
  await expect.poll(() => notes(data)).toContainEqual(note('Boat', '- [ ] oars\n- [ ] key'));
  await expect(page.getByRole('status').filter({ hasText: 'Added “Boat”' })).toHaveCount(1);

  await page.keyboard.press('Escape');
  await expect(line(page)).not.toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(cards(page)).toHaveCount(1);
  await expect.poll(() => notes(data)).toEqual([note('First', 'Words')]);
});
