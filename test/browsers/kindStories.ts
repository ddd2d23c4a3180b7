import assert from 'node:assert/strict';
import { keyOf } from '../../bench/seed';
import { actAndReload, allSent, pressed, rowsReady } from './leaving';
import type { Screen } from './screen';
import {
  become,
  button,
  dayAhead,
  heading,
  link,
  names,
  see,
  seeNone,
  signIn,
  type Story,
  type World,
} from './story';

const NAMES = ['Bread', 'Cheese', 'Dates', 'Eggs', 'Figs'];
const row = (name: string) => link(new RegExp(`^${name}`));
const labelled = (label: string) => `document.querySelector('[aria-label="${label}"]')`;
const called = (selector: string, name: string) =>
  `[...document.querySelectorAll('${selector}')].find(one => one.textContent.trim().startsWith('${name}'))`;
const rowNames = (screen: Screen) =>
  screen.run(
    `return [...document.querySelectorAll('main a[href$="/edit"]')].map(one => one.innerText.split('\\n')[0])`,
  );

/** Focuses the row of a task, like the arrow keys of a list. */
const focusRow = (screen: Screen, name: string) =>
  screen.run(
    `[...document.querySelectorAll('main a[href$="/edit"]')].find(one => one.innerText.startsWith('${name}')).focus()`,
  );

async function open(world: World) {
  const { screen, device } = world;
  const today = dayAhead(0);
  for (const [n, taskName] of NAMES.entries()) {
    const task = { taskName, taskId: n + 1, taskDueDate: `${today}T00:00:00.000Z` };
    const key = await device.addTask({ ...task, taskDescription: n === 0 ? '- [ ] Rinse' : 'Words' });
    if (taskName === 'Figs')
      await device.put(`ext/repeats/${key}`, { rule: 'FREQ=DAILY;INTERVAL=2', first: today, at: today });
  }
  await device.patch('notes', { [keyOf(1)]: { noteTitle: 'Boat', noteDescription: 'Words' } });
  await signIn(world);
  for (const name of NAMES) await see(screen, row(name));
}

const inTheList: Story = {
  title:
    'What is changed in the rows is there after a reload at once: name, part, place, day, skip, deletion, Undo',
  async tell(world) {
    const { screen, device } = world;
    await open(world);
    const focusIn = async (name: string) => {
      await see(screen, row(name));
      await rowsReady(screen);
      await focusRow(screen, name);
    };
    const openMenu = async (name: string, item: string) => {
      await focusIn(name);
      await screen.run(pressed('m'));
      await see(screen, { role: 'menuitem', name: new RegExp(`^${item}`) });
    };
    await focusIn('Eggs');
    await screen.run(pressed('F2'));
    await screen.clear({ label: 'Name of Eggs' });
    await screen.type({ label: 'Name of Eggs' }, 'Milk');
    await actAndReload(screen, pressed('Enter'));
    await see(screen, row('Milk'));

    await screen.click(button('0 of 1 parts: Bread'));
    await see(screen, { role: 'checkbox', name: 'Rinse' });
    await actAndReload(screen, `${called('main label', 'Rinse')}.click()`);
    await see(screen, button('1 of 1 parts: Bread'));

    await focusIn('Cheese');
    await actAndReload(screen, pressed('ArrowUp', 'altKey: true'));
    await become(() => rowNames(screen), ['Cheese', 'Bread', 'Dates', 'Figs', 'Milk']);

    await openMenu('Dates', 'Tomorrow');
    await actAndReload(screen, `${called('[role=menuitem]', 'Tomorrow')}.click()`);
    await become(() => rowNames(screen), ['Cheese', 'Bread', 'Figs', 'Milk']);

    await openMenu('Figs', 'Skip this one');
    await actAndReload(screen, `${called('[role=menuitem]', 'Skip this one')}.click()`);
    await become(() => rowNames(screen), ['Cheese', 'Bread', 'Milk']);

    await focusIn('Milk');
    await actAndReload(screen, pressed('Delete'));
    await become(() => rowNames(screen), ['Cheese', 'Bread']);
    await become(() => names(world), ['Bread', 'Cheese', 'Dates', 'Figs']);

    await focusIn('Bread');
    await screen.run(pressed('Delete'));
    await become(() => rowNames(screen), ['Cheese']);
    await actAndReload(screen, pressed('z', 'ctrlKey: true'));
    await become(() => rowNames(screen), ['Cheese', 'Bread']);
    await allSent(screen);
    const stored = Object.values((await device.tasks())!);
    const bread = stored.find(({ taskName }) => taskName === 'Bread');
    assert.equal(bread?.taskDescription, '- [x] Rinse');
    assert.deepEqual(await names(world), ['Bread', 'Cheese', 'Dates', 'Figs']);
  },
};

const onOtherPages: Story = {
  title: 'What is changed on other pages is there after a reload at once: a look, a setting, the trash',
  async tell(world) {
    const { screen, device } = world;
    await open(world);
    for (const name of ['Dates', 'Eggs']) {
      await rowsReady(screen);
      await focusRow(screen, name);
      await screen.run(pressed('Delete'));
      await seeNone(screen, row(name));
    }
    await become(() => names(world), ['Bread', 'Cheese', 'Figs']);

    await screen.open('/tasks/trash');
    await see(screen, button('Restore Dates'));
    await actAndReload(screen, `${labelled('Restore Dates')}.click()`);
    await see(screen, button('Restore Eggs'));
    await seeNone(screen, button('Restore Dates'));
    await actAndReload(screen, `${labelled('Delete Eggs forever')}.click()`);
    await see(screen, { text: 'The trash is empty.' });
    await become(() => names(world), ['Bread', 'Cheese', 'Dates', 'Figs']);
    await become(() => device.get('ext/trash/tasks'), null);

    await screen.open('/account/settings');
    await see(screen, { role: 'radio', name: 'Dark' });
    await actAndReload(screen, `${called('main label', 'Dark')}.click()`);
    await see(screen, heading('Settings'));
    const isDark = `return ${called('main label', 'Dark')}.control.checked`;
    await become(() => screen.run(isDark), true);
    await become(() => device.get('ext/settings'), { theme: 'dark' });

    await screen.open('/tasks/sticky-wall');
    await screen.doubleClick(button(/^Boat/)); // its second click presses nothing in the dialog
    await see(screen, { role: 'dialog' });
    await see(screen, { selector: 'dialog input[value=teal]' });
    await actAndReload(screen, "document.querySelector('dialog input[value=teal]').click()");
    await see(screen, { role: 'dialog' });
    await screen.open('/tasks/today');
    await see(screen, heading('Today'));
    await become(() => device.get(`ext/looks/${keyOf(1)}`), { colour: 'teal' });
    await become(() => device.get(`notes/${keyOf(1)}/noteDescription`), 'Words');
  },
};

/** Stories that each kind of change survives a page that ends at once. */
export const kindStories: Story[] = [inTheList, onOtherPages];
