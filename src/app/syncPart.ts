/** What became of every change: its page, with its slice and saga. */
import { selectEntries } from '../history/historySlice';
import { call, select, type Saga } from '../lib/effects';
import type { Operation } from '../sync/operations';
import { syncLogSaga, type Describe, type SyncLogServices } from '../syncLog/syncLogSagas';
import type { Place } from '../syncLog/syncLogSlice';
import { selectToday } from '../ui/uiSlice';
import { describeSteps } from './kinds';
import { editPath, paths } from './paths';

export { SyncPage } from '../syncLog/SyncPage';
export { syncLogSlice as slice } from '../syncLog/syncLogSlice';

/** Where an operation's item is shown. */
function placeOf({ kind, payload }: Operation): Place {
  const { taskId, fireId } = payload as { taskId: number; fireId: string };
  if (kind.startsWith('note/')) return { path: paths.wall, note: fireId };
  if (kind.startsWith('trash/')) return { path: paths.trash };
  if (kind.startsWith('settings/')) return { path: paths.settings };
  if (kind.startsWith('import/')) return { path: paths.data };
  return { path: editPath('today', taskId) };
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

const describe: Describe = { words, place: placeOf, known };

export function* saga(services: SyncLogServices, userId: string): Saga {
  yield* call(syncLogSaga, services, userId, describe);
}
