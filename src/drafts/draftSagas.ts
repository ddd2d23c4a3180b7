import { select, takeEvery, type Saga } from '../lib/effects';
import type { DraftService } from '../services/device';
import { operationConfirmed, operationDiscarded, operationKept } from '../sync/operations';
import { selectStorage } from '../sync/queue/queueSlice';

export type DraftServices = { drafts: DraftService };

/**
 * Removes a submitted draft once the submit's operation is stored on the device, or confirmed by the server where the
 * device stores none. An operation that is discarded was coalesced or undone, so its draft is removed too.
 */
export function* forgetSubmittedDrafts({ drafts }: DraftServices): Saga {
  yield* takeEvery([operationKept, operationDiscarded, operationConfirmed], function* (action): Saga {
    if (operationKept.match(action) && (yield* select(selectStorage)) !== 'device') return;
    const operation = operationConfirmed.match(action) ? action.payload.operation : action.payload;
    drafts.confirm(operation.id);
  });
}
