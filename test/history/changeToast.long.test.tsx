import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { ChangeToast } from '../../src/history/ChangeToast';
import { toastClosed } from '../../src/history/historySlice';
import { requestChange, operationKept, type Operation } from '../../src/sync/operations';
import { stepRequested } from '../../src/tasks/taskActions';
import type { TaskFields } from '../../src/tasks/task';
import { taskChange } from '../../src/tasks/taskKinds';
import { renderApp, task } from '../support/app/renderApp';
import { taskFields } from '../support/app/operations';

const addOf = (fields: TaskFields) => taskChange('task/add', { taskId: 7, fireId: null, fields });

/** The operation as the queue stores it. */
const keptOf = ({ payload }: ReturnType<typeof requestChange>) =>
  operationKept({ ...payload, userId: 'ada', number: 1, status: 'pending' });
const kept = (options: Partial<Pick<Operation, 'isAnnounced'>>, fields = taskFields()) =>
  keptOf(requestChange(addOf(fields), options));

it('A change that is not announced by its kind is announced when it asks for it', async () => {
  const { store } = renderApp('/tasks/today', { tasks: [task(1, 'Bread')] });
  act(() => void store.dispatch(kept({ isAnnounced: true })));
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
});

it.each([
  ['2026-03-10', 'work', 'Added “Milk” to Work, for today'],
  ['2026-03-11', 'work', 'Added “Milk” to Work, for tomorrow'],
  ['2026-03-16', 'personal', 'Added “Milk” to Personal, for Monday'],
  ['2026-03-17', 'personal', 'Added “Milk” to Personal, for Tue 17 Mar'],
  [null, 'work', 'Added “Milk” to Work, without a date'],
] as const)(
  'A task that was added for %s is named with its list and day',
  async (taskDueDay, list, words) => {
    const { store } = renderApp('/tasks/today', { tasks: [task(1, 'Bread')] });
    const fields = taskFields({ taskName: 'Milk', taskList: list, taskDueDay });
    act(() => void store.dispatch(kept({ isAnnounced: true }, fields)));
    expect(await screen.findByText(words)).toBeVisible();
  },
);

it('A change that is seen where it is made has no toast', async () => {
  const { store } = renderApp('/tasks/today', { tasks: [task(1, 'Bread')] });
  act(() => void store.dispatch(kept({})));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('What a change offers beside Undo is dispatched, and its undo offers it no more', async () => {
  const { store, user } = renderApp('/tasks/today', { tasks: [task(1, 'Bread')] });
  const { id } = requestChange(addOf(taskFields()), { id: 'added' }).payload;
  const kinds = {
    ...{ describe: () => 'Added', describeGone: () => 'Gone', isAnnounced: () => true },
    offer: () => ({ name: 'Tomorrow instead', actions: () => [toastClosed({ operationId: id })] }),
  };
  render(
    <Provider store={store}>
      <ChangeToast {...kinds} />
    </Provider>,
  );
  const offered = () => screen.queryByRole('button', { name: 'Tomorrow instead' });
  act(() => void store.dispatch(keptOf(requestChange(addOf(taskFields()), { id }))));
  expect(offered()).toBeVisible();
  await user.click(offered()!);
  expect(offered()).toBeNull();
  act(() => void store.dispatch(keptOf(requestChange(addOf(taskFields()), { role: 'undo', changeId: id }))));
  expect(screen.getAllByRole('button', { name: 'Redo' })).not.toHaveLength(0);
  expect(offered()).toBeNull();
});

it('Late ticks of several repeats name their next days, and offer today instead', async () => {
  const { store, user, sentOf } = renderApp('/tasks/today', { tasks: [task(1, 'Bins'), task(2, 'Plants')] });
  const repeat = { rule: 'FREQ=DAILY', first: '2026-03-01', at: '2026-03-09' };
  const day = { day: '2026-03-09', on: '2026-03-10', to: '2026-03-11', doneAt: '2026-03-10T08:00:00.000Z' };
  const before = { repeat, due: '2026-03-09', doneAt: null };
  const late = [1, 2].map(taskId =>
    stepRequested(
      { taskId, fireId: `-k${taskId - 1}`, taskName: 'A', ...day, before, isOwnClock: true },
      { changeId: 'c' },
    ),
  );
  act(() => late.forEach(request => void store.dispatch(keptOf(request))));
  expect(await screen.findByText('2 tasks done. Next tomorrow')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Today' }));
  expect(sentOf('task/stepBack/requested')).toHaveLength(2);
  expect(sentOf('task/step/requested')).toMatchObject(
    [1, 2].map(taskId => ({ payload: { changeId: 'c', payload: { taskId, to: '2026-03-10' } } })),
  );
});
