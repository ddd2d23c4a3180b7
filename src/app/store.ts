import { combineSlices, configureStore, type WithSlice } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import type { AccountState } from '../account/accountSlice';
import { authSlice } from '../auth/authSlice';
import { findSlice } from '../find/findSlice';
import { historySlice } from '../history/historySlice';
import { overlaySlice } from '../keyboard/overlaySlice';
import { notesSlice } from '../notes/notesSlice';
import { tasksSlice } from '../tasks/tasksSlice';
import type { transferSlice } from '../transfer/transferSlice';
import { trashSlice } from '../trash/trashSlice';
import { uiSlice } from '../ui/uiSlice';
import { rootSaga, type Services } from './rootSaga';
import { stripSecrets } from './stripSecrets';

/** What a page of its own brings is injected when that is loaded. */
export const rootReducer = combineSlices(
  authSlice,
  tasksSlice,
  notesSlice,
  historySlice,
  findSlice,
  overlaySlice,
  trashSlice,
  uiSlice,
).withLazyLoadedSlices<{ account: AccountState } & WithSlice<typeof transferSlice>>();
export type RootState = ReturnType<typeof rootReducer>;

/** A store without its sagas, for tests of slices and components. */
export function createStore(preloadedState?: Partial<RootState>) {
  const sagas = createSagaMiddleware({
    onError: error => setTimeout(() => Promise.reject(error)), // a bug stays loud
  });
  const store = configureStore({
    reducer: rootReducer,
    preloadedState: preloadedState as RootState | undefined,
    // Sagas first: they see a password in `meta`, what comes behind does not. The development checks walk the whole list;
    // that they take their time is no news.
    middleware: defaults =>
      defaults({
        thunk: false,
        serializableCheck: { warnAfter: 1000 },
        immutableCheck: { warnAfter: 1000 },
      }).prepend(sagas, stripSecrets),
  });
  return { store, run: (services: Services) => sagas.run(rootSaga, services) };
}

export type AppStore = ReturnType<typeof createStore>['store'];
