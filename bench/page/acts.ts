import type { Page } from 'playwright-core';
import { medianOf } from '../report';
import { FIRST_ROW, painted } from './inPage';

/** Acts of a user in the app, in order; each resolves with the milliseconds until its result is painted. */
export function actsOfApp(page: Page): { name: string; act: () => Promise<number> }[] {
  const row = (text: string, isGone = false) => ({ selector: 'main a[href$="/edit"]', text, isGone });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const press = (name: string) => () => button(name).click();
  const view = (name: string) => ({ selector: `main:has(a[href$="/edit"]) h1`, text: name });
  const to = (name: string) =>
    painted(page, 'click', view(name), () => page.getByRole('link', { name, exact: true }).click());
  const done = { selector: 'main [data-done]' };
  const title = page.getByPlaceholder('Title of your task');
  return [
    { name: 'switch view', act: () => to('Personal') },
    { name: 'switch back', act: () => to('Today') },
    { name: 'switch, later', act: () => median(LATER, at => to(at % 2 ? 'Today' : 'Personal')) },
    { name: 'quick add, painted', act: () => quickAdd(page) },
    {
      name: 'tick',
      act: () => painted(page, 'click', done, () => page.locator('main [type=checkbox]').nth(2).click()),
    },
    { name: 'undo', act: () => painted(page, 'click', { ...done, isGone: true }, press('Undo')) },
    { name: 'a key', act: () => keyInTask(page) },
    {
      name: 'edit',
      async act() {
        await title.fill('0 edited');
        return painted(page, 'click', row('0 edited'), press('Save Changes'));
      },
    },
    {
      name: 'delete',
      async act() {
        await page.getByText('Saved', { exact: true }).waitFor();
        return painted(page, 'click', row('0 edited', true), press('Delete Task'));
      },
    },
    { name: 'a key, note', act: () => keyInNote(page) },
    {
      name: 'add',
      async act() {
        await button('Add New Task').click();
        await title.fill('0 added');
        await page.getByPlaceholder('Description').fill('By the benchmark');
        await page.getByLabel('List').selectOption('personal');
        await page.getByLabel('Due Date').fill('2020-01-01');
        const ms = await painted(page, 'click', row('0 added'), press('Add Task'));
        await page.locator(FIRST_ROW).first().click();
        await button('Delete Task').click();
        return ms;
      },
    },
  ];
}

/** Types a letter into the form of the first task, until it is painted. */
async function keyInTask(page: Page) {
  await page.locator(FIRST_ROW).first().click();
  const title = page.getByPlaceholder('Title of your task');
  await title.focus();
  return painted(page, 'keydown', { selector: 'textarea' }, () => title.press('x'));
}

/** Types a letter into the form of a new note, which is left empty. */
async function keyInNote(page: Page) {
  await page.getByRole('link', { name: 'Sticky Wall' }).click();
  await page.getByRole('button', { name: 'Add note' }).click();
  const title = page.getByRole('dialog').getByLabel('Title');
  await title.focus();
  const ms = await painted(page, 'keydown', { selector: 'textarea' }, () => title.press('x'));
  await title.fill('');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  return ms;
}

/** The number of lines added so far, which makes each name unique: an earlier row is never taken for the new one. */
let added = 0;

/** Presses Enter in the quick-add line, until the row is painted at the top. */
export async function quickAdd(page: Page) {
  const name = `0 quickly ${++added}.`;
  const field = page.getByRole('textbox', { name: 'Quick add' });
  await field.click();
  await field.fill(name);
  await page.getByText('today · Personal', { exact: true }).waitFor(); // the line's code is loaded
  const row = { selector: 'main a[href$="/edit"]', text: name };
  return painted(page, 'keydown', row, () => field.press('Enter'));
}

/** Repetitions of a view after its first visit. */
export const LATER = 6;

/** The median of so many measurements. */
export async function median(times: number, measure: (at: number) => Promise<number>) {
  const all: number[] = [];
  while (all.length < times) all.push(await measure(all.length));
  return medianOf(all);
}
