import '../support/noComplaints';
import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { loggedLabelOf } from '../../src/app/kinds';
import { parts } from '../../src/app/parts/parts';
import { undoRequested } from '../../src/history/historySlice';
import { noteLookRequested } from '../../src/notes/noteKinds';
import { selectNote } from '../../src/notes/notesSelectors';
import { SyncPage } from '../../src/syncLog/SyncPage';
import { taskDeleteRequested, taskTickRequested } from '../../src/tasks/taskActions';
import { selectTask } from '../../src/tasks/tasksSelectors';
import { deviceOn } from '../support/devices';
import { fakeDatabase } from '../support/fakeDatabase';
import { noteFields, taskRecord } from '../support/operations';

beforeAll(() => parts.sync.load());
beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());
const pass = (milliseconds = 1000) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

async function open() {
  const database = fakeDatabase({
    tasks: { k1: taskRecord(1, { taskName: 'Milk' }) },
    notes: { n1: noteFields('Boat') },
  });
  const page = await deviceOn(database).open();
  await pass();
  return page;
}
/** The titles of the log's rows, newest first. */
async function titles(page: Awaited<ReturnType<typeof open>>) {
  const store = { ...page, replaceReducer: () => undefined } as never;
  render(
    <Provider store={store}>
      <MemoryRouter>
        <SyncPage />
      </MemoryRouter>
    </Provider>,
  );
  await pass();
  return screen.getAllByText(/Milk|Boat|^Task|^Note/).map(({ textContent }) => textContent);
}

test('A tick that was taken back is called unticked, with the name of its task, as is one that was ticked again', async () => {
  const page = await open();
  const tick = (isDone: boolean) => page.dispatch(taskTickRequested(selectTask(page.getState(), 1)!, isDone));
  tick(true);
  await pass();
  page.dispatch(undoRequested());
  await pass();
  expect(await titles(page)).toEqual(['Task unticked: “Milk”', '“Milk” done']);
});

test('What another change undid has the name of its item, also when it is gone', async () => {
  const page = await open();
  page.dispatch(noteLookRequested(selectNote(page.getState(), 'n1')!, { colour: 'teal' }));
  await pass();
  page.dispatch(undoRequested());
  await pass();
  page.dispatch(taskDeleteRequested(selectTask(page.getState(), 1)!));
  await pass();
  page.dispatch(undoRequested());
  await pass();
  expect(await titles(page)).toEqual([
    'Task restored: “Milk”',
    'Deleted “Milk”',
    'Note rearranged: “Boat”',
    'Note rearranged: “Boat”', // undone and gone from the history
  ]);
});

test('A label that tells more than its kind holds none of the person’s words, and is logged', () => {
  const tick = (doneAt: string | null) => ({ kind: 'task/tick', payload: { doneAt, taskName: 'Milk' } });
  expect(loggedLabelOf(tick('2026-03-10T12:00:00.000Z'))).toBe('Task ticked');
  expect(loggedLabelOf(tick(null))).toBe('Task unticked');
  expect(loggedLabelOf({ kind: 'note/edit', payload: {} })).toBeUndefined();
});
