import '../support/app/noComplaints';
import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { loggedLabelOf } from '../../src/app/store/kinds';
import { undoRequested } from '../../src/history/historySlice';
import { noteChange, noteDeleteRequested, noteLookRequested } from '../../src/notes/noteKinds';
import { selectNote } from '../../src/notes/notesSelectors';
import { SyncPage } from '../../src/syncLog/SyncPage';
import { requestChange } from '../../src/sync/operations';
import type { Repeat } from '../../src/repeats/repeat';
import type { Task } from '../../src/tasks/task';
import { taskChange } from '../../src/tasks/taskKinds';
import { taskDeleteRequested, taskSkipRequested, taskTickRequested } from '../../src/tasks/taskActions';
import { selectTask } from '../../src/tasks/tasksSelectors';
import { deviceOn } from '../support/devices/devices';
import { fakeDatabase } from '../support/devices/fakeDatabase';
import { noteFields, taskRecord } from '../support/app/operations';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());
const advanceInAct = (milliseconds = 1000) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

async function open() {
  const database = fakeDatabase({
    tasks: { k1: taskRecord(1, { taskName: 'Milk' }), k2: taskRecord(2, { taskName: 'Bins' }) },
    repeats: { k2: { rule: 'FREQ=WEEKLY', first: '2026-03-10', at: '2026-03-10' } },
    notes: { n1: noteFields('Boat') },
  });
  const device = deviceOn(database);
  const page = await device.open();
  await advanceInAct();
  return { ...page, goOffline: device.goOffline };
}
/** Opens the page Sync. */
async function showLog(page: Awaited<ReturnType<typeof open>>) {
  const store = { ...page, replaceReducer: () => undefined } as never;
  render(
    <Provider store={store}>
      <MemoryRouter>
        <SyncPage />
      </MemoryRouter>
    </Provider>,
  );
  await advanceInAct();
}
/** The titles of the log's rows, newest first. */
async function titles(page: Awaited<ReturnType<typeof open>>) {
  await showLog(page);
  return screen.getAllByText(/Milk|Boat|Bins|^Task|^Note|^Done/).map(({ textContent }) => textContent);
}

test('A tick that was taken back is called unticked, with the name of its task', async () => {
  const page = await open();
  const tick = (isDone: boolean) => page.dispatch(taskTickRequested(selectTask(page.getState(), 1)!, isDone));
  tick(true);
  await advanceInAct();
  page.dispatch(undoRequested());
  await advanceInAct();
  expect(await titles(page)).toEqual(['Task unticked: “Milk”', '“Milk” done']);
});

test('A change counts as not saved from the moment on which it is made', async () => {
  const page = await open();
  await showLog(page);
  expect(screen.getByText('Everything is saved')).toBeInTheDocument();
  act(() => void page.dispatch(taskTickRequested(selectTask(page.getState(), 1)!, true)));
  expect(screen.getByText('1 change is not saved yet')).toBeInTheDocument();
  await advanceInAct();
  expect(screen.getByText('Everything is saved')).toBeInTheDocument();
});

test('What another change undid has the name of its item, also when it is gone', async () => {
  const page = await open();
  page.dispatch(noteLookRequested(selectNote(page.getState(), 'n1')!, { colour: 'teal' }));
  await advanceInAct();
  page.dispatch(undoRequested());
  await advanceInAct();
  page.dispatch(taskDeleteRequested(selectTask(page.getState(), 1)!));
  await advanceInAct();
  page.dispatch(undoRequested());
  await advanceInAct();
  expect(await titles(page)).toEqual([
    'Task restored: “Milk”',
    'Deleted “Milk”',
    'Note moved, pinned or coloured: “Boat”',
    'Note moved, pinned or coloured: “Boat”', // undone, and no longer in the history
  ]);
});

test('Steps of a series are called by what they did, also when the task is gone', async () => {
  const page = await open();
  const bins = () => selectTask(page.getState(), 2)! as Task & { repeat: Repeat };
  page.dispatch(taskSkipRequested(bins()));
  await advanceInAct();
  page.dispatch(undoRequested());
  await advanceInAct();
  page.dispatch(taskTickRequested(bins(), true));
  await advanceInAct();
  page.dispatch(taskDeleteRequested(bins(), { role: 'silent' }));
  await advanceInAct();
  expect(await titles(page)).toEqual([
    'Task deleted: “Bins”',
    '“Bins” done. Next on Tue 17 Mar',
    'Task no longer skipped: “Bins”',
    'Task skipped: “Bins”',
  ]);
});

test('A waiting change opens the page that has its item, also when that is the trash', async () => {
  const page = await open();
  page.goOffline();
  page.dispatch(taskDeleteRequested(selectTask(page.getState(), 1)!));
  page.dispatch(noteDeleteRequested(selectNote(page.getState(), 'n1')!));
  page.dispatch(taskTickRequested(selectTask(page.getState(), 2)!, true));
  await advanceInAct();
  await showLog(page);
  const links = screen.getAllByRole('link', { name: /^Open: / });
  expect(links.map(link => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
    ['Open: Deleted “Milk”', '/tasks/trash'],
    ['Open: Deleted “Boat”', '/tasks/trash'],
    ['Open: “Bins” done. Next on Tue 17 Mar', '/tasks/today/2/edit'],
  ]);
});

test('A notice that was dismissed has the name of its item', async () => {
  const page = await open();
  page.dispatch(requestChange(taskChange('task/dismiss', { taskId: 1, fireId: 'k1', title: 'Milk' })));
  page.dispatch(requestChange(noteChange('note/dismiss', { fireId: 'n1', title: 'Boat' })));
  await advanceInAct();
  expect(await titles(page)).toEqual([
    'Dismissed another version of “Boat”',
    'Dismissed another version of “Milk”',
  ]);
});

test('A label that tells more than its kind holds no words of the person’s', () => {
  const tick = (doneAt: string | null) => ({ kind: 'task/tick', payload: { doneAt, taskName: 'Milk' } });
  expect(loggedLabelOf(tick('2026-03-10T12:00:00.000Z'))).toBe('Task ticked');
  expect(loggedLabelOf(tick(null))).toBe('Task unticked');
  const step = (kind: string, isSkip: boolean) => ({ kind, payload: { isSkip, taskName: 'Milk' } });
  expect(loggedLabelOf(step('task/step', false))).toBe('Task ticked');
  expect(loggedLabelOf(step('task/step', true))).toBe('Task skipped');
  expect(loggedLabelOf(step('task/stepBack', false))).toBe('Task unticked');
  expect(loggedLabelOf(step('task/stepBack', true))).toBe('Task no longer skipped');
  expect(loggedLabelOf({ kind: 'trash/forget', payload: { items: [{}, {}] } })).toBe(
    'Deleted 2 items forever',
  );
  expect(loggedLabelOf({ kind: 'note/edit', payload: {} })).toBeUndefined();
});
