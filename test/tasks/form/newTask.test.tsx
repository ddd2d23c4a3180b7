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
  await app.user.type(title(), 'Bread');
  await app.write(description(), 'Dark, with seeds');
  await app.user.selectOptions(list(), 'Work');
  await change(dueDate(), '2026-03-17');
}
const kept = ({ operationId, fields }: Sent) => taskAdd(operationId, 7, fields);

describe('The form of a new task', () => {
  it('is headed Task:, has four empty fields, and no way to save or delete', () => {
    renderApp('/tasks/new', { tasks: [] });
    expect(screen.getByRole('heading', { name: 'Task:' })).toBeInTheDocument();
    for (const field of [title(), description(), list(), dueDate()]) expect(field).toHaveValue('');
    expect(dueDate()).toHaveAttribute('type', 'date');
    expect(screen.getByRole('option', { name: 'Personal' })).toHaveValue('personal');
    expect(screen.getByRole('option', { name: 'Work' })).toHaveValue('work');
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete Task' })).toBeNull();
  });

  it('sends its four fields once all are filled in, and is blank once it is added', async () => {
    const app = renderApp('/tasks/new', { tasks: [] });
    expect(add()).toBeDisabled();
    await fill(app);
    await app.user.click(add());
    await waitFor(() => expect(sent(app)).toHaveLength(1));
    expect(sent(app)[0]!.payload.fields).toEqual({
      taskName: 'Bread',
      taskDescription: 'Dark, with seeds',
      taskList: 'work',
      taskDueDay: '2026-03-17',
    });
    const operation = kept(sent(app)[0]!.payload);
    await app.answer(operationKept(operation));
    await app.answer(taskConfirmed(operation, operation.payload.fields, '-k'));
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

  it('tells that a title or a description is too long before it is sent', async () => {
    await fill(renderApp('/tasks/new', { tasks: [] }));
    for (const [field, most, message] of [
      [title, 10_000, /10,000 characters/],
      [description, 1_000_000, /1,000,000 characters/],
    ] as const) {
      await change(field(), 'x'.repeat(most + 1));
      expect(await screen.findByText(message)).toBeInTheDocument();
      expect(add()).toBeDisabled();
      await change(field(), 'x'.repeat(most));
      expect(add()).toBeEnabled();
    }
  });

  it('refuses the year that a date field makes of two digits, and says so', async () => {
    const app = renderApp('/tasks/new', { tasks: [] });
    await fill(app);
    await change(dueDate(), '0026-11-28');
    expect(await screen.findByText(/the year with four digits/)).toBeInTheDocument();
    expect(add()).toBeDisabled();
    await change(description(), '');
    expect(screen.getByRole('button', { name: 'Add anyway' })).toBeDisabled();
    await change(description(), 'Dark');
    await change(dueDate(), '2026-11-28');
    expect(screen.queryByText(/the year with four digits/)).toBeNull();
    expect(add()).toBeEnabled();
  });

  it('is closed to Today', async () => {
    const app = renderApp('/tasks/new', { tasks: [], history: ['/tasks/work'] });
    await app.user.click(screen.getByRole('button', { name: 'Close' }));
    expect(app.path()).toBe('/tasks/today');
  });
});

describe('A form that is not complete', () => {
  const atOnce = (app: App) => app.sentOf('tasks/addAtOnceRequested') as unknown as { payload: Sent }[];
  const titleAlone = () => screen.getByRole('button', { name: 'Add anyway' });

  it('says what is still needed once it has a title', async () => {
    const app = renderApp('/tasks/new', { tasks: [] });
    expect(screen.queryByText(/Still needed/)).toBeNull();
    await app.user.type(title(), 'Bread');
    expect(add()).toHaveAccessibleDescription('Still needed: description, list, due date');
    await app.user.selectOptions(list(), 'Work');
    expect(add()).toHaveAccessibleDescription('Still needed: description, due date');
    await app.user.type(description(), 'Dark');
    await change(dueDate(), '2026-03-17');
    expect(screen.queryByText(/Still needed/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add anyway' })).toBeNull();
  });

  it('is led by Enter to the first field that is missing, and sends nothing', async () => {
    const app = renderApp('/tasks/new', { tasks: [] });
    await app.user.type(title(), '{Enter}');
    expect(title()).toHaveFocus();
    await app.user.type(title(), 'Bread{Enter}');
    expect(description()).toHaveFocus();
    await app.user.type(description(), 'Dark');
    await app.user.type(title(), '{Enter}');
    expect(list()).toHaveFocus();
    await app.user.selectOptions(list(), 'Work');
    await app.user.type(title(), '{Enter}');
    expect(dueDate()).toHaveFocus();
    expect([...sent(app), ...atOnce(app)]).toHaveLength(0);
  });

  it.each([
    ['its button', async (app: App) => app.user.click(titleAlone())],
    ['Ctrl+Enter', async (app: App) => app.user.type(title(), '{Control>}{Enter}{/Control}')],
    ['Ctrl+S', async (app: App) => app.user.type(description(), '{Control>}s{/Control}')],
  ])('is added with its title alone by %s, for today in Personal, and leads back', async (_, press) => {
    const app = renderApp('/tasks/new', { tasks: [], history: ['/tasks/work'] });
    expect(titleAlone()).toBeDisabled();
    await app.user.type(title(), 'Bread');
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

  it('keeps what else was given', async () => {
    const app = renderApp('/tasks/new', { tasks: [] });
    await app.user.type(title(), 'Bread');
    await app.user.type(description(), 'Dark');
    await change(dueDate(), '2026-03-17');
    await app.user.click(titleAlone());
    expect(atOnce(app)[0]!.payload.fields).toEqual({
      taskName: 'Bread',
      taskDescription: 'Dark',
      taskList: 'personal',
      taskDueDay: '2026-03-17',
    });
    expect(app.path()).toBe('/tasks/today');
  });

  it('is not added without a title', async () => {
    const app = renderApp('/tasks/new', { tasks: [] });
    await app.user.type(title(), '  {Control>}{Enter}{/Control}');
    expect(atOnce(app)).toHaveLength(0);
    expect(app.path()).toBe('/tasks/new');
  });

  it('is submitted by Ctrl+Enter once it is complete', async () => {
    const app = renderApp('/tasks/new', { tasks: [] });
    await fill(app);
    await app.user.type(description(), '{Control>}{Enter}{/Control}');
    await waitFor(() => expect(sent(app)).toHaveLength(1));
    expect(atOnce(app)).toHaveLength(0);
  });
});

describe('While the add is on its way', () => {
  it('the button is disabled and says so, and Enter sends nothing again', async () => {
    const app = renderApp('/tasks/new', { tasks: [] });
    await fill(app);
    await app.user.type(title(), '{Enter}{Enter}');
    await waitFor(() => expect(add()).toBeDisabled());
    await app.user.type(title(), '{Enter}{Control>}{Enter}{/Control}');
    expect(screen.getByText('Adding…')).toHaveAttribute('role', 'status');
    expect(sent(app)).toHaveLength(1);
    expect(title()).toHaveValue('Bread');
  });

  it('a refusal is told in place, the form keeps its words, and they can be sent again', async () => {
    const app = renderApp('/tasks/new', { tasks: [] });
    await fill(app);
    await app.user.click(add());
    await waitFor(() => expect(sent(app)).toHaveLength(1));
    const { operationId } = sent(app)[0]!.payload;
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
    await fill(app);
    await app.user.click(add());
    await waitFor(() => expect(sent(app)).toHaveLength(1));
    await app.answer(operationKept(kept(sent(app)[0]!.payload)));
    app.go('/tasks/work');
    expect(screen.getByRole('link', { name: /^Bread/ })).toHaveTextContent('Waiting');
  });
});

describe('A name in the address that is not edit', () => {
  it('has a blank form that can only add', async () => {
    const app = renderApp('/tasks/today/12/view', { tasks: [task(12, 'Milk')] });
    expect(title()).toHaveValue('');
    expect(screen.queryByRole('button', { name: 'Delete Task' })).toBeNull();
    await fill(app);
    await app.user.click(add());
    await waitFor(() => expect(sent(app)).toHaveLength(1));
    expect(app.sentOf('task/edit/requested')).toHaveLength(0);
  });
});
