import '../support/app/noComplaints';
import { noteTaskRequested } from '../../src/notes/wall/arranging/taskOfNote';
import { manyRequested } from '../../src/tasks/selecting/manyTasks';
import { taskDeleteRequested } from '../../src/tasks/taskActions';
import { selectTask } from '../../src/tasks/tasksSelectors';
import { taskList } from '../../src/tasks/tasksState';
import { selectTrash } from '../../src/trash/trashSelectors';
import { trashForgetRequested, trashRestoreRequested } from '../../src/trash/trashSlice';
import { deviceOn } from '../support/devices/devices';
import { fakeDatabase } from '../support/devices/fakeDatabase';
import { noteFields, taskRecord } from '../support/app/operations';
import { advance, MINUTES_10 } from '../support/app/time';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

const TOMORROW = '2026-03-11';

test('A change of many is shown in the turn of its request', async () => {
  const page = await deviceOn(fakeDatabase({ tasks: { k1: taskRecord(1), k2: taskRecord(2) } })).open();
  await advance(100);
  page.dispatch(manyRequested([1, 2], { type: 'move', to: { taskDueDay: TOMORROW } }));
  expect([1, 2].map(id => selectTask(page.getState(), id)?.taskDueDay)).toEqual([TOMORROW, TOMORROW]);
});

test('A task of a note is listed as soon as the wall that asks for it can be there', async () => {
  const page = await deviceOn(fakeDatabase()).open({ lists: [] });
  page.dispatch(noteTaskRequested(noteFields('Sow')));
  expect([...taskList.allItems(page.getState().tasks)].map(({ taskName }) => taskName)).toContain('Sow');
});

test('What is restored or deleted for ever before the tasks are known is not lost', async () => {
  const database = fakeDatabase({ tasks: { k1: taskRecord(1), k2: taskRecord(2) } });
  const device = deviceOn(database);
  const before = await device.open();
  await advance(100);
  device.goOffline();
  for (const id of [1, 2]) before.dispatch(taskDeleteRequested(selectTask(before.getState(), id)!));
  await advance(100);
  const page = await device.open({ lists: [] });
  const [first, second] = selectTrash(page.getState());
  page.dispatch(trashRestoreRequested(first!));
  page.dispatch(trashForgetRequested([second!]));
  expect(selectTrash(page.getState())).toEqual([]);
  device.goOnline();
  await advance(MINUTES_10);
  expect(Object.keys(database.lists.tasks!)).toHaveLength(1);
  expect(database.lists['trash/tasks']).toEqual({});
});
