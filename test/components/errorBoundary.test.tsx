import { render, screen } from '@testing-library/react';
import { ErrorBoundary } from '../../src/components/ErrorBoundary';

function Broken(): never {
  throw new Error('NotFoundError');
}

test('A part that fails says so and offers a reload, until another address', () => {
  jest.spyOn(console, 'error').mockImplementation(() => {}); // React logs caught errors
  const { rerender } = render(
    <ErrorBoundary address="/day">
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument();
  rerender(
    <ErrorBoundary address="/tasks/today">
      <p>Today</p>
    </ErrorBoundary>,
  );
  expect(screen.getByText('Today')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
  jest.restoreAllMocks();
});
