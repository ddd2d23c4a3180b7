import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Moves } from '../../src/app/parts/chunks';
import { SELECTED_ID } from '../../src/tasks/selected';
import { renderApp, task } from '../support/app/renderApp';

beforeAll(() => Moves.preload());

test('Alt and an arrow move a row within its day in the turn of the key', async () => {
  const app = renderApp('/tasks/today', { tasks: [task(1, 'Apples'), task(2, 'Bread')] });
  const row = screen.getByRole('link', { name: /^Bread/ });
  act(() => row.focus());
  await app.user.keyboard('{Shift}'); // the code of the keys comes with the first of them
  await waitFor(() => expect(document.getElementById(SELECTED_ID)).not.toBeNull());
  fireEvent.keyDown(row, { key: 'ArrowUp', code: 'ArrowUp', altKey: true });
  expect(app.sentOf('task/place/requested')).not.toEqual([]);
});
