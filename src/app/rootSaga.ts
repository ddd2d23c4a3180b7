import type { UnknownAction } from '@reduxjs/toolkit';
import type { AccountServices } from '../account/accountSagas';
import { keepSession, whileSignedIn, type AuthServices } from '../auth/authSagas';
import { call, delay, fork, race, spawn, take, takeEvery, type Saga } from '../lib/effects';
import { keepFinding } from '../find/findGateSaga';
import type { FindServices } from '../find/findSagas';
import { askAtSignIn, notesSaga, type NotesServices } from '../notes/notesSagas';
import type { Operation, Outcome } from '../sync/operations';
import { followOutbox, keepSending, type OutboxServices } from '../sync/queueSagas';
import type { Updates } from '../services/device';
import { ServiceFailure } from '../services/failure';
import { tasksSaga, type TasksServices } from '../tasks/tasksSagas';
import { tasksLoaded, tasksLoadFailed, tasksRestored } from '../tasks/tasksSlice';
import type { TransferServices } from '../transfer/transferSagas';
import { forgetSubmittedDrafts, type DraftServices } from '../ui/draftSagas';
import { followConnection, followDay, followUpdates } from '../ui/uiSagas';
import { loadAccount } from './loadAccount';
import type { LaterServices } from './laterSagas';
import { transferLater } from './transferLater';

/** Everything outside the store that the sagas talk to. */
export type Services = AuthServices &
  AccountServices &
  TasksServices &
  NotesServices &
  OutboxServices &
  LaterServices &
  TransferServices &
  FindServices &
  DraftServices & { updates: Updates };

/** Each feature is spawned, so that a bug in one does not silence the others. */
export function* rootSaga(services: Services): Saga {
  yield* spawn(followDay, services);
  yield* spawn(followConnection, services);
  yield* spawn(followUpdates, services);
  yield* spawn(forgetSubmittedDrafts, services);
  yield* spawn(askAtSignIn);
  yield* takeEvery(isAccountWish, answerAccountWish, services);
  for (const saga of [tasksSaga, notesSaga, outboxSaga, startLater, transferLater, keepFinding]) {
    yield* spawn(whileSignedIn, (userId: string) => saga(services, userId));
  }
  yield* spawn(keepSession, services);
}

const isAccountWish = ({ type }: UnknownAction) => /^account\/\w+Requested$/.test(type);

/** The sagas of the account come with its screens, which wish. */
function* answerAccountWish(services: AccountServices, wish: UnknownAction): Saga {
  const { answer } = yield* call(loadAccount);
  yield* call(answer, services, wish);
}

const loadLater = () =>
  import(/* webpackChunkName: "later" */ './laterSagas').catch(() => {
    throw new ServiceFailure('network', 'chunk', 'A part of the app could not be loaded');
  });

function* outboxSaga(services: Services, userId: string): Saga {
  yield* fork(followOutbox, services, userId);
  yield* fork(keepSending, services, userId, function* (operation: Operation): Saga<Outcome> {
    const { sendOperation } = yield* call(loadLater);
    return yield* call(sendOperation, services, operation);
  });
}

/** So long, in milliseconds, a page without tasks waits before it loads what comes later, and before it tries again. */
const PATIENCE = 2000;

/** Starts what nothing waits for, once there is something to look at. */
function* startLater(services: Services, userId: string): Saga {
  yield* race({ known: take([tasksLoaded, tasksRestored, tasksLoadFailed]), late: delay(PATIENCE) });
  yield* call(services.clock.afterPaint);
  for (;;) {
    try {
      const { laterSaga } = yield* call(loadLater);
      return yield* call(laterSaga, services, userId);
    } catch (failure) {
      if (!(failure instanceof ServiceFailure)) throw failure;
      yield* delay(PATIENCE);
    }
  }
}
