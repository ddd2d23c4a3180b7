import { configureStore, isAction, type Middleware } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { rootReducer, type RootState } from './store/rootReducer';
import { rootSaga, type Services } from './rootSaga';

type Meta = { password?: string; newPassword?: string; files?: readonly Blob[] };

/** Removes `meta`, with its passwords and files, behind the saga middleware: reducers and DevTools never see it. */
const stripSecrets: Middleware = () => next => action => {
  if (!isAction(action) || !('meta' in action) || !action.meta) return next(action);
  const { password, newPassword, files, ...meta } = action.meta as Meta;
  return next((password ?? newPassword ?? files) === undefined ? action : { ...action, meta });
};

/** The store. `run` starts its sagas; tests of slices and components do not call it. */
export function createStore(preloadedState?: Partial<RootState>) {
  const sagas = createSagaMiddleware({
    onError: error => setTimeout(() => Promise.reject(error)), // an uncaught error is reported by the browser
  });
  const store = configureStore({
    reducer: rootReducer,
    preloadedState: preloadedState as RootState | undefined,
    // Sagas come first: they see a password in `meta`, reducers and DevTools do not. The development checks walk the
    // whole state, so the threshold of their warning about slowness is raised.
    middleware: defaults =>
      defaults({
        thunk: false,
        serializableCheck: { warnAfter: 1000 },
        immutableCheck: { warnAfter: 1000 },
      }).prepend(sagas, stripSecrets),
  });
  return { store, run: (services: Services) => sagas.run(rootSaga, services) };
}
