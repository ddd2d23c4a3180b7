import '../support/noComplaints';
import { undoRequested } from '../../src/history/historySlice';
import { requestChange } from '../../src/sync/operations';
import { noteChange } from '../../src/notes/noteKinds';
import { taskDeleteRequested } from '../../src/tasks/taskActions';
import { taskChange } from '../../src/tasks/taskKinds';
import { selectTask } from '../../src/tasks/tasksSelectors';
import { deviceOn, type Page } from '../support/devices';
import { fakeDatabase, type FakeDatabase } from '../support/fakeDatabase';
import { noteFields, taskFields, taskRecord } from '../support/operations';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());
const calm = () => jest.advanceTimersByTimeAsync(10 * 60_000);
const soon = () => jest.advanceTimersByTimeAsync(50);

const LISTS = ['tasks', 'notes'] as const;
type List = (typeof LISTS)[number];
const keyIn = { tasks: 'k1', notes: 'n1' };
const records = { tasks: taskRecord(1), notes: noteFields() };

const deleteChange = (list: List) =>
  requestChange(
    list === 'tasks'
      ? taskChange('task/delete', { taskId: 1, fireId: 'k1', fields: taskFields() })
      : noteChange('note/delete', { fireId: 'n1', fields: noteFields() }),
  );
const restoreChange = (list: List) =>
  requestChange(
    list === 'tasks'
      ? taskChange('task/restore', { taskId: 1, fireId: 'k1', fields: taskFields() })
      : noteChange('note/restore', { fireId: 'n1', fields: noteFields() }),
  );

const editChange = (list: List, title: string) =>
  requestChange(
    list === 'tasks'
      ? taskChange('task/edit', {
          ...{ taskId: 1, fireId: 'k1' },
          ...{ base: taskFields(), fields: taskFields({ taskName: title }) },
        })
      : noteChange('note/edit', { fireId: 'n1', base: noteFields(), fields: noteFields(title) }),
  );

async function opened() {
  const database = fakeDatabase({ tasks: { k1: taskRecord(1) }, notes: { n1: noteFields() } });
  const a = deviceOn(database);
  const b = deviceOn(database);
  const pageOfA = await a.open();
  const pageOfB = await b.open();
  await soon();
  /** Where the record is. */
  const places = (list: List) => [
    ...(keyIn[list] in database.lists[list] ? ['listed'] : []),
    ...(keyIn[list] in database.lists[`trash/${list}`] ? ['trash'] : []),
  ];
  const unsent = (...pages: Page[]) => pages.map(page => page.unsent());
  return { database, a, b, pageOfA, pageOfB, places, unsent };
}

describe.each(LISTS)('Restoring (%s)', list => {
  test.each(['apply', 'restore', 'removeCopy'] as const)(
    'takes it out of the trash though the server’s time seems earlier than at the delete, and an answer to %s is lost',
    async method => {
      const { database, a, pageOfA, places, unsent } = await opened();
      pageOfA.dispatch(deleteChange(list));
      await soon();
      database.setServerAhead(-67);
      a.loseAnswer(method);
      pageOfA.dispatch(restoreChange(list));
      await calm();
      expect([places(list), unsent(pageOfA)]).toEqual([['listed'], [0]]);
    },
  );

  test('leaves a delete of another device alone whose time seems earlier than that of the restore', async () => {
    const { database, a, pageOfA, places } = await opened();
    pageOfA.dispatch(deleteChange(list));
    await soon();
    a.loseAnswer('restore');
    pageOfA.dispatch(restoreChange(list));
    await soon();
    expect(places(list)).toContain('listed');
    database.put(`trash/${list}`, keyIn[list], {
      deletedAt: '2026-03-10T11:59:59.000Z',
      record: records[list],
    });
    database.put(list, keyIn[list], null);
    await calm();
    expect(places(list)).toEqual(['trash']);
  });

  describe('brings the words back of an edit that waits because it was deleted elsewhere', () => {
    const title = list === 'tasks' ? 'taskName' : 'noteTitle';
    async function waitingEdit() {
      const there = await opened();
      const { a, database, pageOfA } = there;
      a.goOffline();
      pageOfA.dispatch(editChange(list, 'Mine'));
      await soon();
      const deletedAt = new Date().toISOString();
      database.put(`trash/${list}`, keyIn[list], { deletedAt, record: records[list] });
      database.put(list, keyIn[list], null);
      return there;
    }
    const listedTitles = (database: FakeDatabase) =>
      Object.values(database.lists[list]).map(record => (record as Record<string, string>)[title]);

    test.each(['waits', 'is sent'])('and %s', async when => {
      const { a, database, pageOfA, places, unsent } = await waitingEdit();
      if (when === 'waits') {
        a.goOnline();
        await calm();
      }
      pageOfA.dispatch(restoreChange(list));
      await soon();
      a.goOnline();
      await calm();
      expect([listedTitles(database), places(list), unsent(pageOfA)]).toEqual([['Mine'], ['listed'], [0]]);
    });

    test.each(['apply', 'restore', 'removeCopy'] as const)(
      'also when an answer to %s is lost',
      async method => {
        const { a, database, pageOfA, places, unsent } = await waitingEdit();
        a.goOnline();
        await calm();
        a.loseAnswer(method);
        pageOfA.dispatch(restoreChange(list));
        await calm();
        expect([listedTitles(database), places(list), unsent(pageOfA)]).toEqual([['Mine'], ['listed'], [0]]);
      },
    );

    test('but not over a delete since', async () => {
      const { a, database, pageOfA, places, unsent } = await waitingEdit();
      a.goOnline();
      await calm();
      a.loseAnswer('restore');
      pageOfA.dispatch(restoreChange(list));
      await soon();
      const deletedAt = '2026-03-10T12:30:00.000Z';
      database.put(`trash/${list}`, keyIn[list], { deletedAt, record: records[list] });
      database.put(list, keyIn[list], null);
      await calm();
      expect([places(list), unsent(pageOfA)]).toEqual([['trash'], [1]]);
      expect(a.kept()).toMatchObject([{ status: 'blocked', payload: { fields: { [title]: 'Mine' } } }]);
    });
  });

  test.each([0, 100, 20_000])(
    'loses nothing when another device deletes it again before its copy is removed, %s ms under way',
    async underWay => {
      const { a, b, pageOfA, pageOfB, places, unsent } = await opened();
      pageOfA.dispatch(deleteChange(list));
      await soon();
      const remove = b.delay('removeRecord');
      a.after('restore', async () => {
        pageOfB.dispatch(deleteChange(list));
        await soon();
      });
      pageOfA.dispatch(restoreChange(list));
      await jest.advanceTimersByTimeAsync(1000 + underWay);
      remove();
      await calm();
      expect([places(list), unsent(pageOfA, pageOfB)]).toEqual([['trash'], [0, 0]]);
    },
  );

  test.each([0, 100, 20_000])(
    'waits for another device’s delete that has copied the record already, %s ms under way',
    async underWay => {
      const { b, pageOfA, pageOfB, places, unsent } = await opened();
      const remove = b.delay('removeRecord');
      pageOfB.dispatch(deleteChange(list));
      await soon();
      expect(places(list)).toEqual(['listed', 'trash']);
      pageOfA.dispatch(restoreChange(list));
      await jest.advanceTimersByTimeAsync(underWay);
      remove();
      await calm();
      expect([places(list), unsent(pageOfA, pageOfB)]).toEqual([['listed'], [0, 0]]);
    },
  );

  test.each(['2026-03-10T11:59:59.000Z', '2026-03-10T12:00:59.000Z', '2036-03-10T12:00:00.000Z'])(
    'takes a copy (%s) away whose device never came to the removal',
    async deletedAt => {
      const { database, pageOfA, places, unsent } = await opened();
      database.put(`trash/${list}`, keyIn[list], { deletedAt, record: records[list] });
      pageOfA.dispatch(restoreChange(list));
      await calm();
      expect([places(list), unsent(pageOfA)]).toEqual([['listed'], [0]]);
    },
  );
});

test.each([0, 100, 20_000])(
  'Undo of a delete loses nothing when another device’s delete of the same task is %s ms under way',
  async underWay => {
    const { b, pageOfA, pageOfB, places, unsent } = await opened();
    const remove = b.delay('removeRecord');
    pageOfB.dispatch(deleteChange('tasks'));
    await soon();
    pageOfA.dispatch(taskDeleteRequested(selectTask(pageOfA.getState(), 1)!));
    await soon();
    pageOfA.dispatch(undoRequested());
    await jest.advanceTimersByTimeAsync(1000 + underWay);
    remove();
    await calm();
    expect(places('tasks')).toHaveLength(1);
    expect(unsent(pageOfA, pageOfB)).toEqual([0, 0]);
  },
);
