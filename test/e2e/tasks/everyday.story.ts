import { expect, test, type Page } from '../fixtures';
import { counted } from '../support/counted';
import { storedDay, type Device } from '../support/people/people';

const field = (page: Page) => page.getByRole('textbox', { name: 'Quick add' });
const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) });
const FIVE = ['Apples', 'Bread', 'Cheese', 'Dill', 'Eggs'];

/** The stored tasks: name, day and list of each. */
const stored = async (device: Device) =>
  Object.fromEntries(
    Object.values((await device.tasks()) ?? {}).map(({ taskName, taskDueDate, taskList }) => [
      taskName,
      `${taskDueDate} ${taskList}`,
    ]),
  );
const all = (names: string[], day: number, list = 'personal') =>
  Object.fromEntries(names.map(name => [name, `${storedDay(day)} ${list}`]));
const addAll = async (device: Device, names: string[], day: number) => {
  for (const taskName of names) await device.addTask({ taskName, taskDueDate: storedDay(day) });
};

test('A task for today: 2 keys; five in a row: 6 keys, or 1 paste and a click', async ({
  page,
  somebody,
}) => {
  const { data } = await somebody();
  const person = counted(page);
  await test.step('One', async () => {
    await person.press('q');
    await person.type('Call the dentist');
    await person.press('Enter');
    await expect(row(page, 'Call the dentist')).toBeVisible();
    expect(person.take()).toEqual({ keys: 2 });
    await expect.poll(() => stored(data)).toEqual(all(['Call the dentist'], 0));
    await page.keyboard.press('Escape');
  });
  await test.step('Five', async () => {
    await person.press('q');
    for (const name of FIVE) {
      await person.type(name);
      await person.press('Enter');
    }
    for (const name of FIVE) await expect(row(page, name)).toBeVisible();
    expect(person.take()).toEqual({ keys: 6 });
    await expect.poll(() => stored(data)).toEqual(all(['Call the dentist', ...FIVE], 0));
    await page.keyboard.press('Escape');
  });
  await test.step('Five, pasted', async () => {
    const others = FIVE.map(name => `More ${name}`);
    await person.click(field(page));
    await person.paste(others.join('\n'));
    await person.click(page.getByRole('button', { name: 'Add 5 tasks' }));
    expect(person.take()).toEqual({ clicks: 2, pastes: 1 });
    await expect.poll(() => stored(data)).toEqual(all(['Call the dentist', ...FIVE, ...others], 0));
  });
});

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a task for today: 2 taps beside its title', async ({ page, somebody }) => {
    const { data } = await somebody();
    const person = counted(page);
    await person.tap(page.getByRole('button', { name: 'Quick add' }));
    await person.type('Call the dentist');
    await person.tapEnter();
    await expect(row(page, 'Call the dentist')).toBeVisible();
    expect(person.take()).toEqual({ taps: 2 });
    await expect.poll(() => stored(data)).toEqual(all(['Call the dentist'], 0));
  });
});

test('A task to another day or list: 2 keys; an overdue one: 1 key, or 2 clicks', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  const person = counted(page);
  await addAll(device(user), ['Dill', 'Eggs'], 0);
  await addAll(device(user), ['Apples', 'Bread', 'Cheese'], -1);
  await signIn(user);
  await test.step('To another day, or to another list', async () => {
    await row(page, 'Dill').focus();
    await person.press('m');
    await person.press('o');
    await expect(row(page, 'Dill')).toHaveCount(0);
    expect(person.take()).toEqual({ keys: 2 });
    await expect(row(page, 'Eggs')).toBeFocused();
    await person.press('m');
    await person.press('w');
    expect(person.take()).toEqual({ keys: 2 });
    await expect.poll(() => stored(device(user))).toMatchObject(all(['Eggs'], 0, 'work'));
  });
  await test.step('An overdue one to today', async () => {
    await page.getByRole('link', { name: 'Previous', exact: true }).click();
    await row(page, 'Apples').focus();
    await person.press('t');
    await expect(row(page, 'Apples')).toHaveCount(0);
    await expect(row(page, 'Bread')).toBeFocused();
    expect(person.take()).toEqual({ keys: 1 });

    await row(page, 'Bread').hover();
    await person.click(page.getByRole('button', { name: 'Move: Bread' }));
    await person.click(page.getByRole('menuitem', { name: 'Today', exact: true }));
    await expect(row(page, 'Bread')).toHaveCount(0);
    await expect(row(page, 'Cheese')).toBeFocused();
    expect(person.take()).toEqual({ clicks: 2 });
  });
  await expect
    .poll(() => stored(device(user)))
    .toEqual({
      ...all(['Apples', 'Bread'], 0),
      ...all(['Cheese'], -1),
      ...all(['Dill'], 1),
      ...all(['Eggs'], 0, 'work'),
    });
});

test('Five overdue tasks to today: 1 click, and 1 takes it back; 2 to tomorrow', async ({
  page,
  somebody,
}) => {
  const { data } = await somebody(async data => {
    await addAll(data, FIVE, -2);
  });
  const person = counted(page);
  await person.click(page.getByRole('button', { name: 'Move to today' }));
  for (const name of FIVE) await expect(row(page, name)).toBeVisible();
  expect(person.take()).toEqual({ clicks: 1 });
  await expect.poll(() => stored(data)).toEqual(all(FIVE, 0));
  await person.click(page.getByRole('button', { name: 'Undo' }));
  expect(person.take()).toEqual({ clicks: 1 });
  await expect.poll(() => stored(data)).toEqual(all(FIVE, -2));
  await expect(row(page, FIVE[0]!)).toBeHidden();
  await person.click(page.getByRole('button', { name: '5 overdue' }));
  for (const name of FIVE) await expect(row(page, name)).toBeVisible();
  await person.click(page.getByRole('button', { name: 'Move to tomorrow' }));
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeFocused();
  expect(person.take()).toEqual({ clicks: 2 });
  await expect.poll(() => stored(data)).toEqual(all(FIVE, 1));
});

test('Words of a task: 2 clicks; a subtask: 1; a deletion: 2; a note from a list: 2 @long', async ({
  page,
  somebody,
}) => {
  const { data } = await somebody(other =>
    other.addTask({ taskName: 'Apples', taskDescription: '- [ ] Peel' }),
  );
  const person = counted(page);
  await person.click(row(page, 'Apples'));
  await person.click(page.getByLabel('Description', { exact: true }));
  await expect(page.getByLabel('Description', { exact: true })).toBeFocused();
  expect(person.take()).toEqual({ clicks: 2 });
  await person.click(page.getByRole('main').getByRole('checkbox', { name: 'Peel' }));
  expect(person.take()).toEqual({ clicks: 1 });
  await expect
    .poll(async () => Object.values((await data.tasks()) ?? {})[0]?.taskDescription)
    .toBe('- [x] Peel');
  await person.click(page.getByRole('button', { name: 'Move: Apples' }));
  await person.click(page.getByRole('menuitem', { name: 'Delete' }));
  expect(person.take()).toEqual({ clicks: 2 });
  await expect(row(page, 'Apples')).toHaveCount(0);
  await person.click(page.getByRole('navigation').getByRole('link', { name: 'Sticky Wall' }));
  await person.click(page.getByRole('button', { name: 'Add note' }));
  await expect(page.getByRole('dialog', { name: 'New note' })).toBeVisible();
  expect(person.take()).toEqual({ clicks: 2 });
});
