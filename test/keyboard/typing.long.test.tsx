import { screen, waitFor } from '@testing-library/react';
import { taskTickRequested } from '../../src/tasks/taskActions';
import { selectTask } from '../../src/tasks/tasksSelectors';
import { toastClosed } from '../../src/history/historySlice';
import { operationKept, requestChange, type Operation } from '../../src/sync/operations';
import { taskChange } from '../../src/tasks/taskKinds';
import { trashLoaded } from '../../src/trash/trashSlice';
import { pause } from '../support/app/eventTime';
import { renderApp, task } from '../support/app/renderApp';
import { openWindow } from '../support/app/width';

/** Every letter, and so every command of one letter. */
const SENTENCE = 'The quick brown fox jumps over the lazy dog, zz';
const tasks = [task(1, 'Bread'), task(2, 'Milk')];
const title = () => screen.getByPlaceholderText('Title of your task');

/** The changes that the page requested, without reads and the search index. */
const changes = (app: ReturnType<typeof renderApp>) =>
  app.sent.filter(({ type }) => /requested$|undoRequested|redoRequested|overlay/.test(type));

describe('What is typed right after a new task is asked for is its title', () => {
  it('by n', async () => {
    const app = renderApp('/tasks/today', { tasks });
    await app.user.keyboard(`jn${SENTENCE}`);
    expect(title()).toHaveFocus();
    expect(title()).toHaveValue(SENTENCE);
    expect(app.path()).toBe('/tasks/new');
    expect(changes(app)).toEqual([]);
  });

  it('by Add New Task on the form itself, which then has the focus in its title again', async () => {
    const app = renderApp('/tasks/new', { tasks });
    await app.user.click(screen.getByPlaceholderText('Description'));
    await app.user.click(screen.getByRole('button', { name: 'Add New Task' }));
    await waitFor(() => expect(title()).toHaveFocus());
    await app.user.keyboard('zz');
    expect(title()).toHaveValue('zz');
  });

  it('by Add one of an empty list', async () => {
    const app = renderApp('/tasks/today', { tasks: [] });
    await app.user.click(screen.getByRole('button', { name: 'Add one' }));
    await app.user.keyboard(SENTENCE);
    expect(title()).toHaveValue(SENTENCE);
    expect(changes(app)).toEqual([]);
  });
});

describe('A letter is no command', () => {
  const letters = 'nxjk?/zgt';

  it('on the new-task form, also on its heading', async () => {
    const app = renderApp('/tasks/new', { tasks });
    await app.user.click(screen.getByRole('heading', { name: 'Task:' }));
    await app.user.keyboard(letters);
    expect(app.path()).toBe('/tasks/new');
    expect(title()).toHaveValue('');
    expect(changes(app)).toEqual([]);
  });

  it('on an edit form that covers its list', async () => {
    const narrow = openWindow(390);
    const app = renderApp('/tasks/today/1/edit', { tasks });
    await app.user.keyboard(letters);
    expect(app.path()).toBe('/tasks/today/1/edit');
    expect(changes(app)).toEqual([]);
    narrow.close();
  });

  it('inside the edit form beside its list; on that list it is one', async () => {
    const wide = openWindow(1280);
    const app = renderApp('/tasks/today/1/edit', { tasks });
    screen.getByRole('button', { name: 'Save Changes' }).focus();
    await app.user.keyboard(letters);
    expect(app.path()).toBe('/tasks/today/1/edit');
    expect(changes(app)).toEqual([]);
    screen.getByRole('link', { name: /^Milk/ }).focus();
    await app.user.keyboard('x');
    expect(app.sentOf('task/tick/requested')).toHaveLength(1);
    wide.close();
  });

  it('under an open form of the account; on its page it is one', async () => {
    const app = renderApp('/account', { tasks });
    await app.user.click(await screen.findByRole('heading', { name: 'Change password' }));
    await app.user.keyboard(letters);
    expect(app.path()).toBe('/account');
    expect(changes(app)).toEqual([]);
    await app.user.click(screen.getByRole('heading', { name: 'Change password' }));
    await app.user.keyboard('gt');
    expect(app.path()).toBe('/tasks/today');
  });
});

describe('A space after a letter that moves the focus', () => {
  const copy = { deletedAt: '2026-03-10T08:00:00.000Z', record: task(1, 'Bread') };

  it('restores nothing in the trash, nor does Enter', async () => {
    const app = renderApp('/tasks/trash');
    await screen.findByRole('heading', { name: 'Trash' });
    await app.answer(trashLoaded({ tasks: { '-t1': copy }, notes: {} }));
    await app.user.keyboard('k');
    expect(screen.getByRole('group', { name: 'Bread' })).toHaveFocus();
    await app.user.keyboard(' {Enter}k{Enter} ');
    expect(changes(app)).toEqual([]);
    await app.user.tab();
    expect(screen.getByRole('button', { name: 'Restore Bread' })).toHaveFocus();
  });

  it('opens no note, unless it comes later than the letters of a sentence do', async () => {
    const app = renderApp('/tasks/sticky-wall', { notes: [{ noteTitle: 'Milk', noteDescription: '' }] });
    await app.user.keyboard('k kook ');
    expect(screen.getByRole('button', { name: 'Add note' })).toHaveFocus();
    expect(screen.queryByRole('dialog')).toBeNull();
    pause(1000);
    await app.user.keyboard(' ');
    expect(await screen.findByRole('dialog')).toBeVisible();
  });
});

describe('A bare z undoes', () => {
  /** Requests a change and confirms that the queue has stored it. */
  const make = async (app: ReturnType<typeof renderApp>, action: ReturnType<typeof requestChange>) => {
    await app.answer(action);
    await app.answer(operationKept({ ...action.payload, number: 1, status: 'pending' }));
  };
  const undone = (app: ReturnType<typeof renderApp>) => app.sentOf('history/undoRequested').length;

  it('while the toast of that change is shown, and never afterwards', async () => {
    const app = renderApp('/tasks/today', { tasks });
    await make(app, taskTickRequested(selectTask(app.store.getState(), 1)!, true));
    await app.user.keyboard('z');
    expect(undone(app)).toBe(1);
    await app.answer(toastClosed({ operationId: app.store.getState().history.toast!.operationId }));
    await app.user.keyboard('z');
    expect(undone(app)).toBe(1);
    await app.user.keyboard('{Control>}z{/Control}');
    expect(undone(app)).toBe(2);
  });

  it('not a change that no toast names, nor the one before it', async () => {
    const app = renderApp('/tasks/today', { tasks });
    await make(app, taskTickRequested(selectTask(app.store.getState(), 1)!, true));
    const fields = {
      taskName: 'Tea',
      taskDescription: '',
      taskList: 'work',
      taskDueDay: '2026-03-10',
    } as const;
    await make(app, requestChange(taskChange('task/add', { taskId: 3, fireId: null, fields })));
    await app.user.keyboard('z');
    expect(undone(app)).toBe(0);
  });

  it('goes on to the change before when it is pressed again, as Ctrl+Z does', async () => {
    const app = renderApp('/tasks/today', { tasks });
    for (const taskId of [1, 2])
      await make(app, taskTickRequested(selectTask(app.store.getState(), taskId)!, true));
    await app.user.keyboard('z');
    expect(undone(app)).toBe(1);
    const { entries } = app.store.getState().history;
    const [{ itemKey, kind, payload }] = entries[1]!.steps as [Operation];
    await make(app, requestChange({ itemKey, kind, payload }, { changeId: entries[1]!.id, role: 'undo' }));
    expect(screen.getByRole('button', { name: 'Redo' })).toBeVisible();
    await app.user.keyboard('z');
    expect(undone(app)).toBe(2);
  });

  it('not the change before the one that the toast says was undone by other means', async () => {
    const app = renderApp('/tasks/today', { tasks });
    for (const taskId of [1, 2])
      await make(app, taskTickRequested(selectTask(app.store.getState(), taskId)!, true));
    const { entries } = app.store.getState().history;
    const [{ itemKey, kind, payload }] = entries[1]!.steps as [Operation];
    await make(app, requestChange({ itemKey, kind, payload }, { changeId: entries[1]!.id, role: 'undo' }));
    expect(screen.getByRole('button', { name: 'Redo' })).toBeVisible();
    await app.user.keyboard('z');
    expect(undone(app)).toBe(0);
  });
});
