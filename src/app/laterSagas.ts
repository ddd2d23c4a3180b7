import { fork, type Saga } from '../lib/effects';
import { historySaga, type HistoryServices } from '../history/historySagas';
import type { NoteOperation } from '../notes/noteOperations';
import { sendNote } from '../notes/noteSenders';
import type { Operation, Outcome } from '../sync/operations';
import { isTaskOperation } from '../tasks/taskOperations';
import { sendTask } from '../tasks/taskSenders';
import { isTrashOperation, sendForget } from '../trash/trashForgetting';
import { trashSaga, type TrashServices } from '../trash/trashSagas';
import type { DraftServices } from '../ui/draftSagas';
import { isTransferOperation } from '../transfer/transferOperations';
import { inverseOf } from './inverse';
import { resumeReturned } from './returned';
import { sendTransferLater } from './transferLater';

/** What is not needed for the first view, in a chunk of its own. */
export type LaterServices = HistoryServices & TrashServices & DraftServices;

/** Sends one operation as its feature says. */
export function sendOperation(services: LaterServices, operation: Operation): Saga<Outcome> {
  if (isTaskOperation(operation)) return sendTask(services, operation);
  if (isTrashOperation(operation)) return sendForget(services, operation);
  if (isTransferOperation(operation)) return sendTransferLater(services, operation);
  return sendNote(services, operation as NoteOperation);
}

/** The features of the signed-in user that nothing waits for at the start. */
export function* laterSaga(services: LaterServices, userId: string): Saga {
  yield* fork(trashSaga, services, userId);
  yield* fork(resumeReturned, services, userId);
  yield* fork(services.drafts.open, userId); // a form that is opened then waits for nothing
  yield* fork(historySaga, services, userId, inverseOf);
}
