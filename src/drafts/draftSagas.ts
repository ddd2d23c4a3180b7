import { select, takeEvery, type Saga } from '../lib/effects';
import type { DraftsLater } from '../services/device';
import { operationConfirmed, operationDiscarded, operationKept } from '../sync/operations';
import { selectStorage } from '../sync/queue/queueSlice';

export type DraftServices = { drafts: DraftsLater };

/**
 * Removes a submitted draft once the operation of the submit is on the disk. Where the device keeps no operations it
 * stays until the server has the operation. A discarded one was coalesced into another, or taken back.
 */
export function* forgetSubmittedDrafts({ drafts }: DraftServices): Saga {
  yield* takeEvery([operationKept, operationDiscarded, operationConfirmed], function* (action): Saga {
    if (operationKept.match(action) && (yield* select(selectStorage)) !== 'device') return;
    const operation = operationConfirmed.match(action) ? action.payload.operation : action.payload;
    drafts.service?.confirm(operation.id);
  });
}
