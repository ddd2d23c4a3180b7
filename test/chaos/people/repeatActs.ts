import type { Locator } from 'playwright-core';
import type { StepPayload } from '../../../src/tasks/taskPayloads';
import { tickField } from '../judge/boxes';
import type { Act, Entry } from '../judge/history';
import { keptOf, tickBox } from './inPage';
import type { Person } from './person';
import { itemOf, PATIENCE_MS } from './screen';

/** The name of repeating tasks, behind their tags. */
const CALLED = 'goes';
const RULES = ['every day', 'every tue', 'every weekday', 'every last day', 'every 2 weeks', 'every! 3 days'];
/** Choices of the form. */
const CHOICES = ['Every day', 'Every weekday', 'Every week', 'Every month', 'After it is done'];
/** With fewer repeating tasks than this in the list, one is made. */
const FEW = 4;

/** Acts on a repeating task. */
export async function actOnRepeat(hand: Person): Promise<Entry | undefined> {
  const { random } = hand;
  await hand.openList('task', 'Personal');
  const rows = await hand.repeating().all();
  if (rows.length < FEW) return make(hand);
  const row = random.pick(rows);
  const item = itemOf((await row.textContent())!);
  switch (random.weighed({ tick: 55, skip: 10, move: 10, rule: 8, end: 4, delete: 6, make: 7 })) {
    case 'tick':
      return tick(hand, item);
    case 'skip':
      return fromMenu(hand, item, 'skip', 'Skip this one');
    case 'move':
      return fromMenu(hand, item, 'move', random.pick(['Tomorrow', 'Next week']));
    case 'rule':
      return changeRule(hand, row, 'rule', random.pick(CHOICES));
    case 'end':
      return changeRule(hand, row, 'end', 'Never');
    case 'delete':
      return hand.delete('task', row);
    case 'make':
      return make(hand);
  }
}

async function make(hand: Person) {
  const { page, history } = hand;
  const item = history.tag('repeat');
  const rule = hand.random.pick(RULES);
  const line = page.getByRole('textbox', { name: 'Quick add' });
  await line.fill(`${item} ${CALLED} ${rule}`);
  const entry = history.begin({ item, kind: 'task', act: 'add', by: hand.name, fields: { rule } });
  await line.press('Enter');
  await hand.repeating(item).first().waitFor();
  return hand.accept(entry);
}

/**
 * Waits until this page has stored more than `behind` operations of these kinds for an item, and returns the newest.
 */
async function untilKeptOf(hand: Person, item: string, kinds: string[], behind: number) {
  await hand.page.waitForFunction(
    ({ kinds, name, behind }) => {
      const { daywallKept = [] } = globalThis as {
        daywallKept?: { kind: string; payload: { taskName?: string } }[];
      };
      const isOfItem = ({ kind, payload }: (typeof daywallKept)[number]) =>
        kinds.includes(kind) && (payload.taskName === undefined || payload.taskName.startsWith(name));
      return daywallKept.filter(isOfItem).length > behind;
    },
    { kinds, name: `${item} `, behind },
    { timeout: PATIENCE_MS, polling: 50 },
  );
  return (await hand.page.evaluate(keptOf, { kinds, name: `${item} ` })).at(-1)!;
}

/** Changes an item, and counts it as accepted with the day that it concerns and the day on which it was made. */
async function change(hand: Person, item: string, act: Act, kinds: string[], make: () => Promise<boolean>) {
  const { history, page } = hand;
  const { length } = await page.evaluate(keptOf, { kinds, name: `${item} ` });
  const entry = history.begin({ item, kind: 'task', act, by: hand.name });
  if (!(await make())) return void history.forget(entry);
  const payload = (await untilKeptOf(hand, item, kinds, length)) as Partial<StepPayload>;
  const { day = payload.at ?? '', on = '' } = payload;
  entry.fields = { day, on };
  return hand.accept(entry);
}

/** Ticks it, and sometimes undoes that on the row. */
async function tick(hand: Person, item: string) {
  const box = hand.page.getByRole('checkbox', { name: `Done: ${item} ${CALLED}`, exact: true });
  const ticked = await change(hand, item, 'step', ['task/step'], () => box.evaluate(tickBox, true));
  if (!ticked || hand.random.chance(0.75)) return ticked;
  return change(hand, item, 'stepBack', ['task/stepBack'], () => box.evaluate(tickBox, false));
}

async function fromMenu(hand: Person, item: string, act: 'skip' | 'move', name: string) {
  const { page } = hand;
  await page.getByRole('button', { name: `Move: ${item} ${CALLED}`, exact: true }).click();
  const choice = page.getByRole('menuitem', { name, exact: true });
  await page.getByRole('menu').waitFor();
  if (!(await choice.isVisible())) return void (await page.keyboard.press('Escape'));
  const kinds = act === 'skip' ? ['task/step'] : ['task/edit'];
  return change(hand, item, act, kinds, async () => {
    await choice.click();
    return true;
  });
}

async function changeRule(hand: Person, row: Locator, act: 'rule' | 'end', choice: string) {
  const opened = await hand.open('task', row);
  if (!opened) return undefined;
  const often = hand.page.getByRole('group', { name: 'Repeats' }).getByLabel('How often');
  const selected = await often.evaluate(element => (element as HTMLSelectElement).selectedOptions[0]!.text);
  if (selected === choice) return undefined;
  await often.selectOption(choice);
  return change(hand, opened.item, act, ['task/repeat'], async () => {
    await hand.page.getByRole('button', { name: 'Save Changes' }).click();
    return true;
  });
}

/** Ticks a part of a task that no other device ticked. */
export async function tickPart(hand: Person, row: Locator) {
  const { history, page, name: by } = hand;
  const item = itemOf((await row.textContent())!);
  const button = page.getByRole('button', { name: new RegExp(`subtasks: ${item} `) });
  if (!(await button.isVisible())) return undefined;
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
  const isTakenElsewhere = (field: string) =>
    history.entries.some(
      entry => entry.item === item && entry.by[0] !== by[0] && entry.act === 'box' && field in entry.fields,
    );
  const parts = page.getByRole('list', { name: new RegExp(`^Subtasks: ${item} `) }).locator('label');
  await parts.first().waitFor();
  for (const part of await parts.all()) {
    const field = tickField((await part.textContent())!);
    const box = part.locator('input');
    if (isTakenElsewhere(field) || (await box.isChecked())) continue;
    const step = { fields: { [field]: 'x' }, base: { [field]: ' ' } };
    const entry = history.begin({ item, kind: 'task', act: 'box', by, ...step });
    if (!(await box.evaluate(tickBox, true))) return void history.forget(entry);
    return hand.accept(entry);
  }
  return undefined;
}
