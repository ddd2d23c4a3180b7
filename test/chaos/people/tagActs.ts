import type { Entry } from '../judge/history';
import type { Random } from '../random';
import type { Person } from './person';

/** The item of an act on all that have a tag. */
export const EVERY_ITEM = '#';
const TAGS = ['#garden', '#house', '#trip'];
export const aTag = (random: Random) => random.pick(TAGS);

/** Renames a tag on all that have it by the palette, sometimes to one that is there: both become one. */
export async function retag(hand: Person): Promise<Entry | undefined> {
  const { page, history, random } = hand;
  await hand.openList('task', 'Personal');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find tasks, notes and commands' }).fill('Rename tag');
  await page.getByRole('option', { name: /^Rename tag…/ }).click();
  const choice = page.getByRole('dialog', { name: 'Rename which tag?' });
  const tags = await choice.getByRole('listitem').allTextContents();
  if (tags.length === 0) return void (await page.keyboard.press('Escape'));
  const from = random.pick(tags);
  const to = random.chance(0.5) ? aTag(random) : `#word${history.unique()}`;
  if (to === `#${from}`) return void (await page.keyboard.press('Escape'));
  await choice.getByRole('button', { name: from, exact: true }).click();
  const name = page.getByRole('textbox', { name: 'Name of the tag' });
  await name.fill(to);
  const fields = { from: `#${from}`, to };
  const base = { from: to, to: `#${from}` };
  const entry = history.begin({ item: EVERY_ITEM, kind: 'task', act: 'retag', by: hand.name, fields, base });
  await name.press('Enter');
  await name.waitFor({ state: 'detached' });
  return hand.accept(entry);
}
