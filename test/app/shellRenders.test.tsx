import { act, screen } from '@testing-library/react';
import { operationKept, operationMade, type Operation } from '../../src/sync/operations';
import { Mark } from '../../src/components/Mark';
import { ChangeToast } from '../../src/app/chunks';
import { renderApp, task, TODAY } from '../support/renderApp';

/** What stands in the sidebar, so that it tells how often that is rendered. */
jest.mock('../../src/components/Mark', () => ({ Mark: jest.fn(() => null) }));

const deletion: Operation = {
  id: 'a',
  userId: 'ada',
  number: 1,
  lane: 'task:1',
  kind: 'task/delete',
  payload: { taskId: 1, fireId: '-k0', fields: task(1, 'Bread') },
  madeAt: `${TODAY}T08:00:00.000Z`,
  status: 'waiting',
  isAttempted: false,
};

it('A change, and what is said of it, renders neither the shell nor its links', async () => {
  await ChangeToast.preload();
  const { store } = renderApp('/tasks/today', { tasks: [task(1, 'Bread'), task(2, 'Call')] });
  const before = jest.mocked(Mark).mock.calls.length;
  act(() => void store.dispatch(operationMade({ ...deletion, status: 'made' })));
  act(() => void store.dispatch(operationKept(deletion)));
  expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
  expect(jest.mocked(Mark)).toHaveBeenCalledTimes(before);
});
