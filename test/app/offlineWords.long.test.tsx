import { act, screen, within } from '@testing-library/react';
import { noteListArrived, notesLoadFailed, notesRequested, notesRestored } from '../../src/notes/notesSlice';
import {
  taskListArrived,
  tasksLoaded,
  tasksLoadFailed,
  tasksRequested,
  tasksRestored,
} from '../../src/tasks/tasksSlice';
import { operationKept } from '../../src/sync/operations';
import { importOperation } from '../../src/transfer/import/importBatches';
import { trashLoadFailed } from '../../src/trash/trashSlice';
import { connectionChanged } from '../../src/ui/uiSlice';
import { records, renderApp, task } from '../support/app/renderApp';

const unreachable = { code: 'network', message: 'The server cannot be reached' };
const down = { code: 'server', message: 'The server is not answering' };
const rows = () => records([task(1, 'Bread')]);
const said = () => screen.getAllByText(/You are offline\./);
const alarms = () => screen.queryAllByRole('alert');

describe('Opened offline', () => {
  it('a list of the last visit has one quiet line, also when only the server is away', async () => {
    const app = renderApp('/tasks/today');
    await app.answer(tasksRestored(rows()));
    await app.answer(tasksLoadFailed(unreachable));
    expect(screen.getByRole('link', { name: /Bread/ })).toBeVisible();
    expect(said()).toHaveLength(1);
    expect(alarms()).toEqual([]);
    expect(screen.queryByText(/could not be loaded|can’t be loaded/)).toBeNull();
    await app.answer(connectionChanged({ isOnline: false }));
    expect(said()).toHaveLength(1);
    await app.answer(connectionChanged({ isOnline: true }));
    await app.answer(taskListArrived(rows()));
    expect(screen.queryByText(/offline/)).toBeNull();
    expect(alarms()).toEqual([]);
  });

  it.each([
    ['/tasks/today', 'You have no tasks for today'],
    ['/tasks/done', /Nothing done yet/],
  ])('%s that was empty is empty', async (path, words) => {
    const app = renderApp(path);
    await app.answer(tasksRestored({}));
    await app.answer(tasksLoadFailed(unreachable));
    expect(screen.getByText(words)).toBeVisible();
    expect(said()).toHaveLength(1);
    expect(alarms()).toEqual([]);
  });

  it('a wall that was empty is empty', async () => {
    const app = renderApp('/tasks/sticky-wall', { tasks: [] });
    await app.answer(notesRestored({}));
    await app.answer(notesLoadFailed(unreachable));
    expect(screen.getByText(/No notes yet/)).toBeVisible();
    expect(said()).toHaveLength(1);
    expect(alarms()).toEqual([]);
  });

  it.each(['/tasks/today', '/tasks/done'])('%s that this device never had says so quietly', async path => {
    const app = renderApp(path);
    await app.answer(tasksLoadFailed(unreachable));
    expect(within(app.main()).getByRole('status')).toHaveTextContent(
      'Your tasks can’t be loaded while you are offline. Retry',
    );
    expect(alarms()).toEqual([]);
    await app.user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(app.sentOf('tasks/tasksRequested')).toHaveLength(2);
  });

  it('the trash says so quietly', async () => {
    const app = renderApp('/tasks/trash', { tasks: [] });
    await screen.findByRole('heading', { name: 'Trash' });
    await app.answer(trashLoadFailed(unreachable));
    expect(screen.getByText(/Your trash can’t be loaded while you are offline/)).toBeVisible();
    expect(alarms()).toEqual([]);
  });
});

test.each([
  ['today', 'You have no tasks for today'],
  ['personal', 'You have no task tagged as Personal'],
  ['done', 'Nothing done yet'],
  ['sticky-wall', 'No notes yet'],
])('%s says that it is empty, but not while an import of any tab waits', async (title, words) => {
  const app = renderApp(`/tasks/${title}`, { tasks: [], notes: [] });
  expect(screen.getByText(new RegExp(words))).toBeVisible();
  const batch = { importId: 'i', counts: { tasks: 1, notes: 0 }, paths: '{}' };
  const operation = importOperation('ada', { kind: 'import/add', payload: batch });
  await app.answer(operationKept({ ...operation, status: 'pending' }));
  expect(screen.queryByText(new RegExp(words))).toBeNull();
  expect(screen.getByText('An import is waiting to be sent')).toBeVisible();
});

describe('When the server refuses a list that is shown as it was', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const pass = (ms: number) => act(async () => void jest.advanceTimersByTime(ms));

  it('it is said after a while, unless the live connection has brought the list', async () => {
    const app = renderApp('/tasks/today');
    await app.answer(tasksRestored(rows()));
    await app.answer(tasksLoadFailed(down));
    expect(alarms()).toEqual([]);
    await pass(3000);
    expect(alarms()[0]).toHaveTextContent(
      'Your tasks could not be loaded. The server is not answering. Retry',
    );
    await app.answer(taskListArrived(rows()));
    expect(alarms()).toEqual([]);
  });

  it('nothing is said when the live connection brings it, before or after', async () => {
    const app = renderApp('/tasks/today');
    await app.answer(tasksRestored(rows()));
    await app.answer(tasksLoadFailed(down));
    await app.answer(taskListArrived(rows()));
    await pass(5000);
    expect(alarms()).toEqual([]);
    await app.answer(tasksRequested());
    await app.answer(tasksLoadFailed(down));
    await pass(5000);
    expect(alarms()).toEqual([]);
    expect(app.store.getState().tasks.phase).toBe('loaded');
  });

  it('nor by a wall whose live notes are there', async () => {
    const app = renderApp('/tasks/sticky-wall', { tasks: [] });
    await app.answer(noteListArrived({}));
    await app.answer(notesRequested());
    await app.answer(notesLoadFailed(unreachable));
    await pass(5000);
    expect(alarms()).toEqual([]);
    expect(screen.queryByText(/offline/)).toBeNull();
    await app.answer(tasksLoaded({}));
  });
});
