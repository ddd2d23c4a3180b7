import { createStore } from '../../src/app/store';
import { selectUnconfirmedCount } from '../../src/sync/queueSlice';
import type { fakeServices } from './fakeServices';

/** The whole app but its screens: the real store with all sagas, over services in the test's hands. */
export function startApp(services: ReturnType<typeof fakeServices>) {
  const { store, run } = createStore();
  run(services);
  return {
    ...store,
    unsent: () => selectUnconfirmedCount(store.getState()),
  };
}
