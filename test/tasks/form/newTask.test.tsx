import { screen, waitFor } from '@testing-library/react';
import { operationKept } from '../../../src/sync/operations';
import type { TaskFields } from '../../../src/tasks/task';
import { taskAddFailed } from '../../../src/tasks/tasksSlice';
import { change, renderApp, task } from '../../support/app/renderApp';
import { taskAdd, taskConfirmed } from '../../support/app/operations';

type App = ReturnType<typeof renderApp>;
const title = () => screen.getByPlaceholderText('Title of your task');
const description = () => screen.getByPlaceholderText('Description');
const list = () => screen.getByLabelText('List');
const dueDate = () => screen.getByLabelText('Due Date');
const add = () => screen.getByRole('button', { name: 'Add Task' });
const sent = (app: App) => app.sentOf('tasks/taskAddRequested') as unknown as { payload: Sent }[];
type Sent = { operationId: string; fields: TaskFields };

async function fill(app: App) {
  await change(title(), 'Bread');
  await change(description(), 'Dark, with seeds');
  await app.user.selectOptions(list(), 'Work');
  await change(dueDate(), '2026-03-17');
}
/** Fills the form in and submits it; returns what was sent. */
async function submit(app: App, press: () => Promise<void> = () => app.user.click(add())) {
  await fill(app);
  await press();
  await waitFor(() => expect(sent(app)).toHaveLength(1));
  return sent(app)[0]!.payload;
}
const kept = ({ operationId, fields }: Sent) => taskAdd(operationId, 7, fields);
const atOnce = (app: App) => app.sentOf('tasks/addAtOnceRequested') as unknown as { payload: Sent }[];
const titleAlone = () => screen.queryByRole('button', { name: 'Add anyway' });

describe('The form of a new task', () => {
  it('is headed Task:, has four empty fields, no way to save, and closes to Today', async () => {
    const app = renderApp('/tasks/new', { tasks: [], history: ['/tasks/work'] });
    expect(screen.getByRole('heading', { name: 'Task:' })).toBeInTheDocument();
    for (const field of [title(), description(), list(), dueDate()]) expect(field).toHaveValue('');
    expect(dueDate()).toHaveAttribute('type', 'date');
    expect(screen.getByRole('option', { name: 'Personal' })).toHaveValue('personal');
    expect(screen.getByRole('option', { name: 'Work' })).toHaveValue('work');
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete Task' })).toBeNull();
    await app.user.click(screen.getByRole('button', { name: 'Close' }));
    expect(app.path()).toBe('/tasks/today');
  });

  it('sends its four fields once all are filled in, and is blank once it is added', async () => {
    const app = renderApp('/tasks/new', { tasks: [] });
    expect(add()).toBeDisabled();
    const payload = await submit(app);
    expect(payload.fields).toEqual({
      taskName: 'Bread',
      taskDescription: 'Dark, with seeds',
      taskList: 'work',
      taskDueDay: '2026-03-17',
    });
    expect([titleAlone(), screen.queryByText(/Still needed/)]).toEqual([null, null]);
    await app.answer(operationKept(kept(payload)));
    await app.answer(taskConfirmed(kept(payload), payload.fields, '-k'));
    await waitFor(() => expect(title()).toHaveValue(''));
    expect(description()).toHaveValue('');
  });

  it('can’t be submitted without a field, by Enter either; blanks are nothing', async () => {
    const app = renderApp('/tasks/new', { tasks: [] });
    await fill(app);
    for (const [field, value, nothing] of [
      [title, 'Bread', ''],
      [title, 'Bread', '   '],
      [title, 'Bread', '\u2800 \u2800'],
      [description, 'Dark', ''],
      [dueDate, '2026-03-17', ''],
    ] as const) {
      await change(field(), nothing);
      expect(add()).toBeDisabled();
      await app.user.type(title(), '{Enter}');
      expect(sent(app)).toHaveLength(0);
      await change(field(), value);
      expect(add()).toBeEnabled();
    }
  });

  it('says why what is too long is refused, and a year that was typed with two digits', async () => {
    await fill(renderApp('/tasks/new', { tasks: [] }));
    for (const [field, refused, message, taken] of [
      [title, 'x'.repeat(10_001), /10,000 characters/, 'x'.repeat(10_000)],
      [description, 'x'.repeat(1_000_001), /1,000,000 characters/, 'x'.repeat(1_000_000)],
      [dueDate, '0026-11-28', /the year with four digits/, '2026-11-28'],
    ] as const) {
      await change(field(), refused);
      expect(await screen.findByText(message)).toBeInTheDocument();
      expect(add()).toBeDisabled();
      await change(field(), taken);
      expect(screen.queryByText(message)).toBeNull();
      expect(add()).toBeEnabled();
    }
    await change(dueDate(), '0026-11-28');
    await change(description(), '');
    expect(titleAlone()).toBeDisabled();
  });
});

describe('A form that is not complete', () => {
  it('says what is needed, is led there by Enter, and adds what is given by its button', async () => {
    const app = renderApp('/tasks/new', { tasks: [] });
    for (const keys of ['{Enter}', '  {Control>}{Enter}{/Control}']) {
      await app.user.type(title(), keys);
      expect(title()).toHaveFocus();
    }
    expect(screen.queryByText(/Still needed/)).toBeNull();
    expect(titleAlone()).toBeDisabled();
    await change(title(), 'Bread');
    expect(add()).toHaveAccessibleDescription('Still needed: description, list, due date');
    await app.user.type(title(), '{Enter}');
    expect(description()).toHaveFocus();
    await change(description(), 'Dark');
    await app.user.type(title(), '{Enter}');
    expect(list()).toHaveFocus();
    await app.user.selectOptions(list(), 'Work');
    expect(add()).toHaveAccessibleDescription('Still needed: due date');
    await app.user.type(title(), '{Enter}');
    expect(dueDate()).toHaveFocus();
    expect([...sent(app), ...atOnce(app)]).toHaveLength(0);
    await app.user.click(titleAlone()!);
    expect(atOnce(app)[0]!.payload.fields).toEqual({
      taskName: 'Bread',
      taskDescription: 'Dark',
      taskList: 'work',
      taskDueDay: '2026-03-10',
    });
    expect(app.path()).toBe('/tasks/today');
  });

  it.each([
    ['Ctrl+Enter', async (app: App) => app.user.type(title(), '{Control>}{Enter}{/Control}')],
    ['Ctrl+S', async (app: App) => app.user.type(description(), '{Control>}s{/Control}')],
  ])('is added with its title alone by %s, for today in Personal, and leads back', async (_, press) => {
    const app = renderApp('/tasks/new', { tasks: [], history: ['/tasks/work'] });
    await change(title(), 'Bread');
    await press(app);
    expect(atOnce(app)[0]!.payload.fields).toEqual({
      taskName: 'Bread',
      taskDescription: '',
      taskList: 'personal',
      taskDueDay: '2026-03-10',
    });
    expect(app.path()).toBe('/tasks/work');
    expect(sent(app)).toHaveLength(0);
  });
});

describe('While the add is on its way', () => {
  it('the button is disabled and says so, and Enter sends nothing again', async () => {
    const app = renderApp('/tasks/new', { tasks: [] });
    await submit(app, () => app.user.type(title(), '{Enter}{Enter}'));
    await waitFor(() => expect(add()).toBeDisabled());
    await app.user.type(title(), '{Enter}{Control>}{Enter}{/Control}');
    expect(screen.getByText('Adding…')).toHaveAttribute('role', 'status');
    expect(sent(app)).toHaveLength(1);
    expect(title()).toHaveValue('Bread');
  });

  it('a refusal is told in place, the form keeps its words, and they can be sent again', async () => {
    const app = renderApp('/tasks/new', { tasks: [] });
    const byKeys = () => app.user.type(description(), '{Control>}{Enter}{/Control}');
    const { operationId } = await submit(app, byKeys);
    expect(atOnce(app)).toHaveLength(0);
    await app.answer(taskAddFailed({ operationId, message: 'Permission denied' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Not saved Permission denied');
    expect(title()).toHaveValue('Bread');
    expect(description()).toHaveValue('Dark, with seeds');
    await app.user.click(add());
    await waitFor(() => expect(sent(app)).toHaveLength(2));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('a form that is left waits no more: the task is listed, and says that it waits', async () => {
    const app = renderApp('/tasks/new', { tasks: [] });
    await app.answer(operationKept(kept(await submit(app))));
    app.go('/tasks/work');
    expect(screen.getByRole('link', { name: /^Bread/ })).toHaveTextContent('Waiting');
  });
});

it('A name in the address that is not edit has a blank form that can only add', async () => {
  const app = renderApp('/tasks/today/12/view', { tasks: [task(12, 'Milk')] });
  expect(title()).toHaveValue('');
  expect(screen.queryByRole('button', { name: 'Delete Task' })).toBeNull();
  await submit(app);
  expect(app.sentOf('task/edit/requested')).toHaveLength(0);
});
