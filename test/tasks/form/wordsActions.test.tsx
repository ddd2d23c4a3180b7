import { act, screen } from '@testing-library/react';
import { renderApp, task } from '../../support/app/renderApp';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const promises = async () => {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
};
const copy = () => screen.queryByRole('button', { name: 'Copy as text' });

it('The first form opens before it asks for the code that copies its words', async () => {
  renderApp('/tasks/today/1/edit', { tasks: [task(1, 'Bread')] });
  await act(promises);
  expect(screen.getByLabelText('Title')).toHaveValue('Bread');
  expect(copy()).toBeNull();
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(copy()).toBeVisible();
});
