import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test as base } from '../fixtures';
import { openOrigin } from '../support/network/origin';
import { rowNames } from '../support/taskForm';

/** A database whose rules allow any value, with data that other clients and older versions may have left. */
const test = base.extend({
  origin: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'daywall-rules-'));
    const rules = path.join(folder, 'rules.json');
    await writeFile(rules, '{"rules":{".read":"auth != null",".write":"auth != null"}}');
    const origin = await openOrigin({ RULES: rules });
    await use(origin);
    await origin.close();
    await rm(folder, { recursive: true });
  },
});

const whole = {
  taskName: 'Whole',
  taskDescription: 'Nothing is missing',
  taskList: 'work',
  taskDueDate: '2026-03-10T00:00:00.000Z',
  taskId: 7,
};

test('Records of any shape are shown with what they have, and stay where they are @long', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  const person = device(user);
  const tasks = {
    whole,
    double: { ...whole, taskName: 'Double' },
    noDate: { ...whole, taskName: 'No date', taskDueDate: undefined, taskId: 8 },
    oddDate: { ...whole, taskName: 'Odd date', taskDueDate: 'next week', taskId: 9 },
    noId: { ...whole, taskName: 'No number', taskId: undefined },
    oddId: { ...whole, taskName: 'Odd number', taskId: 'seven' },
    oddList: { ...whole, taskName: 'Odd list', taskList: 'garden', taskId: 10 },
    noName: { taskDueDate: whole.taskDueDate, taskList: 'work', taskId: 11 },
    more: { ...whole, taskName: 'More', taskId: 12, extra: { deep: [1, 2] } },
    text: 'not a record',
    list: ['not', 'a', 'record'],
    number: 5,
  };
  await person.put('tasks', tasks);
  await person.put('notes', {
    text: 'no note',
    half: { noteTitle: 'Half' },
    empty: { noteDescription: 'Untitled' },
  });
  await signIn(user);
  await page.goto('/tasks/work');
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(8);
  expect((await rowNames(page)).sort()).toEqual(
    ['(no name)', 'Double', 'More', 'No date', 'No number', 'Odd date', 'Odd number', 'Whole'].sort(),
  );
  expect((await rowNames(page)).slice(-2)).toEqual(['No date', 'Odd date']);
  await expect(page.getByRole('heading', { name: 'No date' })).toBeVisible();
  await page.goto('/tasks/previous');
  expect((await rowNames(page)).includes('Odd date')).toBe(false);
  await page.goto('/tasks/personal');
  await expect(page.getByRole('main').getByRole('link', { name: 'Odd list' })).toBeVisible();

  // Two records with the same taskId are two tasks; each opens and saves its own record.
  await page.goto('/tasks/work');
  await page.getByRole('main').getByRole('link', { name: 'Double' }).click();
  const title = page.getByPlaceholder('Title of your task');
  await expect(title).toHaveValue('Double');
  await title.fill('Doubled');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(await person.get('tasks/double/taskName')).toBe('Doubled');
  expect(await person.get('tasks/whole')).toEqual(whole);

  await page.goto('/tasks/work/9/edit');
  await expect(page.getByLabel('Due Date')).toHaveValue('');
  await title.fill('Odd day');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(await person.get('tasks/oddDate')).toEqual({ ...tasks.oddDate, taskName: 'Odd day' });

  await page.goto('/tasks/sticky-wall');
  await expect(page.getByRole('button', { name: /^Half/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /Untitled$/ })).toBeVisible();
  const kept = await person.get<Record<string, unknown>>('tasks');
  expect(Object.keys(kept).sort()).toEqual(Object.keys(tasks).sort());
});

test('Whole-number keys, which are answered as an array, and null are lists too', async ({
  page,
  newUser,
  signIn,
  device,
}) => {
  const user = await newUser();
  await device(user).put('tasks', [
    null,
    { ...whole, taskName: 'First' },
    { ...whole, taskId: 8, taskName: 'Second' },
  ]);
  await device(user).put('notes', [{ noteTitle: 'Zero', noteDescription: 'D' }]);
  expect(Array.isArray(await device(user).tasks())).toBe(true);
  await signIn(user);
  await page.goto('/tasks/work');
  await expect.poll(() => rowNames(page)).toEqual(['First', 'Second']);
  await page.goto('/tasks/sticky-wall');
  await expect(page.getByRole('button', { name: /^Zero/ })).toBeVisible();
  await device(user).put('tasks', null);
  await page.goto('/tasks/work');
  await expect(page.getByText('You have no task tagged with Work')).toBeVisible();
});
