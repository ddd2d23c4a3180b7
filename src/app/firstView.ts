import { selectHasTasks } from '../tasks/tasksSelectors';
import { earlySoFar } from './firstFrame/early';
import { paths } from '../routes';
import { DayPage, LoginForm } from './parts/chunks';
import type { AppStore } from './store/rootReducer';

/**
 * Resolves once the first view is painted: rows, an empty list, a failure, or the login form. The provider's SDK and
 * the service worker start then, so that they do not delay it.
 */
export const firstView = (store: AppStore, afterPaint: () => Promise<void>) =>
  new Promise<void>(resolve => {
    const isThere = () => {
      const { auth, tasks } = store.getState();
      return (
        auth.phase === 'signedOut' ||
        selectHasTasks(store.getState()) ||
        tasks.isKnown ||
        tasks.phase === 'failed'
      );
    };
    // The sagas restore the session in this turn of the event loop; until then the state says signed out.
    queueMicrotask(() => {
      const look = () => {
        if (!isThere()) return;
        stop();
        const form = store.getState().auth.phase === 'signedOut' ? LoginForm.preload() : null;
        resolve(Promise.resolve(form).then(afterPaint));
      };
      const stop = store.subscribe(look);
      look();
    });
  });

/** Keeps the first frame of My day until the code of its page is loaded; null where no wait is needed. */
export const codeOfFirstFrame = () =>
  earlySoFar() && location.pathname === paths.day ? DayPage.preload() : null;
