import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { signedOut } from '../../src/auth/authSlice';
import { taskAddFailed, taskRecordsArrived } from '../../src/tasks/tasksSlice';
import { bodyOf } from '../../src/tasks/task';
import { change, renderApp, task } from '../support/renderApp';

const tasks = [task(12, 'Bread'), task(13, 'Milk')];
const notes = [{ noteTitle: 'Shopping', noteDescription: 'Milk' }];
const EDIT = '/tasks/today/12/edit';
type App = ReturnType<typeof renderApp>;
const open = (path: string) => renderApp(path, { tasks, notes });
const field = (name: string) => screen.getByLabelText(name);
const restored = () => screen.queryByText(/^Draft restored/);
const kept = () => Object.keys(localStorage).filter(key => key.startsWith('drafts:'));
async function openNote(app: App, name: string | RegExp) {
  await app.user.click(screen.getByRole('button', { name }));
  await screen.findByRole('dialog');
}

describe('Words that were typed and not submitted', () => {
  it.each([
    ['Close', (app: App) => app.user.click(screen.getByRole('button', { name: 'Close' }))],
    ['another page', (app: App) => Promise.resolve(app.go('/tasks/work'))],
    ['the end of the session', (app: App) => app.answer(signedOut())],
  ])('of a new task survive %s', async (_, leave) => {
    const app = open('/tasks/new');
    await app.user.type(field('Title'), 'Dark bread');
    await leave(app);
    app.unmount();
    open('/tasks/new');
    expect(field('Title')).toHaveValue('Dark bread');
    expect(restored()).toBeInTheDocument();
  });

  it('of a task’s form come back in that form, over what the person saw', async () => {
    const app = open(EDIT);
    await app.user.type(field('Title'), ' and butter');
    app.unmount();
    const again = open(EDIT);
    expect(field('Title')).toHaveValue('Bread and butter');
    await again.answer(
      taskRecordsArrived({
        '-k0': bodyOf(
          { taskName: 'Rye', taskDescription: 'W', taskList: 'personal', taskDueDay: '2026-03-10' },
          12,
        ),
      }),
    );
    expect(field('Title')).toHaveValue('Bread and butter');
    expect(field('Description')).toHaveValue('W');
    await again.user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(again.sentOf('tasks/taskSaveRequested')).toHaveLength(1));
    expect(again.sentOf('tasks/taskSaveRequested')[0]).toMatchObject({
      payload: { base: { taskName: 'Bread' }, fields: { taskName: 'Bread and butter' } },
    });
  });

  it('of a task are offered on no other one, nor to a new one', async () => {
    const app = open(EDIT);
    await app.user.type(field('Title'), ' and butter');
    app.go('/tasks/today/13/edit');
    expect(field('Title')).toHaveValue('Milk');
    expect(restored()).toBeNull();
    app.go('/tasks/new');
    expect(field('Title')).toHaveValue('');
  });

  it('of a note survive Esc, a new one’s as an old one’s', async () => {
    const app = open('/tasks/sticky-wall');
    await openNote(app, 'Add note');
    await app.user.type(field('Title'), 'Window');
    await app.user.keyboard('{Escape}');
    await openNote(app, /^Shopping/);
    expect(field('Title')).toHaveValue('Shopping');
    expect(restored()).toBeNull();
    await app.user.type(field('Description'), ' and eggs');
    await app.user.keyboard('{Escape}');
    await openNote(app, 'Add note');
    expect(field('Title')).toHaveValue('Window');
    expect(restored()).toBeInTheDocument();
    await app.user.keyboard('{Escape}');
    await openNote(app, /^Shopping/);
    expect(field('Description')).toHaveValue('Milk and eggs');
  });

  it('are shown nowhere but in their form', async () => {
    const app = open(EDIT);
    await app.user.type(field('Title'), ' and butter');
    app.go('/tasks/today');
    expect(within(app.main()).queryByText(/butter/)).toBeNull();
  });

  it('are never shown to another user', async () => {
    const app = open('/tasks/new');
    await app.user.type(field('Title'), 'Secret');
    app.unmount();
    renderApp('/tasks/new', { user: { id: 'bob', email: 'bob@example.org', expiryDate: '' }, tasks: [] });
    expect(field('Title')).toHaveValue('');
  });

  it.each(['pagehide', 'visibilitychange'])(
    'are on the device at once when the page goes: %s',
    async type => {
      open('/tasks/new');
      await change(field('Title'), 'Dark bread');
      fireEvent(type === 'pagehide' ? window : document, new Event(type));
      expect(localStorage.getItem('drafts:ada:task/new')).toContain('Dark bread');
    },
  );

  it('are on the device 200 ms later when the page does not go', async () => {
    jest.useFakeTimers();
    open('/tasks/new');
    await change(field('Title'), 'Dark bread');
    jest.advanceTimersByTime(200);
    expect(localStorage.getItem('drafts:ada:task/new')).toContain('Dark bread');
    jest.useRealTimers();
  });
});

describe('A draft', () => {
  it('is gone when it is discarded, and the form has what its task has', async () => {
    const app = open(EDIT);
    await app.user.type(field('Title'), ' and butter');
    app.unmount();
    const again = open(EDIT);
    await again.user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(field('Title')).toHaveValue('Bread');
    expect(restored()).toBeNull();
    again.unmount();
    expect(kept()).toEqual([]);
  });

  it('is gone when it is submitted', async () => {
    const app = open(EDIT);
    await app.user.type(field('Title'), ' and butter');
    await app.user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(app.sentOf('tasks/taskSaveRequested')).toHaveLength(1));
    app.unmount();
    expect(kept()).toEqual([]);
  });

  it('is gone when its task is deleted', async () => {
    const app = open(EDIT);
    await app.user.type(field('Title'), ' and butter');
    await app.user.click(screen.getByRole('button', { name: 'Delete Task' }));
    app.unmount();
    expect(kept()).toEqual([]);
  });

  it('of a note is gone when the note is saved', async () => {
    const app = open('/tasks/sticky-wall');
    await openNote(app, /^Shopping/);
    await app.user.type(field('Description'), ' and eggs');
    await app.user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(app.sentOf('notes/noteSaveRequested')).toHaveLength(1));
    app.unmount();
    expect(kept()).toEqual([]);
  });

  it('is there again when the server refuses what was submitted', async () => {
    const app = open('/tasks/new');
    await change(field('Title'), 'Bread');
    await change(field('Description'), 'Words');
    await change(field('Due Date'), '2026-03-10');
    await app.user.selectOptions(field('List'), 'Work');
    await app.user.click(screen.getByRole('button', { name: 'Add Task' }));
    await waitFor(() => expect(app.sentOf('tasks/taskAddRequested')).toHaveLength(1));
    const { operationId } = app.sentOf('tasks/taskAddRequested')[0]!.payload as { operationId: string };
    await app.answer(taskAddFailed({ operationId, message: 'Permission denied' }));
    app.unmount();
    open('/tasks/new');
    expect(field('Title')).toHaveValue('Bread');
  });

  it.each(['{', '"words"', '{"base":{},"values":{}}', '{"base":null}'])(
    'that is broken is none: %s',
    broken => {
      localStorage.setItem('drafts:ada:task/12', broken);
      open(EDIT);
      expect(field('Title')).toHaveValue('Bread');
      expect(restored()).toBeNull();
    },
  );
});

describe('A device that keeps nothing', () => {
  afterEach(() => jest.restoreAllMocks());

  it('lets people type all the same', async () => {
    const fail = () => {
      throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
    };
    for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
      jest.spyOn(Storage.prototype, method).mockImplementation(fail);
    }
    const app = open('/tasks/new');
    await app.user.type(field('Title'), 'Dark bread');
    expect(field('Title')).toHaveValue('Dark bread');
    app.unmount();
  });
});
