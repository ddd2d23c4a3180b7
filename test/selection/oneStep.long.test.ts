/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import '../support/app/noComplaints';
import { coalesce } from '../../src/app/store/kinds';
import { redoRequested, undoRequested } from '../../src/history/historySlice';
import { openQueue } from '../../src/sync/queue/queue';
import { manyRequested } from '../../src/tasks/selecting/manyTasks';
import { taskSaveRequested } from '../../src/tasks/taskActions';
import { selectTask } from '../../src/tasks/tasksSelectors';
import { tasksRequested } from '../../src/tasks/tasksSlice';
import { fakeDatabase } from '../support/devices/fakeDatabase';
import { fakeServices, userDataOf } from '../support/devices/fakeServices';
import { shownTask, taskFields, taskRecord } from '../support/app/operations';
import { startApp } from '../support/devices/startApp';

const DAY_MS = 86_400_000;
const ids = Array.from({ length: 200 }, (_, n) => n + 1);
const turn = () => new Promise(resolve => setTimeout(resolve));

/** The election of a tab that is never the leader, so no sending code is loaded at the end of a test. */
function follows(_userId: string, listener: (isLeader: boolean) => void) {
  listener(false);
  return () => undefined;
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
});

/** Opens a page of anna's with 200 tasks, offline, on the device's own store. */
async function open() {
  const services = fakeServices({ userData: userDataOf('anna', 100 * DAY_MS) });
  const database = fakeDatabase({ tasks: Object.fromEntries(ids.map(id => [`k${id}`, taskRecord(id)])) });
  const queue = openQueue({ coalesce });
  const page = startApp({ ...services, queue, database, election: { ...services.election, lead: follows } });
  page.dispatch(tasksRequested());
  while (!selectTask(page.getState(), 200)) await turn();
  services.connection.set(false);
  return { page, queue };
}

test('Of 200 tasks that are moved at once, the device has all or none at any instant', async () => {
  const { page } = await open();
  const other = openQueue({ coalesce });
  const counts = new Set([(await other.all('anna')).length]);
  page.dispatch(manyRequested(ids, { type: 'move', to: { taskList: 'work' } }));
  while (!counts.has(200)) counts.add((await other.all('anna')).length);
  expect([...counts]).toEqual([0, 200]);
});

test.each(['undo', 'redo'] as const)(
  'The %s of two steps on an item is one write: the device has all or none',
  async role => {
    const { page } = await open();
    const other = openQueue({ coalesce });
    const [before, between, after] = ['Before', 'Between', 'After'].map(taskName => taskFields({ taskName }));
    for (const id of [1, 2, 3]) {
      page.dispatch(taskSaveRequested(shownTask(id), before!, between!, { changeId: 'change' }));
      page.dispatch(taskSaveRequested(shownTask(id), between!, after!, { changeId: 'change' }));
    }
    const countOf = async (of?: string) =>
      (await other.all('anna')).filter(operation => (of ? operation.role === of : !operation.role)).length;
    while ((await countOf()) < 6) await turn();
    page.dispatch(undoRequested());
    if (role === 'redo') {
      while ((await countOf('undo')) < 6) await turn();
      page.dispatch(redoRequested());
    }
    const counts = new Set([await countOf(role)]);
    while (!counts.has(6)) counts.add(await countOf(role));
    expect([...counts].filter(count => count > 0)).toEqual([6]);
  },
);

test('When the page ends before they are written, the next has them as one step', async () => {
  const { page, queue } = await open();
  const isAppending = new Promise<void>(resolve => {
    queue.follow(({ type }) => type === 'appending' && resolve());
  });
  page.dispatch(manyRequested(ids, { type: 'move', to: { taskList: 'work' } }));
  await isAppending;
  globalThis.indexedDB = new IDBFactory(); // everything that the page writes from now on is lost
  const kept = await openQueue({ coalesce }).all('anna');
  expect(kept).toHaveLength(200);
  expect(new Set(kept.map(({ changeId }) => changeId)).size).toBe(1);
});
