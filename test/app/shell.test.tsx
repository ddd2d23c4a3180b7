import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { signInNeeded } from '../../src/auth/authSlice';
import { operationKept, type Operation } from '../../src/sync/operations';
import { storageFailed } from '../../src/sync/queue/queueSlice';
import { connectionChanged, updateFound } from '../../src/ui/uiSlice';
import { renderApp, task, TODAY } from '../support/app/renderApp';
import { openWindow } from '../support/app/width';

const day = (taskDueDate: string) => ({ taskDueDate: `${taskDueDate}T00:00:00.000Z` });
const tasks = [
  task(1, 'Bread'),
  task(2, 'Report', { ...day('2026-03-11'), taskList: 'work' }),
  task(3, 'Letter', day('2026-03-01')),
  task(4, 'Call', day('2026-03-02')),
];
const edit = (id: string, taskId: number): Operation => ({
  id,
  userId: 'ada',
  number: 1,
  itemKey: `task:${taskId}`,
  kind: 'task/delete',
  payload: { taskId, fireId: null },
  role: 'silent',
  madeAt: `${TODAY}T08:00:00.000Z`,
  status: 'pending',
  isAttempted: false,
});

describe('The sidebar', () => {
  it('is the one navigation landmark, with the groups TASKS and LISTS', () => {
    renderApp('/tasks/today', { tasks });
    expect(screen.getAllByRole('navigation')).toHaveLength(1);
    const names = (group: string) =>
      within(screen.getByRole('heading', { name: group }).parentElement!)
        .getAllByRole('link')
        .map(link => link.textContent!.replace(/\d+$/, ''));
    expect(names('TASKS')).toEqual(['Previous', 'Upcoming', 'Today', 'Sticky Wall']);
    expect(names('LISTS')).toEqual(['Personal', 'Work']);
  });

  it('counts beside the names of links, and marks the active link alone', () => {
    const { go } = renderApp('/tasks/today', { tasks });
    const link = (name: string) => screen.getByRole('link', { name });
    for (const words of ['Previous2', 'Upcoming1', 'Today1', 'Personal3', 'Work1'])
      expect(link(words.slice(0, -1))).toHaveTextContent(words);
    for (const [path, name] of [
      ['/tasks/today', 'Today'],
      ['/tasks/work/2/edit', 'Work'],
      ['/tasks/sticky-wall', 'Sticky Wall'],
    ] as const) {
      go(path);
      expect([...document.querySelectorAll('nav a[aria-current=page]')]).toEqual([link(name)]);
    }
  });

  it('shows whose tasks these are, and signs out', async () => {
    const app = renderApp('/tasks/today', { tasks });
    expect(within(screen.getByRole('navigation')).getByText('ada@example.org')).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(app.sentOf('auth/signOutRequested')).toHaveLength(1);
  });
});

describe('Add New Task', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('opens the form of a new task after 50 ms', async () => {
    const app = renderApp('/tasks/today', { tasks });
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    await user.click(screen.getByRole('button', { name: 'Add New Task' }));
    act(() => jest.advanceTimersByTime(49));
    expect(app.path()).toBe('/tasks/today');
    act(() => jest.advanceTimersByTime(1));
    expect(app.path()).toBe('/tasks/new');
  });
});

describe('The sidebar by the width of the window', () => {
  let page: ReturnType<typeof openWindow>;
  const at = (width: number, path = '/tasks/today') => {
    page = openWindow(width);
    return renderApp(path, { tasks });
  };
  const link = () => screen.queryByRole('link', { name: 'Upcoming' });
  const open = () => screen.queryByRole('button', { name: 'Open navigation' });
  const close = () => screen.queryByRole('button', { name: 'Close navigation' });
  afterEach(() => page.close());

  it('is shown from 681 px on, beside the form of a task from 500 px on', () => {
    const { go } = at(2560, '/tasks/new');
    expect([link() === null, open() === null]).toEqual([false, true]);
    for (const [width, path, isShown] of [
      [320, '/tasks/today', false],
      [499, '/tasks/today/1/edit', false],
      [500, '/tasks/today', false],
      [500, '/tasks/today/1/edit', true],
      [680, '/tasks/today', false],
      [680, '/tasks/new', false],
      [680, '/tasks/today/1/view', false],
      [680, '/tasks/work/2/edit', true],
      [681, '/tasks/today', true],
    ] as const) {
      go(path);
      page.resize(width);
      expect([width, path, link() !== null, open() === null]).toEqual([width, path, isShown, isShown]);
    }
  });

  it('is a drawer when narrow: it takes the focus in, the page behind is inert', async () => {
    const app = at(400);
    await app.user.click(open()!);
    expect(
      within(screen.getByRole('navigation')).getByRole('button', { name: 'Add New Task' }),
    ).toHaveFocus();
    expect(app.main().closest('[inert]')).not.toBeNull();
    await app.user.click(close()!);
    expect(link()).toBeNull();
    expect(app.main().closest('[inert]')).toBeNull();
    expect(open()).toHaveFocus();
  });

  it('closes by Esc, a click beside it and a choice, and the focus goes back', async () => {
    const app = at(400);
    await app.user.click(open()!);
    await app.user.keyboard('{Escape}');
    expect(link()).toBeNull();
    expect(open()).toHaveFocus();
    await app.user.click(open()!);
    await app.user.click(screen.getByTestId('backdrop'));
    expect(link()).toBeNull();
    await app.user.click(open()!);
    await app.user.click(link()!);
    expect(app.path()).toBe('/tasks/upcoming');
    expect(link()).toBeNull();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Upcoming' })).toHaveFocus());
  });
});

describe('The status line', () => {
  const line = () =>
    screen
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .join('');

  it('says nothing while all is well, then that it is offline and what waits', async () => {
    const app = renderApp('/tasks/today', { tasks });
    expect(line()).toBe('');
    await app.answer(connectionChanged({ isOnline: false }));
    expect(line()).toBe('You are offline.');
    await app.answer(operationKept(edit('a', 1)));
    expect(line()).toBe('You are offline. 1 change is waiting to be sent. See changes');
    await app.answer(operationKept(edit('b', 2)));
    await app.answer(operationKept(edit('c', 3)));
    expect(line()).toBe('You are offline. 3 changes are waiting to be sent. See changes');
  });

  it('says when this device keeps nothing', async () => {
    const app = renderApp('/tasks/today', { tasks });
    await app.answer(storageFailed());
    expect(line()).toMatch(/storage does not work.* kept in this tab only/);
  });

  it('offers to sign in again when data calls need it', async () => {
    const app = renderApp('/tasks/today', { tasks });
    await app.answer(signInNeeded());
    await app.user.click(screen.getByRole('button', { name: 'Sign in again' }));
    expect(app.sentOf('auth/signInAgainChosen')).toHaveLength(1);
  });

  it('offers the new version, and leaves the moment to the person', async () => {
    const app = renderApp('/tasks/today', { tasks });
    await app.answer(updateFound());
    expect(app.sentOf('ui/updateChosen')).toHaveLength(0);
    await app.user.click(screen.getByRole('button', { name: 'Reload to update' }));
    expect(app.sentOf('ui/updateChosen')).toHaveLength(1);
  });
});
