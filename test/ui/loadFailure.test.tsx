import { render, screen } from '@testing-library/react';
import { LoadFailure } from '../../src/ui/LoadFailure';

test.each([
  ['The server cannot be reached', 'Your tasks could not be loaded. The server cannot be reached. Retry'],
  ['The server did not answer.', 'Your tasks could not be loaded. The server did not answer. Retry'],
  [undefined, 'Your tasks could not be loaded. Retry'],
])('A list that could not be read says so in whole sentences: %s', (reason, words) => {
  const failure = reason === undefined ? null : { code: 'server', message: reason };
  render(<LoadFailure what="tasks" failure={failure} isShown={false} onRetry={() => {}} />);
  expect(screen.getByRole('alert')).toHaveTextContent(words);
});
