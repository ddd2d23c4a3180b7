import { selectTaskCount } from '../tasks/tasksSelectors';
import { LoginForm } from './chunks';
import type { AppStore } from './rootReducer';

/**
 * Resolves once there is something to look at: rows, why there are none, or the form to sign in. What nobody waits for
 * (the provider's SDK, the service worker) begins then, so that it takes nothing from what somebody does.
 */
export const firstView = (store: AppStore, afterPaint: () => Promise<void>) =>
  new Promise<void>(resolve => {
    const isThere = () => {
      const { auth, tasks } = store.getState();
      return (
        auth.phase === 'signedOut' ||
        selectTaskCount(store.getState()) > 0 ||
        tasks.isKnown ||
        tasks.phase === 'failed'
      );
    };
    // Whoever runs the sagas restores the session in this same turn; before that everybody is signed out.
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
