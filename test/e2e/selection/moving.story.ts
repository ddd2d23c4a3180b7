import { expect, test, type Page } from '../fixtures';
import { storedDay, type Device } from '../support/people/people';

const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) });
const rows = (page: Page) => page.getByRole('main').getByRole('link');
const daysOf = async (device: Device) =>
  Object.fromEntries(
    Object.values((await device.tasks()) ?? {}).map(({ taskName, taskDueDate }) => [taskName, taskDueDate]),
  );
const addTasks = async (device: Device, day: number, ...names: string[]) => {
  for (const taskName of names) await device.addTask({ taskName, taskDueDate: storedDay(day) });
};

test('An overdue task is moved to today by one key or two clicks; the next has focus @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  const otherDevice = device(user);
  await addTasks(otherDevice, -1, 'Apples', 'Bread', 'Cheese');
  await signIn(user);
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(rows(page)).toHaveCount(3);
  await row(page, 'Apples').focus();
  await page.keyboard.press('t');
  await expect(row(page, 'Apples')).toHaveCount(0);
  await expect(row(page, 'Bread')).toBeFocused();

  await row(page, 'Bread').hover();
  await page.getByRole('button', { name: 'Move: Bread' }).click();
  await page.getByRole('menu', { name: 'Move “Bread”' }).getByRole('menuitem', { name: 'Today' }).click();
  await expect(row(page, 'Bread')).toHaveCount(0);
  await expect(row(page, 'Cheese')).toBeFocused();
  await expect
    .poll(() => daysOf(otherDevice))
    .toEqual({ Apples: storedDay(), Bread: storedDay(), Cheese: storedDay(-1) });
});

test('A task is moved to another day or list by two keys @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  const otherDevice = device(user);
  await addTasks(otherDevice, 0, 'Apples', 'Bread', 'Cheese');
  await signIn(user);
  await row(page, 'Apples').focus();
  await page.keyboard.press('m');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('o');
  await expect(row(page, 'Bread')).toBeFocused();
  await page.keyboard.press('m');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('w');
  // The task stays in Today, and its row keeps the focus.
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(row(page, 'Bread')).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('m');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('d');
  await page.getByLabel('Day', { exact: true }).fill('2031-05-06');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Cheese')).toHaveCount(0);
  await expect(row(page, 'Bread')).toBeFocused();
  await page.keyboard.press('m');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('u');
  await expect(rows(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Today' })).toBeFocused();
  await expect
    .poll(async () =>
      Object.values((await otherDevice.tasks()) ?? {}).find(({ taskName }) => taskName === 'Bread'),
    )
    .toMatchObject({ taskList: 'work', taskDueDate: '' });
  expect(await daysOf(otherDevice)).toMatchObject({
    Apples: storedDay(1),
    Cheese: '2031-05-06T00:00:00.000Z',
  });
});

test('What is typed into the menu of a row chooses once; no letter is a command @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  const otherDevice = device(user);
  await addTasks(otherDevice, 0, 'Apples', 'Bread', 'Cheese');
  await signIn(user);
  await expect(rows(page)).toHaveCount(3);
  for (const typed of ['jmtomorrow', 'mwork']) {
    await page.keyboard.type(typed);
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(row(page, 'Bread')).toBeFocused();
  }
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/tasks/today');
  const listsOf = async () =>
    Object.values((await otherDevice.tasks()) ?? {}).map(({ taskName, taskList }) => [taskName, taskList]);
  await expect.poll(listsOf).toContainEqual(['Bread', 'work']);
  expect(await listsOf()).toContainEqual(['Apples', 'personal']);
  expect(await daysOf(otherDevice)).toEqual({
    Apples: storedDay(1),
    Bread: storedDay(),
    Cheese: storedDay(),
  });
});

test('The menu of a row is used by arrow keys, has a name, gives the focus back @long', async ({
  page,
  newUser,
  signIn,
  device,
  axe,
}) => {
  const user = await newUser();
  await addTasks(device(user), 0, 'Apples', 'Bread');
  await signIn(user);
  await row(page, 'Apples').focus();
  await page.keyboard.press('m');
  const menu = page.getByRole('menu', { name: 'Move “Apples”' });
  const names = [
    'Tomorrow',
    'Next week',
    'Pick a day',
    'No date',
    'Other list: Work',
    'Repeats',
    'Rename',
    'Select',
  ];
  await expect(menu.getByRole('menuitem')).toHaveText(names.map(name => new RegExp(`^${name}`)));
  await expect(menu.getByRole('menuitem', { name: 'Tomorrow' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('menuitem', { name: 'Next week' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(menu.getByRole('menuitem', { name: 'Select' })).toBeFocused();
  await axe();
  // Letters that choose no item must not act as commands while the menu is open.
  await page.keyboard.press('x');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(row(page, 'Apples')).toBeFocused();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Move: Bread' }).click();
  await page.getByRole('heading', { name: 'Today' }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('A menu stays when the list has scrolled to its row, and closes when that moves', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  await addTasks(device(user), 0, ...Array.from({ length: 20 }, (_, n) => `Task ${n + 10}`));
  await signIn(user);
  await expect(rows(page)).toHaveCount(20);
  /** Presses keys within one task of the page, so that the event of a scroll comes behind them all; waits for it. */
  const press = (...keys: Pick<KeyboardEventInit, 'key' | 'shiftKey'>[]) =>
    page.evaluate(async pressed => {
      for (const init of pressed)
        document.activeElement!.dispatchEvent(
          new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }),
        );
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    }, keys);
  const times = (count: number, key: Parameters<typeof press>[0]) => Array.from({ length: count }, () => key);
  const menu = page.getByRole('menu');
  await row(page, 'Task 10').focus();
  await page.keyboard.press('m'); // the code of the keys and of the menu is here
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');

  await press(...times(18, { key: 'j' }), { key: 'm' });
  await expect(page.getByRole('menu', { name: 'Move “Task 28”' })).toBeVisible();
  await row(page, 'Task 27').hover();
  await page.mouse.wheel(0, -300);
  await expect(menu).toHaveCount(0);

  await row(page, 'Task 10').focus();
  await press(...times(15, { key: 'ArrowDown', shiftKey: true }), { key: 'm' });
  await expect(page.getByRole('menu', { name: 'Move 16 tasks' })).toBeVisible();
  await page.keyboard.type('tomorrow');
  await expect(rows(page)).toHaveCount(4);
});

test('All of earlier days are moved by one click, offline; Undo works after a reload @worker @long', async ({
  page,
  newUser,
  signIn,
  device,
  goOffline,
  goOnline,
  axe,
}) => {
  const user = await newUser();
  const otherDevice = device(user);
  const names = ['Apples', 'Bread', 'Cheese', 'Dates', 'Eggs'];
  for (const [at, name] of names.entries()) await addTasks(otherDevice, -1 - at, name);
  await signIn(user);
  await expect(page.getByText('5 from earlier days')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await axe();
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('heading', { name: 'Previous Tasks' })).toBeVisible();
  await expect(rows(page)).toHaveCount(5);
  await page.goBack();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await goOffline();
  await page.getByRole('button', { name: 'Move to today' }).click();
  await expect(rows(page)).toHaveCount(5);
  await expect(page.getByText('from earlier days')).toHaveCount(0);
  await expect(page.getByText('5 changes wait on this device.')).toBeVisible();
  await page.reload();
  await expect(rows(page)).toHaveCount(5);
  await page.keyboard.press('Control+z');
  await expect(page.getByText('5 from earlier days')).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await expect(rows(page)).toHaveCount(5);
  await goOnline();
  await expect
    .poll(async () => Object.values(await daysOf(otherDevice)))
    .toEqual(names.map(() => storedDay()));
});
