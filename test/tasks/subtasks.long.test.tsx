import { fireEvent, screen, waitFor, within } from '@testing-library/react';
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
    await app.user.keyboard('j');
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
    await app.user.keyboard('jo');
    expect(screen.queryByRole('list', { name: /^Subtasks: Rest/ })).toBeNull();
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

const shown = () => [
  (description() as HTMLTextAreaElement).value,
  ...screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: /^Subtask \d/ }).map(({ value }) => value),
];

describe('The form of a task', () => {
  const open = async (taskDescription = LIST) => {
    const app = renderApp('/tasks/today/12/edit', { tasks: parts(taskDescription) });
    await screen.findByRole('group', { name: 'Subtasks' });
    return app;
  };
  const subtask = (number: number) => screen.getByRole('textbox', { name: `Subtask ${number}` });
  const keep = (app: App) => saved(app).map(({ taskDescription }) => taskDescription);

  it('shows words and subtasks once, and as text what is stored', async () => {
    const app = await open();
    expect(shown()).toEqual(['For Sunday', 'Milk', 'Bread', 'Eggs']);
    await app.user.click(screen.getByRole('button', { name: 'As text' }));
    expect(description()).toHaveValue(LIST);
    expect(screen.queryByRole('checkbox', { name: 'Milk' })).toBeNull();
    await app.user.type(description(), '{Enter}Tea');
    await app.user.click(screen.getByRole('button', { name: 'As text' }));
    expect(shown()).toEqual(['For Sunday', 'Milk', 'Bread', 'Eggs', 'Tea']);
  });

  it('saves a tick at once, and nothing else that is typed', async () => {
    const app = await open();
    await app.user.type(screen.getByLabelText('Title'), 'ping');
    await app.user.click(box('Bread'));
    expect(saved(app)).toMatchObject([
      { taskName: 'Shop', taskDescription: LIST.replace('[ ] Bread', '[x] Bread') },
    ]);
    expect(screen.getByLabelText('Title')).toHaveValue('Shopping');
    expect(box('Bread')).toBeChecked();
  });

  it('adds, also between two, renames, moves and removes, by keys and by mouse', async () => {
    const app = await open('Words');
    await app.user.type(field(), 'Milk{Enter}Bread{Enter}{Enter}');
    expect(keep(app)).toEqual(['Words\n\n- [ ] Milk', 'Words\n\n- [ ] Milk\n- [ ] Bread']);
    expect(field()).toHaveFocus();
    await app.user.keyboard('{Backspace}');
    expect(subtask(2)).toHaveFocus();
    const last = () => keep(app).at(-1)!.replace('Words\n\n', '').replaceAll('- [ ] ', '');
    await app.user.keyboard('s{Enter}');
    expect(last()).toBe('Milk\nBreads');
    await app.user.type(subtask(1), '{Enter}Tea{Enter}Oil{Enter}');
    expect(last()).toBe('Milk\nTea\nOil\nBreads');
    expect(field()).toHaveFocus();
    await app.user.click(subtask(3));
    await app.user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{ArrowUp}{/Alt}');
    expect(last()).toBe('Oil\nMilk\nTea\nBreads');
    expect(subtask(1)).toHaveFocus();
    await app.user.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}');
    expect(last()).toBe('Milk\nTea\nBreads');
    await app.user.click(screen.getByRole('button', { name: 'Remove: Tea' }));
    expect(last()).toBe('Milk\nBreads');
    await app.user.click(field());
    await app.user.paste('- [x] Rice\n* Figs');
    expect(shown()).toEqual(['Words', 'Milk', 'Breads', 'Rice', 'Figs']);
    expect(box('Rice')).toBeChecked();
  });

  it('keeps a tick and a subtask with other words of the description, not saved yet', async () => {
    const app = await open();
    await app.user.type(description(), ' noon{Enter}now');
    await app.user.click(box('Eggs'));
    await app.user.type(field(), 'Rice{Enter}');
    expect(saved(app)).toEqual([]);
    const expected = `For Sunday noon\nnow\n\n- [x] Milk\n- [ ] Bread\n- [x] Eggs\n- [ ] Rice`;
    await app.user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(saved(app)).toMatchObject([{ taskDescription: expected }]));
  });

  it('has what is being typed in the form, until Escape takes it back', async () => {
    const app = await open();
    await app.user.type(field(), 'Tea');
    expect(screen.queryByRole('checkbox', { name: 'Tea' })).toBeNull();
    await app.user.keyboard('{Escape}');
    expect(app.path()).toBe('/tasks/today/12/edit');
    await app.user.type(subtask(1), '!{Escape}');
    expect(shown()).toEqual(['For Sunday', 'Milk', 'Bread', 'Eggs']);
    await app.user.type(field(), 'Tea');
    await app.user.tab();
    expect(shown()).toEqual(['For Sunday', 'Milk', 'Bread', 'Eggs', 'Tea']);
    expect(saved(app)).toEqual([]);
  });

  it.each([
    ['typed', (app: App) => app.user.type(description(), 'Now{Enter}- [[ ] Milk{Enter}Bread{Enter}')],
    [
      'pasted',
      async (app: App) => {
        await app.user.click(description());
        await app.user.paste('Now\n- [x] Milk\n- [ ] Bread');
      },
    ],
  ])('takes boxes that are %s into the words for subtasks', async (_how, enter) => {
    const app = await open('');
    await enter(app);
    expect(shown()).toEqual(['Now', 'Milk', 'Bread']);
  });
});
