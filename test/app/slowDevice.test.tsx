import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { App } from '../../src/app/App';
import { StickyWall, TaskFormPage } from '../../src/app/parts/chunks';
import { createStore } from '../../src/app/store';
import { signedIn } from '../../src/auth/authSlice';
import { tasksLoaded } from '../../src/tasks/tasksSlice';
import { dayChanged } from '../../src/ui/uiSlice';
import { ada, records, task, TODAY } from '../support/app/renderApp';

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
beforeAll(() => Promise.all([TaskFormPage.preload(), StickyWall.preload()]));
afterEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = true;
});

/** Renders the app at a path, until `press` on a clock that goes on by so many milliseconds whenever it is read. */
async function open(path: string, stepMs: number) {
  const { store } = createStore();
  store.dispatch(dayChanged(TODAY));
  store.dispatch(signedIn(ada));
  history.replaceState(null, '', path);
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (now += stepMs));
  render(
    <Provider store={store}>
      <BrowserRouter useTransitions={false}>
        <App onNavigator={() => undefined} />
      </BrowserRouter>
    </Provider>,
  );
  await act(async () => void store.dispatch(tasksLoaded(records([task(12, 'Bread'), task(13, 'Milk')]))));
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
