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

test('Whole-number keys, which are answered as an array, and null are lists too @long', async ({
  page,
  somebody,
}) => {
  const { data } = await somebody(async data => {
    await data.put('tasks', [
      null,
      { ...whole, taskName: 'First' },
      { ...whole, taskId: 8, taskName: 'Second' },
    ]);
    await data.put('notes', [{ noteTitle: 'Zero', noteDescription: 'D' }]);
    expect(Array.isArray(await data.tasks())).toBe(true);
  });
  await page.goto('/tasks/work');
  await expect.poll(() => rowNames(page)).toEqual(['First', 'Second']);
  await page.goto('/tasks/sticky-wall');
  await expect(page.getByRole('button', { name: /^Zero/ })).toBeVisible();
  await data.put('tasks', null);
  await page.goto('/tasks/work');
  await expect(page.getByText('You have no task tagged with Work')).toBeVisible();
});
