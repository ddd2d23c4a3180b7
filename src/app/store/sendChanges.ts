import { all, call, type Saga } from '../../lib/effects';
import type { SendServices } from '../../sync/kinds';
import { joinedDatabase } from '../../sync/records/senders/joinedCalls';
import { keepSending, type LeadServices } from '../../sync/queue/leader/leadSagas';
import type { Operation, Outcome } from '../../sync/operations';
import { kindOf } from './kinds';

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
export function* sendChanges(services: LeadServices & SendServices, userId: string): Saga {
  yield* call(keepSending, services, userId, operation => sendOperation(services, operation), {
    isJoined: operation => kindOf(operation)?.isJoined ?? false,
    send: operations => sendOperations(services, operations),
  });
}
