import '../../support/app/noComplaints';
import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { deviceOn, type Page } from '../../support/devices/devices';
import { fakeDatabase } from '../../support/devices/fakeDatabase';
import { taskRecord } from '../../support/app/operations';
import { redoRequested, undoRequested } from '../../../src/history/historySlice';
import { reportOf, SyncPage } from '../../../src/syncLog/SyncPage';
import { selectArithmetic, selectSyncLog } from '../../../src/syncLog/syncLogSlice';
import { queueSlice } from '../../../src/sync/queue/queueSlice';
import { selectDoneSections } from '../../../src/tasks/views/done/doneSelectors';
import { taskDeleteRequested, taskTickRequested } from '../../../src/tasks/taskActions';
import { selectTask } from '../../../src/tasks/tasksSelectors';
import { TrashPage } from '../../../src/trash/TrashPage';
import { fakeTime } from '../../support/app/time';

/** The devices' clock. */
const NOW = '2026-03-10T12:00:00.000Z';
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const after = (milliseconds: number) => new Date(Date.parse(NOW) + milliseconds).toISOString();

fakeTime(NOW);
const advanceInAct = (milliseconds = 1000) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

/** Opens a page on a device; the server's clock is `ahead` milliseconds ahead of the device's. */
async function open(ahead: number, lists: Parameters<typeof fakeDatabase>[0] = {}) {
  const database = fakeDatabase({ tasks: { k1: taskRecord(1) }, ...lists });
  database.setServerAhead(ahead);
  const a = deviceOn(database);
  const page = await a.open();
  await advanceInAct();
  const since = Date.now() - Date.parse(NOW);
  const tick = (isDone: boolean) => page.dispatch(taskTickRequested(selectTask(page.getState(), 1)!, isDone));
  return { a, database, page, since, tick };
}

/** Renders a part of the app with the store of a device's page. */
function show(page: Page, element: React.ReactElement) {
  const store = { ...page, replaceReducer: () => undefined } as never;
  return render(
    <Provider store={store}>
      <MemoryRouter>{element}</MemoryRouter>
    </Provider>,
  );
}

describe.each([
  ['40 days behind', 40 * DAY_MS],
  ['40 days ahead', -40 * DAY_MS],
])('On a device whose clock is %s', (_name, ahead) => {
  test('a tick has the instant of the server’s clock, and its day in Done', async () => {
    const { database, page, since, tick } = await open(ahead);
    tick(true);
    await advanceInAct(10_000);
    const doneAt = after(ahead + since);
    expect(database.lists.done).toEqual({ k1: doneAt });
    expect(selectTask(page.getState(), 1)?.doneAt).toBe(doneAt);
    expect(selectDoneSections(page.getState()).map(({ key }) => key)).toEqual([doneAt.slice(0, 10)]);
  });

  test('a tick made offline is corrected when it is sent, by when it was made', async () => {
    const { a, database, page, since, tick } = await open(ahead);
    a.goOffline();
    tick(true);
    await advanceInAct(60 * MINUTE_MS);
    expect(selectTask(page.getState(), 1)?.doneAt).toBe(after(since));
    a.goOnline();
    await advanceInAct(10 * MINUTE_MS);
    expect(database.lists.done).toEqual({ k1: after(ahead + since) });
  });

  test('undo of a tick, redo, and undo of a reopening, keep its instant', async () => {
    const { database, page, since, tick } = await open(ahead);
    const doneAt = after(ahead + since);
    tick(true);
    await advanceInAct(10_000);
    page.dispatch(undoRequested());
    await advanceInAct();
    expect(database.lists.done).toEqual({});
    page.dispatch(redoRequested());
    await advanceInAct(10_000);
    expect(database.lists.done).toEqual({ k1: doneAt });
    tick(false);
    await advanceInAct();
    expect(database.lists.done).toEqual({});
    page.dispatch(undoRequested());
    await advanceInAct();
    expect(database.lists.done).toEqual({ k1: doneAt });
  });

  test('the trash counts the days that are left as the server does', async () => {
    const deletedAt = after(ahead - 10 * DAY_MS);
    const { page } = await open(ahead, { 'trash/tasks': { k2: { deletedAt, record: taskRecord(2) } } });
    show(page, <TrashPage />);
    await advanceInAct();
    expect(screen.getByText(/20 days left/).parentElement).toHaveTextContent(/deleted Sat 28 Feb/);
  });

  test('what is on its way into the trash has all of its days', async () => {
    const { a, page } = await open(ahead);
    show(page, <TrashPage />);
    await advanceInAct();
    a.goOffline();
    act(() => void page.dispatch(taskDeleteRequested(selectTask(page.getState(), 1)!)));
    await advanceInAct();
    expect(screen.getByText(/30 days left/).parentElement).toHaveTextContent('deleted today');
  });
});

test('A clock that is right to a minute is not corrected', async () => {
  const { database, since, tick } = await open(MINUTE_MS - 2000);
  tick(true);
  await advanceInAct(10_000);
  expect(database.lists.done).toEqual({ k1: after(since) });
});

describe('The page of what became of every change', () => {
  const said = () => screen.queryByText(/This device’s clock/)?.textContent;

  test.each([
    [40 * DAY_MS, 'This device’s clock is 40 days slow: so are the times below.'],
    [-40 * DAY_MS, 'This device’s clock is 40 days fast: so are the times below.'],
    [-90 * MINUTE_MS, 'This device’s clock is 2 hours fast: so are the times below.'],
    [-4 * MINUTE_MS, 'This device’s clock is 4 minutes fast: so are the times below.'],
    [2 * MINUTE_MS, undefined],
  ])('says whose times it shows when the clocks differ by %i ms', async (ahead, words) => {
    const { page } = await open(ahead);
    show(page, <SyncPage />);
    await advanceInAct();
    expect(said()).toBe(words);
    const state = page.getState();
    const report = reportOf(
      selectSyncLog(state),
      selectArithmetic(state),
      queueSlice.selectSlice(state),
      true,
    );
    expect(report.clockOffset).toBe(ahead);
  });

  test('says it as soon as the server’s time is known', async () => {
    const { a, page } = await open(40 * DAY_MS);
    a.goOffline();
    show(page, <SyncPage />);
    await advanceInAct();
    expect(said()).toBeUndefined();
    act(a.goOnline);
    await advanceInAct(15_000);
    expect(said()).toMatch(/40 days slow/);
  });
});
