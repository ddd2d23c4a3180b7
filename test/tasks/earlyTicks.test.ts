import '../support/app/noComplaints';
import { selectTask } from '../../src/tasks/tasksSelectors';
import { looksDone } from '../../src/tasks/task';
import { taskRecord } from '../support/app/operations';
import { advance } from '../support/app/time';
import { deviceOn } from '../support/devices/devices';
import { fakeDatabase } from '../support/devices/fakeDatabase';

const NOW = '2026-03-10T12:00:00.000Z';
const DONE = '2026-03-09T12:00:00.000Z';
const left = () => Object.keys(localStorage).filter(key => key.startsWith('daywall-early/'));

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers({ now: Date.parse(NOW) });
});
afterEach(() => void jest.useRealTimers());

/** Ends a first frame in which tasks were ticked, before the app was loaded. */
const leaveTicks = (userId: string, words: string) =>
  localStorage.setItem(
    `daywall-early/${userId}/-1`,
    JSON.stringify([{ userId, page: '-1', form: 'tick', words }]),
  );

test('Ticks of a first frame whose page ended are made by the next page, once', async () => {
  const tasks = { k1: taskRecord(1), k2: taskRecord(2), k3: taskRecord(3) };
  const database = fakeDatabase({ tasks, done: { k2: DONE } });
  leaveTicks('anna', '1 2 404');
  const page = await deviceOn(database).open();
  await advance(3000);
  const isDone = (taskId: number) => looksDone(selectTask(page.getState(), taskId)!);
  expect([1, 2, 3].map(isDone)).toEqual([true, true, false]);
  expect(database.lists.done).toMatchObject({ k1: expect.stringMatching(/^2026-03-10T12:00/), k2: DONE });
  expect(left()).toEqual([]);
});

test('Ticks wait for the tasks, and are left to the next page when they do not come', async () => {
  const database = fakeDatabase({ tasks: { k1: taskRecord(1) } });
  leaveTicks('anna', '1');
  await deviceOn(database).open({ lists: [] });
  await advance(3000);
  expect(database.lists.done).toEqual({});
  expect(left()).toHaveLength(1);
});

test('Ticks of another user are left alone', async () => {
  const database = fakeDatabase({ tasks: { k1: taskRecord(1) } });
  leaveTicks('bert', '1');
  await deviceOn(database).open();
  await advance(3000);
  expect(database.lists.done).toEqual({});
  expect(left()).toEqual(['daywall-early/bert/-1']);
});
