import '../support/app/noComplaints';
import { expectSaga } from 'redux-saga-test-plan';
import { rootReducer } from '../../src/app/store/rootReducer';
import { quickAddRequested, type NewTask } from '../../src/quickAdd/quickAddActions';
import { addQuickly } from '../../src/quickAdd/quickAddSagas';
import type { Settings } from '../../src/settings/settings';
import { settingsArrived } from '../../src/settings/settingsSlice';
import type { Operation } from '../../src/sync/operations';
import { dayChanged, rowPointedOut } from '../../src/ui/uiSlice';

const TODAY = '2026-03-10';
const milk: NewTask = { title: 'Milk', day: TODAY, list: 'personal' };

/** Runs one quickAddRequested on a store; returns what was requested, pointed out and opened. */
async function added(
  page: string | null,
  tasks: NewTask[],
  isOpened = false,
  draws = [7, 8, 9],
  settings: Settings = {},
) {
  const opened: string[] = [];
  const request = quickAddRequested({ tasks, page, isOpened });
  const services = {
    random: { below: () => draws.shift()!, pushKey: () => '' },
    navigation: { go: (path: string) => void opened.push(path), path: () => '', bind: () => undefined },
  };
  const { effects, storeState } = await expectSaga(addQuickly, services, request)
    .withReducer(
      rootReducer,
      rootReducer(rootReducer(undefined, dayChanged(TODAY)), settingsArrived(settings)),
    )
    .run();
  const puts = (effects.put ?? []).map(effect => effect.payload.action);
  const operations = puts.slice(0, -1).map(action => action.payload as Operation);
  return { operations, pointedOut: puts.at(-1), opened, request, storeState };
}

test('a task is requested with an empty description, and its row pointed out', async () => {
  const { operations, pointedOut, request, opened } = await added('today', [milk]);
  expect(operations).toMatchObject([
    {
      id: request.payload.operationIds[0],
      kind: 'task/add',
      itemKey: 'task:7',
      payload: {
        taskId: 7,
        fireId: null,
        fields: { taskName: 'Milk', taskDescription: '', taskList: 'personal', taskDueDay: TODAY },
      },
    },
  ]);
  expect(operations[0]).not.toHaveProperty('isAnnounced');
  expect(pointedOut).toEqual(rowPointedOut({ taskId: 7 }));
  expect(opened).toEqual([]);
});

test.each<[page: string | null, task: Partial<NewTask>, isAnnounced: boolean]>([
  ['today', {}, false],
  ['today', { list: 'work' }, false],
  ['today', { day: '2026-03-11' }, true],
  ['today', { day: null }, true],
  ['upcoming', { day: '2026-03-11' }, false],
  ['upcoming', {}, true],
  ['previous', {}, true],
  ['previous', { day: '2026-03-09' }, false],
  ['personal', { day: null }, false],
  ['no-date', { day: null }, false],
  ['no-date', {}, true],
  ['personal', { list: 'work' }, true],
  ['work', { list: 'work' }, false],
  ['work', {}, true],
  ['sticky-wall', {}, true],
  [null, {}, true],
])('on %s a toast names %j: %s', async (page, task, isAnnounced) => {
  const { operations } = await added(page, [{ ...milk, ...task }]);
  expect(operations[0]!.isAnnounced ?? false).toBe(isAnnounced);
});

test('several tasks are one change, named by a toast, with numbers of their own', async () => {
  const { operations, request, pointedOut } = await added(
    'today',
    [milk, { ...milk, title: 'Bread' }],
    false,
    [7, 7, 8],
  );
  const [first] = request.payload.operationIds;
  expect(operations.map(({ changeId }) => changeId)).toEqual([first, first]);
  expect(operations.map(({ itemKey }) => itemKey)).toEqual(['task:7', 'task:8']);
  expect(operations.every(({ isAnnounced }) => isAnnounced)).toBe(true);
  expect(pointedOut).toEqual(rowPointedOut({ taskId: 8 }));
});

test('an opened task stands beside the list that it was added from, else its own', async () => {
  expect((await added('upcoming', [milk], true)).opened).toEqual(['/tasks/upcoming/7/edit']);
  expect((await added(null, [milk], true)).opened).toEqual(['/tasks/personal/7/edit']);
});

test('a time is added with its task, and with the reminder of new times', async () => {
  const timed: NewTask = { ...milk, timing: { time: '17:00' } };
  const besideOf = async (settings: Settings) =>
    (await added('today', [timed], false, [7], settings)).operations[0]!.payload;
  expect(await besideOf({})).toMatchObject({ beside: { times: { time: '17:00' } } });
  expect(await besideOf({ remind: 0 })).toMatchObject({ beside: { times: { time: '17:00', remind: 0 } } });
});
