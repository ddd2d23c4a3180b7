import { select, takeEvery, type Saga } from '../lib/effects';
import type { DraftsLater } from '../services/device';
import { operationDropped, operationKept, operationSettled } from '../sync/operations';
import { selectStorage } from './uiSlice';

export type DraftServices = { drafts: DraftsLater };

type Answer = ReturnType<typeof operationKept | typeof operationDropped | typeof operationSettled>;

/**
 * Removes a submitted draft once the operation of the submit is on the disk. Where the device keeps no operations it
 * stays until the server has the operation. A dropped one was merged into another, or taken back.
 */
export function* forgetSubmittedDrafts({ drafts }: DraftServices): Saga {
  yield* takeEvery([operationKept, operationDropped, operationSettled], function* (action: Answer): Saga {
    if (operationKept.match(action) && (yield* select(selectStorage)) === 'memory') return;
    const operation = operationSettled.match(action) ? action.payload.operation : action.payload;
    drafts.service?.confirm(operation.id);
  });
}
