import '../../support/app/noComplaints';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import type { Records } from '../../../src/services/database';
import { ServiceFailure } from '../../../src/services/failure';
import { noteItemKey } from '../../../src/notes/noteKinds';
import { requestChange } from '../../../src/sync/operations';
import { retryRequested } from '../../../src/sync/queue/queueSlice';
import { titleOf } from '../../../src/trash/trashItem';
import { TrashPage } from '../../../src/trash/TrashPage';
import { selectTrash } from '../../../src/trash/trashSelectors';
import { trashForgetRequested, trashRequested } from '../../../src/trash/trashSlice';
import { deviceOn, openDevice } from '../../support/devices/devices';
import { changesOf } from '../../support/devices/acts';
import { restoreElsewhere } from '../../support/devices/elsewhere';
import { fakeDatabase, type FakeDatabase } from '../../support/devices/fakeDatabase';
import { noteFields, taskRecord } from '../../support/app/operations';
import { advance, fakeTime, MINUTES_10 } from '../../support/app/time';

fakeTime();

const deletedAt = '2026-03-09T12:00:00.000Z';

/** Refuses updates whose paths satisfy `isRefused`, as the rules would. */
function refusing(database: FakeDatabase, isRefused: (paths: Records) => boolean) {
  const { apply } = database;
  database.apply = (userId, id, paths) =>
    isRefused(paths)
      ? Promise.reject(new ServiceFailure('refused', '401', 'Permission denied'))
      : apply(userId, id, paths);
}

/** Three deleted tasks; the server refuses to delete `two` for ever. */
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
  refusing(database, paths => isRefused && 'ext/trash/tasks/k2' in paths);
  const a = deviceOn(database);
  const page = await a.open();
  await page.send(trashRequested(), 50);
  const titles = () => selectTrash(page.getState()).map(titleOf).sort();
  return { database, a, page, titles, accept: () => void (isRefused = false) };
}

test('A refused deletion for ever is told at its item, and holds up no other', async () => {
  const { database, page, titles } = await opened();
  const items = selectTrash(page.getState());
  await page.send(trashForgetRequested(items.filter(item => titleOf(item) === 'two')));
  await page.send(trashForgetRequested(items.filter(item => titleOf(item) === 'one')));
  expect(Object.keys(database.lists['trash/tasks'])).toEqual(['k2', 'k3']);
  expect(titles()).toEqual(['three', 'two']);
  const refused = selectTrash(page.getState()).find(item => titleOf(item) === 'two');
  expect(refused).toMatchObject({ refused: { reason: 'Permission denied' } });
  expect(selectTrash(page.getState()).find(item => titleOf(item) === 'three')).not.toHaveProperty('refused');
});

const anew = { deletedAt: '2026-03-10T13:00:00.000Z', record: taskRecord(1, { taskName: 'one, edited' }) };

test('A copy that is made anew in the very moment of the deletion for ever stays', async () => {
  const { database, a, page } = await opened({ isRefusing: false });
  a.before('apply', () => database.put('trash/tasks', 'k1', anew));
  await page.send(trashForgetRequested(selectTrash(page.getState())));
  expect(database.lists['trash/tasks']).toEqual({ k1: anew });
  expect(page.unsent()).toBe(0);
});

test('A copy that is made anew in the moment in which its old one is 30 days old stays', async () => {
  const { database, a } = await opened({ isRefusing: false });
  const recent = { ...anew, deletedAt: '2026-04-19T13:00:00.000Z' };
  a.before('apply', () => database.put('trash/tasks', 'k1', recent));
  database.setServerAhead(40 * 86_400_000);
  await a.open({ wait: MINUTES_10 });
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
  await advance(50);
  a.after('apply', () => {
    database.put('trash/tasks', 'k1', anew);
    database.put('done', 'k1', deletedAt);
  });
  await page.send(trashForgetRequested(selectTrash(page.getState())));
  expect(database.lists['trash/tasks']).toEqual({ k1: anew });
  expect(database.lists.done).toEqual({ k1: deletedAt });
});

test('Emptying a trash of 600 items leaves what another device restored meanwhile', async () => {
  const copies = Array.from({ length: 600 }, (_, at) => [`k${at}`, { deletedAt, record: taskRecord(at) }]);
  const { database, a, page } = await openDevice({ 'trash/tasks': Object.fromEntries(copies) as never });
  await page.send(trashRequested(), 50);
  a.before('apply', async () => {
    for (const key of ['k7', 'k333', 'k499']) await restoreElsewhere(database, 'tasks', key);
  });
  await page.send(trashForgetRequested(selectTrash(page.getState())));
  expect(Object.keys(database.lists['trash/tasks'])).toEqual([]);
  expect(Object.keys(database.lists.tasks).sort()).toEqual(['k333', 'k499', 'k7']);
  expect([page.unsent(), a.kept()]).toEqual([0, []]);
});

test('Emptying a trash takes two updates for 600 items, and a lost answer repeats none', async () => {
  const copies = Array.from({ length: 600 }, (_, at) => [`k${at}`, { deletedAt, record: taskRecord(at) }]);
  const { database, a, page } = await openDevice({ 'trash/tasks': Object.fromEntries(copies) as never });
  await page.send(trashRequested(), 50);
  a.loseAnswer('apply');
  await page.send(trashForgetRequested(selectTrash(page.getState())));
  expect(database.lists['trash/tasks']).toEqual({});
  expect([database.writes, page.unsent()]).toEqual([['apply', 'apply'], 0]);
});

/** The request of the trash page while the note's deletion is under way. */
const forgetNote = {
  itemKey: noteItemKey('n1'),
  kind: 'trash/forget',
  payload: { items: [{ list: 'notes', fireId: 'n1', deletedAt: null, itemKey: noteItemKey('n1') }] },
};

test('A note that is forgotten on its way into the trash leaves a copy made anew', async () => {
  const { database, a, page } = await openDevice({ notes: { n1: { ...noteFields() } } });
  const newer = { ...anew, record: noteFields('Anew') };
  a.before('apply', () => undefined); // the call of the deletion
  a.before('apply', () => database.put('trash/notes', 'n1', newer));
  page.dispatch(changesOf.notes.delete());
  await page.send(requestChange(forgetNote, { role: 'silent' }));
  expect(database.lists['trash/notes']).toEqual({ n1: newer });
  expect(page.unsent()).toBe(0);
});

test('A note deleted for ever on its way into the trash says when that is refused', async () => {
  const database = fakeDatabase({ notes: { n1: { ...noteFields() } } });
  let isRefused = true;
  refusing(database, paths => isRefused && !('notes/n1' in paths));
  const page = await deviceOn(database).open({ wait: 50 });
  page.dispatch(changesOf.notes.delete());
  page.dispatch(requestChange(forgetNote, { role: 'silent' }));
  await page.send(trashRequested());
  const refused = { itemKey: noteItemKey('n1'), reason: 'Permission denied' };
  expect(selectTrash(page.getState())).toMatchObject([{ fireId: 'n1', refused }]);
  isRefused = false;
  await page.send(retryRequested({ itemKey: noteItemKey('n1') }));
  expect(database.lists['trash/notes']).toEqual({});
  expect(page.unsent()).toBe(0);
});

describe('The page of the trash', () => {
  async function show(page: object) {
    const store = { ...page, replaceReducer: () => undefined } as never;
    render(
      <Provider store={store}>
        <MemoryRouter>
          <TrashPage />
        </MemoryRouter>
      </Provider>,
    );
    await act(() => advance(MINUTES_10));
  }
  async function shownRefused() {
    const given = await opened();
    await show(given.page);
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    fireEvent.click(screen.getByRole('button', { name: 'Delete two forever' }));
    await act(() => advance(MINUTES_10));
    return { ...given, user };
  }

  test('tells why at the item, and tries again', async () => {
    const { database, page, accept } = await shownRefused();
    expect(screen.getByRole('alert')).toHaveTextContent('Not deleted: Permission denied');
    accept();
    fireEvent.click(screen.getByRole('button', { name: 'Retry deleting two forever' }));
    await act(() => advance(MINUTES_10));
    expect(Object.keys(database.lists['trash/tasks'])).toEqual(['k1', 'k3']);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(page.unsent()).toBe(0);
  });

  test('keeps the item when the person wants that', async () => {
    const { database, page, user } = await shownRefused();
    await user.click(screen.getByRole('button', { name: 'Keep two in the trash' }));
    await act(() => advance(MINUTES_10));
    expect(Object.keys(database.lists['trash/tasks'])).toEqual(['k1', 'k2', 'k3']);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('button', { name: 'Delete two forever' })).toBeInTheDocument();
    expect(page.unsent()).toBe(0);
  });

  test('tells another version of a record from what was deleted', async () => {
    const other = { deletedAt, record: noteFields('Milk', 'Theirs'), otherOf: 'n1' };
    const database = fakeDatabase({
      notes: { n1: noteFields('Milk', 'Mine') },
      'trash/notes': { 'n1-other-x': other, n2: { deletedAt, record: noteFields('Bread') } },
    });
    await show(await deviceOn(database).open());
    const rowOf = (name: string) => screen.getByRole('group', { name });
    expect(rowOf('Milk')).toHaveTextContent('Note · Other version, replaced yesterday · 29 days left');
    expect(rowOf('Bread')).toHaveTextContent('Note · deleted yesterday · 29 days left');
  });
});
