import { createStore } from '../../../src/app/store';
import type { fakeServices } from './fakeServices';

/** The whole app but its screens: the real store with all sagas, over services in the test's hands. */
export function startApp(services: ReturnType<typeof fakeServices>) {
  const { store, run } = createStore();
  run(services);
  return {
    ...store,
    /** Changes that the server has not confirmed, those that are on their way to the disk among them. */
    unsent: () => Object.values(store.getState().queue.counts).reduce((sum, count) => sum + count),
  };
}
