import '../../support/app/noComplaints';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { Timing } from '../../../src/tasks/task';
import { change, renderApp, task } from '../../support/app/renderApp';
import { settingsArrived } from '../../../src/settings/settingsSlice';

const time = () => screen.getByLabelText('Time');
const save = () => screen.getByRole('button', { name: 'Save Changes' });
type App = ReturnType<typeof renderApp>;

/** Opens the form of a task with a time. */
async function open(timing: Timing | null, path = '/tasks/personal/12/edit', fields = {}) {
  const app = renderApp(path, { tasks: [task(12, 'Call Ana', fields), task(13, 'Milk')] });
  await app.arrive('times', { '-k0': timing });
  return app;
}
const sent = (app: App, kind: 'edit' | 'time') =>
  app.sentOf(`task/${kind}/requested`) as unknown as {
    payload: { id: string; changeId?: string; payload: { timing?: Timing | null } };
  }[];

describe('The field Time', () => {
  it('is optional in the form of a new task, and is added with it', async () => {
    const app = renderApp('/tasks/new', { tasks: [] });
    await app.write(screen.getByPlaceholderText('Title of your task'), 'Call Ana');
    await app.write(screen.getByPlaceholderText('Description'), 'About Lisbon');
    await app.user.selectOptions(screen.getByLabelText('List'), 'Work');
    await change(screen.getByLabelText('Due Date'), '2026-03-17');
    expect(screen.getByRole('button', { name: 'Add Task' })).toBeEnabled();
    await change(time(), '14:30');
    await app.user.click(screen.getByRole('button', { name: 'Add Task' }));
    await waitFor(() => expect(app.sentOf('tasks/taskAddRequested')).toHaveLength(1));
    expect(app.sentOf('tasks/taskAddRequested')[0]).toMatchObject({
      payload: { timing: { time: '14:30' }, fields: { taskDueDay: '2026-03-17' } },
    });
  });

  it('is sent if it changed, in one step with the other fields, and keeps the reminder', async () => {
    const app = await open({ time: '09:05', remind: 15 });
    expect(time()).toHaveValue('09:05');
    await app.user.click(save());
    await waitFor(() => expect(sent(app, 'edit')).toHaveLength(1));
    expect(sent(app, 'time')).toEqual([]);
    await change(time(), '14:30');
    await app.user.click(save());
    await waitFor(() => expect(sent(app, 'time')).toHaveLength(1));
    const [{ payload: edit }, { payload }] = [sent(app, 'edit')[1]!, sent(app, 'time')[0]!];
    expect(payload.payload.timing).toEqual({ time: '14:30', remind: 15 });
    expect(payload.changeId).toBe(edit.changeId ?? edit.id);
  });

  it('removes the time when it is emptied, also where the form is left', async () => {
    const app = await open({ time: '09:05', remind: 15 });
    await change(time(), '');
    await act(() => app.user.click(screen.getByRole('button', { name: 'Close' })));
    await waitFor(() => expect(sent(app, 'time')).toHaveLength(1));
    expect(sent(app, 'time')[0]!.payload.payload.timing).toBeNull();
  });
});

describe('A time', () => {
  const row = () => screen.getByRole('link', { name: /^Call Ana/ });

  it('is said in the row, as the browser writes it, and in its cell of the calendar', async () => {
    const app = await open({ time: '09:05' }, '/tasks/today');
    const said = within(row()).getByText('09:05');
    expect([said.tagName, said.getAttribute('datetime')]).toEqual(['TIME', '09:05']);
    app.go('/calendar/month/2026-03-10');
    expect(await screen.findByRole('link', { name: '09:05 Call Ana' })).toBeVisible();
  });

  it('is not said where the task has no day', async () => {
    await open({ time: '09:05' }, '/tasks/no-date', { taskDueDate: '' });
    expect(within(row()).queryByText('09:05')).toBeNull();
  });
});

describe('Its reminder', () => {
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
    await app.arrive('times', { '-k0': { time: '14:30', remind: 119 } });
    expect(await remind()).toHaveDisplayValue('119 minutes before');
    expect(screen.getByText(new RegExp(words))).toBeVisible();
  });
});

describe('In the name of a row', () => {
  const field = () => screen.getByRole('textbox', { name: /^Name of/ });
  const operations = (app: ReturnType<typeof renderApp>) =>
    ['task/edit/requested', 'task/time/requested'].flatMap(type => app.sentOf(type)) as never as {
      payload: { changeId: string; payload: { fields?: { taskName: string }; timing?: object } };
    }[];

  async function rename(name: string, to: string) {
    const app = renderApp('/tasks/today', { tasks: [task(1, name)] });
    (await screen.findByRole('link', { name: new RegExp(`^${name}`) })).focus();
    await app.user.keyboard('{F2}');
    await app.user.clear(field());
    await app.user.paste(to);
    return app;
  }

  test('a time that is typed into a name becomes the task’s, in one step', async () => {
    const app = await rename('Call Ana', 'Call Ana at 17:30');
    expect(screen.getByRole('button', { name: '17:30' })).toHaveAttribute(
      'title',
      'Keep “17:30” in the name',
    );
    await app.user.keyboard('{Enter}');
    expect(screen.queryByRole('textbox', { name: /^Name of/ })).toBeNull();
    const asked = operations(app);
    expect(asked.map(({ payload }) => payload.payload)).toMatchObject([{ timing: { time: '17:30' } }]);
  });

  test('its name changes with it, and both are one step', async () => {
    const app = await rename('Call Ana', 'Call Bo, 5pm');
    await app.user.keyboard('{Enter}');
    const asked = operations(app);
    expect(asked.map(({ payload }) => payload.payload)).toMatchObject([
      { fields: { taskName: 'Call Bo' } },
      { timing: { time: '17:00' } },
    ]);
    expect(new Set(asked.map(({ payload }) => payload.changeId)).size).toBe(1);
  });

  test.each([
    [
      'a click on it',
      (app: ReturnType<typeof renderApp>) => app.user.click(screen.getByRole('button', { name: '17:00' })),
    ],
    ['Backspace right behind it', (app: ReturnType<typeof renderApp>) => app.user.keyboard('{Backspace}')],
  ])('%s makes it words again', async (_, act) => {
    const app = await rename('Call Ana', 'Call Bo 5pm');
    await act(app);
    expect(field()).toHaveFocus();
    await app.user.keyboard('{Enter}');
    expect(operations(app).map(({ payload }) => payload.payload)).toMatchObject([
      { fields: { taskName: 'Call Bo 5pm' } },
    ]);
  });

  test('a time that the name had stays in it', async () => {
    const app = await rename('Buy the 5pm paper at 5pm', 'Buy a paper at 5pm');
    await app.user.keyboard('{Enter}');
    expect(operations(app).map(({ payload }) => payload.payload)).toMatchObject([
      { fields: { taskName: 'Buy a paper at 5pm' } },
    ]);
  });
});
