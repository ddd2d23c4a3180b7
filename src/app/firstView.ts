import { selectHasTasks } from '../tasks/tasksSelectors';
import { earlySoFar } from './firstFrame/early';
import { selectUser } from '../auth/authSlice';
import { selectAreNotesKnown } from '../notes/notesSelectors';
import { notesRequested } from '../notes/notesSlice';
import { paths } from '../routes';
import type { DraftsLater } from '../services/device';
import { DayPage, LoginForm, StickyWall } from './parts/chunks';
import type { AppStore } from './store/rootReducer';

/**
 * Resolves once the first view is painted: rows, an empty list, a failure, or the login form. The service worker
 * starts then, so that it does not delay it.
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

/** Keeps the first frame of My day or the wall until its page can be rendered whole; null where no wait is needed. */
export function afterFirstFrame({ getState, dispatch, subscribe }: AppStore, drafts: DraftsLater) {
  const { pathname } = location;
  if (!earlySoFar()) return null;
  if (pathname === paths.day) return DayPage.preload();
  const user = selectUser(getState());
  if (pathname !== paths.wall || !user) return null;
  dispatch(notesRequested());
  const areKnown = new Promise<void>(resolve => {
    subscribe(() => selectAreNotesKnown(getState()) && resolve());
    setTimeout(resolve, 1000);
  });
  return Promise.all([StickyWall.preload(), drafts.open(user.id), areKnown]);
}
