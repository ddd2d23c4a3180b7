import { besideRecords } from '../../../services/databasePaths';
import { call, type Saga } from '../../../lib/effects';
import type { Merged } from '../../../lib/text/mergeFields';
import type { Json, ListName, Records } from '../../../services/database';
import type { SendServices } from '../../kinds';
import type { Confirmation, Operation, Outcome } from '../../operations';
import type { Addition, Edited, RecordType, Target, WithOthers } from '../recordType';
import { allStoredAt, type SidecarRoot } from '../sidecars';
import { otherVersion, serverInstant } from '../trashMoves';
import { applyOnce, isRefused } from './writeOnce';

/** How records of a type reach the server. */
export type RecordSending<Fields extends object, T extends Target> = {
  /** The key of a record that this device does not know, undefined when there is none. */
  findKey(services: SendServices, operation: Operation<string, T>): Saga<string | undefined>;
  /** Adds the record, once. Answers its key and what is stored there (null: it was deleted since). */
  create(
    services: SendServices,
    operation: Operation<string, T & { fields: Fields }>,
  ): Saga<{ fireId: string; record: Json }>;
  /** Runs an attempt to edit while no other device of ours edits the record, where that needs to be said. */
  inTurn?<Answer>(
    services: SendServices,
    operation: Operation<string, T>,
    fireId: string,
    attempt: () => Saga<Answer>,
  ): Saga<Answer>;
  /**
   * Writes an edited record over the one that was read. Throws `conflict` when that changed meanwhile; answers what a
   * write without condition turned out to have overwritten.
   */
  save(
    services: SendServices,
    operation: Operation<string, T>,
    read: { fireId: string; record: Json; etag: string },
    fields: Fields,
  ): Saga<{ overwritten?: Json }>;
  /** The record of changed fields; what did not change stays stored as it is. */
  recordOver(record: Json, fields: Fields, target: T): Json;
  /** The name of a field as it is stored. */
  storedName(field: keyof Fields): string;
  /**
   * An edit without what was meant for something that is over by now: by what lies beside the record, or by `inCopy`, what
   * its copy in the trash has of that.
   */
  stillMeant?(
    services: SendServices,
    operation: Operation<string, T & Edited<Fields>>,
    fireId: string,
    inCopy?: Records,
  ): Saga<Edited<Fields>>;
  /** How three versions become one, where that is better than field by field. */
  merge(base: Fields, mine: Fields, theirs: Fields): Merged<Fields>;
};

/** Fields of any record: senders compare and merge them by their names. */
export type AnyFields = Record<string, Json>;

/** An operation of a kind that every record has, and what sending it needs. */
export type Sent<Payload> = {
  services: SendServices;
  type: RecordType<AnyFields, AnyFields, Target>;
  operation: Operation<string, Target & Payload>;
};

/** The server has the record (null: it is deleted). `before` is what was written over. */
export const confirmed = (
  fireId: string,
  value: Json,
  { before, ...more }: Pick<Confirmation, 'beside' | 'isGone'> & { before?: Json } = {},
): Outcome => ({
  type: 'confirmed',
  confirmation: { record: { fireId, value, ...(before !== undefined && { before }) }, ...more },
});

/** A record's sidecars, as a confirmation says them; null removes. */
export const besideNow = (
  list: ListName,
  fireId: string,
  beside: Records = {},
): Pick<Confirmation, 'beside'> => ({
  beside: Object.fromEntries(
    besideRecords[list].map(sidecar => [sidecar.list, { [fireId]: beside[sidecar.name] ?? null }]),
  ),
});

/** A record's sidecars by name, as this page has them. */
export const selectBeside = (state: SidecarRoot, list: ListName, fireId: string) =>
  allStoredAt(state[list], list, fireId);

/** The record's key; undefined when there is no record. */
export function* keyOf({ services, type, operation }: Sent<unknown>): Saga<string | undefined> {
  if (operation.payload.fireId !== null) return operation.payload.fireId;
  const { findKey } = yield* call(type.loadSending);
  return yield* call(findKey, services, operation);
}

/** The record as the server has it. */
export function* recordAt({ services, type, operation }: Sent<unknown>, fireId: string): Saga<Json> {
  return (yield* call(services.database.readRecord, operation.userId, type.list, fireId)).record;
}

/** Keeps versions in the trash that nobody has seen, each once; those that the rules refuse hold up nothing. */
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

/** Adds the record, once. */
export function* sendAdd(sent: Sent<Addition<AnyFields>>): Saga<Outcome> {
  const { create } = yield* call(sent.type.loadSending);
  const { fireId, record } = yield* call(create, sent.services, sent.operation);
  yield* keepOthers(sent, fireId);
  return confirmed(fireId, record);
}
