import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { App } from '../../src/app/App';
import { Keyboard, StickyWall, TaskFormPage } from '../../src/app/parts/chunks';
import { createStore } from '../../src/app/store';
import { signedIn } from '../../src/auth/authSlice';
import { tasksLoaded } from '../../src/tasks/tasksSlice';
import { dayChanged } from '../../src/ui/uiSlice';
import { ada, records, task, TODAY } from '../support/app/renderApp';

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
beforeAll(() => Promise.all([Keyboard, StickyWall, TaskFormPage].map(part => part.preload())));
afterEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = true;
});

/** Renders the app at a path, until `press` on a clock that goes on by so many milliseconds whenever it is read. */
async function open(path: string, stepMs: number) {
  const { store } = createStore();
  store.dispatch(dayChanged(TODAY));
  store.dispatch(signedIn(ada));
  history.replaceState(null, '', path);
  let go!: (path: string) => void;
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (now += stepMs));
  render(
    <Provider store={store}>
      <BrowserRouter useTransitions={false}>
        <App onNavigator={navigate => (go = navigate)} />
      </BrowserRouter>
    </Provider>,
  );
  await act(async () => void store.dispatch(tasksLoaded(records([task(12, 'Bread'), task(13, 'Milk')]))));
  return { go };
}

/** Presses an element as a person does, outside of `act`. Resolves once React has rendered what is urgent. */
async function press(element: HTMLElement) {
  jest.restoreAllMocks();
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  element.click();
  await Promise.resolve();
}

const heading = (name: string) => screen.queryByRole('heading', { level: 1, name });
const personal = () => screen.getByRole('link', { name: 'Personal' });

it('After a first view that was quick the first switch is rendered at once', async () => {
  await open('/tasks/today', 0);
  await press(personal());
  expect(heading('Personal')).toBeVisible();
});

describe('After a first view that took long', () => {
  it('the first switch is rendered in slices', async () => {
    await open('/tasks/today', 100);
    await press(personal());
    expect(heading('Personal')).toBeNull();
    await waitFor(() => expect(heading('Personal')).toBeVisible());
  });

  it('a form that deletes its task stays until it is closed, the row goes at once', async () => {
    await open('/tasks/today/12/edit', 100);
    await press(screen.getByRole('button', { name: 'Delete Task' }));
    expect(screen.queryByRole('link', { name: /^Bread/ })).toBeNull();
    expect(screen.getByLabelText('Title')).toHaveValue('Bread');
    expect(screen.getByRole('button', { name: 'Save Changes' })).toBeVisible();
    await waitFor(() => expect(screen.queryByLabelText('Title')).toBeNull());
    expect(heading('Today')).toBeVisible();
    expect(location.pathname).toBe('/tasks/today');
  });

  it('a key before the next frame finds the title of a new task focused', async () => {
    await open('/tasks/today', 100);
    jest.spyOn(window, 'requestAnimationFrame').mockReturnValue(0); // no frame comes
    await act(async () => screen.getByRole('button', { name: 'Add New Task' }).click());
    const title = await screen.findByLabelText('Title');
    expect(title).not.toHaveFocus();
    fireEvent.keyDown(document.body, { key: 'a' });
    expect(title).toHaveFocus();
  });

  it('a press before the next frame moves the focus on from the title', async () => {
    await open('/tasks/today', 100);
    const frames = jest.spyOn(window, 'requestAnimationFrame').mockReturnValue(0); // no frame comes
    await act(async () => screen.getByRole('button', { name: 'Add New Task' }).click());
    const title = await screen.findByLabelText('Title');
    expect(title).not.toHaveFocus();
    await userEvent.click(screen.getByRole('heading', { name: 'Task:' }));
    await userEvent.keyboard('a');
    expect(title).toHaveValue('');
    expect(title).not.toHaveFocus();
    frames.mockRestore();
  });

  it.each([
    ['n', '/tasks/today', '/tasks/new'],
    ['w', '/tasks/today', '/tasks/sticky-wall'],
    ['Escape', '/tasks/today/12/edit', '/tasks/today'],
  ])('the page that %s opens is rendered in slices', async (key, from, to) => {
    await open(from, 100);
    // The keyboard part is mounted by a first key.
    await act(async () => void dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' })));
    const before = document.querySelector('main')!.innerHTML;
    jest.restoreAllMocks();
    environment.IS_REACT_ACT_ENVIRONMENT = false;
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })); // outside of `act`
    await Promise.resolve();
    expect(location.pathname).toBe(to);
    expect(document.querySelector('main')!.innerHTML).toBe(before);
    await waitFor(() => expect(document.querySelector('main')!.innerHTML).not.toBe(before));
  });

  it.each([
    ['to which the app itself goes', (go: (path: string) => void) => go('/tasks/personal')],
    ['of a new task', () => screen.getByRole('button', { name: 'Add New Task' }).click()],
  ])('pages are rendered at once again after that %s was quick', async (_page, show) => {
    const { go } = await open('/tasks/today', 100);
    jest.spyOn(performance, 'now').mockReturnValue(0);
    await act(async () => show(go));
    await waitFor(() => expect(heading('Today')).toBeNull());
    await press(screen.getByRole('link', { name: 'Today' }));
    expect(heading('Today')).toBeVisible();
  });

  it('a note that is opened is rendered in slices', async () => {
    await open('/tasks/sticky-wall', 100);
    // The code of its form is loaded once it was open.
    await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press(screen.getByRole('button', { name: 'Add note' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await screen.findByRole('dialog')).toBeVisible();
  });
});
