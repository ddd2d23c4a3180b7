import './components/styles/tokens.css';
import './components/styles/base.css';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/App';
import { isPageKnown, picturedUser, showsNotes } from './app/pictured';
import { createStore } from './app/store';
import { askForTasksOf } from './app/shell/useTasksOfSession';
import { createClock, createConnection, createNavigation, createRandom } from './device/browser';
import { endPicture, keepPicture } from './device/picture';
import { createSession } from './device/session';
import { createCache } from './device/cache';
import { openDrafts } from './drafts/draftStore';
import { openTab } from './device/tabId';
import { createUpdates } from './device/updates';
import { selectUser } from './auth/authSlice';
import { notesRequested } from './notes/notesSlice';
import { createAuth } from './firebase/auth/authService';
import { createDatabase } from './firebase/databaseService';
import { askAnewForFailedChunks } from './firebase/retriedChunks';
import { coalesce, loggedLabelOf } from './app/store/kinds';
import { attempt } from './lib/attempt';
import { openDeviceDatabase } from './lib/deviceDatabase';
import type { RemindersService } from './services/reminders';
import { openQueue } from './sync/queue/queue';
import { DraftsContext } from './drafts/useDraft';
import { createReturnPlaces } from './device/returnPlaces';
import { electByHeartbeat, electByLock } from './sync/queue/leader/leader';
import { createTransfer } from './transfer/transferService';

askAnewForFailedChunks();
// Must run first: WebKit can lose a database that is created while its page is left.
const device = openDeviceDatabase();

const clock = createClock();
const connection = createConnection();
const navigation = createNavigation();
const random = createRandom(clock.now);
const monotonic = () => performance.now();
const isVisible = () => document.visibilityState === 'visible';
const { store, run } = createStore();
const auth = createAuth();
const tabs = new BroadcastChannel('daywall-queue');
const queue = openQueue({ coalesce, labelOf: loggedLabelOf, tabs, database: device });
// The first unsent change makes the device's storage important: ask the browser not to clear it by itself.
const stopAsking = queue.follow(({ type }) => {
  if (type !== 'kept') return;
  stopAsking();
  void navigator.storage?.persist?.();
});

let reminders: RemindersService | undefined;
/** Notifications and push, in the file of the saga that needs them. */
async function loadReminders() {
  const [{ createReminders }, { pushKey }] = await Promise.all([
    import(/* webpackChunkName: "reminders" */ './device/reminders'),
    import(/* webpackChunkName: "reminders" */ './firebase/rest/pushKey'),
  ]);
  return (reminders ??= createReminders(device, pushKey));
}
const mayNotify = () => attempt(() => Notification.permission) === 'granted';

const newId = random.pushKey;
const locks = navigator.locks as LockManager | undefined;
const drafts = openDrafts({ tab: openTab(newId, locks), newId, now: clock.now });

run({
  auth,
  clock,
  navigation,
  random,
  cache: createCache(device),
  // In the file of the settings' section that asks, so that it is there by then.
  calendar: async (...asked) =>
    (
      await import(/* webpackChunkName: "calendar-address" */ './firebase/rest/calendarService')
    ).createCalendar(auth.idToken)(...asked),
  connection,
  database: createDatabase(auth, connection.reached),
  drafts,
  mayNotify,
  loadReminders,
  async endReminders() {
    if (reminders || mayNotify()) return (await loadReminders()).forget();
    // Without permission there is no push to end, only what an earlier page remembered (device/reminderMemory.ts).
    await device.use(opened => opened.delete('leases' as never, 'reminders'));
    return null;
  },
  returnPlaces: createReturnPlaces(navigation, drafts),
  queue,
  // Web Locks are missing on plain http.
  election: navigator.locks
    ? electByLock({
        isVisible,
        now: monotonic,
        locks: navigator.locks,
        tabs: name => new BroadcastChannel(name),
      })
    : electByHeartbeat(device, { isVisible, now: monotonic, id: random.pushKey() }),
  session: createSession(clock.now),
  startFindWorker: () =>
    new Worker(/* webpackChunkName: "find-worker" */ new URL('./find/index/find.worker.ts', import.meta.url)),
  transfer: createTransfer(),
  updates: createUpdates(),
});

askForTasksOf(location.pathname, store);

const root = document.getElementById('root')!;
const render = () =>
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <DraftsContext value={drafts}>
          <BrowserRouter useTransitions={false}>
            <App onNavigator={navigation.bind} />
          </BrowserRouter>
        </DraftsContext>
      </Provider>
    </StrictMode>,
  );

/** Milliseconds for which a picture waits at most for the page that replaces it. */
const PICTURE_TIMEOUT_MS = 1000;

/** Resolves once the page of the picture can be rendered whole. */
const pageKnown = () =>
  new Promise<void>(resolve => {
    setTimeout(resolve, PICTURE_TIMEOUT_MS);
    const look = () => isPageKnown(store.getState(), location.pathname) && resolve();
    store.subscribe(look);
    look();
  });

async function replacePicture() {
  if (showsNotes(location.pathname)) store.dispatch(notesRequested());
  await pageKnown();
  endPicture(root);
  flushSync(render);
}

if (root.inert && selectUser(store.getState())) void replacePicture();
else {
  endPicture(root);
  render();
}
keepPicture(root, {
  pictured: () => picturedUser(store.getState(), location.pathname),
  follow: listener => store.subscribe(listener),
});
