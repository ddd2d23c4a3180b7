/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import { devToolsOf } from '../support/app/devTools';
import '../support/app/noComplaints';
import { ActionCreators } from '@redux-devtools/instrument';
import { loginRequested, registerRequested, selectUser, signOutRequested } from '../../src/auth/authSlice';
import { createStore } from '../../src/app/store';
import { selectNotes } from '../../src/notes/notesSelectors';
import { noteAddRequested, notesRequested } from '../../src/notes/notesSlice';
import { selectTask, VIEWS } from '../../src/tasks/tasksSelectors';
import { taskAddRequested, tasksRequested } from '../../src/tasks/tasksSlice';
import { taskDeleteRequested, taskSaveRequested } from '../../src/tasks/taskActions';
import { fakeServices } from '../support/devices/fakeServices';
import { noteFields, taskFields, taskRecord, shownTask } from '../support/app/operations';
import { startApp } from '../support/devices/startApp';
import { selectTasksIn } from '../support/app/selectTasksIn';
import { advance } from '../support/app/time';

const PASSWORD = 'correct horse battery staple';
beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

/** Does a short working day; returns the actions and the screen after each of them. */
async function aDay() {
  const services = fakeServices({ tasks: { k1: taskRecord(1) }, notes: { n1: noteFields() } });
  const app = startApp(services);
  const screen = () => ({
    user: selectUser(app.getState())?.id,
    views: VIEWS.map(view => selectTasksIn[view](app.getState()).map(({ taskName }) => taskName)),
    notes: selectNotes(app.getState()).map(({ noteTitle }) => noteTitle),
  });
  const seen = new Map<number, ReturnType<typeof screen>>();
  const devTools = devToolsOf(app);
  app.subscribe(() => seen.set(devTools.getState().nextActionId - 1, screen()));
  await advance(0);
  app.dispatch(registerRequested({ email: 'anna@example.org', password: PASSWORD }));
  await advance(0);
  app.dispatch(loginRequested({ email: 'anna@example.org', password: 'open sesame' }));
  await advance(0);
  app.dispatch(tasksRequested());
  app.dispatch(notesRequested());
  await advance(0);
  services.database.fail({ at: 'after', kind: 'network' });
  app.dispatch(taskAddRequested(taskFields({ taskName: 'Added' })));
  await advance(10_000);
  app.dispatch(taskSaveRequested(shownTask(1), taskFields(), taskFields({ taskName: 'Edited' })));
  app.dispatch(noteAddRequested(noteFields('Bread')));
  await advance(0);
  // A refused operation is read and sent once more before it is blocked.
  services.database.fail({ at: 'before', kind: 'refused' }, { at: 'before', kind: 'refused' });
  app.dispatch(taskDeleteRequested(selectTask(app.getState(), 1)!));
  await advance(1000);
  return { services, app, screen, seen: new Map(seen), devTools };
}

test('Jumping to any earlier state shows that state, and calls no service', async () => {
  const { services, screen, seen, devTools } = await aDay();
  const { writes, lists } = services.database;
  const before = JSON.stringify([
    writes,
    lists,
    services.auth.calls,
    services.navigation.paths,
    [...services.cache.kept],
  ]);
  const kept = await services.queue.all('anna');
  expect(seen.size).toBeGreaterThan(20);
  for (const id of seen.keys()) {
    devTools.dispatch(ActionCreators.jumpToAction(id));
    await advance(1);
    expect(screen()).toEqual(seen.get(id));
  }
  expect(await services.queue.all('anna')).toEqual(kept);
  expect(kept).toMatchObject([{ kind: 'task/delete', status: 'blocked' }]);
  expect(
    JSON.stringify([writes, lists, services.auth.calls, services.navigation.paths, [...services.cache.kept]]),
  ).toBe(before);
});

test('What was recorded is JSON, each state too, and shows the same in another store', async () => {
  const { screen, devTools, app } = await aDay();
  for (const { state } of devTools.getState().computedStates)
    expect(JSON.parse(JSON.stringify(state))).toStrictEqual(state);
  const lastScreen = screen();
  const recorded = JSON.parse(JSON.stringify(devTools.getState())) as object;
  const { store } = createStore();
  devToolsOf(store).dispatch(ActionCreators.importState(recorded as never, false));
  expect(store.getState()).toEqual(app.getState());
  expect(selectTasksIn.personal(store.getState()).map(({ taskName }) => taskName)).toEqual(
    lastScreen.views[3],
  );
});

test('No password or token is recorded, and the provider still gets the password', async () => {
  const { services, devTools, app } = await aDay();
  app.dispatch(signOutRequested());
  await advance(0);
  app.dispatch(loginRequested({ email: 'anna@example.org', password: PASSWORD }));
  await advance(0);
  const recorded = JSON.stringify(devTools.getState());
  expect(recorded).toContain(loginRequested.type);
  for (const secret of [PASSWORD, 'open sesame', 'refresh-anna']) expect(recorded).not.toContain(secret);
  expect(services.auth.calls).toContain('signUp');
  expect(selectUser(app.getState())).toBeNull(); // the provider got this password and refused it
});
