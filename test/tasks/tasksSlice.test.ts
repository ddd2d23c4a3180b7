import '../support/app/noComplaints';
import { signedOut } from '../../src/auth/authSlice';
import { createStore } from '../../src/app/store';
import {
  operationBlocked,
  operationUpdated,
  operationDiscarded,
  operationKept,
  operationRequested,
  type Operation,
} from '../../src/sync/operations';
import { operationsRead } from '../../src/sync/queue/queueSlice';
import type { Records } from '../../src/services/database';
import {
  selectAdding,
  selectAreTasksKnown,
  selectCountIn,
  selectConfirmedId,
  selectTask,
  selectTasksFailure,
  selectTasksPhase,
  selectTaskSync,
} from '../../src/tasks/tasksSelectors';
import {
  taskAddClosed,
  taskAddFailed,
  taskAddRequested,
  taskListArrived,
  taskRecordsArrived,
  tasksLoaded,
  tasksLoadFailed,
  tasksRequested,
  tasksRestored,
} from '../../src/tasks/tasksSlice';
import { dayChanged } from '../../src/ui/uiSlice';
import {
  blocked,
  taskAdd,
  taskConfirmed,
  taskDelete,
  taskEdit,
  taskFields,
  taskRecord,
} from '../support/app/operations';
import { selectTasksIn } from '../support/app/selectTasksIn';

/** A store on 10 March, with selectors of its views. */
function open() {
  const { store } = createStore();
  store.dispatch(dayChanged('2026-03-10'));
  return {
    dispatch: store.dispatch,
    state: store.getState,
    names: (view: keyof typeof selectTasksIn = 'personal') =>
      selectTasksIn[view](store.getState()).map(task => task.taskName),
    task: (taskId: number) => selectTask(store.getState(), taskId),
    sync: (taskId: number) => selectTaskSync(store.getState(), taskId),
  };
}

function openLoaded(records: Records) {
  const opened = open();
  opened.dispatch(tasksRequested());
  opened.dispatch(tasksLoaded(records));
  return opened;
}

let opened: ReturnType<typeof open> | undefined;
const using = (made: ReturnType<typeof open>) => (opened = made);
afterEach(() => {
  const state = opened?.state();
  expect(JSON.parse(JSON.stringify(state ?? null))).toStrictEqual(state ?? null);
  opened = undefined;
});

describe('reading the list', () => {
  test('shows each dated task in just one of Today, Upcoming and Previous, in order', () => {
    const { names, state } = using(
      openLoaded({
        a: taskRecord(1, { taskName: 'b today' }),
        b: taskRecord(2, { taskName: 'a today' }),
        c: taskRecord(3, { taskName: 'next week', taskDueDate: '2026-03-17T00:00:00.000Z' }),
        d: taskRecord(4, { taskName: 'tomorrow', taskDueDate: '2026-03-11T00:00:00.000Z' }),
        e: taskRecord(5, {
          taskName: 'last year',
          taskDueDate: '2025-03-10T00:00:00.000Z',
          taskList: 'work',
        }),
        f: taskRecord(6, {
          taskName: 'yesterday',
          taskDueDate: '2026-03-09T00:00:00.000Z',
          taskList: 'work',
        }),
        g: taskRecord(7, { taskName: 'some day', taskDueDate: 'soon', taskList: 'work' }),
      }),
    );
    expect(names('today')).toEqual(['b today', 'a today']);
    expect(names('upcoming')).toEqual(['tomorrow', 'next week']);
    expect(names('previous')).toEqual(['yesterday', 'last year']);
    expect(names('personal')).toEqual(['b today', 'a today', 'tomorrow', 'next week']);
    expect(names('work')).toEqual(['last year', 'yesterday', 'some day']);
    expect(selectCountIn.work(state())).toBe(3);
  });

  test('believes nothing before rows came, and cached rows at once', () => {
    const { dispatch, state, names } = using(open());
    dispatch(tasksRequested());
    expect([selectTasksPhase(state()), selectAreTasksKnown(state())]).toEqual(['loading', false]);
    dispatch(tasksRestored({ k1: taskRecord(1) }));
    expect([selectTasksPhase(state()), selectAreTasksKnown(state())]).toEqual(['loading', true]);
    expect(names()).toEqual(['Water the plants']);
  });

  test('lets the server’s answer replace the cached rows, never the other way round', () => {
    const { dispatch, names } = using(openLoaded({ k1: taskRecord(1, { taskName: 'From the server' }) }));
    dispatch(tasksRestored({ k1: taskRecord(1, { taskName: 'From the cache' }) }));
    expect(names()).toEqual(['From the server']);
  });

  test('keeps the cached rows when the server cannot be asked, and says why', () => {
    const { dispatch, state, names } = using(open());
    dispatch(tasksRequested());
    dispatch(tasksRestored({ k1: taskRecord(1) }));
    dispatch(tasksLoadFailed({ code: 'network', message: 'No network' }));
    expect(names()).toHaveLength(1);
    expect(selectTasksPhase(state())).toBe('failed');
    expect(selectTasksFailure(state())).toEqual({ code: 'network', message: 'No network' });
    dispatch(tasksRequested());
    expect(selectTasksFailure(state())).toBeNull();
  });

  test('takes the live list for an answer when the request had failed', () => {
    const { dispatch, state, names } = using(open());
    dispatch(tasksRequested());
    dispatch(tasksLoadFailed({ code: 'network', message: 'No network' }));
    dispatch(taskListArrived({}));
    expect([selectTasksPhase(state()), selectAreTasksKnown(state())]).toEqual(['loaded', true]);
    expect(selectTasksFailure(state())).toBeNull();
    expect(names()).toEqual([]);
  });

  test('skips what is no object', () => {
    const { state } = using(openLoaded({ k1: 'text', k2: 7, k3: true, k4: ['a'], k5: null }));
    expect(selectCountIn.personal(state()) + selectCountIn.work(state())).toBe(0);
  });

  test('shows a record with missing or wrong fields with what it has', () => {
    const { names, state } = using(
      openLoaded({ k1: {}, k2: { taskName: 5, taskList: 'garden', taskId: -1 } }),
    );
    expect(names()).toEqual(['', '']);
    const ids = selectTasksIn.personal(state()).map(({ taskId }) => taskId);
    expect(new Set(ids).size).toBe(2);
  });

  test('shows two records of one taskId, the second under a number that stays', () => {
    const records = { k1: taskRecord(5, { taskName: 'One' }), k2: taskRecord(5, { taskName: 'Two' }) };
    const idOf = (from: ReturnType<typeof open>) =>
      selectTasksIn.personal(from.state()).map(({ taskId, taskName }) => [taskName, taskId]);
    const first = idOf(openLoaded(records));
    expect(first[0]).toEqual(['One', 5]);
    expect(idOf(using(openLoaded(records)))).toEqual(first);
  });

  test('never gives a stand-in number that a record has for its own', () => {
    const before = openLoaded({ k1: taskRecord(5), k2: taskRecord(5) });
    const standIn = selectTasksIn.personal(before.state()).find(({ fireId }) => fireId === 'k2')!.taskId;
    const { task } = using(
      openLoaded({ k1: taskRecord(5), k2: taskRecord(5), k3: taskRecord(standIn, { taskName: 'Owner' }) }),
    );
    expect(task(standIn)?.taskName).toBe('Owner');
  });

  test('forgets everything at sign-out', () => {
    const { dispatch, state } = using(openLoaded({ k1: taskRecord(1) }));
    dispatch(operationKept(taskAdd('a', 2)));
    dispatch(signedOut());
    expect(state().tasks).toEqual(createStore().store.getState().tasks);
  });
});

describe('live changes', () => {
  test('changes single tasks, and keeps a task’s number when its record loses it', () => {
    const { dispatch, names, task } = using(openLoaded({ k1: taskRecord(1) }));
    dispatch(taskRecordsArrived({ k2: taskRecord(2, { taskName: 'A new one' }) }));
    expect(names()).toEqual(['Water the plants', 'A new one']);
    dispatch(taskRecordsArrived({ k1: taskRecord(null, { taskName: 'Changed' }), k2: null }));
    expect(names()).toEqual(['Changed']);
    expect(task(1)?.fireId).toBe('k1');
  });

  test('believes the list after a reconnect, also of what was written here before', () => {
    const { dispatch, names } = using(openLoaded({ k1: taskRecord(1) }));
    const edit = taskEdit('e', 1, taskFields({ taskName: 'Mine' }));
    dispatch(operationKept(edit));
    dispatch(taskConfirmed(edit, taskFields({ taskName: 'Mine' })));
    dispatch(taskListArrived({ k1: taskRecord(1, { taskName: 'Theirs' }) }));
    expect(names()).toEqual(['Theirs']);
  });

  test('let the live list stand over the older answer or failure of a slow request', () => {
    const { dispatch, names, state } = using(open());
    dispatch(tasksRequested());
    dispatch(taskListArrived({ k1: taskRecord(1), k2: taskRecord(2) }));
    dispatch(tasksLoaded({ k1: taskRecord(1) }));
    expect(names()).toHaveLength(2);
    dispatch(tasksRequested());
    dispatch(taskListArrived({ k1: taskRecord(1) }));
    dispatch(tasksLoadFailed({ code: 'network', message: 'No network' }));
    expect([selectTasksPhase(state()), selectTasksFailure(state())]).toEqual(['loaded', null]);
    dispatch(tasksRequested());
    dispatch(tasksLoaded({}));
    expect(names()).toEqual([]);
  });
});

describe('adding', () => {
  test('lists an awaited task only when the server has answered, with its key', () => {
    const { dispatch, names, task, state } = using(openLoaded({}));
    const { operationId } = dispatch(taskAddRequested(taskFields())).payload;
    const add = taskAdd(operationId, 7);
    dispatch(operationKept(add));
    expect(names()).toEqual([]);
    expect(selectAdding(state())).toEqual({ operationId, taskId: 7, failure: null });
    dispatch(taskConfirmed(add, taskFields()));
    expect(task(7)?.fireId).toBe('k7');
    expect(selectAdding(state())).toBeNull();
    expect(selectConfirmedId(state())).toBe(operationId);
  });

  test('lists it as waiting once nobody waits for the answer', () => {
    const { dispatch, names, sync } = using(openLoaded({}));
    const { operationId } = dispatch(taskAddRequested(taskFields())).payload;
    dispatch(operationKept(taskAdd(operationId, 7)));
    dispatch(taskAddClosed({ operationId: 'another' }));
    expect(names()).toEqual([]);
    dispatch(taskAddClosed({ operationId }));
    expect(names()).toEqual(['Water the plants']);
    expect(sync(7)).toEqual({ type: 'pending' });
  });

  test('says in the form why it was refused, and lists nothing', () => {
    const { dispatch, names, state } = using(openLoaded({}));
    const { operationId } = dispatch(taskAddRequested(taskFields())).payload;
    const add = taskAdd(operationId, 7);
    dispatch(operationKept(add));
    dispatch(taskAddFailed({ operationId, message: 'Too large' }));
    dispatch(operationDiscarded(add));
    expect(selectAdding(state())?.failure).toBe('Too large');
    expect([names(), state().tasks.pendingCount]).toEqual([[], 0]);
  });

  test('takes the record that arrives live before its answer for the task itself', () => {
    const { dispatch, names, task } = using(openLoaded({}));
    const add = taskAdd('a', 7);
    dispatch(operationKept(add));
    dispatch(taskRecordsArrived({ k7: taskRecord(7) }));
    expect(names()).toHaveLength(1);
    dispatch(taskConfirmed(add, taskFields()));
    expect(names()).toHaveLength(1);
    expect(task(7)?.fireId).toBe('k7');
  });

  test('keeps another device’s task of the same number beside it', () => {
    const { dispatch, names } = using(openLoaded({}));
    const add = taskAdd('a', 7, taskFields({ taskName: 'Mine' }));
    dispatch(operationKept(add));
    dispatch(taskRecordsArrived({ other: taskRecord(7, { taskName: 'Theirs' }) }));
    expect(names()).toEqual(['Theirs', 'Mine']);
    dispatch(taskConfirmed(add, taskFields({ taskName: 'Mine' }), 'mine'));
    expect(names()).toEqual(['Mine', 'Theirs']);
  });

  test('lists a task once when its key was known under another number', () => {
    const { dispatch, names } = using(openLoaded({}));
    const add = taskAdd('a', 7, taskFields({ taskName: 'Edited at once' }));
    dispatch(operationKept(add));
    dispatch(taskRecordsArrived({ k7: taskRecord(7, { taskName: 'Changed elsewhere' }) }));
    dispatch(taskConfirmed(add, taskFields({ taskName: 'Edited at once' }), 'k7'));
    expect(names()).toEqual(['Edited at once']);
  });
});

describe('unsent operations', () => {
  test('lie on top of the server’s version, whichever comes first', () => {
    const edit = taskEdit('e', 1, taskFields({ taskName: 'Edited' }));
    const readBefore = open();
    readBefore.dispatch(operationsRead([edit]));
    readBefore.dispatch(tasksRequested());
    readBefore.dispatch(tasksLoaded({ k1: taskRecord(1) }));
    const readAfter = using(openLoaded({ k1: taskRecord(1) }));
    readAfter.dispatch(operationsRead([edit]));
    expect(readAfter.state().tasks).toEqual(readBefore.state().tasks);
    expect(readAfter.names()).toEqual(['Edited']);
    expect(readAfter.sync(1)).toEqual({ type: 'pending' });
  });

  test('show what was just made behind what waits, and only once kept say that it waits', () => {
    const { dispatch, names, sync, task } = using(openLoaded({ k1: taskRecord(1) }));
    const first = taskEdit('e', 1, taskFields({ taskName: 'First' }));
    const last = taskEdit('f', 1, taskFields({ taskName: 'Last' }), {
      base: taskFields({ taskName: 'First' }),
    });
    const made = (operation: Operation, number: number): Operation => ({
      ...operation,
      number,
      status: 'saving',
    });
    dispatch(operationRequested(made(first, 1000)));
    expect([names(), sync(1)]).toEqual([['First'], { type: 'saving' }]);
    dispatch(operationRequested(made(last, 1000)));
    expect([names(), sync(1)]).toEqual([['Last'], { type: 'saving' }]);
    dispatch(operationKept({ ...first, number: 1 }));
    expect([names(), sync(1)]).toEqual([['Last'], { type: 'saving' }]);
    dispatch(operationKept({ ...last, number: 2 }));
    expect([names(), sync(1)]).toEqual([['Last'], { type: 'pending' }]);
    dispatch(operationRequested(made(taskDelete('d', 1), 1000)));
    expect(task(1)).toBeUndefined();
    dispatch(operationDiscarded(taskDelete('d', 1)));
    expect([names(), sync(1)]).toEqual([['Last'], { type: 'pending' }]);
  });

  test('hide a task that waits to be deleted, also when it arrives once more', () => {
    const { dispatch, names, state } = using(openLoaded({ k1: taskRecord(1) }));
    const remove = taskDelete('d', 1);
    dispatch(operationKept(remove));
    expect(names()).toEqual([]);
    dispatch(taskRecordsArrived({ k1: taskRecord(1, { taskName: 'Changed' }) }));
    dispatch(taskListArrived({ k1: taskRecord(1, { taskName: 'Changed' }) }));
    expect(names()).toEqual([]);
    dispatch(taskConfirmed(remove, null));
    expect([names(), state().tasks.pendingCount]).toEqual([[], 0]);
  });

  test('show a task again whose deletion was refused', () => {
    const { dispatch, names, sync } = using(openLoaded({ k1: taskRecord(1) }));
    const remove = taskDelete('d', 1);
    dispatch(operationKept(remove));
    dispatch(operationBlocked(blocked(remove, 'Permission denied')));
    expect(names()).toEqual(['Water the plants']);
    expect(sync(1)).toEqual({ type: 'blocked', reason: 'Permission denied' });
    dispatch(operationDiscarded(remove));
    expect(sync(1)).toEqual({ type: 'saved' });
  });

  test('name the key to the operations behind an add', () => {
    const { dispatch, task } = using(openLoaded({}));
    const add = taskAdd('a', 7);
    const edit = taskEdit('e', 7, taskFields({ taskName: 'Then this' }), { fireId: null });
    dispatch(operationsRead([add, edit]));
    expect(task(7)).toMatchObject({ taskName: 'Then this', fireId: null });
    dispatch(taskConfirmed(add, taskFields()));
    dispatch(operationUpdated({ ...edit, payload: { ...edit.payload, fireId: 'k7' } }));
    expect(task(7)).toMatchObject({ taskName: 'Then this', fireId: 'k7' });
  });

  test('are forgotten when the queue has them no more', () => {
    const { dispatch, names, state } = using(openLoaded({ k1: taskRecord(1) }));
    dispatch(operationKept(taskEdit('e', 1, taskFields({ taskName: 'Edited' }))));
    dispatch(operationKept(taskAdd('a', 2)));
    dispatch(operationsRead([]));
    expect([names(), state().tasks.pendingCount]).toEqual([['Water the plants'], 0]);
  });

  test('leave the state as it is when they are read again unchanged', () => {
    const { dispatch, state } = using(openLoaded({ k1: taskRecord(1) }));
    const operations = [taskAdd('a', 2), taskEdit('e', 1, taskFields({ taskName: 'Edited' }))];
    dispatch(operationsRead(operations));
    const before = state().tasks;
    dispatch(operationsRead(operations.map(operation => ({ ...operation, isAttempted: true }))));
    expect(state().tasks).toBe(before);
  });

  test('hold what was written while the list was asked for', () => {
    const { dispatch, names } = using(openLoaded({ k1: taskRecord(1) }));
    dispatch(tasksRequested());
    const add = taskAdd('a', 7, taskFields({ taskName: 'Added' }));
    dispatch(operationKept(add));
    dispatch(taskConfirmed(add, taskFields({ taskName: 'Added' }), 'k7'));
    const remove = taskDelete('d', 1);
    dispatch(operationKept(remove));
    dispatch(taskConfirmed(remove, null));
    dispatch(tasksLoaded({ k1: taskRecord(1) }));
    expect(names()).toEqual(['Added']);
    dispatch(tasksRequested());
    dispatch(tasksLoaded({ k1: taskRecord(1) }));
    expect(names()).toEqual(['Water the plants']);
  });
});
