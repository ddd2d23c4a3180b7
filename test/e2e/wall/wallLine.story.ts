import { expect, test, type Page } from '../fixtures';

const WALL = '/tasks/sticky-wall';
const line = (page: Page) => page.getByRole('textbox', { name: 'Write a note…' });
const cards = (page: Page) => page.locator('main [data-note]');
const notes = async (data: { notes(): Promise<object | null> }) => Object.values((await data.notes()) ?? {});
const note = (noteTitle: string, noteDescription: string) => ({ noteTitle, noteDescription });
const heightOf = async (page: Page) => (await line(page).boundingBox())!.height;

test('A note from words alone grows, is kept by Ctrl+Enter, and is one Undo @phone-long', async ({
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
  await expect(page.getByRole('status').filter({ hasText: 'Kept “Boat”' })).toHaveCount(1);

  await page.keyboard.press('Escape');
  await expect(line(page)).not.toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(cards(page)).toHaveCount(1);
  await expect.poll(() => notes(data)).toEqual([note('First', 'Words')]);
});

test('A long first line is no title: the note has none, and is saved without one @long', async ({
  page,
  somebody,
}) => {
  const { data } = await somebody();
  await page.goto(WALL);
  const words =
    'Anneke has the key to the boat house, and the neighbours know where the oars are, says Piet.';
  await line(page).fill(words);
  await line(page).press('Control+Enter');
  await expect.poll(() => notes(data)).toEqual([note('', words)]);
  await expect(page.locator('[data-paper]').getByText('(no title)')).toHaveCSS('position', 'absolute');
  await cards(page).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Title')).toHaveValue('');
  await dialog.getByLabel('Description').fill('Anneke has it');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => notes(data)).toEqual([note('', 'Anneke has it')]);
});

test('Leaving the line keeps its note, and the click that left it does what it was for @phone-long @long', async ({
  page,
  somebody,
}) => {
  const { data } = await somebody(async otherDevice => {
    for (const title of ['Oars', 'Key']) await otherDevice.addNote(note(title, 'Words'));
  });
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  for (const key of ['g', 's']) await page.keyboard.press(key);
  await expect(cards(page)).toHaveCount(2);
  await line(page).fill('Boat\nIs in the shed\nand dry');
  await page.getByRole('button', { name: /^Oars/ }).click();
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Oars');
  await page.keyboard.press('Escape');
  await expect(cards(page)).toHaveCount(3);

  // The line is left by Tab, and by the browser's Back.
  await line(page).fill('By Tab');
  await page.keyboard.press('Tab');
  await expect(cards(page)).toHaveCount(4);
  await line(page).fill('By Back');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect.poll(async () => (await notes(data)).length).toBe(5);
  await page.goForward();
  await expect(cards(page)).toHaveCount(5);
  await expect(line(page)).toHaveValue('');
});

test('What is typed in the line survives a reload; Esc empties it, undo brings it back @long', async ({
  page,
  somebody,
}) => {
  const { data } = await somebody();
  await page.goto(WALL);
  await line(page).pressSequentially('Boat');
  await page.reload();
  await expect(line(page)).toHaveValue('Boat');
  await line(page).press('End');
  await page.keyboard.type(' and oars');
  await page.keyboard.press('Escape');
  await expect(line(page)).toHaveValue('');
  await page.keyboard.press('Control+z');
  await expect(line(page)).not.toHaveValue('');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Sticky Wall' })).toBeFocused();
  await page.reload();
  await expect(line(page)).toHaveValue('');
  expect(await data.notes()).toBeNull();
});

test('A picture or a file gets a sentence where it is dropped, and the page stays @long', async ({
  page,
  somebody,
  axe,
}) => {
  await somebody(otherDevice => otherDevice.addNote(note('First', 'Words')));
  await page.goto(WALL);
  await expect(cards(page)).toHaveCount(1);
  const transfer = (name: string, type: string) =>
    page.evaluateHandle(
      ([name, type]) => {
        const made = new DataTransfer();
        made.items.add(new File(['x'], name!, { type }));
        return made;
      },
      [name, type],
    );
  const sentence = page.getByRole('main').getByRole('alert');
  for (const target of [page.getByRole('heading', { name: 'Sticky Wall' }), line(page)]) {
    const dataTransfer = await transfer('cat.png', 'image/png');
    await target.dispatchEvent('dragover', { dataTransfer });
    await target.dispatchEvent('drop', { dataTransfer });
    await expect(sentence).toHaveText('A picture can’t be kept: a note holds words and links alone.');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(sentence).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Sticky Wall' })).toBeFocused();
  }
  const clipboardData = await transfer('letter.pdf', 'application/pdf');
  const last = page.locator('body');
  for (const target of [line(page), page.getByRole('searchbox'), last]) {
    await expect(sentence).toHaveCount(0);
    await target.evaluate(
      (element, data) =>
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true })),
      clipboardData,
    );
    await expect(sentence).toHaveText('A file can’t be kept: a note holds words and links alone.');
    if (target !== last) await page.getByRole('button', { name: 'Dismiss' }).click();
  }
  await axe();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(line(page)).toHaveValue('');
});
