/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import '../support/app/noComplaints';
import { nanoid } from '@reduxjs/toolkit';
import { undoRequested } from '../../src/history/historySlice';
import type { Json } from '../../src/services/database';
import { taskDeleteRequested, taskTickRequested } from '../../src/tasks/taskActions';
import { selectTask } from '../../src/tasks/tasksSelectors';
import { openDevice, type Page } from '../support/devices/devices';
import { taskRecord } from '../support/app/operations';
import { advance, fakeTime, MINUTES_10 } from '../support/app/time';

fakeTime();

const MANY = 60;
const numbers = Array.from({ length: MANY }, (_, at) => at + 1);

function openMany() {
  const tasks = Object.fromEntries(numbers.map((id): [string, Json] => [`k${id}`, taskRecord(id)]));
  return openDevice({ tasks, done: { k3: '2026-03-01T00:00:00.000Z' } });
}

const deleteAll = (page: Page) => {
  const changeId = nanoid();
  for (const id of numbers)
    page.dispatch(taskDeleteRequested(selectTask(page.getState(), id)!, { id: nanoid(), changeId }));
};

describe('A selection that is changed as one step', () => {
  test('is deleted in one update, and comes back in one', async () => {
    const { database, page } = await openMany();
    deleteAll(page);
    await advance(500);
    expect(database.writes).toEqual(['apply']);
    expect(Object.keys(database.lists.tasks)).toHaveLength(0);
    expect(database.lists['trash/tasks']).toHaveProperty('k3');
    expect(Object.keys(database.lists.applied)).toHaveLength(MANY);

    await page.send(undoRequested(), 500);
    expect(database.writes).toEqual(['apply', 'apply']);
    expect(Object.keys(database.lists.tasks)).toHaveLength(MANY);
    expect(database.lists.done).toEqual({ k3: '2026-03-01T00:00:00.000Z' });
    expect(page.unsent()).toBe(0);
  });

  test('is ticked in one update', async () => {
    const { database, page } = await openMany();
    const changeId = nanoid();
    for (const id of numbers)
      page.dispatch(taskTickRequested(selectTask(page.getState(), id)!, true, { id: nanoid(), changeId }));
    await advance(500);
    expect(database.writes).toEqual(['apply']);
    expect(Object.keys(database.lists.done)).toHaveLength(MANY);
  });

  test('goes whole although another device changes one of them before the update', async () => {
    const { database, a, page } = await openMany();
    const theirs = taskRecord(40, { taskName: 'Theirs' });
    a.before('apply', () => database.put('tasks', 'k40', theirs));
    deleteAll(page);
    await advance(MINUTES_10);
    expect(database.lists.tasks).toEqual({});
    expect(database.lists['trash/tasks']).toMatchObject({ k40: { record: theirs } });
    expect(page.unsent()).toBe(0);
  });

  test('is deleted once when the answer is lost and another device restores one of them', async () => {
    const { database, a, page } = await openMany();
    a.loseAnswer('apply');
    deleteAll(page);
    await advance(500);
    database.put('trash/tasks', 'k7', null);
    database.put('tasks', 'k7', taskRecord(7));
    await advance(MINUTES_10);
    expect(Object.keys(database.lists.tasks)).toEqual(['k7']);
    expect(page.unsent()).toBe(0);
  });
});
