import { act, screen, waitFor, within } from '@testing-library/react';
import type { Timing } from '../../../src/tasks/task';
import { tasksSidecarsArrived } from '../../../src/tasks/tasksSlice';
import { change, renderApp, task } from '../../support/app/renderApp';

const time = () => screen.getByLabelText('Time');
const save = () => screen.getByRole('button', { name: 'Save Changes' });
type App = ReturnType<typeof renderApp>;

/** Opens the form of a task with a time. */
async function open(timing: Timing | null, path = '/tasks/personal/12/edit', fields = {}) {
  const app = renderApp(path, { tasks: [task(12, 'Call Ana', fields), task(13, 'Milk')] });
  const records = { '-k0': timing && { ...timing } };
  await app.answer(tasksSidecarsArrived({ list: 'times', type: 'changes', records }));
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

  it('is saved in one step with the other fields, and keeps the reminder', async () => {
    const app = await open({ time: '09:05', remind: 15 });
    expect(time()).toHaveValue('09:05');
    await change(time(), '14:30');
    await app.user.click(save());
    await waitFor(() => expect(sent(app, 'time')).toHaveLength(1));
    const [{ payload: edit }, { payload }] = [sent(app, 'edit')[0]!, sent(app, 'time')[0]!];
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

  it('sends nothing of its own while it is as it was', async () => {
    const app = await open({ time: '09:05' });
    await app.user.click(save());
    await waitFor(() => expect(sent(app, 'edit')).toHaveLength(1));
    expect(sent(app, 'time')).toEqual([]);
  });
});

describe('A time', () => {
  const row = () => screen.getByRole('link', { name: /^Call Ana/ });

  it('is said in the row, in the browser’s way of writing', async () => {
    await open({ time: '09:05' }, '/tasks/today');
    const said = within(row()).getByText('09:05');
    expect([said.tagName, said.getAttribute('datetime')]).toEqual(['TIME', '09:05']);
  });

  it('is not said where the task has no day', async () => {
    await open({ time: '09:05' }, '/tasks/no-date', { taskDueDate: '' });
    expect(within(row()).queryByText('09:05')).toBeNull();
  });

  it('is said in the cell of its day in the calendar', async () => {
    await open({ time: '09:05' }, '/calendar/month/2026-03-10');
    expect(await screen.findByRole('link', { name: '09:05 Call Ana' })).toBeVisible();
  });
});
