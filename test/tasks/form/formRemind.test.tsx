import { screen, waitFor } from '@testing-library/react';
import { settingsArrived } from '../../../src/settings/settingsSlice';
import { tasksSidecarsArrived } from '../../../src/tasks/tasksSlice';
import { change, renderApp, task } from '../../support/app/renderApp';

const remind = () => screen.findByLabelText('Remind me');
afterEach(() => void Reflect.deleteProperty(globalThis, 'Notification'));

/** A browser whose answer to the question for notifications is known. */
function giveNotification(permission: string) {
  const requestPermission = jest.fn(async () => 'granted');
  Object.assign(globalThis, { Notification: { permission, requestPermission } });
  return requestPermission;
}

it('A new time gets the reminder of the settings, which the form changes', async () => {
  giveNotification('granted');
  const app = renderApp('/tasks/personal/12/edit', { tasks: [task(12, 'Call Ana')] });
  await app.answer(settingsArrived({ remind: 15 }));
  expect(screen.queryByLabelText('Remind me')).toBeNull();
  await change(screen.getByLabelText('Time'), '14:30');
  expect(await remind()).toHaveValue('15');
  await app.user.selectOptions(await remind(), '1 day before');
  await app.user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(app.sentOf('task/time/requested')).toHaveLength(1));
  expect(app.sentOf('task/time/requested')[0]).toMatchObject({
    payload: { payload: { timing: { time: '14:30', remind: 1440 } } },
  });
});

it('Permission is asked for by a button, with a sentence before', async () => {
  const ask = giveNotification('default');
  const app = renderApp('/tasks/personal/12/edit', { tasks: [task(12, 'Call Ana')] });
  await change(screen.getByLabelText('Time'), '14:30');
  await remind();
  expect(screen.queryByText(/once you allow it/)).toBeNull();
  await app.user.selectOptions(await remind(), 'At the time');
  expect(screen.getByText('Your browser shows reminders once you allow it.')).toBeVisible();
  expect(ask).not.toHaveBeenCalled();
  await app.user.click(screen.getByRole('button', { name: 'Allow notifications' }));
  expect(ask).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByText(/once you allow it/)).toBeNull());
});

it.each([
  ['denied', 'This browser blocks notifications of Daywall'],
  [null, 'This browser shows no notifications here'],
])('Where notifications cannot be (%s), it says so', async (permission, words) => {
  if (permission) giveNotification(permission);
  const app = renderApp('/tasks/personal/12/edit', { tasks: [task(12, 'Call Ana')] });
  const records = { '-k0': { time: '14:30', remind: 119 } };
  await app.answer(tasksSidecarsArrived({ list: 'times', type: 'changes', records }));
  expect(await remind()).toHaveDisplayValue('119 minutes before');
  expect(screen.getByText(new RegExp(words))).toBeVisible();
});
