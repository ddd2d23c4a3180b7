import type { Locator, Page } from 'playwright-core';
import { PAPERS } from '../../../src/notes/look';
import { splitBoxes } from '../judge/boxes';
import type { Fields, Kind } from '../judge/history';
import { hungCards } from './inPage';
import type { Found } from '../judge/judge';
import { kinds } from './kinds';
import type { Hung } from '../judge/looks';

/** Time-out of a person's step in milliseconds; a step that exceeds it counts as not accepted. */
export const PATIENCE_MS = 10_000;

/** Lists that together show every item. */
const LISTS = [
  ['task', 'Personal'],
  ['task', 'Work'],
  ['task', 'Done'],
  ['note', 'Wall'],
] as const;

/** The content of one tab, and its navigation. */
export class Screen {
  constructor(
    readonly page: Page,
    readonly name: string,
  ) {
    page.setDefaultTimeout(PATIENCE_MS);
  }

  /** Goes to a page by the sidebar. */
  async go(name: string) {
    await this.leaveForms();
    await this.page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
    await this.page.getByRole('heading', { name, exact: true }).waitFor();
    // Before the first answer or the device's own copy the list is empty.
    await this.page.getByText(/^Loading your/).waitFor({ state: 'detached' });
  }

  openList = (kind: Kind, list: string) => this.go(kind === 'note' ? 'Sticky Wall' : list);

  rows(kind: Kind): Locator {
    const main = this.page.getByRole('main');
    return kind === 'task'
      ? main.getByRole('link').filter({ hasText: /^T\d+ / })
      : main.getByRole('button').filter({ hasText: /^N\d+ / });
  }

  rowOf = (kind: Kind, item: string) => this.rows(kind).filter({ hasText: new RegExp(`^${item} `) });

  /** Rows of tasks that repeat. */
  repeating(item = 'R\\d+') {
    const name = new RegExp(`^${item} `);
    return this.page.getByRole('main').getByRole('link').filter({ hasText: name });
  }

  heldRows(kind: Kind) {
    const mark = /2 versions|Deleted elsewhere|Not saved/;
    const inRow = this.rows(kind).or(this.repeating()).filter({ hasText: mark });
    if (kind === 'task') return inRow;
    // The card's button contains the text only if it has no boxes or links.
    return this.page.locator('main [data-card]').filter({ hasText: mark }).locator('[data-note]');
  }

  /** Opens a row and reads the fields of its item; null if it is gone meanwhile. */
  async open(kind: Kind, row: Locator): Promise<{ item: string; fields: Fields } | null> {
    const wanted = itemOf((await row.textContent())!);
    await row.click();
    const title = this.control(kind, kinds[kind].title);
    const gone = this.page.getByText(/^This (task|note) is gone/);
    // The form of another item may still be there.
    const until = Date.now() + PATIENCE_MS;
    while (!(await gone.isVisible())) {
      if ((await title.isVisible()) && (await title.inputValue()).startsWith(`${wanted} `)) break;
      if (Date.now() > until) throw new Error(`${wanted} did not open`);
    }
    if (await gone.isVisible()) return null;
    await this.dropDraft();
    // The whole description in one field.
    const asText = this.page.getByRole('button', { name: 'As text', exact: true });
    if (await asText.isVisible()) await asText.click();
    const fields: Fields = {};
    for (const field of Object.keys(kinds[kind].fields))
      fields[field] = await this.control(kind, field).inputValue();
    return { item: itemOf(fields[kinds[kind].title]!), fields: splitBoxes(fields) };
  }

  /** The wall as shown by this tab. */
  async wall(): Promise<Hung[]> {
    await this.openList('note', 'Wall');
    return this.inTallWindow(async () => {
      await this.untilAllDrawn();
      const cards = await this.page.evaluate(hungCards, PAPERS);
      const names = await this.rows('note').evaluateAll(rows =>
        rows.map(row => [(row as HTMLElement).dataset['note']!, row.textContent!] as const),
      );
      const items = new Map(names);
      return cards.map(card => ({ ...card, item: itemOf(items.get(card.key) ?? '') }));
    });
  }

  /** The number of rows that the logbook of this tab has for each occurrence, by the text of the row. */
  async logbook(): Promise<string[]> {
    await this.openList('task', 'Done');
    return this.inTallWindow(async () => {
      await this.untilAllDrawn();
      const boxes = this.page.getByRole('checkbox', { name: /^Done: R\d+ goes, / });
      return boxes.evaluateAll(all => all.map(element => element.getAttribute('aria-label')!.slice(6)));
    });
  }

  /** Works in a window that is tall enough for a whole list, because only rows near the view are rendered. */
  private async inTallWindow<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const size = this.page.viewportSize()!;
    await this.page.setViewportSize({ ...size, height: 12_000 });
    try {
      return await work();
    } finally {
      await this.page.setViewportSize(size);
    }
  }

  /** Waits until all rows and cards are rendered: a window that just became tall adds rows, and their days, later. */
  private untilAllDrawn() {
    return this.page.waitForFunction(() => {
      const all = (within: ParentNode, what: string) => [...within.querySelectorAll<HTMLElement>(what)];
      return (
        all(document, 'main [data-rows]').every(
          list => all(list, '[data-row]').length >= Number(list.dataset['rows']),
        ) &&
        all(document, 'main [aria-setsize]').every(
          one => all(one.closest('[role=list], ul')!, '[aria-setsize]').length >= Number(one.ariaSetSize),
        )
      );
    });
  }

  /** Closes what lies over a list. */
  async leaveForms() {
    const close = this.page.getByRole('dialog').getByRole('button', { name: 'Close' });
    if (await close.isVisible()) await close.click();
  }

  /** Reads every item that this tab shows, with its fields and whether it is done. */
  everything(): Promise<Found[]> {
    return this.inTallWindow(async () => {
      const found: Found[] = [];
      for (const [kind, list] of LISTS) {
        await this.openList(kind, list);
        found.push(...(await this.everyItem(kind, list === 'Done')));
      }
      return found;
    });
  }

  /** Reads every item of the open list, except items that leave it meanwhile. */
  private async everyItem(kind: Kind, isDone: boolean): Promise<Found[]> {
    const found: Found[] = [];
    // A task that was just ticked stays for a moment.
    if (!isDone) await this.page.locator('main [data-done]').first().waitFor({ state: 'detached' });
    await this.untilAllDrawn();
    const items = (await this.rows(kind).allTextContents()).map(itemOf);
    for (const [at, item] of items.entries()) {
      const row = this.rowOf(kind, item).nth(items.slice(0, at).filter(other => other === item).length);
      if ((await row.count()) === 0) continue;
      const opened = await this.open(kind, row); // the list is beside its form
      if (opened) found.push({ ...opened, isDone });
      await this.leaveForms();
    }
    return found;
  }

  protected form(kind: Kind) {
    return kind === 'task' ? this.page.getByRole('main') : this.page.getByRole('dialog');
  }

  protected control(kind: Kind, field: string) {
    const labels: Record<string, string> = kinds[kind].fields;
    return this.form(kind).getByLabel(labels[field]!, { exact: true });
  }

  /** Discards a draft that a killed tab left: this user does not want it. */
  protected async dropDraft() {
    if (!(await this.page.getByText('Draft restored').isVisible())) return;
    await this.page
      .getByRole('button', { name: /^Discard( changes)?$/ })
      .last()
      .click();
  }
}

/** The tag at the beginning of an item's name. */
export const itemOf = (words: string) => words.split(' ')[0]!;
