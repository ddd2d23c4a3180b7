import { act, screen, waitFor, within } from '@testing-library/react';
import { operationDiscarded, operationKept } from '../../../src/sync/operations';
import { bodyOf, type TaskFields } from '../../../src/tasks/task';
import { tasksLoaded, taskRecordsArrived } from '../../../src/tasks/tasksSlice';
import { connectionChanged } from '../../../src/ui/uiSlice';
import { change, records, renderApp, task } from '../../support/app/renderApp';
import { taskConfirmed, taskEdit } from '../../support/app/operations';

type App = ReturnType<typeof renderApp>;
type TaskEdit = ReturnType<typeof taskEdit>;
type Edit = { operationId: string; taskId: number; base: TaskFields; fields: TaskFields };
const fields: TaskFields = {
  taskName: 'Bread',
  taskDescription: 'Words',
  taskList: 'personal',
  taskDueDay: '2026-03-10',
};
const tasks = [task(12, 'Bread'), task(13, 'Milk')];
const open = (path = '/tasks/today/12/edit') => renderApp(path, { tasks });
const field = (name: string) => screen.getByLabelText(name);
const save = () => screen.getByRole('button', { name: 'Save Changes' });
const edits = (app: App): Edit[] =>
  app.sentOf('task/edit/requested').map(action => {
    const { id, payload } = (action as unknown as { payload: TaskEdit }).payload;
    return { operationId: id, ...payload };
  });
/** A notice about the task arrives. */
const noticeArrived = (app: App, more: object) =>
  app.arrive('others/tasks', { '-k0': { at: '2026-03-10T12:00:00.000Z', ...more } });
const elsewhere = (changed: Partial<TaskFields>) =>
  taskRecordsArrived({ '-k0': bodyOf({ ...fields, ...changed }, 12) });
const operationOf = (
  { operationId, taskId, base, fields: edited }: Edit,
  more: Partial<TaskEdit> = {},
): TaskEdit => ({ ...taskEdit(operationId, taskId, edited, { base, fireId: '-k0' }), ...more });

async function saveAs(app: App, name: string) {
  await change(field('Title'), name);
  await app.user.click(save());
  await waitFor(() => expect(edits(app).at(-1)?.fields.taskName).toBe(name));
  return edits(app).at(-1)!;
}
const settle = (app: App, edit: Edit) => app.answer(taskConfirmed(operationOf(edit), edit.fields, '-k0'));

describe('The form of a task', () => {
  it('has what the task has, the due day as year-month-day', () => {
    open();
    expect(field('Title')).toHaveValue('Bread');
    expect(field('Description')).toHaveValue('Words');
    expect(field('List')).toHaveValue('personal');
    expect(field('Due Date')).toHaveValue('2026-03-10');
  });

  it('is filled when the tasks arrive after it', async () => {
    const app = renderApp('/tasks/today/12/edit');
    expect(within(app.main()).queryByRole('button', { name: 'Save Changes' })).toBeNull();
    await app.answer(tasksLoaded(records(tasks)));
    expect(field('Title')).toHaveValue('Bread');
  });

  it.each(['{Control>}{Enter}{/Control}', '{Control>}s{/Control}'])(
    'is saved by %s in its text',
    async keys => {
      const app = open();
      await app.user.type(field('Description'), ` and butter${keys}`);
      await waitFor(() => expect(edits(app)).toHaveLength(1));
      expect(edits(app)[0]!.fields).toEqual({ ...fields, taskDescription: 'Words and butter' });
    },
  );

  it.each([
    ['date', { taskDueDate: '' }, { taskDueDay: null }],
    ['description', { taskDescription: '' }, { taskDescription: '' }],
    [
      'date that can be read, nor a description',
      { taskDueDate: 'soon', taskDescription: ' ' },
      { taskDueDay: null },
    ],
  ])('of a record that came without a %s can be saved without', async (_, stored, lacking) => {
    const app = renderApp('/tasks/personal/12/edit', { tasks: [task(12, 'Bread', stored)] });
    const edit = await saveAs(app, 'Dark bread');
    expect(edit.fields).toMatchObject({ taskName: 'Dark bread', ...lacking });
  });

  it('asks for what the record has got: a date that was given once stays required', async () => {
    const app = renderApp('/tasks/personal/12/edit', { tasks: [task(12, 'Bread', { taskDueDate: '' })] });
    await change(field('Due Date'), '2026-03-12');
    await change(field('Due Date'), '');
    expect(save()).toBeEnabled();
    await change(field('Due Date'), '2026-03-12');
    await app.user.click(save());
    await waitFor(() => expect(edits(app)).toHaveLength(1));
    await app.answer(operationKept(operationOf(edits(app)[0]!)));
    await change(field('Due Date'), '');
    expect(save()).toBeDisabled();
    await change(field('Due Date'), '2026-03-13');
    await app.user.clear(field('Description'));
    await app.user.type(field('Title'), '{Enter}');
    expect(save()).toBeDisabled();
    await app.user.clear(field('Title'));
    expect(screen.getByText('Still needed: title, description')).toBeInTheDocument();
    expect(edits(app)).toHaveLength(1);
  });

  it('of another task is filled anew, and that of a new task is blank', async () => {
    const app = open();
    await app.user.type(field('Title'), ' and butter');
    await act(async () => app.go('/tasks/today/13/edit'));
    expect(field('Title')).toHaveValue('Milk');
    app.go('/tasks/new');
    for (const name of ['Title', 'Description', 'List', 'Due Date']) expect(field(name)).toHaveValue('');
  });

  it.each([
    ['/tasks/work/12/edit', '/tasks/work'],
    ['/tasks/sticky-wall/12/edit', '/tasks/sticky-wall'],
    ['/tasks/someday/12/edit', '/tasks/today'],
  ])('at %s is closed to %s', async (path, end) => {
    const app = open(path);
    await app.user.click(screen.getByRole('button', { name: 'Close' }));
    expect(app.path()).toBe(end);
  });

  it('deletes its task and goes to the view that its path names', async () => {
    const app = open('/tasks/personal/12/edit');
    await app.user.click(screen.getByRole('button', { name: 'Delete Task' }));
    expect(app.sentOf('task/delete/requested')).toMatchObject([{ payload: { payload: { taskId: 12 } } }]);
    expect(app.path()).toBe('/tasks/personal');
  });

  it('gives its focus up while it still stands; the heading takes it a frame later', async () => {
    const app = open();
    const heading = screen.getByRole('heading', { name: 'Today' });
    const left: boolean[] = [];
    document.addEventListener('focusout', ({ target }) => left.push((target as Node).isConnected));
    const close = screen.getByRole('button', { name: 'Delete Task' });
    act(() => close.focus());
    left.length = 0;
    act(() => close.click());
    expect(left).toEqual([true]);
    expect(app.path()).toBe('/tasks/today');
    expect(document.body).toHaveFocus();
    await waitFor(() => expect(heading).toHaveFocus());
  });

  it.each(['99', 'twelve', '-1', '12.5', '0x0c', '99999999'])(
    'of %s, which no task is, says so and offers the way back alone',
    async id => {
      const app = open(`/tasks/work/${id}/edit`);
      expect(screen.getByText(/is gone/)).toBeInTheDocument();
      expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
      expect(screen.queryByRole('button', { name: 'Delete Task' })).toBeNull();
      await app.user.click(screen.getByRole('link', { name: 'Go back' }));
      expect(app.path()).toBe('/tasks/work');
    },
  );
});

describe('What a form says of its way to the server', () => {
  it('is Saved only after the answer for that very edit', async () => {
    const app = open();
    const first = await saveAs(app, 'Dark bread');
    await app.answer(operationKept(operationOf(first)));
    expect(screen.getByText('Waiting…')).toHaveAttribute('role', 'status');
    expect(screen.queryByText('Saved')).toBeNull();
    const second = await saveAs(app, 'Rye bread');
    await app.answer(operationKept(operationOf(second)));
    await settle(app, first);
    expect(screen.queryByText('Saved')).toBeNull();
    await settle(app, second);
    expect(screen.getByText('Saved')).toHaveAttribute('role', 'status');
    expect(screen.queryByText('Waiting…')).toBeNull();
  });

  it('has a ticked box once the task is done', async () => {
    const app = open();
    const box = () => screen.getByRole('checkbox', { name: 'Done' });
    expect(box()).not.toBeChecked();
    await app.arrive('done', { '-k0': '2026-03-09T08:00:00.000Z' });
    expect(box()).toBeChecked();
  });

  it('turns a ring while an answer is awaited, and none without a network', async () => {
    const app = open();
    const edit = await saveAs(app, 'Dark bread');
    await app.answer(operationKept(operationOf(edit)));
    const ring = () => save().querySelector('[aria-hidden]');
    expect(ring()).not.toBeNull();
    await app.answer(connectionChanged({ isOnline: false }));
    expect(ring()).toBeNull();
  });

  it('is Saved no more once something is typed, and still when another task is saved', async () => {
    const app = open();
    const edit = await saveAs(app, 'Dark bread');
    await app.answer(operationKept(operationOf(edit)));
    await settle(app, edit);
    const other = { ...edit, operationId: 'other', taskId: 13 };
    await app.answer(taskConfirmed(operationOf(other), fields, '-k1'));
    expect(screen.getByText('Saved')).toBeInTheDocument();
    await app.user.type(field('Title'), '!');
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('is Not saved with the server’s reason; Retry sends again, Discard gives up', async () => {
    const app = open();
    const edit = await saveAs(app, 'Dark bread');
    await app.answer(operationKept(operationOf(edit, { status: 'blocked', reason: 'Permission denied' })));
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('Not saved Permission denied');
    await app.user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(app.sentOf('queue/retryRequested')).toMatchObject([{ payload: { itemKey: 'task:12' } }]);
    await app.user.click(within(alert).getByRole('button', { name: 'Discard' }));
    expect(app.sentOf('queue/discardRequested')).toMatchObject([{ payload: { itemKey: 'task:12' } }]);
    await app.answer(operationDiscarded(operationOf(edit)));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(field('Title')).toHaveValue('Bread');
  });

  it('tells what another device had, which can be taken, in one step with the notice', async () => {
    const app = open();
    await noticeArrived(app, { fields: { taskName: 'White bread', taskDueDate: '' } });
    const line = screen.getByText(/^Another device had/);
    expect(line).toHaveTextContent('Title “White bread”, Due Date “no date”');
    expect(line).not.toHaveTextContent('Description');
    await app.user.click(screen.getByRole('button', { name: 'Take theirs' }));
    const [edited] = edits(app);
    expect(edited).toMatchObject({ fields: { taskName: 'White bread', taskDueDay: null } });
    expect(app.sentOf('task/dismiss/requested')).toMatchObject([
      { payload: { changeId: edited!.operationId } },
    ]);
    expect(screen.queryByText(/^Another device had/)).not.toBeInTheDocument();
  });

  it('tells that the task came back with an edit, until that is dismissed', async () => {
    const app = open();
    await noticeArrived(app, { isBack: true });
    expect(screen.getByText(/^Deleted on another device, but kept/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Delete again' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Take theirs' })).not.toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(/^Deleted on another device/)).not.toBeInTheDocument();
  });
});

describe('A change made elsewhere while the form is open', () => {
  it('fills all fields but that which is typed in; the edit goes over what was seen', async () => {
    const app = open();
    await app.user.type(field('Title'), ' and butter');
    const theirs = { taskDescription: 'From the baker', taskList: 'work', taskDueDay: '2026-03-11' } as const;
    await app.answer(elsewhere({ ...theirs, taskName: 'White bread' }));
    expect(field('Title')).toHaveValue('Bread and butter');
    expect(field('Description')).toHaveValue('From the baker');
    expect(field('List')).toHaveValue('work');
    expect(field('Due Date')).toHaveValue('2026-03-11');
    await app.user.click(save());
    await waitFor(() => expect(edits(app)).toHaveLength(1));
    expect(edits(app)[0]).toMatchObject({
      base: { ...fields, ...theirs },
      fields: { ...theirs, taskName: 'Bread and butter' },
    });
  });

  it('that is the very same is no longer an edit', async () => {
    const app = open();
    await change(field('Title'), 'White bread');
    await app.answer(elsewhere({ taskName: 'White bread' }));
    await app.answer(elsewhere({ taskName: 'Rye bread' }));
    expect(field('Title')).toHaveValue('Rye bread');
  });

  it('is sent back by nobody who typed in a field and took it back', async () => {
    const app = open();
    await app.user.type(field('Title'), '!');
    await app.answer(elsewhere({ taskName: 'White bread' }));
    await app.user.type(field('Title'), '{Backspace}');
    await app.user.click(save());
    await waitFor(() => expect(edits(app)).toHaveLength(1));
    expect(edits(app)[0]!.fields.taskName).toBe('White bread');
    expect(field('Title')).toHaveValue('White bread');
  });

  it('that deletes the task leaves nothing that could be saved', async () => {
    const app = open();
    await app.answer(taskRecordsArrived({ '-k0': null }));
    expect(screen.getByText(/is gone/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
  });
});
