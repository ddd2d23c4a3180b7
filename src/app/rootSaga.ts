import { accountSaga, type AccountServices } from '../account/accountSagas';
import { keepSession, whileSignedIn } from '../auth/authSagas';
import type { AuthServices } from '../auth/holdSagas';
import { followDrafts, type DraftServices } from '../drafts/draftSagas';
import { keepFinding, type FindServices } from '../find/findSagas';
import { rememberGuide } from '../guide/guideSagas';
import { historySaga, type HistoryServices } from '../history/historySagas';
import { call, fork, spawn, takeEvery, put, select, all, type Saga } from '../lib/effects';
import { askAtSignIn, notesSaga, type NotesServices } from '../notes/notesSagas';
import { quickAddSaga } from '../quickAdd/quickAddSagas';
import { followReminders, type RemindersLoader } from '../reminders/startSagas';
import { changeMany } from '../selection/manySagas';
import type { Updates } from '../services/device';
import { calendarSaga } from '../feed/calendarSagas';
import type { CalendarService } from '../services/calendar';
import { settingsSaga } from '../settings/settingsSagas';
import { keepSending, type LeadServices } from '../sync/queue/leader/leadSagas';
import { followQueue, hearDecisions, keepRequested } from '../sync/queue/queueSagas';
import { syncLogSaga } from '../syncLog/syncLogSagas';
import { manyRequested } from '../tasks/selecting/manyTasks';
import { withLocalTaskId } from '../tasks/wire/localTaskId';
import { tasksSaga, type TasksServices } from '../tasks/wire/tasksSagas';
import { transferSaga, type TransferServices } from '../transfer/transferSagas';
import { forgottenBy } from '../trash/trashKinds';
import { trashSaga, type TrashServices } from '../trash/trashSagas';
import { followStorage } from '../ui/storageSagas';
import { endPointingOut, followConnection, followDay, followUpdates } from '../ui/uiSagas';
import { describe } from './store/describeOperations';
import { invert, kindOf, rebase } from './store/kinds';
import { noteTaskRequested } from '../notes/wall/arranging/taskOfNote';
import { taskAddAtOnceRequested } from '../tasks/wire/taskAdding';
import { selectToday } from '../ui/uiSlice';
import type { SendServices } from '../sync/kinds';
import { joinedDatabase } from '../sync/records/senders/joinedCalls';
import type { Operation, Outcome } from '../sync/operations';

/** Sends an operation as its kind says. */
function* sendOperation(services: SendServices, operation: Operation): Saga<Outcome> {
  const kind = kindOf(operation);
  if (!kind) return { type: 'blocked', reason: 'It was made by a newer version of Daywall: reload the page' };
  return yield* kind.send(services, operation);
}

/** Sends operations of one step side by side, in few reads and writes. */
function* sendOperations(services: SendServices, operations: readonly Operation[]): Saga<Outcome[]> {
  const database = joinedDatabase(services.database, operations[0]!.userId);
  return yield* all(operations.map(operation => sendOperation({ ...services, database }, operation)));
}

/** Sends what is pending for as long as this tab leads, each operation as its kind says. */
function* sendChanges(services: LeadServices & SendServices, userId: string): Saga {
  yield* call(keepSending, services, userId, operation => sendOperation(services, operation), {
    isJoined: operation => kindOf(operation)?.isJoined ?? false,
    send: operations => sendOperations(services, operations),
  });
}

/** Adds a task for today in the list Personal for each note, with the note's text. */
function* addTasksOfNotes(): Saga {
  yield* takeEvery(noteTaskRequested, function* add({ payload: { words, operationId } }): Saga {
    const taskDueDay = yield* select(selectToday);
    yield* put(taskAddAtOnceRequested({ ...words, taskList: 'personal', taskDueDay }, {}, operationId));
  });
}

/** All services that sagas are handed. */
export type Services = AuthServices &
  AccountServices &
  TasksServices &
  NotesServices &
  LeadServices &
  HistoryServices &
  TrashServices &
  TransferServices &
  FindServices &
  DraftServices &
  RemindersLoader & { updates: Updates; calendar: CalendarService };

/** Spawns each feature's saga, so that an uncaught error in one does not end the others. */
export function* rootSaga(services: Services): Saga {
  yield* spawn(followDay, services);
  yield* spawn(endPointingOut);
  yield* spawn(followConnection, services);
  yield* spawn(followUpdates, services);
  yield* spawn(askAtSignIn);
  yield* spawn(accountSaga, services);
  for (const saga of [
    tasksSaga,
    notesSaga,
    queueSaga,
    settingsSaga,
    calendarSaga,
    followHistory,
    trashSaga,
    followDrafts,
    followStorage,
    followSyncLog,
    keepFinding,
    quickAddSaga,
    addTasksOfNotes,
    rememberGuide,
    followReminders,
    transferSaga,
  ]) {
    yield* spawn(whileSignedIn, (userId: string) => saga(services, userId));
  }
  yield* spawn(keepSession, services);
}

/** Stores operations, shows them, and sends them while this tab leads. */
function* queueSaga(services: Services, userId: string): Saga {
  yield* fork(followQueue, services, userId);
  yield* takeEvery(manyRequested, changeMany);
  yield* fork(keepRequested, services, userId);
  yield* fork(hearDecisions, services, userId);
  yield* call(sendChanges, services, userId);
}

const followHistory = (services: Services, userId: string) =>
  historySaga(services, userId, {
    localise: step => withLocalTaskId(services, step),
    invert,
    rebase,
    forgotten: forgottenBy,
  });

const followSyncLog = (services: Services, userId: string) => syncLogSaga(services, userId, describe);
