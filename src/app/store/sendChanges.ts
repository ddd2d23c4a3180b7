import { all, call, type Saga } from '../../lib/effects';
import { kindIn } from '../../sync/kinds';
import type { SendServices } from '../../sync/kinds';
import { joinedDatabase } from '../../sync/records/senders/joinedCalls';
import { keyThatStays } from '../../sync/records/senders/recordSending';
import { keepSending, type LeadServices } from '../../sync/queue/leader/leadSagas';
import type { Operation, Outcome } from '../../sync/operations';
import type { TaskTarget } from '../../tasks/taskPayloads';
import { taskKinds } from '../../tasks/taskKinds';
import { kindOf } from './kinds';

/** Sends an operation as its kind says; to the other record of an add, if its own was removed elsewhere as a second one. */
function* sendOperation(services: SendServices, operation: Operation): Saga<Outcome> {
  const kind = kindOf(operation);
  if (!kind) return { type: 'blocked', reason: 'It was made by a newer version of Daywall: reload the page' };
  const outcome = yield* kind.send(services, operation);
  if (outcome.type !== 'confirmed' || !outcome.confirmation?.isGone) return outcome;
  const payload = operation.payload as TaskTarget;
  if (!kindIn(taskKinds, operation) || !payload.fireId) return outcome;
  const fireId = yield* keyThatStays(services, operation.userId, 'tasks', payload.fireId);
  if (fireId === undefined) return outcome;
  return yield* kind.send(services, { ...operation, payload: { ...payload, fireId } });
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
