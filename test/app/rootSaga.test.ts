import { configureStore } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { rootSaga } from '../../src/app/rootSaga';
import { rootReducer } from '../../src/app/store/rootReducer';
import { tasksRequested } from '../../src/tasks/tasksSlice';
import { notesRequested } from '../../src/notes/notesSlice';
import { taskSaveRequested } from '../../src/tasks/taskActions';
import { noteSaveRequested } from '../../src/notes/noteKinds';
import { fakeServices, userDataOf } from '../support/devices/fakeServices';
import { noteFields, taskFields, taskRecord, shownTask } from '../support/app/operations';
import { selectTasksIn } from '../support/app/selectTasksIn';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Runs all sagas and collects the errors that they throw. */
function open(services: ReturnType<typeof fakeServices>) {
  const bugs: unknown[] = [];
  const sagas = createSagaMiddleware({ onError: bug => void bugs.push(bug) });
  const store = configureStore({
    reducer: rootReducer,
    middleware: defaults => defaults({ thunk: false }).prepend(sagas),
  });
  sagas.run(rootSaga, services);
  return { ...store, bugs };
}

test('An error in a worker is reported, and its feature goes on', async () => {
  const services = fakeServices({ userData: userDataOf('anna'), tasks: { k1: taskRecord(1) } });
  const bug = new TypeError('undefined is not a function');
  const { load } = services.database;
  services.database.load = (userId, list) => (list === 'tasks' ? Promise.reject(bug) : load(userId, list));
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { dispatch, bugs } = open(services);
  dispatch(tasksRequested());
  await jest.advanceTimersByTimeAsync(0);
  expect(bugs).toEqual([bug]);
  dispatch(taskSaveRequested(shownTask(1), taskFields(), taskFields({ taskName: 'Saved' })));
  await jest.advanceTimersByTimeAsync(0);
  expect(services.database.lists.tasks).toEqual({ k1: taskRecord(1, { taskName: 'Saved' }) });
  jest.restoreAllMocks();
});

test('A feature whose saga ends with an error stops no other', async () => {
  const services = fakeServices({ userData: userDataOf('anna'), notes: { n1: noteFields() } });
  const bug = new TypeError('no follow');
  const { follow } = services.database;
  services.database.follow = (userId, list, listener) => {
    if (list === 'tasks') throw bug;
    return follow(userId, list, listener);
  };
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { dispatch, getState, bugs } = open(services);
  dispatch(tasksRequested());
  dispatch(notesRequested());
  await jest.advanceTimersByTimeAsync(0);
  expect(bugs).toEqual([bug]);
  dispatch(noteSaveRequested({ fireId: 'n1', base: noteFields(), fields: noteFields('Saved') }));
  await jest.advanceTimersByTimeAsync(0);
  expect(services.database.lists.notes).toEqual({ n1: noteFields('Saved') });
  expect(selectTasksIn.personal(getState())).toEqual([]);
  jest.restoreAllMocks();
});
