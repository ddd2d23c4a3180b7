import { screen, waitFor } from '@testing-library/react';
import { SELECTED_ID } from '../../src/tasks/selecting/selected';
import { rangeSelected } from '../../src/tasks/selecting/selectionSlice';
import { renderApp, task } from '../support/app/renderApp';

it('Another list ends a selection, and dispatches nothing where there is none', async () => {
  const app = renderApp('/tasks/today', { tasks: [task(1, 'Bread'), task(2, 'Call')] });
  await waitFor(() => expect(document.getElementById(SELECTED_ID)).not.toBeNull());
  const ended = () => app.sentOf('selection/selectionEnded').length;
  app.go('/tasks/personal');
  app.go('/tasks/today');
  expect(ended()).toBe(0);
  await app.answer(rangeSelected({ taskIds: [1, 2], anchor: 1 }));
  expect(await screen.findByText('2 selected', { selector: '[aria-live]' })).toBeInTheDocument();
  app.go('/tasks/personal');
  expect(ended()).toBe(1);
  expect(app.store.getState().selection).toMatchObject({ selected: {} });
});
