import '../support/app/noComplaints';
import type { UnknownAction } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { rootReducer } from '../../src/app/store/rootReducer';
import { signOutRequested } from '../../src/auth/authSlice';
import {
  operationBlocked,
  operationConfirmed,
  operationKept,
  operationRequested,
} from '../../src/sync/operations';
import { keepRequested } from '../../src/sync/queue/queueSagas';
import { sendingPaused } from '../../src/sync/queue/queueSlice';
import type { Records } from '../../src/services/database';
import { ServiceFailure } from '../../src/services/failure';
import { addTask } from '../../src/tasks/wire/taskAdding';
import { followTasks, loadTasks } from '../../src/tasks/wire/taskListSagas';
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
import { fieldsOf } from '../../src/tasks/task';
import { selectAdding, selectTask } from '../../src/tasks/tasksSelectors';
import { taskDeleteRequested, taskSaveRequested } from '../../src/tasks/taskActions';
import { selectPointedOut } from '../../src/ui/uiSlice';
import { fakeServices, userDataOf } from '../support/devices/fakeServices';
import {
  blocked,
  taskAdd,
  taskConfirmed,
  taskDelete,
  taskEdit,
  taskFields,
  taskRecord,
} from '../support/app/operations';
import { advance } from '../support/app/time';
import { keeping } from '../support/devices/keeping';
import { startApp } from '../support/devices/startApp';

const initial = rootReducer(undefined, { type: 'start' });
const after = (...actions: Parameters<typeof rootReducer>[1][]) => actions.reduce(rootReducer, initial);
const kept = (services: ReturnType<typeof fakeServices>) => services.queue.all('anna');

afterEach(() => void jest.useRealTimers());

describe('loadTasks', () => {
  const records = { k1: taskRecord(1) };

  test('shows the rows of the last visit, then the server’s', async () => {
    const services = fakeServices({ tasks: records });
    await services.cache.write('anna', 'tasks', {});
    await expectSaga(loadTasks, services, 'anna')
      .withReducer(rootReducer, after(tasksRequested()))
      .put(tasksRestored({}))
      .put(tasksLoaded(records))
      .run();
  });

  test('says why it failed', async () => {
    const services = fakeServices();
    services.database.load = () => Promise.reject(new ServiceFailure('server', '503', 'Cannot answer now'));
    await expectSaga(loadTasks, services, 'anna')
      .withReducer(rootReducer, initial)
      .put(tasksLoadFailed({ code: 'server', message: 'Cannot answer now' }))
      .run();
  });

  test('reads the cache only while no rows are known', async () => {
    const services = fakeServices({ tasks: records });
    await services.cache.write('anna', 'tasks', {});
    await expectSaga(loadTasks, services, 'anna')
      .withReducer(rootReducer, after(tasksLoaded({})))
      .not.put(tasksRestored({}))
      .put(tasksLoaded(records))
      .run();
  });
});

test('followTasks begins once there is something to look at, and ends its listener', async () => {
  const services = fakeServices({ tasks: { k1: taskRecord(1) } });
  const { database } = services;
  const saga = expectSaga(followTasks, services, 'anna')
    .withReducer(rootReducer, initial)
    .put(taskListArrived({ k1: taskRecord(1) }))
    .put(taskRecordsArrived({ k1: null }));
  const run = saga.silentRun(50);
  await Promise.resolve();
  expect(database.followers()).toBe(0);
  saga.dispatch(tasksLoadFailed({ code: 'network', message: 'No network' }));
  while (database.followers() === 0) await Promise.resolve();
  database.put('tasks', 'k1', null);
  await run;
  expect(database.followers()).toBe(0);
});

test('followTasks keeps on the device what the server last said, nothing unsent', async () => {
  const services = fakeServices();
  const { cache, database } = services;
  database.follow = () => () => {};
  await expectSaga(followTasks, services, 'anna')
    .withReducer(rootReducer, initial)
    .dispatch(tasksLoaded({ k1: taskRecord(1) }))
    .dispatch(taskRecordsArrived({ k2: taskRecord(2) }))
    .dispatch(operationKept(taskAdd('a', 3)))
    .dispatch(taskConfirmed(taskAdd('a', 3), taskFields({ taskName: 'Settled' })))
    .dispatch(taskConfirmed(taskDelete('d', 1), null))
    .silentRun(20);
  expect(cache.kept.get('anna/tasks')).toEqual({
    k1: null,
    k2: taskRecord(2),
    k3: taskRecord(3, { taskName: 'Settled' }),
  });
});

describe('A whole list is written to the device', () => {
  const records = { k1: taskRecord(1) };
  const renamed = { k1: taskRecord(1, { taskName: 'Renamed elsewhere' }) };
  function start() {
    const services = fakeServices({ userData: userDataOf('anna') });
    const written: Records[] = [];
    services.database.follow = () => () => {};
    services.cache.write = async (_userId, list, records) => void (list === 'tasks' && written.push(records));
    return { app: startApp(services), written };
  }

  test('again only when it has something new', () => {
    const { app, written } = start();
    app.dispatch(tasksRestored(records));
    app.dispatch(tasksLoaded(records));
    app.dispatch(taskListArrived(renamed));
    app.dispatch(taskListArrived(renamed));
    app.dispatch(taskListArrived({}));
    expect(written).toEqual([renamed, {}]);
  });

  test('when there was no copy, also an empty one', () => {
    const { app, written } = start();
    app.dispatch(tasksLoaded({}));
    app.dispatch(taskListArrived({}));
    expect(written).toEqual([{}]);
  });

  test('when the new is below an unsent change', () => {
    const { app, written } = start();
    app.dispatch(tasksRestored(records));
    app.dispatch(operationKept(taskEdit('e', 1, taskFields({ taskName: 'Mine' }))));
    app.dispatch(tasksLoaded(records));
    app.dispatch(taskListArrived(renamed));
    app.dispatch(taskListArrived(renamed));
    expect(written).toEqual([records, renamed]);
  });
});

describe('addTask', () => {
  afterEach(() => void jest.useRealTimers());
  const request = taskAddRequested(taskFields({ taskList: 'work' }));
  const { operationId } = request.payload;
  const operation = taskAdd(operationId, 1, request.payload.fields);
  const start = (services: ReturnType<typeof fakeServices>) =>
    expectSaga(addTask, services, 'anna', request).withReducer(rootReducer, after(request));

  test('goes to the task’s list when the server has answered, whichever tab sent it', async () => {
    const services = fakeServices();
    await start(services)
      .dispatch(operationConfirmed({ operation: { ...operation, id: 'another' } }))
      .not.put(taskAddClosed({ operationId }))
      .silentRun(20);
    expect(services.navigation.paths).toEqual(['/tasks/new']);
    await start(services)
      .dispatch(operationConfirmed({ operation }))
      .put(taskAddClosed({ operationId }))
      .run();
    expect(services.navigation.paths).toEqual(['/tasks/new', '/tasks/work']);
  });

  test('points out the row of the new task, and asks for a toast that names it', async () => {
    const services = fakeServices();
    const { storeState, effects } = await start(services)
      .dispatch(operationConfirmed({ operation }))
      .put.actionType('ui/rowPointedOut')
      .run();
    const { taskId } = effects.put.map(put => put.payload.action).find(operationRequested.match)!.payload
      .payload as { taskId: number };
    expect(selectPointedOut(storeState)).toEqual({ taskId, number: 1 });
    expect(effects.put.map(put => put.payload.action)).toContainEqual(
      expect.objectContaining({ payload: expect.objectContaining({ id: operationId, isAnnounced: true }) }),
    );
  });

  test('says in the form why it was refused, keeps nothing and stays', async () => {
    const services = fakeServices();
    await services.queue.append(operation);
    await start(services)
      .dispatch(operationBlocked(blocked({ ...operation, id: 'another' }, 'Not this one')))
      .dispatch(operationBlocked(blocked(operation, 'Too large')))
      .put(taskAddFailed({ operationId, message: 'Too large' }))
      .run();
    expect(await kept(services)).toEqual([]);
    expect(services.navigation.paths).toEqual(['/tasks/new']);
  });

  test('waits 4 s for an answer and no longer', async () => {
    jest.useFakeTimers();
    const services = fakeServices({ userData: userDataOf('anna') });
    services.database.addTask = () => new Promise(() => undefined);
    const { dispatch, getState } = startApp(services);
    dispatch(taskAddRequested(taskFields({ taskList: 'work' })));
    await jest.advanceTimersByTimeAsync(3999);
    expect([services.navigation.paths, selectAdding(getState())]).toEqual([
      ['/tasks/new'],
      expect.anything(),
    ]);
    await jest.advanceTimersByTimeAsync(1);
    expect([services.navigation.path(), selectAdding(getState())]).toEqual(['/tasks/work', null]);
    expect(await kept(services)).toHaveLength(1);
  });

  test('does not wait without network, as the browser says or as sending found', async () => {
    const offline = fakeServices();
    offline.connection.set(false);
    await start(offline).dispatch(operationKept(operation)).put(taskAddClosed({ operationId })).run();
    expect(offline.navigation.paths).toContain('/tasks/work');
    const unreachable = fakeServices();
    await start(unreachable)
      .dispatch(
        sendingPaused({
          until: '2026-03-10T12:00:01.000Z',
          kind: 'network',
          message: 'No network',
          failures: 1,
          failed: [],
        }),
      )
      .put(taskAddClosed({ operationId }))
      .run();
    expect(unreachable.navigation.paths).toContain('/tasks/work');
  });

  test('takes nobody along who has gone elsewhere', async () => {
    const services = fakeServices();
    const saga = start(services).put(taskAddClosed({ operationId }));
    const run = saga.run();
    services.navigation.go('/tasks/today');
    saga.dispatch(operationConfirmed({ operation }));
    await run;
    expect(services.navigation.paths).toEqual(['/tasks/new', '/tasks/today']);
  });

  test('draws a number again that a known task has, even a pending or leaving one', async () => {
    const services = fakeServices();
    const state = after(
      request,
      tasksLoaded({ k1: taskRecord(1), k3: taskRecord(3) }),
      operationKept(taskAdd('x', 2)),
      operationKept(taskDelete('d', 3)),
    );
    await expectSaga(keeping, services, () => addTask(services, 'anna', request))
      .withReducer(rootReducer, state)
      .dispatch(operationConfirmed({ operation }))
      .silentRun(20);
    expect((await kept(services))[0]!.payload).toMatchObject({ taskId: 4 });
  });
});

/** Stores a screen's request in the queue. */
const keep = (services: ReturnType<typeof fakeServices>, request: UnknownAction) =>
  expectSaga(keepRequested, services as never, 'anna')
    .dispatch(request)
    .silentRun(20);

test('A saved edit is kept with what the person saw, and the key of its task', async () => {
  const services = fakeServices();
  const task = selectTask(after(tasksLoaded({ k1: taskRecord(1) })), 1)!;
  const fields = taskFields({ taskName: 'Edited' });
  const request = taskSaveRequested(task, taskFields(), fields);
  await keep(services, request);
  expect(await kept(services)).toMatchObject([
    {
      id: request.payload.id,
      userId: 'anna',
      itemKey: 'task:1',
      kind: 'task/edit',
      status: 'pending',
      payload: { taskId: 1, fireId: 'k1', base: taskFields(), fields },
    },
  ]);
});

test('A deletion is kept with what is deleted, without a key while the task has none', async () => {
  const services = fakeServices();
  const request = taskDeleteRequested(selectTask(after(operationKept(taskAdd('a', 2))), 2)!);
  await keep(services, request);
  expect(await kept(services)).toMatchObject([
    {
      id: request.payload.id,
      kind: 'task/delete',
      payload: { taskId: 2, fireId: null, fields: taskFields() },
    },
  ]);
});

test.each(['soon', '', '+012026-03-10T00:00:00.000Z', '2026-03-09T18:15:00.000Z'])(
  'An edit of the words leaves the date “%s” as it is; one of the day replaces it',
  async taskDueDate => {
    jest.useFakeTimers();
    const record = taskRecord(1, { taskDueDate });
    const services = fakeServices({ userData: userDataOf('anna'), tasks: { k1: record } });
    const app = startApp(services);
    app.dispatch(tasksRequested());
    await advance(300);
    const base = fieldsOf(selectTask(app.getState(), 1)!);
    const fields = { ...base, taskName: 'Edited' };
    app.dispatch(taskSaveRequested(selectTask(app.getState(), 1)!, base, fields));
    await advance(300);
    expect(services.database.lists.tasks).toEqual({ k1: { ...record, taskName: 'Edited' } });
    const later = { ...fields, taskDueDay: '2026-04-01' };
    app.dispatch(taskSaveRequested(selectTask(app.getState(), 1)!, fields, later));
    await advance(300);
    expect(services.database.lists.tasks).toMatchObject({ k1: { taskDueDate: '2026-04-01T00:00:00.000Z' } });
    app.dispatch(signOutRequested());
    await advance(300);
  },
);
