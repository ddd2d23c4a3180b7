/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import { devToolsOf } from '../support/app/devTools';
import '../support/app/noComplaints';
import { ActionCreators } from '@redux-devtools/instrument';
import { noteAddRequested, notesRequested } from '../../src/notes/notesSlice';
import { taskSaveRequested } from '../../src/tasks/taskActions';
import { selectTask, selectTaskSync } from '../../src/tasks/tasksSelectors';
import { taskAddRequested, tasksRequested } from '../../src/tasks/tasksSlice';
import type { Operation } from '../../src/sync/operations';
import { fakeServices, userDataOf } from '../support/devices/fakeServices';
import { noteFields, taskFields, taskRecord } from '../support/app/operations';
import { startApp } from '../support/devices/startApp';
import { advance } from '../support/app/time';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());
const NAMES = ['Water the plants', 'Call Ada', 'Report'];

/** Whoever opens the Redux DevTools sees the state of a small account on a few screens. */
describe('The whole state of a new user with three tasks and two notes', () => {
  async function newUser() {
    const services = fakeServices({ userData: userDataOf('anna', 86_400_000) });
    const app = startApp(services);
    app.dispatch(tasksRequested());
    app.dispatch(notesRequested());
    await advance(100);
    for (const taskName of NAMES) {
      app.dispatch(taskAddRequested(taskFields({ taskName })));
      await advance(100);
    }
    app.dispatch(noteAddRequested(noteFields('Milk')));
    app.dispatch(noteAddRequested(noteFields('Bread')));
    await advance(20_000);
    expect([app.unsent(), services.database.writes]).toEqual([
      0,
      ['addTask', 'addTask', 'addTask', 'addNote', 'addNote'],
    ]);
    return { app, services };
  }

  test('is at most 6 KB of JSON, with each task by its name at tasks.items[bucket][n]', async () => {
    const { app } = await newUser();
    const state = app.getState();
    const json = JSON.stringify(state);
    expect(JSON.parse(json)).toEqual(state);
    expect(json.length).toBeLessThanOrEqual(6 * 1024);
    const buckets = Object.values(state.tasks.items);
    expect(buckets.every(bucket => bucket.length > 0)).toBe(true);
    expect(buckets.flatMap(bucket => bucket.map(({ taskName }) => taskName)).sort()).toEqual(
      NAMES.toSorted(),
    );
  });

  test('is no more on the next visit, when it is read from the server', async () => {
    const { services } = await newUser();
    const again = startApp(services);
    again.dispatch(tasksRequested());
    again.dispatch(notesRequested());
    await advance(20_000);
    expect(Object.keys(again.getState().tasks.ids).length).toBeGreaterThan(0);
    const json = JSON.stringify(again.getState());
    expect(JSON.parse(json)).toEqual(again.getState());
    expect(json.length).toBeLessThanOrEqual(6 * 1024);
  });
});

describe('An edit', () => {
  const recorded = [
    'task/edit/requested',
    'task/edit/kept',
    'tasks/taskRecordsArrived',
    'task/edit/confirmed',
  ];

  async function edit({ isHeard }: { isHeard: boolean }) {
    const services = fakeServices({ userData: userDataOf('anna'), tasks: { k1: taskRecord(1) } });
    const { follow } = services.database;
    services.database.follow = (userId, list, listener) =>
      follow(userId, list, event => {
        if (isHeard || event.type === 'list') listener(event);
      });
    const app = startApp(services);
    app.dispatch(tasksRequested());
    app.dispatch(notesRequested());
    await advance(20_000);
    const devTools = devToolsOf(app);
    devTools.dispatch(ActionCreators.commit());
    app.dispatch(
      taskSaveRequested(selectTask(app.getState(), 1)!, taskFields(), taskFields({ taskName: 'Edited' })),
    );
    await advance(20_000);
    expect(selectTask(app.getState(), 1)).toMatchObject({ taskName: 'Edited' });
    expect(selectTaskSync(app.getState(), 1)).toEqual({ type: 'saved' });
    expect(services.database.lists.tasks).toEqual({ k1: taskRecord(1, { taskName: 'Edited' }) });
    const { actionsById, stagedActionIds } = devTools.getState();
    return stagedActionIds.map(id => actionsById[id]!.action).slice(1) as unknown as {
      type: string;
      payload: Operation;
    }[];
  }

  test('dispatches at most four actions, with the live echo of it', async () => {
    const actions = await edit({ isHeard: true });
    expect(actions.map(({ type }) => type).sort()).toEqual([...recorded].sort());
    expect(actions[0]!.type).toBe('task/edit/requested');
  });

  test('and three without the echo, each of which says what happened', async () => {
    const actions = await edit({ isHeard: false });
    expect(actions.map(({ type }) => type)).toEqual([
      'task/edit/requested',
      'task/edit/kept',
      'task/edit/confirmed',
    ]);
    expect(actions[0]!.payload).toMatchObject({
      itemKey: 'task:1',
      payload: { base: { taskName: 'Water the plants' }, fields: { taskName: 'Edited' } },
    });
  });
});
