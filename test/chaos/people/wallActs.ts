import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { PAPERS } from '../../../src/notes/look';
import { tickField } from '../judge/boxes';
import type { Act, Entry, Fields, History } from '../judge/history';
import { keptLooks, tickBox } from './inPage';
import { lookFields, LOOK_PARTS, UNKNOWN } from '../judge/looks';
import type { Random } from '../random';
import { itemOf, PATIENCE_MS } from './screen';

/** A user who acts on the wall in one tab. */
export interface Hand {
  readonly page: Page;
  readonly name: string;
  readonly random: Random;
  readonly history: History;
  accept(entry: Entry): Promise<Entry>;
  leaveForms(): Promise<void>;
}

const tagOf = async (row: Locator) => itemOf((await row.textContent())!);
/** Reads the item and the key of a row in one call, because the wall may be reordered between two. */
async function noteIn(row: Locator) {
  const [words, key] = await row.evaluate(card => [
    card.textContent!,
    (card as HTMLElement).dataset['note']!,
  ]);
  return { item: itemOf(words!), key };
}
const cardOf = (hand: Hand, key: string) => hand.page.locator(`main [data-card="${key}"]`);

/**
 * Changes looks, with one entry for each changed note. The chosen values are read from the tab's stored operations,
 * because a place cannot be seen on the screen.
 */
async function changeLook(hand: Hand, item: string, act: Act, part: string, does: () => Promise<unknown>) {
  const { history, page, name: by } = hand;
  const kept = () => page.evaluate(keptLooks);
  const before = (await kept()).length;
  const entry = history.begin({ item, kind: 'note', act, by, fields: { [part]: UNKNOWN } });
  if ((await does()) === false) return void history.forget(entry);
  const patience = AbortSignal.timeout(PATIENCE_MS);
  while ((await kept()).length === before) await setTimeout(50, null, { signal: patience });
  for (const { title, look, before: base } of (await kept()).slice(before)) {
    const changed = itemOf(title);
    const values = { fields: only(look), base: only(base) };
    if (changed === item) Object.assign(entry, values);
    // Another note was moved too, because it had the same place.
    else await hand.accept(Object.assign(history.begin({ item: changed, kind: 'note', act, by }), values));
  }
  return hand.accept(entry);
}

/** The named parts of a look as the values of an entry. */
function only({ colour, isPinned, place }: KeptLook): Fields {
  const named = { colour, pinned: isPinned, place };
  const all = lookFields({ colour: colour ?? null, pinned: isPinned ?? null, place: place ?? null });
  return Object.fromEntries(
    LOOK_PARTS.filter(part => named[part] !== undefined).map(part => [part, all[part]!]),
  );
}
/** A part of a look in an operation. */
export type KeptLook = { colour?: string | null; isPinned?: boolean; place?: string | null };

/** Gives a note a colour that it has never had. */
export async function colour(hand: Hand, row: Locator) {
  const item = await tagOf(row);
  const had = hand.history.entries.filter(entry => entry.item === item).map(({ fields }) => fields['colour']);
  await row.click();
  const dialog = hand.page.getByRole('dialog');
  const current = await dialog.getByRole('radio', { checked: true }).getAttribute('value');
  const free = PAPERS.filter(paper => paper !== current && !had.includes(paper));
  if (free.length === 0) return undefined;
  const radio = dialog.locator(`input[value="${hand.random.pick(free)}"]`);
  const entry = await changeLook(hand, item, 'colour', 'colour', () => radio.check());
  await hand.leaveForms();
  return entry;
}

/** Pins or unpins a note. */
export async function pin(hand: Hand, row: Locator) {
  return changeLook(hand, await tagOf(row), 'pin', 'pinned', async () => {
    await row.focus();
    await hand.page.keyboard.press('p');
  });
}

/** Moves a note by keys. */
export async function place(hand: Hand, row: Locator) {
  const { page, random } = hand;
  const { keyboard } = page;
  const { item, key } = await noteIn(row);
  await page.locator('ul[data-movable]').waitFor(); // the code that moves notes is loaded
  const at = () => cardOf(hand, key).getAttribute('aria-posinset');
  await row.focus();
  const from = await at();
  await keyboard.press('l');
  const way = random.pick(['Home', 'End', 'ArrowLeft', 'ArrowRight', 'ArrowDown', 'ArrowUp']);
  for (let steps = 1 + random.below(3); steps > 0; steps--) await keyboard.press(way);
  if ((await at()) === from) return void (await keyboard.press('Escape'));
  return changeLook(hand, item, 'place', 'place', () => keyboard.press('Enter'));
}

/** Ticks a box that no other device ticked. */
export async function tickLine(hand: Hand, row: Locator) {
  const { history, name: by } = hand;
  const { item, key } = await noteIn(row);
  const isTakenElsewhere = (field: string) =>
    history.entries.some(
      entry => entry.item === item && entry.by[0] !== by[0] && entry.act === 'box' && field in entry.fields,
    );
  for (const box of await cardOf(hand, key).locator('input:not(:checked)').all()) {
    const field = tickField((await box.getAttribute('aria-label'))!);
    if (isTakenElsewhere(field)) continue;
    const step = { fields: { [field]: 'x' }, base: { [field]: ' ' } };
    const entry = history.begin({ item, kind: 'note', act: 'box', by, ...step });
    if (!(await box.evaluate(tickBox, true))) return void history.forget(entry);
    return hand.accept(entry);
  }
  return undefined;
}
