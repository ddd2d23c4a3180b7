import { act, screen } from '@testing-library/react';
import { ChangeToast } from '../../src/app/chunks';
import { requestChange, operationKept, type Operation } from '../../src/sync/operations';
import { taskChange } from '../../src/tasks/taskKinds';
import { renderApp, task } from '../support/renderApp';
import { taskFields } from '../support/operations';

const add = taskChange('task/add', { taskId: 7, fireId: null, fields: taskFields() });

/** The operation as the queue keeps it. */
const kept = (options: Partial<Pick<Operation, 'isAnnounced'>>) =>
  operationKept({ ...requestChange(add, options).payload, userId: 'ada', number: 1, status: 'pending' });

it('A change that is not announced by its kind is announced when it asks for it', async () => {
  const { store } = renderApp('/tasks/today', { tasks: [task(1, 'Bread')] });
  act(() => void store.dispatch(kept({ isAnnounced: true })));
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
});

it('A change that is seen where it is made has no toast', async () => {
  const { store } = renderApp('/tasks/today', { tasks: [task(1, 'Bread')] });
  act(() => void store.dispatch(kept({})));
  await act(() => ChangeToast.preload());
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});
