import { compose } from 'redux'; // Redux Toolkit looks for the extension as soon as it is loaded
import { instrument, type LiftedState } from '@redux-devtools/instrument';
import type { RootState } from '../../../src/app/store/rootReducer';
import type { createStore } from '../../../src/app/store';

/** Import it before the store: like the browser's extension, it connects to a store that is created later. */
Object.assign(window, {
  __REDUX_DEVTOOLS_EXTENSION_COMPOSE__:
    () =>
    (...enhancers: ((next: never) => never)[]) =>
      compose(...enhancers, instrument() as never),
});

type Lifted = {
  getState(): LiftedState<RootState, { type: string }, unknown>;
  dispatch(action: object): void;
};

/** The DevTools of a store: the recorded actions and states, and time travel. */
export const devToolsOf = (store: Pick<ReturnType<typeof createStore>['store'], 'getState'>) =>
  (store as unknown as { liftedStore: Lifted }).liftedStore;
