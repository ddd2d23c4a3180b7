import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { bodyOf, type TaskFields } from '../../src/tasks/task';
import { taskRecordsArrived } from '../../src/tasks/tasksSlice';
import { renderApp, task } from '../support/app/renderApp';
import type { taskEdit } from '../support/app/operations';

const LIST = 'For Sunday\n\n- [x] Milk\n- [ ] Bread\n- [ ] Eggs';
const parts = (taskDescription = LIST) => [
  task(12, 'Shop', { taskDescription }),
  task(13, 'Rest', { taskDescription: '' }),
];

type App = ReturnType<typeof renderApp>;
const saved = (app: App) =>
  app
    .sentOf('task/edit/requested')
    .map(action => (action as unknown as { payload: ReturnType<typeof taskEdit> }).payload.payload.fields);
const button = () => screen.getByRole('button', { name: /subtasks: Shop$/ });
const listed = (name: string | RegExp) => screen.findByRole('list', { name });
const box = (name: string) => screen.getByRole('checkbox', { name });
const description = () => screen.getByLabelText('Description');
const field = () => screen.getByRole('textbox', { name: 'Add a subtask' });

describe('The row of a task', () => {
  it('says how many of its subtasks are ticked, in place of the sign of a description', () => {
    renderApp('/tasks/today', { tasks: parts() });
    expect(button()).toHaveTextContent('1 of 3');
    expect(screen.getAllByRole('button', { name: /subtasks/ })).toHaveLength(1);
    expect(screen.queryByRole('img', { name: 'has a description' })).toBeNull();
  });

  it('shows them when it is unfolded, and a tick there changes one mark only', async () => {
    const app = renderApp('/tasks/today', { tasks: parts() });
    expect(button()).toHaveAttribute('aria-expanded', 'false');
    await app.user.click(button());
    expect(button()).toHaveAttribute('aria-expanded', 'true');
    expect(within(await listed('Subtasks: Shop')).getAllByRole('listitem')).toHaveLength(3);
    await app.user.click(box('Eggs'));
    expect(saved(app).map(({ taskDescription }) => taskDescription)).toEqual([
      LIST.replace('[ ] Eggs', '[x] Eggs'),
    ]);
    expect(button()).toHaveTextContent('2 of 3');
    await app.user.click(box('Milk'));
    expect(saved(app).at(-1)).toMatchObject({
      taskName: 'Shop',
      taskDescription: 'For Sunday\n\n- [ ] Milk\n- [ ] Bread\n- [x] Eggs',
    });
    await app.user.click(button());
    expect(screen.queryByRole('list', { name: 'Subtasks: Shop' })).toBeNull();
  });

  it('has them by keys alone: o shows them, Space and x tick, j goes on, o hides them', async () => {
    const app = renderApp('/tasks/today', { tasks: parts() });
    await app.user.keyboard('jj');
    expect(screen.getByRole('link', { name: /Shop/ })).toHaveFocus();
    await app.user.keyboard('o');
    await listed('Subtasks: Shop');
    for (let steps = 0; steps < 8 && document.activeElement !== box('Bread'); steps++) await app.user.tab();
    expect(box('Bread')).toHaveFocus();
    await app.user.keyboard(' ');
    expect(saved(app)).toHaveLength(1);
    await app.user.keyboard('x');
    expect(saved(app).map(({ taskDescription }) => taskDescription)).toEqual([
      LIST.replace('[ ] Bread', '[x] Bread'),
      LIST,
    ]);
    expect(app.sentOf('task/tick/requested')).toHaveLength(0);
    await app.user.keyboard('o');
    expect(screen.getByRole('link', { name: /Shop/ })).toHaveFocus();
    expect(screen.queryByRole('list', { name: 'Subtasks: Shop' })).toBeNull();
    await app.user.keyboard('kko');
    expect(screen.queryByRole('list', { name: /^Parts/ })).toBeNull();
  });

  it('shows the first 50 of very many, and all of them when they are wanted', async () => {
    const many = Array.from({ length: 300 }, (_, at) => `- [ ] Part ${at}`).join('\n');
    const app = renderApp('/tasks/today', { tasks: parts(many) });
    await app.user.click(button());
    expect(within(await listed('Subtasks: Shop')).getAllByRole('checkbox')).toHaveLength(50);
    await app.user.click(screen.getByRole('button', { name: 'Show all 300' }));
    expect(within(await listed('Subtasks: Shop')).getAllByRole('checkbox')).toHaveLength(300);
  });

  it('shows its subtasks on paper', async () => {
    const app = renderApp('/tasks/today', { tasks: parts() });
    await app.user.click(button());
    await listed('Subtasks: Shop');
    await app.user.click(button());
    fireEvent(window, new Event('beforeprint'));
    expect(screen.getByRole('list', { name: 'Subtasks: Shop' })).toBeInTheDocument();
    fireEvent(window, new Event('afterprint'));
    expect(screen.queryByRole('list', { name: 'Subtasks: Shop' })).toBeNull();
  });
});

describe('The form of a task', () => {
  const open = async (taskDescription = LIST) => {
    const app = renderApp('/tasks/today/12/edit', { tasks: parts(taskDescription) });
    await screen.findByRole('group', { name: 'Subtasks' });
    return app;
  };

  it('saves a tick at once, and nothing else that is typed', async () => {
    const app = await open();
    await app.user.type(screen.getByLabelText('Title'), 'ping');
    await app.user.click(box('Bread'));
    expect(saved(app)).toMatchObject([
      { taskName: 'Shop', taskDescription: LIST.replace('[ ] Bread', '[x] Bread') },
    ]);
    expect(screen.getByLabelText('Title')).toHaveValue('Shopping');
    expect(description()).toHaveValue(LIST.replace('[ ] Bread', '[x] Bread'));
  });

  it('adds a subtask by Enter, without its brackets, and stays for the next', async () => {
    const app = await open('Words');
    await app.user.type(field(), 'Milk{Enter}Bread{Enter}{Enter}');
    expect(saved(app).map(({ taskDescription }) => taskDescription)).toEqual([
      'Words\n\n- [ ] Milk',
      'Words\n\n- [ ] Milk\n- [ ] Bread',
    ]);
    expect(field()).toHaveFocus();
    expect(field()).toHaveValue('');
    expect(box('Bread')).not.toBeChecked();
  });

  it('keeps a tick and a subtask with other words of the description, not saved yet', async () => {
    const app = await open();
    await app.user.type(description(), '{Enter}Tea');
    await app.user.click(box('Tea'));
    await app.user.type(field(), 'Rice{Enter}');
    expect(saved(app)).toEqual([]);
    const expected = `${LIST}\n- [x] Tea\n- [ ] Rice`;
    expect(description()).toHaveValue(expected);
    await app.user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(saved(app)).toMatchObject([{ taskDescription: expected }]));
  });

  it('has what is being typed in the description, until Escape takes it back', async () => {
    const app = await open();
    await app.user.type(field(), 'Tea');
    expect(description()).toHaveValue(`${LIST}\n- [ ] Tea`);
    expect(screen.queryByRole('checkbox', { name: 'Tea' })).toBeNull();
    await app.user.keyboard('{Escape}');
    expect(description()).toHaveValue(LIST);
    expect(app.path()).toBe('/tasks/today/12/edit');
    await app.user.type(field(), 'Tea');
    await app.user.tab();
    expect(description()).toHaveValue(`${LIST}\n- [ ] Tea`);
    expect(saved(app)).toEqual([]);
  });

  it('follows a tick of another device while nothing is typed', async () => {
    const app = await open();
    const fields: TaskFields = {
      taskName: 'Shop',
      taskDescription: LIST.replace('[ ] Eggs', '[x] Eggs'),
      taskList: 'personal',
      taskDueDay: '2026-03-10',
    };
    await app.answer(taskRecordsArrived({ '-k0': bodyOf(fields, 12) }));
    expect(box('Eggs')).toBeChecked();
  });

  it('goes on with a list in the description by Enter, as notes do', async () => {
    const app = await open('');
    await app.user.type(description(), '- [[ ] Milk{Enter}Bread');
    expect(description()).toHaveValue('- [ ] Milk\n- [ ] Bread');
  });
});
