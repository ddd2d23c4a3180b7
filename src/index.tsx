import './components/styles/tokens.css';
import './components/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/App';
import { afterFirstFrame, firstView } from './app/firstView';
import { createStore } from './app/store';
import { askForTasksOf } from './app/shell/useTasksOfSession';
import { createClock, createConnection, createNavigation, createRandom } from './device/browser';
import { createSession } from './device/session';
import { createCache } from './device/cache';
import { createDraftsLater } from './drafts/store/draftsLater';
import { createUpdates } from './device/updates';
import { waitForCode } from './components/hooks/onIdle';
import { createAuth } from './firebase/auth/authService';
import { createDatabase } from './firebase/databaseService';
import { askAnewForFailedChunks } from './firebase/retriedChunks';
import { coalesce, loggedLabelOf } from './app/store/kinds';
import { openDeviceDatabase } from './lib/deviceDatabase';
import { openQueue } from './sync/queue/queue';
import { DraftsContext } from './drafts/draftsContext';
import { createReturnPlaces } from './device/returnPlaces';
import { electLater } from './sync/queue/leader/electLater';

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
const hasView = firstView(store, clock.afterPaint);
const updates = createUpdates(hasView);
waitForCode(updates.codeAtHand);
const auth = createAuth(updates.codeAtHand);
const tabs = new BroadcastChannel('daywall-queue');
const page = { storageOf: () => localStorage, pageId: random.pushKey() };
const queue = openQueue({ coalesce, labelOf: loggedLabelOf, tabs, database: device });
// The first unsent change makes the device's storage important: ask the browser not to clear it by itself.
const stopAsking = queue.follow(({ type }) => {
  if (type !== 'kept') return;
  stopAsking();
  void navigator.storage?.persist?.();
});

const drafts = createDraftsLater(
  () =>
    import(/* webpackChunkName: "later" */ './drafts/store/drafts').then(({ openDrafts }) =>
      openDrafts({ newId: random.pushKey, now: clock.now, page, device }),
    ),
  page,
);
const handOver = () => drafts.handOver(true);
// Safari may end a hidden page without any other event.
addEventListener('pagehide', handOver);
document.addEventListener('visibilitychange', () => isVisible() || handOver());

run({
  auth,
  clock,
  navigation,
  random,
  cache: createCache(device),
  connection,
  database: createDatabase(auth, connection.reached, updates.codeAtHand),
  drafts,
  returnPlaces: createReturnPlaces(navigation, drafts),
  queue,
  // Web Locks are missing on plain http.
  election: electLater(async () => {
    const surroundings = { isVisible, now: monotonic };
    if (!navigator.locks) {
      const { electByHeartbeat } = await import(
        /* webpackChunkName: "heartbeat" */ './sync/queue/leader/leaderByHeartbeat'
      );
      return electByHeartbeat(device, { ...surroundings, id: random.pushKey() });
    }
    const { electByLock } = await import(/* webpackChunkName: "later" */ './sync/queue/leader/leader');
    const channel = (name: string) => new BroadcastChannel(name);
    return electByLock({ ...surroundings, locks: navigator.locks, tabs: channel });
  }),
  session: createSession(clock.now),
  startFindWorker: () =>
    new Worker(/* webpackChunkName: "find-worker" */ new URL('./find/index/find.worker.ts', import.meta.url)),
  transfer: () =>
    import(/* webpackChunkName: "data" */ './transfer/transferService').then(part => part.createTransfer()),
  updates,
});

askForTasksOf(location.pathname, store);

const render = () =>
  createRoot(document.getElementById('root')!).render(
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
const ready = afterFirstFrame(store, drafts);
if (ready) void ready.then(render);
else render();
