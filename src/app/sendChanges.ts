import { call, type Saga } from '../lib/effects';
import type { SendServices } from '../sync/kinds';
import { keepSending, type LeadServices } from '../sync/leadSagas';
import type { Operation, Outcome } from '../sync/operations';
import { kindOf } from './kinds';

/** Sends an operation as its kind says. */
function* sendOperation(services: SendServices, operation: Operation): Saga<Outcome> {
  const kind = kindOf(operation);
  if (!kind) return { type: 'blocked', reason: 'It was made by a newer version of Daywall: reload the page' };
  const outcome = yield* kind.send(services, operation);
  services.database.releaseMarks(operation.id);
  return outcome;
}

/** Sends operations of one step and kind in few writes. */
function* sendOperations(services: SendServices, operations: readonly Operation[]): Saga<readonly Outcome[]> {
  const outcomes = yield* kindOf(operations[0]!)!.sendTogether!(services, operations);
  for (const { id } of operations) services.database.releaseMarks(id);
  return outcomes;
}

/** Sends what is pending for as long as this tab leads, each operation as its kind says. */
export function* sendChanges(services: LeadServices & SendServices, userId: string): Saga {
  yield* call(keepSending, services, userId, operation => sendOperation(services, operation), {
    isJoined: operation => kindOf(operation)?.sendTogether !== undefined,
    send: operations => sendOperations(services, operations),
  });
}
