import '../support/app/noComplaints';
import { render, screen, act, within } from '@testing-library/react';
import { LoadFailure } from '../../src/ui/LoadFailure';
import {
  rowPointedOut,
  pointingOutEnded,
  accountStorageChanged,
  selectScarceStorage,
} from '../../src/ui/uiSlice';
import { renderApp, task } from '../support/app/renderApp';
import { expectSaga } from 'redux-saga-test-plan';
import { createStore } from '../../src/app/store';
import { signedOut } from '../../src/auth/authSlice';
import { ServiceFailure } from '../../src/services/failure';
import { operationConfirmed, type Operation } from '../../src/sync/operations';
import { followStorage, STORAGE_DELAY_MS } from '../../src/ui/storageSagas';
import { fakeDatabase } from '../support/devices/fakeDatabase';
import { advance } from '../support/app/time';

test.each([
  ['The server cannot be reached', 'Your tasks could not be loaded. The server cannot be reached. Retry'],
  ['The server did not answer.', 'Your tasks could not be loaded. The server did not answer. Retry'],
  [undefined, 'Your tasks could not be loaded. Retry'],
])('A list that could not be read says so in whole sentences: %s', (reason, words) => {
  const failure = reason === undefined ? null : { code: 'server', message: reason };
  render(<LoadFailure what="tasks" failure={failure} isShown={false} onRetry={() => {}} />);
  expect(screen.getByRole('alert')).toHaveTextContent(words);
});

describe('A row that is pointed out', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => task(at + 1, `Task ${String(at + 1).padStart(5, '0')}`));
  const scroller = () => document.querySelector('main [data-rows]')!.parentElement!;
  const marked = () => document.querySelectorAll('main [data-pointed-out]');
  /** A row is scrolled to in the next frame. */
  const nextFrame = () => act(() => new Promise(requestAnimationFrame));
  const row = (name: RegExp) => within(screen.getByRole('main')).queryByRole('link', { name });

  /** The layout that jsdom lacks: the content's height from its style at 16 px a rem, minus the scrolled part. */
  let layout: jest.SpyInstance;
  beforeEach(() => {
    layout = jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: HTMLElement,
    ) {
      const height = this.dataset.rows ? parseFloat(this.style.height) * 16 : 600;
      return new DOMRect(0, this.dataset.rows ? -this.parentElement!.scrollTop : 0, 0, height);
    });
  });
  afterEach(() => layout.mockRestore());

  it('A row that is pointed out is scrolled into view and marked for a moment', async () => {
    const app = renderApp('/tasks/today', { tasks: many(2000) });
    expect(row(/^Task 01500/)).toBeNull();
    await app.answer(rowPointedOut({ taskId: 1500 }));
    // It is drawn at once, without the scroll event of the next frame.
    expect(row(/^Task 01500/)).toBeInTheDocument();
    expect(marked()).toHaveLength(1);
    expect(marked()[0]).toHaveTextContent('Task 01500');
    await app.answer(pointingOutEnded());
    expect(marked()).toHaveLength(0);
  });

  it('A list opened within the moment points it out; a scrolled one is left alone', async () => {
    const app = renderApp('/tasks/upcoming', { tasks: many(2000) });
    await app.answer(rowPointedOut({ taskId: 1500 }));
    app.go('/tasks/today');
    await nextFrame();
    expect(scroller().scrollTop).toBeGreaterThan(52 * 1400);
    scroller().scrollTop = 0;
    act(() => void scroller().dispatchEvent(new Event('scroll')));
    await app.answer({ type: 'ui/drawerOpened' });
    await nextFrame();
    expect(scroller().scrollTop).toBe(0);
    await app.answer(rowPointedOut({ taskId: 1500 }));
    await nextFrame();
    expect(scroller().scrollTop).toBeGreaterThan(52 * 1400);
  });
});

describe('The storage of an account', () => {
  const usage = (stores: number) => accountStorageChanged({ stores, mayStore: 20e6 });

  test('a nearly full account is said with both sizes, before anything is refused', () => {
    const { store } = renderApp('/tasks/today');
    const tell = (stores: number) => act(() => void store.dispatch(usage(stores)));
    tell(15.9e6);
    expect(screen.queryByText(/nearly full/)).toBeNull();
    tell(16.04e6);
    expect(screen.getByText(/nearly full/).parentElement).toHaveTextContent(
      'Your account is nearly full: 16 MB of 20 MB. Delete what you no longer need, and empty the trash.',
    );
    tell(3e6);
    expect(screen.queryByText(/nearly full/)).toBeNull();
  });

  test('what one account was told is not said to the next', () => {
    const { dispatch, getState } = createStore().store;
    dispatch(usage(20e6));
    expect(selectScarceStorage(getState())).toEqual({ stores: 20e6, mayStore: 20e6 });
    dispatch(signedOut(undefined));
    expect(selectScarceStorage(getState())).toBeNull();
  });

  describe('followStorage', () => {
    afterEach(() => void jest.useRealTimers());
    const confirmed = operationConfirmed({ operation: { id: 'a' } as Operation });

    function follow() {
      jest.useFakeTimers();
      const database = fakeDatabase();
      const dispatched: unknown[] = [];
      const saga = expectSaga(followStorage, { database }, 'anna').provide({
        put: ({ action }: { action: unknown }, next: () => unknown) => {
          dispatched.push(action);
          return next();
        },
      });
      return { database, dispatched, saga, start: () => void saga.silentRun(false) };
    }

    test('asks at the start, and a minute after a save; a failure is asked again', async () => {
      const { database, dispatched, saga, start } = follow();
      database.setStorage(1, 20e6);
      start();
      await advance(0);
      expect(dispatched).toEqual([usage(1)]);
      await advance(10 * STORAGE_DELAY_MS);
      expect(dispatched).toHaveLength(1);
      database.setStorage(2, 20e6);
      saga.dispatch(confirmed);
      await advance(STORAGE_DELAY_MS - 1);
      expect(dispatched).toHaveLength(1);
      await advance(1);
      expect(dispatched).toEqual([usage(1), usage(2)]);
    });

    test('a server that sets no bound is asked once, and a failure is no end', async () => {
      const { database, dispatched, saga, start } = follow();
      const asked = jest.spyOn(database, 'accountStorage');
      asked.mockRejectedValueOnce(new ServiceFailure('network', 'unreachable'));
      start();
      for (let times = 0; times < 4; times += 1) {
        await advance(STORAGE_DELAY_MS);
        saga.dispatch(confirmed);
      }
      await advance(STORAGE_DELAY_MS);
      expect(asked).toHaveBeenCalledTimes(2);
      expect(dispatched).toEqual([]);
    });
  });
});
