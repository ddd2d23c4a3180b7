import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import './components/tokens.css';
import './components/base.css';
import { App } from './app/App';
import { firstView } from './app/firstView';
import { createStore } from './app/store';
import { askForTasksOf } from './app/useTasksOfSession';
import {
  createClock,
  createConnection,
  createNavigation,
  createRandom,
  createSession,
} from './device/browser';
import { createCache } from './device/cache';
import { createDraftsLater } from './device/draftsLater';
import { createUpdates } from './device/updates';
import { createAuth } from './firebase/authService';
import { createDatabase } from './firebase/databaseService';
import { askAnewForFailedChunks } from './firebase/retriedChunks';
import { coalesce } from './app/kinds';
import { abortTransactionsOfHiddenPage } from './lib/openTransactions';
import { openQueue } from './sync/queue';
import { DraftsContext } from './components/draftsContext';
import { createLeftovers } from './device/leftBehind';
import { electLater } from './sync/electLater';

askAnewForFailedChunks();
abortTransactionsOfHiddenPage();

const clock = createClock();
const connection = createConnection();
const navigation = createNavigation();
const random = createRandom(clock.now);
const monotonic = () => performance.now();
const isVisible = () => document.visibilityState === 'visible';
const { store, run } = createStore();
const hasView = firstView(store, clock.afterPaint);
const auth = createAuth(hasView);
const queue = openQueue({ coalesce, tabs: new BroadcastChannel('daywall-queue') });
// With the first unsent change the device's storage matters: the browser is asked not to clear it by itself.
const stopAsking = queue.follow(({ type }) => {
  if (type !== 'kept') return;
  stopAsking();
  void navigator.storage?.persist?.();
});

const drafts = createDraftsLater(() =>
  import(/* webpackChunkName: "drafts" */ './device/drafts').then(({ openDrafts }) =>
    openDrafts({ newId: random.pushKey, now: clock.now }),
  ),
);

run({
  auth,
  clock,
  navigation,
  random,
  cache: createCache(),
  connection,
  database: createDatabase(auth, connection.reached),
  drafts,
  leftovers: createLeftovers(navigation, drafts),
  queue,
  // Plain http has no Web Locks.
  election: electLater(async () => {
    const surroundings = { isVisible, now: monotonic };
    if (!navigator.locks) {
      const { electByHeartbeat } = await import(
        /* webpackChunkName: "heartbeat" */ './sync/leaderByHeartbeat'
      );
      return electByHeartbeat({ ...surroundings, id: random.pushKey() });
    }
    const { electByLock } = await import(/* webpackChunkName: "later" */ './sync/leader');
    const tabs = (name: string) => new BroadcastChannel(name);
    return electByLock({ ...surroundings, locks: navigator.locks, tabs });
  }),
  session: createSession(clock.now),
  startFindWorker: () =>
    new Worker(/* webpackChunkName: "find-worker" */ new URL('./find/find.worker.ts', import.meta.url)),
  transfer: () =>
    import(/* webpackChunkName: "data" */ './transfer/transferService').then(part => part.createTransfer()),
  updates: createUpdates(hasView),
});

askForTasksOf(location.pathname, store);

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
