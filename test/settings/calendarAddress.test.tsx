import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createStore } from '../../src/app/store';
import { ServiceFailure } from '../../src/services/failure';
import CalendarAddress from '../../src/settings/calendar/CalendarAddress';
import { selectCalendarAddress } from '../../src/settings/calendar/calendarSlice';
import { fakeServices, userDataOf } from '../support/devices/fakeServices';

function open(prepare: (calendar: ReturnType<typeof fakeServices>['calendar']) => void = () => undefined) {
  const services = fakeServices({ userData: userDataOf('anna') });
  prepare(services.calendar);
  const { store, run } = createStore();
  run(services);
  const { unmount } = render(
    <Provider store={store}>
      <CalendarAddress />
    </Provider>,
  );
  const user = userEvent.setup();
  return {
    user,
    close: unmount,
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    only: () => services.calendar.feed()?.only,
    state: () => selectCalendarAddress(store.getState()),
  };
}

it('An address is made for the chosen tasks, shown once, and forgotten with the page', async () => {
  const { user, press, only, close, state } = open();
  await screen.findByRole('button', { name: 'Make an address' });
  await user.selectOptions(screen.getByLabelText('What it shows'), 'Work');
  await press('Make an address');
  const field = await screen.findByLabelText('Your new address');
  expect(field).toHaveValue('https://tasks.example/feeds/secret1.ics');
  expect(screen.getByLabelText('What it shows')).toHaveValue('work');
  expect(only()).toBe('work');
  close();
  expect(state().address).toBe(null);
});

it('What an address shows is changed, and it stays the address', async () => {
  const { user, press, only } = open();
  await screen.findByRole('button', { name: 'Make an address' });
  await press('Make an address');
  await screen.findByLabelText('Your new address');
  await user.selectOptions(screen.getByLabelText('What it shows'), 'Tasks with a tag');
  expect(only()).toBe('');
  await user.type(screen.getByLabelText('Tag'), '1 a');
  expect(screen.getByText(/A tag begins with a letter/)).toBeVisible();
  await user.clear(screen.getByLabelText('Tag'));
  await user.type(screen.getByLabelText('Tag'), 'Two Words{Enter}');
  expect(only()).toBe('#two-words');
  expect(screen.getByLabelText('Tag')).toHaveValue('two-words');
  expect(screen.getByLabelText('Your new address')).toHaveValue('https://tasks.example/feeds/secret1.ics');
  await user.selectOptions(screen.getByLabelText('What it shows'), 'All tasks');
  expect(only()).toBe('');
});

it('An address is replaced by a new one, and revoked', async () => {
  const { press, only } = open(calendar => void calendar('anna', { method: 'POST', only: 'personal' }));
  expect(await screen.findByText(/^You have an address, made on/)).toBeVisible();
  await press('Make a new address');
  expect(await screen.findByLabelText('Your new address')).toHaveValue(
    'https://tasks.example/feeds/secret2.ics',
  );
  await press('Revoke');
  expect(await screen.findByRole('button', { name: 'Make an address' })).toBeVisible();
  expect(screen.queryByLabelText('Your new address')).toBe(null);
  expect(only()).toBe(undefined);
});

it('A site without the embedded server says so, and offers nothing', async () => {
  open(calendar => calendar.set('none'));
  expect(await screen.findByText(/This needs Daywall’s own server/)).toBeVisible();
  expect(screen.queryByRole('button')).toBe(null);
});

it('A failure is told in place, and can be tried again', async () => {
  const { press } = open(calendar => calendar.set(new ServiceFailure('network', 'unreachable', 'No answer')));
  expect(await screen.findByRole('alert')).toHaveTextContent('No answer');
  await press('Retry');
  expect(await screen.findByRole('button', { name: 'Make an address' })).toBeVisible();
});
