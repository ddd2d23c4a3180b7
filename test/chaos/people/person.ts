import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { Device } from '../world/device';
import type { Act, Entry, Fields, Kind } from '../judge/history';
import { fileOf } from './importFile';
import { enter, isTaken, takeBack, tickBox, untilKept } from './inPage';
import { kinds } from './kinds';
import type { Invitation } from '../judge/pairs';
import type { Random } from '../random';
import { actOnRepeat, tickPart } from './repeatActs';
import { itemOf, PATIENCE_MS, Screen } from './screen';
import { aTag, retag } from './tagActs';
import { colour, pin, place, tickLine } from './wallActs';
import { whileOpen } from './whileOpen';

/** A list with more rows than this gets a deletion: longer lists render only a part of their rows. */
const MANY = 40;
/** With more done tasks than this, one is reopened: the logbook renders only the rows in view. */
const MANY_DONE = 12;
/** The kinds of the items in an imported file. */
const IMPORTED: Kind[] = ['task', 'task', 'task', 'task', 'task', 'note', 'note'];

/** The text of the toast after an act on an item; absent where it varies. */
const toastOf: Partial<Record<Act, (item: string, fields?: Fields) => string>> = {
  edit: (item, fields = {}) =>
    `${Object.keys(fields).join() === 'taskDueDay' ? 'Moved' : 'Changed'} “${item} `,
  delete: item => `Deleted “${item} `,
  tick: item => `“${item} `,
  untick: item => `Marked “${item} `,
  colour: item => `New colour for “${item} `,
  pin: (item, fields = {}) => `${fields['pinned'] ? 'Pinned' : 'Unpinned'} “${item} `,
  place: item => `Moved “${item} `,
  box: item => `Changed “${item} `,
  retag: () => 'Changed ',
};
const undos = {
  edit: 'undoEdit',
  delete: 'undoDelete',
  tick: 'undoTick',
  untick: 'undoTick',
  colour: 'undoColour',
  pin: 'undoPin',
  place: 'undoPlace',
  box: 'undoBox',
  retag: 'undoRetag',
} as const;
/** Acts on the wall. */
const wallActs = { colour, pin, place, tickLine };

/** A user in one tab, who acts on the shown content. */
export class Person extends Screen {
  constructor(
    page: Page,
    name: string,
    readonly random: Random,
    private readonly device: Device,
  ) {
    super(page, name);
  }

  get history() {
    return this.device.company.history;
  }

  /** Does a random act, and sometimes undoes it at once. */
  async act(): Promise<void> {
    if (!this.random.chance(0.25))
      return void (await this.device.turns.beside(() => whileOpen(this.page, this.actOnce())));
    await this.device.turns.alone(async () => {
      const entry = await whileOpen(this.page, this.actOnce());
      if (entry && entry.act in undos) await whileOpen(this.page, this.undo(entry));
    });
  }

  private async actOnce(): Promise<Entry | undefined> {
    const { random } = this;
    const invitation = this.device.company.pairs.invitationFor(this.device.name);
    if (invitation) return this.meet(invitation);
    const kind = random.weighed<Kind>({ task: 60, note: 40 });
    const ticks = random.weighed({ none: 75, tick: 15, untick: 10 });
    if (random.chance(0.08)) return this.restore();
    if (random.chance(0.25)) return actOnRepeat(this);
    if (random.chance(0.06)) return retag(this);
    if (kind === 'task' && (ticks === 'untick' || this.countDone() > MANY_DONE)) return this.tick('Done');
    const list = random.pick(['Personal', 'Personal', 'Work', 'Work', 'Done']);
    if (kind === 'task' && ticks === 'tick') return this.tick(list);
    await this.openList(kind, list);
    const rows = await this.rows(kind).all();
    const held = await this.heldRows(kind).all();
    if (held.length > 0 && random.chance(0.5)) return this.decide(kind, random.pick(held));
    const does =
      rows.length > MANY
        ? 'delete'
        : rows.length < 4 && list !== 'Done'
          ? 'add'
          : random.weighed({ add: 20, edit: 55, delete: 25 });
    if (does === 'add') return this.add(kind);
    if (rows.length === 0) return undefined;
    const row = random.pick(rows);
    if (kind === 'note' && random.chance(0.6)) return this.actOnWall(row);
    if (list !== 'Done' && kind === 'task' && random.chance(0.25)) return tickPart(this, row);
    return does === 'edit' ? this.edit(kind, row) : this.delete(kind, row);
  }

  /** Colours, pins or moves a note, or ticks a box of it. */
  private async actOnWall(row: Locator, join?: () => void) {
    const act = this.random.weighed({ colour: 25, pin: 15, place: 35, tickLine: 25 });
    if (join || this.random.chance(0.4))
      await this.meetOthers('note', itemOf((await row.textContent())!), join);
    return wallActs[act](this, row);
  }

  async add(kind: Kind) {
    const { history, page } = this;
    const item = history.tag(kind);
    const fields = this.words(
      kind,
      item,
      kind === 'task' && this.random.chance(0.4) ? aTag(this.random) : '',
    );
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
    // The form of a task closes once the task is stored; a note's form closes at once, and its card appears once it
    // is stored.
    if (kind === 'task') await page.waitForURL(/\/tasks\/(personal|work)$/);
    else await this.rowOf(kind, item).first().waitFor();
    return this.accept(entry);
  }

  /** Edits an item that is open on another device while that device edits it. */
  private async meet({ kind, item, join }: Invitation) {
    for (const list of kind === 'note' ? ['Wall'] : ['Personal', 'Work', 'Done']) {
      await this.openList(kind, list);
      const row = this.rowOf(kind, item).first();
      if (!(await row.isVisible())) continue;
      if (kind === 'note' && this.random.chance(0.5)) return this.actOnWall(row, join);
      return this.mayEdit(kind, item) && this.random.chance(0.7)
        ? this.edit(kind, row, join)
        : this.delete(kind, row, join);
    }
    return undefined;
  }

  /**
   * Tells the waiting user that the item is open here too, or else sometimes waits for a user on another device to
   * open it.
   */
  private async meetOthers(kind: Kind, item: string, join?: () => void) {
    if (join) join();
    else if (this.random.chance(0.6)) await this.device.company.pairs.offer(this.device.name, kind, item);
  }

  /** Without `sharesNotes`, notes are edited only on the device that made them. */
  private mayEdit(kind: Kind, item: string) {
    return kind === 'task' || this.device.company.sharesNotes || this.isOwn(item);
  }

  async edit(kind: Kind, row: Locator, join?: () => void) {
    const opened = await this.open(kind, row);
    if (!opened) return undefined;
    const { item } = opened;
    if (!this.mayEdit(kind, item)) return undefined;
    await this.meetOthers(kind, item, join);
    const names = Object.keys(kinds[kind].fields);
    const changed = this.random.chance(0.2) ? names : [this.random.pick(names)];
    const words = this.words(kind, item, opened.fields['tags']);
    const fields: Fields = {};
    const base: Fields = {};
    for (const field of changed) {
      fields[field] = words[field]!;
      let before: string | null = null;
      while (before === null) before = await this.control(kind, field).evaluate(enter, words[field]!);
      base[field] = before;
    }
    const entry = this.history.begin({ item, kind, act: 'edit', by: this.name, fields, base });
    await this.form(kind).getByRole('button', { name: kinds[kind].save, exact: true }).click();
    if (kind === 'note') await this.page.getByRole('dialog').waitFor({ state: 'detached' });
    await this.untilTaken(Object.values(fields)[0]!.split('\n').at(-1)!, kind === 'note' ? 'card' : 'Saved');
    return this.accept(entry);
  }

  async delete(kind: Kind, row: Locator, join?: () => void) {
    const opened = await this.open(kind, row);
    if (!opened) return undefined;
    const { item } = opened;
    await this.meetOthers(kind, item, join);
    const entry = this.history.begin({ item, kind, act: 'delete', by: this.name });
    await this.form(kind).getByRole('button', { name: kinds[kind].remove, exact: true }).click();
    await this.rowOf(kind, item).waitFor({ state: 'detached' });
    return this.accept(entry);
  }

  /** Ticks a task of a list, or reopens a task of the logbook. */
  async tick(list: string) {
    const act = list === 'Done' ? 'untick' : 'tick';
    const isDone = act === 'tick';
    await this.openList('task', list);
    const rows = await this.rows('task')
      .and(this.page.locator(isDone ? ':not([data-done]) > a' : '[data-done] > a'))
      .all();
    if (rows.length === 0) return undefined;
    const row = this.random.pick(rows);
    const item = itemOf((await row.textContent())!);
    const box = this.page.getByRole('checkbox', { name: new RegExp(`^Done: ${item} `) });
    const entry = this.history.begin({ item, kind: 'task', act, by: this.name, isDone });
    if (!(await box.evaluate(tickBox, isDone))) return void this.history.forget(entry);
    await this.page
      .locator('main [data-done] > a', { hasText: new RegExp(`^${item} `) })
      .waitFor({ state: isDone ? 'attached' : 'detached' });
    return this.accept(entry);
  }

  /** Undoes the last act if the toast offers it. */
  async undo({ item, kind, act, by, fields, base, isDone }: Entry) {
    const words = toastOf[act]!(item, fields);
    // The toast after an undo begins with the same words and offers Redo.
    const toast = this.page.locator('[role=status] [data-undoes]').getByText(new RegExp(`^${words}`));
    if (
      !(await toast.waitFor({ timeout: 2000 }).then(
        () => true,
        () => false,
      ))
    )
      return;
    const entry = this.history.begin({
      ...{ item, kind, by, act: undos[act as keyof typeof undos] },
      ...{ fields: base, base: fields },
      ...(isDone !== undefined && { isDone: !isDone }),
    });
    if (!(await this.page.evaluate(takeBack, words))) return this.history.forget(entry);
    await toast.waitFor({ state: 'detached' });
    await this.accept(entry);
  }

  /** Restores an item from the trash. */
  async restore() {
    await this.go('Trash');
    const items = await this.page.getByRole('button', { name: /^Restore [TNR]\d+ / }).all();
    if (items.length === 0) return undefined;
    const button = this.random.pick(items);
    const name = (await button.getAttribute('aria-label'))!;
    const item = itemOf(name.replace('Restore ', ''));
    const kind = item.startsWith('N') ? 'note' : 'task';
    const entry = this.history.begin({ item, kind, act: 'restore', by: this.name });
    const restore = this.page.getByRole('button', { name, exact: true });
    await restore.click();
    await restore.waitFor({ state: 'detached' });
    return this.accept(entry);
  }

  /** Imports a file. */
  async import() {
    const { history, page } = this;
    const items = IMPORTED.map(kind => {
      const item = history.tag(kind);
      return { item, kind, fields: this.words(kind, item) };
    });
    await page.goto(new URL('/account/data', page.url()).href);
    await page.locator('input[type=file]').setInputFiles({
      name: 'chaos.json',
      mimeType: 'application/json',
      buffer: Buffer.from(fileOf(items)),
    });
    const add = page.getByRole('button', { name: 'Add 5 tasks and 2 notes' });
    await add.waitFor();
    const entries = items.map(item => history.begin({ ...item, act: 'import', by: this.name }));
    await add.click();
    await this.untilTaken(items[0]!.fields['taskName']!, 'added');
    entries.forEach(history.accept);
  }

  /** Answers a form's notice about another device's version or a refusal. */
  async decide(kind: Kind, row: Locator) {
    const opened = await this.open(kind, row);
    if (!opened) return undefined;
    const { item, fields } = opened;
    const form = this.form(kind);
    const offers = form.getByRole('button', { name: /^(Take theirs|Delete again|Dismiss|Discard|Retry)$/ });
    const names = await offers.allTextContents();
    if (names.length === 0) return undefined;
    const name = this.random.pick(names);
    const said = (
      await form.getByText(/Another device had|Deleted on another device/).allTextContents()
    ).join();
    this.history.note(`${item} ${this.name} is offered ${names.join(', ')}: ${said}`);
    const acts: Record<string, Act> = {
      'Take theirs': 'takeTheirs',
      'Delete again': 'delete',
      Discard: 'discard',
    };
    const act = acts[name];
    const button = offers.filter({ hasText: name });
    if (act === undefined) {
      await button.click();
      return undefined;
    }
    const givenUp = act === 'delete' ? {} : fields;
    const entry = this.history.begin({ item, kind, act, by: this.name, givenUp });
    await button.click();
    await button.waitFor({ state: 'detached' });
    return this.accept(entry);
  }

  /** Whether this device made the item. */
  private isOwn(item: string) {
    const [added] = this.history.entries.filter(entry => entry.item === item);
    return added?.by.charAt(0) === this.name.charAt(0);
  }

  /** The number of done tasks according to the history. */
  private countDone() {
    const marks = new Map<string, boolean>();
    for (const { item, isDone } of this.history.entries) if (isDone !== undefined) marks.set(item, isDone);
    return [...marks.values()].filter(Boolean).length;
  }

  /** New values for every field of an item, unique in the run. */
  private words(kind: Kind, item: string, tags = ''): Fields {
    const unique = this.history.unique();
    if (kind === 'note') {
      const boxes = this.random.chance(0.6) ? `- [ ] a${unique}\n- [ ] b${unique}\n` : '';
      return { noteTitle: `${item} v${unique}`, noteDescription: `${boxes}says ${unique}` };
    }
    const parts = this.random.chance(0.4) ? `- [ ] a${unique}\n- [ ] b${unique}\n` : '';
    const day = new Date(Date.UTC(2027, 0, 1 + unique)).toISOString().slice(0, 10);
    const clock = [Math.floor(unique / 60) % 24, unique % 60].map(part => String(part).padStart(2, '0'));
    return {
      taskName: `${item} v${unique}${tags && ` ${tags}`}`,
      taskDescription: `${parts}says ${unique}`,
      taskDueDay: day,
      taskTime: clock.join(':'),
    };
  }

  /**
   * Waits until the device has stored the shown values, then counts the entry as accepted. A page that is reloaded
   * meanwhile leaves its changes in localStorage.
   */
  async accept(entry: Entry) {
    await this.page.evaluate(untilKept).catch(error => {
      if (!isReload(error as Error)) throw error;
      this.history.note(`${entry.item} #${entry.number} was shown when its page was reloaded`);
    });
    return this.history.accept(entry);
  }

  /** Waits until the value is stored: in the queue, or on the server. */
  private async untilTaken(value: string, says: 'Saved' | 'card' | 'added') {
    // waitForFunction does not await the promise that an async function returns.
    const patience = AbortSignal.timeout(PATIENCE_MS);
    while (!(await this.page.evaluate(isTaken, { value, says })))
      await setTimeout(50, null, { signal: patience });
  }
}

/** Whether an evaluation failed because its page navigated, not because it crashed or was closed. */
const isReload = ({ message }: Error) => /context was destroyed|because of a navigation/.test(message);
