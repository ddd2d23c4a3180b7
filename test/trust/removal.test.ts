import '../support/noComplaints';
import { undoRequested } from '../../src/history/historySlice';
import { fieldsOf } from '../../src/tasks/task';
import { taskDeleteRequested, taskSaveRequested } from '../../src/tasks/taskActions';
import { selectTask, selectTaskIdsIn } from '../../src/tasks/tasksSelectors';
import { taskAddRequested } from '../../src/tasks/tasksSlice';
import { deviceOn } from '../support/devices';
import { fakeDatabase } from '../support/fakeDatabase';
import { taskFields, taskRecord } from '../support/operations';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());
const calm = () => jest.advanceTimersByTimeAsync(10 * 60_000);
const soon = () => jest.advanceTimersByTimeAsync(50);
const theirs = taskRecord(1, { taskName: 'Theirs' });

async function opened() {
  const database = fakeDatabase({ tasks: { k1: taskRecord(1) } });
  const a = deviceOn(database);
  const page = await a.open();
  await soon();
  return { database, a, page };
}

describe('A delete and another device’s edit at the same moment', () => {
  test.each([
    ['before it is copied', 'apply'],
    ['between the copy and the removal', 'removeRecord'],
  ] as const)('leave the edit in the trash when it comes %s', async (_name, method) => {
    const { database, a, page } = await opened();
    a.before(method, () => database.put('tasks', 'k1', theirs));
    page.dispatch(taskDeleteRequested(selectTask(page.getState(), 1)!));
    await calm();
    expect(database.lists.tasks).toEqual({});
    expect(database.lists['trash/tasks']).toMatchObject({ k1: { record: theirs } });
    page.dispatch(undoRequested());
    await calm();
    expect([database.lists.tasks, page.unsent()]).toEqual([{ k1: theirs }, 0]);
  });

  test('leave every edit in the trash when many come', async () => {
    const { database, a, page } = await opened();
    for (let edit = 1; edit <= 5; edit++)
      a.before('removeRecord', () =>
        database.put('tasks', 'k1', taskRecord(1, { taskName: `Theirs ${edit}` })),
      );
    page.dispatch(taskDeleteRequested(selectTask(page.getState(), 1)!));
    await calm();
    expect(database.lists.tasks).toEqual({});
    expect(database.lists['trash/tasks']).toMatchObject({ k1: { record: { taskName: 'Theirs 5' } } });
  });

  test('leave the edit in the trash also when the page is killed in between', async () => {
    const { database, a, page } = await opened();
    a.before('removeRecord', () => {
      page.kill();
      return new Promise(() => undefined);
    });
    page.dispatch(taskDeleteRequested(selectTask(page.getState(), 1)!));
    await soon();
    database.put('tasks', 'k1', theirs);
    const again = await a.open();
    await calm();
    expect(database.lists.tasks).toEqual({});
    expect(database.lists['trash/tasks']).toMatchObject({ k1: { record: theirs } });
    expect(again.unsent()).toBe(0);
  });

  test('keep the edit blocked with its words where the delete came first', async () => {
    const { database, a, page } = await opened();
    const task = selectTask(page.getState(), 1)!;
    a.before('saveTask', () => {
      const deletedAt = new Date().toISOString();
      database.put('trash/tasks', 'k1', { deletedAt, record: taskRecord(1) });
      database.put('tasks', 'k1', null);
    });
    page.dispatch(taskSaveRequested(task, fieldsOf(task), { ...fieldsOf(task), taskName: 'Mine' }));
    await calm();
    expect(database.lists.tasks).toEqual({});
    expect(a.kept()).toMatchObject([{ status: 'blocked', payload: { fields: { taskName: 'Mine' } } }]);
  });
});

test('A record that was made twice while the page was closed is joined when it opens', async () => {
  const database = fakeDatabase();
  const a = deviceOn(database);
  const page = await a.open();
  const arrive = a.holdBack('addTask');
  page.dispatch(taskAddRequested(taskFields({ taskName: 'Mine' })));
  await jest.advanceTimersByTimeAsync(20_000);
  expect(page.unsent()).toBe(0);
  page.kill();
  await arrive();
  expect(Object.keys(database.lists.tasks)).toHaveLength(2);
  const again = await a.open();
  await calm();
  expect(Object.keys(database.lists.tasks)).toHaveLength(1);
  expect([selectTaskIdsIn.personal(again.getState()).length, again.unsent()]).toEqual([1, 0]);
});
