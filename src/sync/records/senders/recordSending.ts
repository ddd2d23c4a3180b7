import { call, type Saga } from '../../../lib/effects';
import type { Json } from '../../../services/database';
import type { SendServices } from '../../kinds';
import type { Confirmation, Operation, Outcome } from '../../operations';
import type { Addition, RecordType, Target, WithOthers } from '../recordType';
import { otherVersion, serverInstant } from '../trashMoves';
import { applyOnce, isRefused } from './writeOnce';

/** Fields of any record, which senders compare and merge by name. */
export type AnyFields = Record<string, Json>;

/** An operation of a kind that all records have, and the dependencies for sending it. */
export type Sent<Payload> = {
  services: SendServices;
  type: RecordType<AnyFields, AnyFields, Target>;
  operation: Operation<string, Target & Payload>;
};

/** The outcome when the server has the record (null: deleted). `before` is the overwritten version. */
export const confirmed = (
  fireId: string,
  value: Json,
  { before, ...more }: Omit<Confirmation, 'record'> & { before?: Json } = {},
): Outcome => ({
  type: 'confirmed',
  confirmation: { record: { fireId, value, ...(before !== undefined && { before }) }, ...more },
});

/** The record's key; undefined when there is no record. */
export function* keyOf({ services, type, operation }: Sent<unknown>): Saga<string | undefined> {
  if (operation.payload.fireId !== null) return operation.payload.fireId;
  return yield* call(type.sending.findKey, services, operation);
}

/** The record on the server. */
export function* recordAt({ services, type, operation }: Sent<unknown>, fireId: string): Saga<Json> {
  return (yield* call(services.database.readRecord, operation.userId, type.list, fireId)).record;
}

/** Stores unseen versions in the trash, each once; a refusal of one is ignored. */
export function* keepOthers(
  { services, type, operation }: Sent<WithOthers<AnyFields>>,
  fireId: string,
): Saga {
  const { userId, id, payload } = operation;
  const { others = [] } = payload;
  if (others.length === 0) return;
  const deletedAt = yield* serverInstant(services, userId);
  for (const [at, fields] of others.entries()) {
    const operationId = `${id}-${at}`;
    const record = type.recordOf(fields, payload);
    const paths = otherVersion(type.list, fireId, { operationId, deletedAt, record, isUnseen: true });
    try {
      yield* applyOnce(services, { userId, id: `${id}-others-${at}` }, paths);
    } catch (failure) {
      if (!isRefused(failure)) throw failure;
    }
  }
}

/** Adds the record once. */
export function* sendAdd(sent: Sent<Addition<AnyFields>>): Saga<Outcome> {
  const { fireId, record, beside } = yield* call(sent.type.sending.create, sent.services, sent.operation);
  yield* keepOthers(sent, fireId);
  return confirmed(fireId, record, beside && { beside });
}
