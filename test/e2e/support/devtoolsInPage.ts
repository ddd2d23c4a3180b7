import { ActionCreators, instrument, type LiftedState } from '@redux-devtools/instrument';
import { compose, type Action, type StoreEnhancer } from 'redux';

/** The methods of the page's DevTools that a test calls. */
export interface DevToolsHook {
  actions(): Action[];
  state(): unknown;
  jumpTo(index: number): void;
}

type Lifted = LiftedState<unknown, Action<string>, null>;
type LiftedStore = { liftedStore: { getState(): Lifted; dispatch(action: unknown): void } };

/** Installed as the browser extension, where Redux Toolkit looks for it. */
const devToolsCompose =
  () =>
  (...enhancers: StoreEnhancer[]): StoreEnhancer =>
  createStore =>
  (...args) => {
    const store = (compose(...enhancers, instrument(undefined, { maxAge: 10_000 })) as StoreEnhancer)(
      createStore,
    )(...args);
    const { liftedStore } = store as unknown as LiftedStore;
    const hook: DevToolsHook = {
      actions: () => Object.values(liftedStore.getState().actionsById).map(({ action }) => action),
      state: () => store.getState(),
      jumpTo: index => liftedStore.dispatch(ActionCreators.jumpToState(index)),
    };
    Object.assign(window, { daywallDevTools: hook });
    return store;
  };

Object.assign(window, { __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: devToolsCompose });
