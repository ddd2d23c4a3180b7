/** What became of every change: its page, with its slice and saga. */
import { selectEntries } from '../history/historySlice';
import { call, select, type Saga } from '../lib/effects';
import { isNoteOperation } from '../notes/noteKinds';
import type { Operation } from '../sync/operations';
import { syncLogSaga, type Describe, type SyncLogServices } from '../syncLog/syncLogSagas';
import type { Place } from '../syncLog/syncLogSlice';
import { isTaskOperation } from '../tasks/taskKinds';
import { isImportOperation } from '../transfer/importKinds';
import { isTrashOperation } from '../trash/trashKinds';
import { selectToday } from '../ui/uiSlice';
import { describeSteps, labelOf } from './kinds';
import { editPath, paths } from './paths';

export { SyncPage } from '../syncLog/SyncPage';
export { syncLogSlice as slice } from '../syncLog/syncLogSlice';

/** Where an operation's item is shown. */
function placeOf(operation: Operation): Place {
  if (isTaskOperation(operation)) return { path: editPath('today', operation.payload.taskId) };
  if (isNoteOperation(operation)) return { path: paths.wall, note: operation.payload.fireId };
  if (isTrashOperation(operation)) return { path: paths.trash };
  return { path: isImportOperation(operation) ? paths.data : paths.settings };
}

/** Words by the operation's id, of the changes that the history still has. */
function* known(): Saga<Record<string, string>> {
  const entries = yield* select(selectEntries);
  const today = yield* select(selectToday);
  const steps = entries.flatMap(entry => entry.steps);
  return Object.fromEntries(steps.map(step => [step.id, describeSteps([step], { today, isUndo: false })]));
}

function* words(operation: Pick<Operation, 'kind' | 'payload'>): Saga<string> {
  return describeSteps([operation], { today: yield* select(selectToday), isUndo: false });
}

const describe: Describe = { words, label: labelOf, place: placeOf, known };

export function* saga(services: SyncLogServices, userId: string): Saga {
  yield* call(syncLogSaga, services, userId, describe);
}
