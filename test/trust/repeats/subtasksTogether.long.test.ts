import '../../support/app/noComplaints';
import { undoRequested } from '../../../src/history/historySlice';
import {
  subtaskTickRequested,
  taskDeleteRequested,
  taskDescribeRequested,
} from '../../../src/tasks/taskActions';
import { withSubtask } from '../../../src/lib/text/subtasks';
import { selectTaskOthers, selectTaskSync } from '../../../src/tasks/tasksSelectors';
import { taskOf } from '../../support/devices/acts';
import { deviceOn, type Page } from '../../support/devices/devices';
import { fakeDatabase } from '../../support/devices/fakeDatabase';
import { taskRecord } from '../../support/app/operations';
import { advance, fakeTime, MINUTES_10 } from '../../support/app/time';

fakeTime();

const LIST = 'Shop\n- [ ] Milk\n- [ ] Bread\n- [ ] Eggs';
const withTicks = (...words: string[]) =>
  words.reduce((text, word) => text.replace(`[ ] ${word}`, `[x] ${word}`), LIST);

function tick(page: Page, word: string) {
  const at = taskOf(page).taskDescription.indexOf(word) - 3;
  page.dispatch(subtaskTickRequested(taskOf(page), at, true));
}

async function openDevices(count: number) {
  const record = { ...(taskRecord(1) as object), taskDescription: LIST };
  const database = fakeDatabase({ tasks: { k1: record } });
  const devices = Array.from({ length: count }, () => deviceOn(database));
  const pages = await Promise.all(devices.map(device => device.open()));
  await advance(300);
  /** Expects the same fields on the server and on every page, and no other version. */
  const expectAll = (taskDescription: string) => {
    expect(database.lists.tasks).toEqual({ k1: { ...record, taskDescription } });
    expect(database.lists['trash/tasks'] ?? {}).toEqual({});
    for (const page of pages) {
      expect(taskOf(page).taskDescription).toBe(taskDescription);
      expect(selectTaskSync(page.getState(), 1).type).toBe('saved');
      expect(selectTaskOthers(page.getState(), 1)).toBeUndefined();
    }
  };
  return { database, devices, pages, expectAll };
}

test.each([
  ['Milk', 'Bread', 'Eggs'],
  ['Eggs', 'Milk', 'Bread'],
  ['Bread', 'Eggs', 'Milk'],
])('Three devices offline that tick %s, %s and %s merge without a dispute', async (...words) => {
  const { devices, pages, expectAll } = await openDevices(3);
  devices.forEach(device => device.goOffline());
  words.forEach((word, at) => tick(pages[at]!, word));
  await advance(MINUTES_10);
  for (const device of devices) {
    await device.reconnect(300);
  }
  await advance(MINUTES_10);
  expectAll(withTicks('Milk', 'Bread', 'Eggs'));
});

test('A tick, and subtasks that two other devices add beside it, all stay', async () => {
  const { devices, pages, expectAll } = await openDevices(3);
  devices.forEach(device => device.goOffline());
  tick(pages[0]!, 'Eggs');
  for (const [at, words] of ['Salt', 'Tea'].entries()) {
    const task = taskOf(pages[at + 1]!);
    pages[at + 1]!.dispatch(taskDescribeRequested(task, withSubtask(task.taskDescription, words)));
  }
  await advance(MINUTES_10);
  for (const device of devices) {
    await device.reconnect(300);
  }
  await advance(MINUTES_10);
  expectAll(`${withTicks('Eggs')}\n- [ ] Salt\n- [ ] Tea`);
});

test('Undo takes back this device’s tick alone, also after another device’s tick', async () => {
  const { devices, pages, expectAll } = await openDevices(2);
  tick(pages[0]!, 'Milk');
  await advance(300);
  tick(pages[1]!, 'Bread');
  await advance(MINUTES_10);
  pages[0]!.kill();
  const again = await devices[0]!.open();
  pages[0] = again;
  await advance(MINUTES_10);
  await again.send(undoRequested());
  expectAll(withTicks('Bread'));
});

test('Subtasks leave with their task into the trash and come back with it', async () => {
  const { pages, database, expectAll } = await openDevices(2);
  tick(pages[0]!, 'Milk');
  await advance(MINUTES_10);
  await pages[0]!.send(taskDeleteRequested(taskOf(pages[0]!)));
  expect(Object.values(database.lists['trash/tasks'])).toMatchObject([
    { record: { taskDescription: withTicks('Milk') } },
  ]);
  await pages[0]!.send(undoRequested());
  expectAll(withTicks('Milk'));
});
