import type { AccountServices } from '../account/accountSagas';
import { keepSession, whileSignedIn, type AuthServices } from '../auth/authSagas';
import { call, delay, fork, race, spawn, take, takeEvery, type Saga } from '../lib/effects';
import type { FindServices } from '../find/findSagas';
import { askAtSignIn, notesSaga, type NotesServices } from '../notes/notesSagas';
import { followQueue, hearDecisions, keepRequested } from '../sync/queue/queueSagas';
import type { LeadServices } from '../sync/queue/leader/leadSagas';
import { operationRequested } from '../sync/operations';
import type { Updates } from '../services/device';
import { ServiceFailure } from '../services/failure';
import { loadRules } from '../repeats/lazyRules';
import { manyRequested } from '../tasks/manyTasks';
import { tasksSaga, type TasksServices } from '../tasks/wire/tasksSagas';
import { tasksLoaded, tasksLoadFailed, tasksRestored } from '../tasks/tasksSlice';
import type { TransferServices } from '../transfer/transferSagas';
import { forgetSubmittedDrafts, type DraftServices } from '../drafts/draftSagas';
import { endPointingOut, followConnection, followDay, followUpdates } from '../ui/uiSagas';
import type { LaterServices } from './parts/laterSagas';
import { runPart } from './parts/part';
import { parts } from './parts/parts';

/** Every service that some saga is handed. */
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
    startLater,
    transferPart,
    syncPart,
    settingsPart,
    findPart,
    movesPart,
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
const loadMoves = () => parts.moves.load();
const quickAddPart = (services: Services) => runPart(parts.quickAdd, services);
/** The settings’ saga begins by itself once its code is there. */
const loadLater = () => Promise.all([parts.later.load(), parts.settings.load(), loadRules()]);

/** Keeps what is changed from the start; sends it once the code for that is there. */
function* queueSaga(services: Services, userId: string): Saga {
  yield* fork(followQueue, services, userId);
  yield* fork(keepRequested, services, userId);
  yield* fork(hearDecisions, services, userId);
  const { sendChanges } = yield* call(() => parts.later.loaded);
  yield* call(sendChanges, services, userId);
}

/** A request to change many tasks loads what answers it, if nothing has yet. */
function* movesPart(): Saga {
  yield* takeEvery(manyRequested, function* (request): Saga {
    const { changeMany } = yield* call(loadMoves);
    yield* call(changeMany, request);
  });
}

/** Milliseconds that a page without tasks waits before it loads the later sagas, and before it tries again. */
const FIRST_LOAD_TIMEOUT_MS = 2000;

/** Starts the sagas that the first view does not need once that is painted, or the person has changed something. */
function* startLater(services: Services, userId: string): Saga {
  yield* race({
    isKnown: take([tasksLoaded, tasksRestored, tasksLoadFailed]),
    isChanged: take(operationRequested),
    isLate: delay(FIRST_LOAD_TIMEOUT_MS),
  });
  yield* call(services.clock.afterPaint);
  for (;;) {
    try {
      const [{ laterSaga }] = yield* call(loadLater);
      return yield* call(laterSaga, services, userId);
    } catch (failure) {
      if (!(failure instanceof ServiceFailure)) throw failure;
      yield* delay(FIRST_LOAD_TIMEOUT_MS);
    }
  }
}
