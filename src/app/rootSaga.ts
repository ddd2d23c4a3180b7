import { keepSession, whileSignedIn, type AuthServices } from '../auth/authSagas';
import { fork, spawn, type Saga } from '../effects';
import { keepFinding } from '../find/findGateSaga';
import type { FindServices } from '../find/findSagas';
import { historySaga, type HistoryServices } from '../history/historySagas';
import type { NoteOperation } from '../notes/noteOperations';
import { sendNote } from '../notes/noteSenders';
import { askAtSignIn, notesSaga, type NotesServices } from '../notes/notesSagas';
import type { Operation, Outcome } from '../outbox/operations';
import { followOutbox, keepSending, type OutboxServices } from '../outbox/outboxSagas';
import { isTaskOperation } from '../tasks/taskOperations';
import { sendTask } from '../tasks/taskSenders';
import { tasksSaga, type TasksServices } from '../tasks/tasksSagas';
import type { Updates } from '../services';
import { followConnection, followDay, followUpdates } from '../ui/uiSagas';
import { inverseOf } from './inverse';

/** Everything outside the store that the sagas talk to. */
export type Services = AuthServices &
  TasksServices &
  NotesServices &
  OutboxServices &
  HistoryServices &
  FindServices & { updates: Updates };

/** Each feature is spawned, so that a bug in one does not silence the others. */
export function* rootSaga(services: Services): Saga {
  const send = (operation: Operation): Saga<Outcome> =>
    isTaskOperation(operation)
      ? sendTask(services, operation)
      : sendNote(services, operation as NoteOperation);

  yield* spawn(followDay, services);
  yield* spawn(followConnection, services);
  yield* spawn(followUpdates, services);
  yield* spawn(askAtSignIn);
  for (const saga of [
    (userId: string) => tasksSaga(services, userId),
    (userId: string) => notesSaga(services, userId),
    (userId: string) => outboxSaga(services, userId, send),
    (userId: string) => historySaga(services, userId, inverseOf),
    () => keepFinding(services),
  ]) {
    yield* spawn(whileSignedIn, saga);
  }
  yield* spawn(keepSession, services);
}

function* outboxSaga(
  services: OutboxServices,
  userId: string,
  send: (operation: Operation) => Saga<Outcome>,
): Saga {
  yield* fork(followOutbox, services, userId);
  yield* fork(keepSending, services, userId, send);
}
