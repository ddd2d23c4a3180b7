import { act, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { App } from '../../src/app/App';
import { createStore } from '../../src/app/store';
import { signedIn } from '../../src/auth/authSlice';
import { tasksLoaded } from '../../src/tasks/tasksSlice';
import { dayChanged } from '../../src/ui/uiSlice';
import { ada, records, task, TODAY } from '../support/app/renderApp';

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
afterEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = true;
});

/** Renders the app at a path, the first view on a clock that goes on by so many milliseconds whenever it is read. */
async function open(path: string, stepMs: number) {
  const { store } = createStore();
  store.dispatch(dayChanged(TODAY));
  store.dispatch(signedIn(ada));
  history.replaceState(null, '', path);
  let now = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += stepMs));
  render(
    <Provider store={store}>
      <BrowserRouter useTransitions={false}>
        <App onNavigator={() => undefined} />
      </BrowserRouter>
    </Provider>,
  );
  clock.mockRestore();
  await act(async () => void store.dispatch(tasksLoaded(records([task(12, 'Bread'), task(13, 'Milk')]))));
}

/** Presses an element as a person does, outside of `act`. Resolves once React has rendered what is urgent. */
async function press(element: HTMLElement) {
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
});
