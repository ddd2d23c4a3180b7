import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createStore } from '../../src/app/store';
import { tasksLoaded } from '../../src/tasks/tasksSlice';
import { ServiceFailure } from '../../src/services/failure';
import CalendarAddress from '../../src/feed/CalendarAddress';
import { selectCalendarAddress } from '../../src/feed/calendarSlice';
import { taskRecord } from '../support/app/operations';
import { fakeServices, userDataOf } from '../support/devices/fakeServices';

function open(prepare: (calendar: ReturnType<typeof fakeServices>['calendar']) => void = () => undefined) {
  const services = fakeServices({ userData: userDataOf('anna') });
  prepare(services.calendar);
  const { store, run } = createStore();
  run(services);
  const tagged = () =>
    act(() => void store.dispatch(tasksLoaded({ k1: taskRecord(1, { taskName: 'Weed #Garden' }) })));
  const { unmount } = render(
    <Provider store={store}>
      <CalendarAddress />
    </Provider>,
  );
  const user = userEvent.setup();
  return {
    user,
    tagged,
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
  const shown = () => screen.getByLabelText('What it shows');
  await screen.findByRole('button', { name: 'Make an address' });
  await press('Make an address');
  await screen.findByLabelText('Your new address');
  await user.selectOptions(shown(), 'Another tag…');
  expect(only()).toBe('');
  await user.type(screen.getByLabelText('Tag'), '1 a');
  expect(screen.getByText(/A tag begins with a letter/)).toBeVisible();
  await user.clear(screen.getByLabelText('Tag'));
  await user.type(screen.getByLabelText('Tag'), 'Two Words{Enter}');
  expect(only()).toBe('#two-words');
  expect(shown()).toHaveValue('#two-words');
  expect(shown()).toHaveFocus();
  expect(screen.getByLabelText('Your new address')).toHaveValue('https://tasks.example/feeds/secret1.ics');
  await user.selectOptions(shown(), 'All tasks');
  expect(only()).toBe('');
});

it('A tag in use is chosen, and one that is not chosen yet makes no address', async () => {
  const { user, press, only, tagged } = open();
  const shown = await screen.findByLabelText('What it shows');
  await user.selectOptions(shown, 'Another tag…');
  await press('Make an address');
  expect(screen.getByText('Type a tag first.')).toBeVisible();
  expect(only()).toBe(undefined);
  tagged();
  // jsdom prefers the option that is chosen already, if it comes later.
  fireEvent.change(shown, { target: { value: '#garden' } });
  expect(screen.queryByLabelText('Tag')).toBe(null);
  await press('Make an address');
  await screen.findByLabelText('Your new address');
  expect(only()).toBe('#garden');
});

it('Choices are sent one after the other, so that the last one stands', async () => {
  const asked: string[] = [];
  let answer: (() => void) | null = null;
  const { user } = open(calendar => {
    void calendar('anna', { method: 'POST' });
    calendar.before = async ({ only }) => {
      if (only === undefined) return;
      asked.push(only);
      await new Promise<void>(resolve => (answer = resolve));
    };
  });
  const shown = await screen.findByLabelText('What it shows');
  await user.selectOptions(shown, 'Work');
  await user.selectOptions(shown, 'Personal');
  expect(asked).toEqual(['work']);
  act(() => answer!());
  await waitFor(() => expect(asked).toEqual(['work', 'personal']));
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
