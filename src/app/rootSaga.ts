import type { AccountServices } from '../account/accountSagas';
import { keepSession, whileSignedIn } from '../auth/authSagas';
import type { AuthServices } from '../auth/holdSagas';
import { call, delay, fork, race, spawn, take, takeEvery, type Saga } from '../lib/effects';
import type { FindServices } from '../find/findSagas';
import { askAtSignIn, notesSaga, type NotesServices } from '../notes/notesSagas';
import { followQueue, hearDecisions, keepRequested } from '../sync/queue/queueSagas';
import type { LeadServices } from '../sync/queue/leader/leadSagas';
import { operationRequested } from '../sync/operations';
import type { Updates } from '../services/device';
import { ServiceFailure } from '../services/failure';
import { loadRules } from '../repeats/lazyRules';
import { changeMany } from '../selection/manySagas';
import { manyRequested } from '../tasks/selecting/manyTasks';
import { tasksSaga, type TasksServices } from '../tasks/wire/tasksSagas';
import { tasksLoaded, tasksLoadFailed, tasksRestored } from '../tasks/tasksSlice';
import type { TransferServices } from '../transfer/transferSagas';
import { forgetSubmittedDrafts, type DraftServices } from '../drafts/draftSagas';
import { endPointingOut, followConnection, followDay, followUpdates } from '../ui/uiSagas';
import type { LaterServices } from './parts/laterSagas';
import { runPart } from './parts/part';
import { parts } from './parts/parts';

/** All services that sagas are handed. */
export type Services = AuthServices &
  AccountServices &
  TasksServices &
  NotesServices &
  LeadServices &
  LaterServices &
  TransferServices &
  FindServices &
  DraftServices & { updates: Updates };

/** Spawns each feature's saga, so that an uncaught error in one does not end the others. */
export function* rootSaga(services: Services): Saga {
  yield* spawn(followDay, services);
  yield* spawn(endPointingOut);
  yield* spawn(followConnection, services);
  yield* spawn(followUpdates, services);
  yield* spawn(forgetSubmittedDrafts, services);
  yield* spawn(askAtSignIn);
  yield* spawn(() => runPart(parts.account, services));
  for (const saga of [
    tasksSaga,
    notesSaga,
    queueSaga,
    loadLater,
    transferPart,
    syncPart,
    settingsPart,
    findPart,
    laterPart,
    wallPart,
    quickAddPart,
  ]) {
    yield* spawn(whileSignedIn, (userId: string) => saga(services, userId));
  }
  yield* spawn(keepSession, services);
}

const transferPart = (services: Services, userId: string) => runPart(parts.data, services, userId);
const syncPart = (services: Services, userId: string) => runPart(parts.sync, services, userId);
const settingsPart = (services: Services, userId: string) => runPart(parts.settings, services, userId);
const findPart = (services: Services) => runPart(parts.keyboard, services);
const laterPart = (services: Services, userId: string) => runPart(parts.later, services, userId);
const wallPart = (services: Services, userId: string) => runPart(parts.wall, services, userId);
const quickAddPart = (services: Services) => runPart(parts.quickAdd, services);

/** Stores operations from the start, including changes of many tasks. Sends them once the code for that is loaded. */
function* queueSaga(services: Services, userId: string): Saga {
  yield* fork(followQueue, services, userId);
  yield* takeEvery(manyRequested, changeMany);
  yield* fork(keepRequested, services, userId);
  yield* fork(hearDecisions, services, userId);
  const { sendChanges } = yield* call(() => parts.later.loaded);
  yield* call(sendChanges, services, userId);
}

/** Milliseconds before the later code is loaded on a page without tasks, and before a failed load is repeated. */
const FIRST_LOAD_TIMEOUT_MS = 2000;

/** Loads the later code once the first view is painted, or as soon as the user changes something. */
function* loadLater({ clock }: Services): Saga {
  yield* race({
    isKnown: take([tasksLoaded, tasksRestored, tasksLoadFailed]),
    isChanged: take(operationRequested),
    isLate: delay(FIRST_LOAD_TIMEOUT_MS),
  });
  yield* call(clock.afterPaint);
  for (;;) {
    try {
      yield* call(() => Promise.all([parts.later.load(), parts.settings.load(), loadRules()]));
      return;
    } catch (failure) {
      if (!(failure instanceof ServiceFailure)) throw failure;
      yield* delay(FIRST_LOAD_TIMEOUT_MS);
    }
  }
}
