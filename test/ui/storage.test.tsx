import '../support/app/noComplaints';
import { act, screen } from '@testing-library/react';
import { expectSaga } from 'redux-saga-test-plan';
import { createStore } from '../../src/app/store';
import { signedOut } from '../../src/auth/authSlice';
import { ServiceFailure } from '../../src/services/failure';
import { operationConfirmed, type Operation } from '../../src/sync/operations';
import { followStorage, STORAGE_DELAY_MS } from '../../src/ui/storageSagas';
import { accountStorageChanged, selectScarceStorage } from '../../src/ui/uiSlice';
import { fakeDatabase } from '../support/devices/fakeDatabase';
import { renderApp } from '../support/app/renderApp';
import { advance } from '../support/app/time';

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
