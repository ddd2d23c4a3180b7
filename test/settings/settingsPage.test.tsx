import { act, screen } from '@testing-library/react';
import { signedIn, signedOut } from '../../src/auth/authSlice';
import { selectSettings, settingsArrived } from '../../src/settings/settingsSlice';
import type { Operation } from '../../src/sync/operations';
import { operationBlocked, operationConfirmed, operationKept } from '../../src/sync/operations';
import { ada, renderApp } from '../support/app/renderApp';
import { createStore } from '../../src/app/store';

const requested = (sent: { type: string }[]) =>
  (
    sent.filter(({ type }) => type === 'settings/set/requested') as { type: string; payload: Operation }[]
  ).map(({ payload }) => payload);

describe('The settings', () => {
  it('show what is chosen, and ask for one change a choice', async () => {
    const { user, sent, answer } = renderApp('/account/settings');
    await answer(settingsArrived({ theme: 'light', firstPage: 'work' }));
    expect(screen.getByRole('radio', { name: 'Light' })).toBeChecked();
    expect(screen.getByRole('radio', { name: 'Normal' })).toBeChecked();
    expect(screen.getByLabelText('Start page')).toHaveValue('work');
    await user.click(screen.getByRole('radio', { name: 'System' }));
    await user.selectOptions(screen.getByLabelText('Start page'), 'Today');
    await user.selectOptions(screen.getByLabelText('First day of the week'), 'Sunday');
    expect(requested(sent).map(({ itemKey, payload }) => [itemKey, payload])).toEqual([
      ['settings', { changes: { theme: null }, before: { theme: 'light' } }],
      ['settings', { changes: { firstPage: 'today' }, before: { firstPage: 'work' } }],
      ['settings', { changes: { firstDayOfWeek: 0 }, before: { firstDayOfWeek: null } }],
    ]);
  });

  it('say that a change waits, that it is refused, and that it is saved', async () => {
    const { user, sent, answer } = renderApp('/account/settings');
    await user.click(screen.getByRole('radio', { name: 'Dark' }));
    const [operation] = requested(sent);
    await answer(operationKept({ ...operation!, userId: 'ada', number: 1, status: 'pending' }));
    expect(screen.getByText('Waiting…')).toBeVisible();
    await answer(
      operationBlocked({ ...operation!, number: 1, status: 'blocked', reason: 'Permission denied' }),
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Permission denied');
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
    await answer(operationConfirmed({ operation: operation! }));
    expect(screen.getByText('Saved')).toBeVisible();
  });
});

it('The first page is where `/` and a page of sign-in lead', () => {
  const { store } = createStore();
  act(() => void store.dispatch(signedIn(ada, { firstPage: 'sticky-wall' })));
  const settings = selectSettings(store.getState());
  const { store: other } = createStore();
  const { path, go } = renderApp('/', { store: other });
  expect(path()).toBe('/tasks/today');
  act(() => void other.dispatch(settingsArrived(settings)));
  go('/');
  expect(path()).toBe('/tasks/sticky-wall');
  go('/auth/login');
  expect(path()).toBe('/tasks/sticky-wall');
  act(() => void other.dispatch(signedOut()));
  expect(selectSettings(other.getState())).toEqual({});
});
