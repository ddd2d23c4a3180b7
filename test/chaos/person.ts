import type { Locator, Page } from 'playwright-core';
import type { Entry, Fields, History, Kind } from './history';
import type { Random } from './random';

/** No step of a person's takes longer than this, in milliseconds; one that does is given up and counts as not accepted. */
const PATIENCE = 10_000;

/** Which controls hold an item's fields, and what a list shows of it. */
export const kinds = {
  task: {
    fields: { taskName: 'Title', taskDescription: 'Description', taskDueDay: 'Due Date' },
    title: 'taskName',
    save: 'Save Changes',
    remove: 'Delete Task',
  },
  note: {
    fields: { noteTitle: 'Title', noteDescription: 'Description' },
    title: 'noteTitle',
    save: 'Save',
    remove: 'Delete',
  },
} as const satisfies Record<
  Kind,
  { fields: Record<string, string>; title: string; save: string; remove: string }
>;

/** More rows than this in a list and something is deleted: longer lists show only a part of themselves. */
const MANY = 40;

/** What a person does with one tab, by what can be seen of it. */
export class Person {
  constructor(
    readonly page: Page,
    private readonly name: string,
    private readonly history: History,
    private readonly random: Random,
  ) {
    page.setDefaultTimeout(PATIENCE);
  }

  /** Does one random thing. */
  async act(): Promise<void> {
    const kind = this.random.weighed<Kind>({ task: 65, note: 35 });
    await this.openList(kind);
    const rows = await this.rows(kind).all();
    const held = await this.heldRows(kind).all();
    if (held.length > 0 && this.random.chance(0.5)) return this.decide(kind, this.random.pick(held));
    const does =
      rows.length > MANY
        ? 'delete'
        : rows.length < 4
          ? 'add'
          : this.random.weighed({ add: 30, edit: 55, delete: 15 });
    if (does === 'add') return this.add(kind);
    const row = this.random.pick(rows);
    return does === 'edit' ? this.edit(kind, row) : this.delete(kind, row);
  }

  /** Goes to a list by the sidebar. */
  async openList(kind: Kind, list = this.random.pick(['Personal', 'Work'])) {
    await this.leaveForms();
    const name = kind === 'note' ? 'Sticky Wall' : list;
    await this.page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
    await this.page.getByRole('heading', { name, exact: true }).waitFor();
    // Until the first answer, or the device's own copy, there is nothing to choose from.
    await this.page.getByText(/^Loading your/).waitFor({ state: 'detached' });
  }

  rows(kind: Kind): Locator {
    const main = this.page.getByRole('main');
    return kind === 'task'
      ? main.getByRole('link').filter({ hasText: /^T\d+ / })
      : main.getByRole('button').filter({ hasText: /^N\d+ / });
  }

  heldRows(kind: Kind) {
    return this.rows(kind).filter({ hasText: /2 versions|Not saved/ });
  }

  async add(kind: Kind) {
    const { history, page } = this;
    const item = history.tag(kind);
    const fields = this.words(kind, item);
    if (kind === 'task') {
      await page.getByRole('button', { name: 'Add New Task' }).click();
      await page.waitForURL('**/tasks/new');
      await this.dropDraft();
      await page
        .getByRole('combobox', { name: 'List', exact: true })
        .selectOption(this.random.pick(['personal', 'work']));
    } else {
      await page.getByRole('button', { name: 'Add note' }).click();
      await this.dropDraft();
    }
    for (const [field, value] of Object.entries(fields)) await this.control(kind, field).fill(value);
    const entry = history.begin({ item, kind, act: 'add', by: this.name, fields });
    await this.form(kind)
      .getByRole('button', { name: kind === 'task' ? 'Add Task' : 'Save' })
      .click();
    // A task's form is left when it is kept, a note's at once: its card is on the wall when it is kept.
    if (kind === 'task') await page.waitForURL(/\/tasks\/(personal|work)$/);
    else await this.rows(kind).filter({ hasText: fields.noteTitle }).first().waitFor();
    history.accept(entry);
  }

  async edit(kind: Kind, row: Locator) {
    const opened = await this.open(kind, row);
    if (!opened) return;
    const { item, fields: seen } = opened;
    // A PATCH has no condition (README): two devices at one note at the same instant may overwrite each other.
    if (kind === 'note' && !this.isOwn(item)) return;
    const names = Object.keys(kinds[kind].fields);
    const changed = this.random.chance(0.2) ? names : [this.random.pick(names)];
    const words = this.words(kind, item);
    const fields: Fields = {};
    const base: Fields = {};
    for (const field of changed) {
      fields[field] = words[field]!;
      base[field] = await this.control(kind, field).evaluate(enter, words[field]!);
    }
    if (base[kinds[kind].title] === undefined && !seen[kinds[kind].title]) return;
    const entry = this.history.begin({ item, kind, act: 'edit', by: this.name, fields, base });
    await this.form(kind).getByRole('button', { name: kinds[kind].save, exact: true }).click();
    await this.untilTaken(kind, Object.values(fields)[0]!);
    this.history.accept(entry);
  }

  /** Whether this device made the item. */
  private isOwn(item: string) {
    const added = this.history.entries.find(entry => entry.item === item && entry.act === 'add');
    return added?.by.charAt(0) === this.name.charAt(0);
  }

  async delete(kind: Kind, row: Locator) {
    const opened = await this.open(kind, row);
    if (!opened) return;
    const { item } = opened;
    const entry = this.history.begin({ item, kind, act: 'delete', by: this.name });
    await this.form(kind).getByRole('button', { name: kinds[kind].remove, exact: true }).click();
    await this.rows(kind)
      .filter({ hasText: new RegExp(`^${item} `) })
      .waitFor({ state: 'detached' });
    this.history.accept(entry);
  }

  /** Chooses what becomes of an item that waits for a choice. */
  async decide(kind: Kind, row: Locator) {
    const opened = await this.open(kind, row);
    if (!opened) return;
    const { item, fields } = opened;
    const form = this.form(kind);
    const offers = form.getByRole('button', { name: /^(Keep mine|Take theirs|Keep as new|Discard|Retry)$/ });
    const names = await offers.allTextContents();
    if (names.length === 0) return;
    const name = this.random.pick(names);
    const theirs = (await form.getByText(/The other one:/).allTextContents()).join();
    const acts = {
      'Keep mine': 'keepMine',
      'Take theirs': 'takeTheirs',
      'Keep as new': 'keepAsNew',
      Discard: 'discard',
    } as const;
    this.history.note(`${item} ${this.name} is offered ${names.join(', ')}: ${theirs}`);
    if (name === 'Retry') {
      await offers.filter({ hasText: name }).click();
      return;
    }
    const act = acts[name as keyof typeof acts];
    const givenUp =
      act === 'keepMine' ? this.valuesIn(kind, item, theirs) : act === 'keepAsNew' ? {} : fields;
    const entry = this.history.begin({ item, kind, act, by: this.name, givenUp });
    await offers.filter({ hasText: name }).click();
    await offers.filter({ hasText: name }).waitFor({ state: 'detached' });
    this.history.accept(entry);
  }

  /** The fields of an item whose row is opened; null when it is gone meanwhile. */
  async open(kind: Kind, row: Locator): Promise<{ item: string; fields: Fields } | null> {
    const wanted = (await row.textContent())!.split(' ')[0]!;
    await row.click();
    const title = this.control(kind, kinds[kind].title);
    const gone = this.page.getByText(/is not here any more/);
    // The form of another item may still stand there.
    const until = Date.now() + PATIENCE;
    while (!(await gone.isVisible())) {
      if ((await title.isVisible()) && (await title.inputValue()).startsWith(`${wanted} `)) break;
      if (Date.now() > until) throw new Error(`${wanted} did not open`);
    }
    if (await gone.isVisible()) return null;
    await this.dropDraft();
    const fields: Fields = {};
    for (const field of Object.keys(kinds[kind].fields))
      fields[field] = await this.control(kind, field).inputValue();
    const item = fields[kinds[kind].title]!.split(' ')[0]!;
    return { item, fields };
  }

  /** Closes what lies over a list. */
  async leaveForms() {
    const close = this.page.getByRole('dialog').getByRole('button', { name: 'Close' });
    if (await close.isVisible()) await close.click();
  }

  /** Every item that this tab shows, field by field. */
  async everything(): Promise<{ item: string; fields: Fields }[]> {
    const found: { item: string; fields: Fields }[] = [];
    for (const [kind, list] of [
      ['task', 'Personal'],
      ['task', 'Work'],
      ['note', 'Wall'],
    ] as const) {
      await this.openList(kind, list);
      const rows = await this.rows(kind).all();
      for (const row of rows) {
        const opened = await this.open(kind, row); // the list stands beside its form
        if (opened) found.push(opened);
        await this.leaveForms();
      }
    }
    await this.leaveForms();
    return found;
  }

  private form(kind: Kind) {
    return kind === 'task' ? this.page.getByRole('main') : this.page.getByRole('dialog');
  }

  private control(kind: Kind, field: string) {
    const labels: Record<string, string> = kinds[kind].fields;
    return this.form(kind).getByLabel(labels[field]!, { exact: true });
  }

  /** A draft of a tab that was killed is not what this person wants to say now. */
  private async dropDraft() {
    const discard = this.page.getByText('Draft restored').getByRole('button', { name: 'Discard' });
    if (await discard.isVisible()) await discard.click();
  }

  /** New words for every field of an item, never used before. */
  private words(kind: Kind, item: string): Fields {
    const unique = this.history.unique();
    if (kind === 'note') return { noteTitle: `${item} v${unique}`, noteDescription: `says ${unique}` };
    const day = new Date(Date.UTC(2027, 0, 1 + unique)).toISOString().slice(0, 10);
    return { taskName: `${item} v${unique}`, taskDescription: `says ${unique}`, taskDueDay: day };
  }

  /** The values of the other version, as the form names them. */
  private valuesIn(kind: Kind, item: string, text: string): Fields {
    const values: Fields = {};
    for (const entry of this.history.entries.filter(one => one.item === item))
      for (const [field, value] of Object.entries(entry.fields)) {
        const said = field === 'taskDueDay' ? inWords(value) : value;
        const labels: Record<string, string> = kinds[kind].fields;
        if (text.includes(`${labels[field]} “${said}”`)) values[field] = value;
      }
    return values;
  }

  /** The device has the edit: it is in the queue, or the server's answer is there already. */
  private async untilTaken(kind: Kind, value: string) {
    if (kind === 'note') {
      await this.page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await this.page.waitForFunction(
      isTaken,
      { value, isNote: kind === 'note' },
      { timeout: PATIENCE, polling: 50 },
    );
  }
}

/** As the app says a day that is not near. */
const inWords = (day: string) =>
  new Date(`${day}T12:00:00Z`)
    .toLocaleDateString('en-GB', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    })
    .replace(',', '');

/** In the page: enters a value and answers what stood there, at one instant, so that no change can come between. */
function enter(control: HTMLElement | SVGElement, value: string): string {
  const field = control as HTMLInputElement;
  const before = field.value;
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!;
  set!.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return before;
}

/** In the page: whether an edit with this value is on the device, or its words stand where only kept ones do. */
async function isTaken({ value, isNote }: { value: string; isNote: boolean }): Promise<boolean> {
  const main = document.querySelector('main')!;
  if (isNote && main.textContent!.includes(value)) return true;
  const says = [...document.querySelectorAll('[role=status]')].map(one => one.textContent);
  if (!isNote && says.includes('Saved')) return true;
  const database = await new Promise<IDBDatabase>((done, failed) => {
    const opening = indexedDB.open('daywall-outbox');
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => failed(opening.error);
  });
  try {
    const kept = await new Promise<unknown[]>((done, failed) => {
      const reading = database.transaction('operations').objectStore('operations').getAll();
      reading.onsuccess = () => done(reading.result);
      reading.onerror = () => failed(reading.error);
    });
    return JSON.stringify(kept).includes(JSON.stringify(value));
  } finally {
    database.close();
  }
}

export type { Entry };
