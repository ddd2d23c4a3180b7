import { act, screen, waitFor, within } from '@testing-library/react';
import { signedIn, signedOut } from '../../src/auth/authSlice';
import { taskRecordsArrived } from '../../src/tasks/tasksSlice';
import { ada, renderApp, task } from '../support/app/renderApp';

const signedOutAt = (path: string) => renderApp(path, { user: null });

describe('Which page an address opens', () => {
  it.each([
    ['/', '/tasks/today'],
    ['/auth', '/tasks/today'],
    ['/auth/login', '/tasks/today'],
    ['/auth/register', '/tasks/today'],
  ])('%s leads a signed-in person to %s', (path, end) => {
    expect(renderApp(path, { tasks: [] }).path()).toBe(end);
  });

  it.each([
    ['/', '/auth/login'],
    ['/auth', '/auth/login'],
    ['/tasks', '/auth/login'],
    ['/tasks/new', '/auth/login'],
    ['/tasks/today/12/edit', '/auth/login'],
  ])('%s leads an anonymous person to %s', async (path, end) => {
    const app = signedOutAt(path);
    expect(app.path()).toBe(end);
    expect(await screen.findByRole('button', { name: 'Login' })).toBeInTheDocument();
  });

  it('/auth/register has the form of a new account', async () => {
    signedOutAt('/auth/register');
    expect(await screen.findByRole('button', { name: 'Register' })).toBeInTheDocument();
  });

  it('/tasks has the start view, whose link leads to a new task', async () => {
    const app = renderApp('/tasks', { tasks: [] });
    expect(within(app.main()).getByText('Select a Task')).toBeInTheDocument();
    expect(within(app.main()).getByText('Or')).toBeInTheDocument();
    await app.user.click(screen.getByRole('link', { name: 'Create a new task' }));
    expect(app.path()).toBe('/tasks/new');
    expect(await screen.findByRole('button', { name: 'Add Task' })).toBeInTheDocument();
  });

  it.each([
    ['today', 'Today'],
    ['upcoming', 'Upcoming'],
    ['previous', 'Previous Tasks'],
    ['personal', 'Personal'],
    ['work', 'Work'],
    ['sticky-wall', 'Sticky Wall'],
  ])('/tasks/%s has the heading %s and names the document after it', async (title, heading) => {
    renderApp(`/tasks/${title}`, { tasks: [] });
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeInTheDocument();
    expect(document.title).toBe(`${heading} · Daywall`);
  });

  it('/tasks/{anything else} keeps the shell and shows nothing in it', () => {
    const app = renderApp('/tasks/someday', { tasks: [] });
    expect(screen.getByRole('navigation')).toBeInTheDocument();
    expect(app.main()).toHaveTextContent('');
    expect(app.path()).toBe('/tasks/someday');
    expect(document.title).toBe('Daywall');
  });

  it.each(['/nowhere', '/tasks/today/12', '/tasks/today/12/edit/more', '/auth/nowhere'])(
    '%s, which no route matches, keeps its address and offers Today',
    async path => {
      const app = renderApp(path, { tasks: [] });
      expect(screen.getByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
      expect(app.path()).toBe(path);
      await app.user.click(screen.getByRole('link', { name: 'Today' }));
      expect(app.path()).toBe('/tasks/today');
    },
  );
});

describe('When the session changes under an open page', () => {
  it('signing in goes to Today', async () => {
    const app = signedOutAt('/auth/login');
    await app.answer(signedIn(ada));
    expect(app.path()).toBe('/tasks/today');
  });

  it('signing out goes to the login form', async () => {
    const app = renderApp('/tasks/work', { tasks: [] });
    await app.answer(signedOut());
    expect(app.path()).toBe('/auth/login');
  });

  it('sagas can go to a path', () => {
    const app = renderApp('/tasks/new', { tasks: [] });
    app.go('/tasks/work');
    expect(app.path()).toBe('/tasks/work');
  });
});

describe('The tasks of a session', () => {
  it('are asked for once, by the first page under /tasks', async () => {
    const app = renderApp('/tasks/today', { tasks: [task(1, 'Bread')] });
    await app.user.click(screen.getByRole('link', { name: 'Work' }));
    await app.user.click(screen.getByRole('link', { name: 'Upcoming' }));
    expect(app.sentOf('tasks/tasksRequested')).toHaveLength(1);
  });

  it('are asked for again in the next session', async () => {
    const app = renderApp('/tasks/today', { tasks: [] });
    await app.answer(signedOut());
    await app.answer(signedIn({ ...ada, expiryDate: '2026-03-13T08:00:00.000Z' }));
    expect(app.sentOf('tasks/tasksRequested')).toHaveLength(2);
  });

  it('are not asked for by an anonymous person', () => {
    expect(signedOutAt('/auth/login').sentOf('tasks/tasksRequested')).toHaveLength(0);
  });
});

describe('The focus', () => {
  it('stays where the browser has it when a page is loaded', () => {
    renderApp('/tasks/today', { tasks: [] });
    expect(document.body).toHaveFocus();
  });

  it('goes to the heading of the page that was opened', async () => {
    const app = renderApp('/tasks/today', { tasks: [] });
    await app.user.click(screen.getByRole('link', { name: 'Upcoming' }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Upcoming' })).toHaveFocus());
  });

  it('goes to the heading of the task that was opened, and back to its row', async () => {
    const app = renderApp('/tasks/today', { tasks: [task(12, 'Bread')] });
    await app.user.click(screen.getByRole('link', { name: /^Bread/ }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Task:' })).toHaveFocus());
    expect(document.title).toBe('Task · Daywall');
    await app.user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.getByRole('link', { name: /^Bread/ })).toHaveFocus();
    expect(document.title).toBe('Today · Daywall');
  });

  it('goes to the heading of the list when the row is there no more', async () => {
    const app = renderApp('/tasks/today', { tasks: [task(12, 'Bread')] });
    await app.user.click(screen.getByRole('link', { name: /^Bread/ }));
    await app.answer(taskRecordsArrived({ '-k0': null }));
    await app.user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Today' })).toHaveFocus());
  });

  it('goes from a row to the heading of another list', async () => {
    const work = task(13, 'Slides', { taskList: 'work' });
    const app = renderApp('/tasks/personal', { tasks: [task(12, 'Bread'), work] });
    act(() => screen.getByRole('link', { name: /^Bread/ }).focus());
    await app.user.keyboard('gw');
    expect(screen.getByRole('link', { name: /^Slides/ })).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Work' })).toHaveFocus());
  });

  it('is left to the row from which a new note was opened, when that is closed', async () => {
    const app = renderApp('/tasks/today', { tasks: [task(12, 'Bread')], notes: [] });
    act(() => screen.getByRole('link', { name: /^Bread/ }).focus());
    await app.user.keyboard('w');
    await screen.findByRole('dialog');
    await app.user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(app.path()).toBe('/tasks/today'));
    await act(() => new Promise(requestAnimationFrame));
    expect(screen.getByRole('link', { name: /^Bread/ })).toHaveFocus();
  });

  it('is never taken out of a field', async () => {
    const app = renderApp('/tasks/today/12/edit', { tasks: [task(12, 'Bread'), task(13, 'Milk')] });
    const title = await screen.findByLabelText('Title');
    title.focus();
    app.go('/tasks/work/12/edit');
    await act(() => new Promise(requestAnimationFrame));
    expect(screen.getByRole('heading', { name: 'Work' })).not.toHaveFocus();
    expect(await screen.findByLabelText('Title')).toBeInTheDocument();
  });
});
