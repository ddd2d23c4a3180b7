// Takes pictures of every screen, at three widths, in light and dark, for review: `node scripts/pictures/look.mjs
// FOLDER [part of a screen's name]`.
import { NOTES, openStage, TASKS } from './stage.mjs';

const [folder, only = ''] = process.argv.slice(2);
if (!folder) throw new Error('Where to? node scripts/pictures/look.mjs FOLDER [SCREEN]');

const WIDTHS = [390, 600, 1280];
const VIEWS = ['today', 'upcoming', 'previous', 'personal', 'work', 'no-date'];

const button = name => page => page.getByRole('button', { name }).first().click();
const views = VIEWS.map(view => [view, `/tasks/${view}`]);
const wall = ['wall', '/tasks/sticky-wall'];

/** The screens by user: a name, a path, and the steps before the picture. */
const signedOut = [
  ['login', '/auth/login'],
  ['login-invalid', '/auth/login', fill('nobody', 'short')],
  ['login-refused', '/auth/login', refused],
  ['forgotten', '/auth/forgotten'],
  ['register', '/auth/register'],
];
const others = [
  ['done', '/tasks/done', tickThere],
  ['trash', '/tasks/trash', deleteThere],
];
const day = ['day', '/day'];
const withNone = [...views, wall, day, ...others];
const withSome = taskId => [
  ...views,
  wall,
  day,
  ['settings', '/account/settings'],
  ['share', '/share?title=Bread&text=Two%20loaves%20and%20butter'],
  ['quick-add', '/tasks/today', openQuickAdd],
  ['selection', '/tasks/upcoming', select],
  ['move-menu', '/tasks/upcoming', openMoveMenu],
  ['start', '/tasks'],
  ['new', '/tasks/new'],
  ['edit', `/tasks/today/${taskId}/edit`],
  ['parts', '/tasks/no-date', unfold],
  ['edit-parts', '/tasks/no-date', openParts],
  ['edit-gone', '/tasks/today/1/edit'],
  ['unknown-view', '/tasks/nowhere'],
  ['not-found', '/nowhere'],
  ['note-new', '/tasks/sticky-wall', button('Add note')],
  ['note-edit', '/tasks/sticky-wall', button(NOTES[0][0])],
  ['drawer', '/tasks/today', openDrawer],
  ['account', '/account', page => page.getByText('Change password').first().click()],
  ['data', '/account/data'],
  ['palette', '/tasks/today', openPalette],
  ['keys', '/tasks/today', page => page.keyboard.press('?')],
  ['deleted', '/tasks/personal', deleteOne],
  ['ticked', '/tasks/personal', tickSome],
  ...others,
];
const withMany = [...views, ['parts', '/tasks/personal', unfold], wall, day, ...others];

function fill(email, password) {
  return async page => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByLabel('Email').focus();
  };
}

async function refused(page) {
  await fill('nobody@example.com', 'wrong-password')(page);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('alertdialog').waitFor();
}

async function deleteOne(page) {
  await page.getByRole('main').getByRole('link').first().click();
  await button('Delete Task')(page);
  await button('Undo')(page);
  await page.getByRole('main').getByRole('link').last().click();
  await button('Delete Task')(page);
  await page.getByRole('button', { name: 'Undo' }).waitFor();
}

async function tickSome(page) {
  const boxes = page.getByRole('main').getByRole('checkbox');
  await boxes.first().waitFor();
  for (let at = Math.min(2, await boxes.count()) - 1; at >= 0; at--) await boxes.nth(at).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
}

/** Ticks all tasks off, then returns to the page that shows them. */
async function tickThere(page) {
  await page.goto('/tasks/personal');
  const boxes = page.getByRole('main').getByRole('checkbox');
  if ((await boxes.count()) === 0) return void (await page.goto('/tasks/done'));
  for (let at = Math.min(3, await boxes.count()) - 1; at >= 0; at--) await boxes.nth(at).click();
  await page.waitForTimeout(500);
  await page.goto('/tasks/done');
  await boxes.first().waitFor();
}

async function deleteThere(page) {
  await page.goto('/tasks/work');
  for (let at = 0; at < 3 && (await page.getByRole('main').getByRole('link').count()) > 0; at++) {
    await page.getByRole('main').getByRole('link').first().click();
    await button('Delete Task')(page);
  }
  await page.waitForTimeout(500);
  await page.goto('/tasks/trash');
  await page.waitForTimeout(500);
}

async function openPalette(page) {
  await page.keyboard.press('/');
  await page.getByRole('combobox').fill('the');
  await page.getByRole('option').first().waitFor();
}

/** On a phone it is a round button; the shortcut works there as well. */
async function openQuickAdd(page) {
  await page.keyboard.press('q');
  const field = page.getByRole('textbox', { name: 'Quick add' });
  await field.waitFor();
  await field.fill('Send the slides to Mara on Friday #work');
  await page.getByRole('button', { name: 'Work', exact: true }).waitFor();
}

async function select(page) {
  await page.getByRole('main').getByRole('link').first().focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('button', { name: 'Delete' }).first().waitFor();
}

async function openMoveMenu(page) {
  await page.getByRole('main').getByRole('link').first().focus();
  await page.keyboard.press('m');
  await page.getByRole('menu').waitFor();
}

async function unfold(page) {
  const buttons = page.getByRole('button', { name: /^\d+ of \d+ parts/ });
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(500);
  if ((await buttons.count()) === 0) return;
  if ((await buttons.first().getAttribute('aria-expanded')) === 'false') await buttons.first().click();
  await page.getByRole('checkbox', { name: 'Coffee' }).first().waitFor();
}

async function openParts(page) {
  await page.getByRole('main').getByRole('link', { name: 'Pack for the cabin' }).first().click();
  await page.getByRole('textbox', { name: 'Add a part' }).fill('Playing cards');
}

async function openDrawer(page) {
  const toggle = page.getByRole('button', { name: 'Open navigation' });
  if (await toggle.isVisible()) await toggle.click();
}

async function look(page, who, screens) {
  for (const [name, path, act] of screens) {
    const title = who ? `${name}-${who}` : name;
    if (!title.includes(only)) continue;
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await page.goto('about:blank'); // an overlay is part of its page's history entry, and would open again
      await page.goto(path, { waitUntil: 'networkidle' });
      await act?.(page);
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `${folder}/${title}-${width}-${colorScheme}.png` });
      }
    }
  }
}

const many = (list, count) =>
  Array.from({ length: count }, (_, at) => {
    const item = [...list[at % list.length]];
    const round = Math.floor(at / list.length);
    return round === 0
      ? item
      : item.map(part => (typeof part === 'string' && part.length > 9 ? `${part} (${round})` : part));
  });

const stage = await openStage();
await look(await stage.newPage(), '', signedOut);
const none = await stage.newPerson({});
await look(none.page, 'none', withNone);
const busyPerson = await stage.newPerson({ tasks: TASKS, notes: NOTES });
await look(busyPerson.page, 'some', withSome(busyPerson.taskId));
const crowd = await stage.newPerson({ tasks: many(TASKS, 240), notes: many(NOTES, 60) });
await look(crowd.page, 'many', withMany);
await stage.close();
