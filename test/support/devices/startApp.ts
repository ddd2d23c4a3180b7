import { createStore } from '../../../src/app/store';
import type { fakeServices } from './fakeServices';

/** The whole app without its components: the real store with all sagas, and fake services. */
export function startApp(services: ReturnType<typeof fakeServices>) {
  const { store, run } = createStore();
  run(services);
  return {
    ...store,
    /** All unconfirmed changes, including those being stored. */
    unsent: () => Object.values(store.getState().queue.counts).reduce((sum, count) => sum + count),
  };
}
