import { act, screen, within } from '@testing-library/react';
import { taskRecordsArrived } from '../../src/tasks/tasksSlice';

import { trashListArrived, trashLoaded } from '../../src/trash/trashSlice';
import { renderApp, task } from '../support/app/renderApp';

const many = (count: number) =>
  Array.from({ length: count }, (_, at) => task(at + 1, `Task ${String(at + 1).padStart(2, '0')}`));
const focusOn = (element: HTMLElement) => act(() => element.focus());
const tick = (name: string) => screen.getByRole('checkbox', { name: `Done: ${name}` });
const row = (name: RegExp) => within(screen.getByRole('main')).getByRole('link', { name });

describe.each([3, 50, 60])('In a list of %i', count => {
  it('the row behind takes the focus of one that leaves', async () => {
    const app = renderApp('/tasks/today', { tasks: many(count) });
    focusOn(tick('Task 02'));
    await app.answer(taskRecordsArrived({ '-k1': null }));
    expect(row(/Task 03/)).toHaveFocus();
    await app.answer(taskRecordsArrived({ '-k2': null }));
    expect(document.activeElement).toHaveTextContent(count === 3 ? /Task 01/ : /Task 04/);
  });

  it('a focus that is elsewhere stays there, also when a row left that had it before', async () => {
    const app = renderApp('/tasks/today', { tasks: many(count) });
    focusOn(tick('Task 02'));
    const elsewhere = screen.getByRole('link', { name: 'Upcoming' });
    focusOn(elsewhere);
    await app.answer(taskRecordsArrived({ '-k1': null }));
    expect(elsewhere).toHaveFocus();
    act(() => elsewhere.blur());
    await app.answer(taskRecordsArrived({ '-k0': null }));
    expect(document.body).toHaveFocus();
  });
});

it('A row keeps the focus when its list becomes long, and when it becomes short', async () => {
  const app = renderApp('/tasks/today', { tasks: many(49) });
  focusOn(row(/Task 02/));
  for (const record of [task(50, 'Task 50'), null]) {
    await app.answer(taskRecordsArrived({ '-new': record }));
    expect(row(/Task 02/)).toHaveFocus();
  }
});

it('The heading takes the focus of the last row', async () => {
  const app = renderApp('/tasks/today', { tasks: many(1) });
  focusOn(tick('Task 01'));
  await app.answer(taskRecordsArrived({ '-k0': null }));
  expect(screen.getByRole('heading', { name: 'Today' })).toHaveFocus();
});

it('The heading of another page takes the focus with its page', async () => {
  const app = renderApp('/tasks/today', { tasks: many(1) });
  await act(async () => app.go('/tasks/upcoming'));
  expect(screen.getByRole('heading', { name: 'Upcoming' })).toHaveFocus();
});

describe('The trash', () => {
  const copies = Object.fromEntries(
    many(2).map((record, at) => [`-t${at}`, { deletedAt: `2026-03-1${at}T08:00:00.000Z`, record }]),
  );
  const open = async () => {
    const app = renderApp('/tasks/trash');
    await screen.findByRole('heading', { name: 'Trash' });
    await app.answer(trashLoaded({ tasks: copies, notes: {} }));
    return app;
  };

  it('passes the focus of what was put back on to the next', async () => {
    const app = await open();
    focusOn(screen.getByRole('button', { name: 'Delete Task 02 forever' }));
    await app.answer(trashListArrived({ list: 'tasks', records: { '-t0': copies['-t0']! } }));
    expect(screen.getByRole('group', { name: 'Task 01' })).toHaveFocus();
  });

  it('gives the focus to its heading once it is emptied, and else back to its button', async () => {
    const { user, answer } = await open();
    await user.click(screen.getByRole('button', { name: 'Empty trash' }));
    await user.click(screen.getByRole('button', { name: 'Keep them' }));
    expect(screen.getByRole('button', { name: 'Empty trash' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Empty trash' }));
    await user.click(screen.getByRole('button', { name: 'Delete forever' }));
    await answer(trashListArrived({ list: 'tasks', records: {} }));
    expect(screen.getByRole('heading', { name: 'Trash' })).toHaveFocus();
  });
});
