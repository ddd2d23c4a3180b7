import '../support/noComplaints';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { ServiceFailure } from '../../src/services/failure';
import { noteItemKey } from '../../src/notes/noteKinds';
import { noteChange } from '../../src/notes/noteKinds';
import { requestChange } from '../../src/sync/operations';
import { retryRequested } from '../../src/sync/queueSlice';
import { titleOf } from '../../src/trash/trashItem';
import TrashPage from '../../src/trash/TrashPage';
import { selectTrash } from '../../src/trash/trashSelectors';
import { trashForgetRequested, trashRequested } from '../../src/trash/trashSlice';
import { deviceOn } from '../support/devices';
import { fakeDatabase } from '../support/fakeDatabase';
import { noteFields, taskRecord } from '../support/operations';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());
const calm = () => jest.advanceTimersByTimeAsync(10 * 60_000);
const soon = () => jest.advanceTimersByTimeAsync(50);

const deletedAt = '2026-03-09T12:00:00.000Z';

/** Three deleted tasks; the server refuses to delete `refused` for ever. */
async function opened({ isRefusing = true } = {}) {
  const database = fakeDatabase({
    'trash/tasks': Object.fromEntries(
      ['one', 'two', 'three'].map((taskName, at) => [
        `k${at + 1}`,
        { deletedAt, record: taskRecord(at + 1, { taskName }) },
      ]),
    ),
  });
  let isRefused = isRefusing;
  const { removeCopy } = database;
  database.removeCopy = (userId, list, fireId, at) =>
    isRefused && fireId === 'k2'
      ? Promise.reject(new ServiceFailure('refused', '401', 'Permission denied'))
      : removeCopy(userId, list, fireId, at);
  const a = deviceOn(database);
  const page = await a.open();
  page.dispatch(trashRequested());
  await soon();
  const shown = () => selectTrash(page.getState()).map(titleOf).sort();
  return { database, a, page, shown, accept: () => void (isRefused = false) };
}

test('A refused deletion for ever is told at its item, and holds up no other', async () => {
  const { database, page, shown } = await opened();
  const items = selectTrash(page.getState());
  page.dispatch(trashForgetRequested(items.filter(item => titleOf(item) === 'two')));
  await calm();
  page.dispatch(trashForgetRequested(items.filter(item => titleOf(item) === 'one')));
  await calm();
  expect(Object.keys(database.lists['trash/tasks'])).toEqual(['k2', 'k3']);
  expect(shown()).toEqual(['three', 'two']);
  const refused = selectTrash(page.getState()).find(item => titleOf(item) === 'two');
  expect(refused).toMatchObject({ refused: { reason: 'Permission denied' } });
  expect(selectTrash(page.getState()).find(item => titleOf(item) === 'three')).not.toHaveProperty('refused');
});

test('Emptying the trash deletes all but what is refused', async () => {
  const { database, page, shown } = await opened();
  page.dispatch(trashForgetRequested(selectTrash(page.getState())));
  await calm();
  expect(Object.keys(database.lists['trash/tasks'])).toEqual(['k2']);
  expect(shown()).toEqual(['two']);
});

test('A copy that was made anew since the person deleted it for ever stays', async () => {
  const { database, a, page } = await opened({ isRefusing: false });
  a.goOffline();
  page.dispatch(trashForgetRequested(selectTrash(page.getState())));
  await soon();
  const again = { deletedAt: '2026-03-10T13:00:00.000Z', record: taskRecord(2, { taskName: 'two, edited' }) };
  database.put('trash/tasks', 'k2', again);
  a.goOnline();
  await calm();
  expect(database.lists['trash/tasks']).toEqual({ k2: again });
});

const anew = { deletedAt: '2026-03-10T13:00:00.000Z', record: taskRecord(1, { taskName: 'one, edited' }) };

test('A copy that is made anew in the very moment of the deletion for ever stays', async () => {
  const { database, a, page } = await opened({ isRefusing: false });
  a.before('removeCopy', () => database.put('trash/tasks', 'k1', anew));
  page.dispatch(trashForgetRequested(selectTrash(page.getState())));
  await calm();
  expect(database.lists['trash/tasks']).toEqual({ k1: anew });
  expect(page.unsent()).toBe(0);
});

test('A copy that is made anew in the moment in which its old one is 30 days old stays', async () => {
  const { database, a } = await opened({ isRefusing: false });
  const recent = { ...anew, deletedAt: '2026-04-19T13:00:00.000Z' };
  a.before('removeCopy', () => database.put('trash/tasks', 'k1', recent));
  database.setServerAhead(40 * 86_400_000);
  await a.open();
  await calm();
  expect(database.lists['trash/tasks']).toEqual({ k1: recent });
});

test.each([
  ['a few', 0],
  ['many', 30],
])('The tick of a copy that is made anew behind the deletion for ever of %s stays', async (_name, others) => {
  const { database, a, page } = await opened({ isRefusing: false });
  for (let at = 0; at < others; at++)
    database.put('trash/tasks', `m${at}`, { deletedAt, record: taskRecord(at + 9) });
  for (const key of ['k1', 'k2']) database.put('done', key, deletedAt);
  await soon();
  a.after('removeCopy', () => database.put('trash/tasks', 'k1', anew));
  page.dispatch(trashForgetRequested(selectTrash(page.getState())));
  await calm();
  expect(database.lists).toMatchObject({ 'trash/tasks': { k1: anew }, done: { k1: deletedAt } });
  expect(Object.keys(database.lists.done)).toEqual(['k1']);
});

test('A note deleted for ever on its way into the trash leaves a copy that is made anew in that moment', async () => {
  const database = fakeDatabase({ notes: { n1: { ...noteFields() } } });
  const a = deviceOn(database);
  const page = await a.open();
  await soon();
  const newer = { ...anew, record: noteFields('Anew') };
  a.before('removeCopy', () => database.put('trash/notes', 'n1', newer));
  page.dispatch(requestChange(noteChange('note/delete', { fireId: 'n1', fields: noteFields() })));
  page.dispatch(requestChange(noteChange('note/forget', { fireId: 'n1' }), { role: 'silent' }));
  await calm();
  expect(database.lists['trash/notes']).toEqual({ n1: newer });
  expect(page.unsent()).toBe(0);
});

test('A note that is deleted for ever on its way into the trash says when that is refused', async () => {
  const database = fakeDatabase({ notes: { n1: { ...noteFields() } } });
  const { removeCopy } = database;
  let isRefused = true;
  database.removeCopy = (...parameters) =>
    isRefused
      ? Promise.reject(new ServiceFailure('refused', '401', 'Permission denied'))
      : removeCopy(...parameters);
  const page = await deviceOn(database).open();
  await soon();
  page.dispatch(requestChange(noteChange('note/delete', { fireId: 'n1', fields: noteFields() })));
  page.dispatch(requestChange(noteChange('note/forget', { fireId: 'n1' }), { role: 'silent' }));
  page.dispatch(trashRequested());
  await calm();
  const refused = { itemKey: noteItemKey('n1'), reason: 'Permission denied' };
  expect(selectTrash(page.getState())).toMatchObject([{ fireId: 'n1', refused }]);
  isRefused = false;
  page.dispatch(retryRequested({ itemKey: noteItemKey('n1') }));
  await calm();
  expect(database.lists['trash/notes']).toEqual({});
  expect(page.unsent()).toBe(0);
});

describe('The page of the trash', () => {
  async function shownRefused() {
    const given = await opened();
    const store = { ...given.page, replaceReducer: () => undefined } as never;
    render(
      <Provider store={store}>
        <MemoryRouter>
          <TrashPage />
        </MemoryRouter>
      </Provider>,
    );
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    await act(calm);
    fireEvent.click(screen.getByRole('button', { name: 'Delete two for ever' }));
    await act(calm);
    return { ...given, user };
  }

  test('tells why at the item, and tries again', async () => {
    const { database, page, user, accept } = await shownRefused();
    expect(screen.getByRole('alert')).toHaveTextContent('Not deleted for ever: Permission denied');
    accept();
    await user.click(screen.getByRole('button', { name: 'Retry deleting two for ever' }));
    await act(calm);
    expect(Object.keys(database.lists['trash/tasks'])).toEqual(['k1', 'k3']);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(page.unsent()).toBe(0);
  });

  test('keeps the item when the person wants that', async () => {
    const { database, page, user } = await shownRefused();
    await user.click(screen.getByRole('button', { name: 'Keep two in the trash' }));
    await act(calm);
    expect(Object.keys(database.lists['trash/tasks'])).toEqual(['k1', 'k2', 'k3']);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('button', { name: 'Delete two for ever' })).toBeInTheDocument();
    expect(page.unsent()).toBe(0);
  });
});
